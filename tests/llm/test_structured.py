from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from wikic.errors import ModelUnavailableError, QuotaError, ReplyError
from wikic.llm.protocol import Message, Reply, Request, Usage
from wikic.llm.scripted import ScriptedModel
from wikic.llm.structured import complaints, converse, parse


class Name(BaseModel):
    id: str
    title: str = Field(min_length=1)


class Names(BaseModel):
    names: list[Name]


class Loose(BaseModel):
    names: list[Name] = []
    note: str = ""


REQUEST = Request("extract", "extract", (Message("system", "Names."), Message("user", "A and B")), 100)
GOOD = '{"names": [{"id": "1", "title": "A"}]}'
VALUE = Names(names=[Name(id="1", title="A")])


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Sure! {GOOD} Anything else?",
        '[{"id": "1", "title": "A"}]',
        f"[{GOOD}]",
        '{"unrelated": {"longer": "than the one that fits, and tried first"}} ' + GOOD,
    ],
)
def test_one_reading_of_what_models_send(text: str) -> None:
    assert parse(text, Names) == (VALUE, ())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "the reply is empty"),
        ("I would rather not.", "the reply holds no JSON"),
        ("{}", "the JSON is empty"),
        ('{"names": [{"id": "1", "tit', "the JSON has no end"),
        ('{"names": "none"}', "names: Input should be a valid list"),
        ('{"names": [{"id": "1"}]}', "names.0.title: Field required"),
        ("x" * 1_000_001, "the reply has 1,000,001 characters; only the JSON is wanted"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, line: str) -> None:
    assert parse(text, Names) == (None, (line,))


def test_an_empty_object_is_no_value_even_where_every_field_has_a_default() -> None:
    assert parse("{}", Loose)[0] is None


def test_a_piece_of_a_reply_that_was_cut_off_is_not_taken_for_the_whole() -> None:
    # The inner object would pass as a Loose, and a fact or two would silently be all there is.
    cut = '{"names": [{"id": "1", "title": "A"}, {"note": "x"}, {"id": "2'
    assert parse(cut, Loose) == (None, ("the JSON has no end",))


@given(st.text())
def test_any_text_is_a_value_or_a_clean_failure(text: str) -> None:
    value, wrong = parse(text, Names)
    assert (value is None) == bool(wrong)


def test_a_good_reply_takes_one_call_and_is_kept() -> None:
    model = ScriptedModel([Reply(GOOD, usage=Usage(10, 5, 2, 0.1))])
    done = converse(model, REQUEST, Names)
    assert (done.value, done.usage, done.problems) == (VALUE, Usage(10, 5, 2, 0.1), ())
    assert len(model.requests) == len(model.kept) == 1
    assert model.requests[0].schema == Names.model_json_schema()


def test_a_repair_turn_says_what_was_wrong() -> None:
    model = ScriptedModel(['{"names": [{"id": "1"}]}', GOOD])
    done = converse(model, REQUEST, Names)
    assert done.value == VALUE
    assert done.problems == ("names.0.title: Field required",)
    said = model.requests[1].messages
    assert said[:2] == REQUEST.messages
    assert [message.role for message in said] == ["system", "user", "assistant", "user"]
    assert "names.0.title: Field required" in said[-1].text
    assert len(model.kept) == 2  # a rerun takes the same way


def test_after_two_repair_turns_it_is_a_failure_and_nothing_is_kept() -> None:
    model = ScriptedModel(lambda _: "I would rather not.")
    with pytest.raises(ReplyError, match="no usable reply for extract: the reply holds no JSON") as failed:
        converse(model, REQUEST, Names)
    assert len(model.requests) == 3
    assert model.kept == []
    assert len(failed.value.problems) == 3
    assert isinstance(failed.value.usage, Usage)


def test_a_refusal_is_not_asked_again() -> None:
    model = ScriptedModel([Reply("", stop="refusal"), GOOD])
    with pytest.raises(ReplyError, match="the model refuses"):
        converse(model, REQUEST, Names)
    assert len(model.requests) == 1


def test_what_a_check_finds_is_repaired_too() -> None:
    def check(names: Names) -> Sequence[str]:
        return () if names.names else ["at least one name is needed"]

    model = ScriptedModel(['{"names": []}', GOOD])
    done = converse(model, REQUEST, Names, check)
    assert done.value == VALUE
    assert done.problems == ("at least one name is needed",)


def test_a_model_that_reasons_until_its_length_is_told_as_that() -> None:
    for said in ("", "<think>\nIt may well be that"):
        model = ScriptedModel([Reply(said, stop="length")])  # asked once: it would only reason again
        with pytest.raises(
            ReplyError, match=r"still reasoning \(\[model\] reasoning_tokens .* allows more\)"
        ):
            converse(model, REQUEST, Names)


def test_a_reply_that_is_cut_off_thrice_names_the_setting() -> None:
    model = ScriptedModel([Reply('<think>so</think>{"names": [', stop="length")] * 3)
    with pytest.raises(ReplyError, match=r"cut off at its greatest length.*\[model\] reasoning_tokens"):
        converse(model, REQUEST, Names)


def test_what_a_repair_turn_complains_of() -> None:
    model = ScriptedModel(['{"names": 3}', GOOD])
    converse(model, REQUEST, Names)
    assert [complaints(each) for each in model.requests] == [(), ("names: Input should be a valid list",)]


def test_a_reply_cut_off_at_its_length_is_asked_for_again_shorter() -> None:
    model = ScriptedModel([Reply('{"names": [{"id": "1", "title": "A"}, {"id', stop="length"), GOOD])
    done = converse(model, REQUEST, Names)
    assert "shorter" in done.problems[0]


def test_what_the_model_cannot_do_passes_through() -> None:
    for error in (QuotaError("used up"), ModelUnavailableError("down")):
        with pytest.raises(type(error)):
            converse(ScriptedModel([error]), REQUEST, Names)


def test_a_huge_reply_is_not_sent_back_whole() -> None:
    model = ScriptedModel(["x" * 5_000_000, GOOD])
    converse(model, REQUEST, Names)
    assert len(model.requests[1].messages[-2].text) < 21_000
