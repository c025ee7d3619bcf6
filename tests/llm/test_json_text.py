from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.patience import effort

from wikic.llm.json_text import find_json

SCALARS = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
WHOLES = st.lists(VALUES, min_size=1, max_size=4) | st.dictionaries(st.text(), VALUES, min_size=1, max_size=4)
# Prose that opens no bracket; what opens one may be the value that was meant.
PROSE = st.text(st.characters(exclude_characters="{["))


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    find_json(text)


@given(st.text(st.sampled_from('{}[]",:\\ntrue01. \n')))
def test_any_heap_of_signs_is_read_without_an_error(text: str) -> None:
    find_json(text)


@given(PROSE, WHOLES, PROSE, st.booleans(), st.sampled_from([None, 2]))
def test_json_embedded_anywhere_is_found(
    before: str, value: Any, after: str, ascii_only: bool, indent: int | None
) -> None:
    whole = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert find_json(f"{before}{whole}{after}").values == (value,)


@given(WHOLES, st.data())
def test_of_a_value_that_is_cut_off_nothing_is_taken(value: Any, data: st.DataObject) -> None:
    whole = json.dumps(value)
    piece = whole[: data.draw(st.integers(1, len(whole) - 1))]
    found = find_json(piece)
    assert found.values == ()
    assert found.cut


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('Here it is:\n```\n[{"a": 1}]\n```\nShall I go on?', [{"a": 1}]),
        ('As [1] says, {see} the result is {"a": [1, 2]} as [2] says.', {"a": [1, 2]}),
        ('<think>{"a": "a draft, longer than what follows"}</think>{"a": 1}', {"a": 1}),
        ('\ufeff{"a": 1}', {"a": 1}),
        ('{"a": [1, 2,], "b": ",]",}', {"a": [1, 2], "b": ",]"}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        ('{"a": NaN} or {"a": 1}', {"a": 1}),
        ("{'a': 'it is', 'b': [1, 2]}", {"a": "it is", "b": [1, 2]}),
        ('{"a": [1, 2], // both\n "b": /* none */ []}', {"a": [1, 2], "b": []}),
        ('Sure: {"a": {"b": "c" "d": [{"e": 1},],}} Anything else?', {"a": {"b": "c", "d": [{"e": 1}]}}),
        ('```json\n{a: ["x" "y"]}\n```', {"a": ["x", "y"]}),
    ],
)
def test_what_models_wrap_around_json(text: str, value: Any) -> None:
    assert find_json(text).values[0] == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [{"b": 1}', {"a": [{"b": 1}]}),
        ('```json\n{"a": [{"b": 1}, {"b": 2}]\n```', {"a": [{"b": 1}, {"b": 2}]}),
    ],
)
def test_brackets_left_open_are_closed_where_the_writer_had_ended(text: str, value: Any) -> None:
    assert find_json(text, ended=True).values[0] == value
    assert value not in find_json(text).values


@pytest.mark.parametrize("text", ['{"a": [{"b": "half a', '{"a": [1, 2', '{"a": [{"b": 1},', "{'a': 'x"])
def test_what_ends_inside_of_a_value_is_not_closed(text: str) -> None:
    assert find_json(text, ended=True).values == ()


@pytest.mark.parametrize("text", ["", "no", "{}x", "{see: ", "[" * 100_000, '{"a":' * 50_000])
def test_what_is_no_json_gives_nothing_of_use(text: str) -> None:
    assert find_json(text).values in ((), ({},))


@pytest.mark.parametrize("text", ["{" * 1_000_000, '[" ' * 400_000, '{"a" ' * 200_000, '{"a":1,' * 150_000])
def test_a_million_brackets_take_a_bounded_time(text: str) -> None:
    assert effort(lambda: find_json(text)) < 200


def test_form_is_mended_up_to_a_length() -> None:
    for length, values in ((60_000, 1), (60_001, 0)):
        text = '{name: "' + "x" * (length - 10) + '"}'
        assert len(text) == length
        assert len(find_json(text, ended=True).values) == values


def test_line_breaks_may_stand_inside_of_strings() -> None:
    assert find_json('["one\ntwo"]', ended=True).values == (["one\ntwo"],)


@pytest.mark.parametrize(("depth", "mended"), [(40, True), (41, False)])
def test_form_is_mended_down_to_a_depth(depth: int, mended: bool) -> None:
    inside = depth - 1
    found = find_json("{name: " + "[" * inside + '"x"' + "]" * inside + "}", ended=True)
    assert any(isinstance(value, dict) for value in found.values) == mended


def test_quotation_marks_in_a_comment_open_no_string() -> None:
    assert find_json('{a: "x"} // he said "no', ended=True).values == ({"a": "x"},)
