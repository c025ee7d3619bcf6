"""Agents that go astray: each run ends, within its budget, with an honest answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.asking import calls, heard, model, read, saying, search
from support.copies import copied

from wikic.llm.protocol import Reply, Request, ToolCall
from wikic.llm.scripted import ScriptedModel
from wikic.navigate.ask.agent.run_record import Limits
from wikic.navigate.ask.asker import Asked, Asker
from wikic.navigate.library import Library

QUESTION = "Where was Johann V of Anbach born?"
GOOD = saying("ANSWER: Dessen\nHe was born in Dessen {born in Dessen}.")


def ask(library: Library, scripted: ScriptedModel, question: str = QUESTION) -> Asked:
    return Asker(library, model=scripted).ask(question, controller="agent")


def outcomes(asked: Asked) -> list[str]:
    return [called.outcome for turn in asked.runs[0].turns for called in turn.called]


def test_who_never_reads_is_told_to_once_and_not_believed(library: Library) -> None:
    scripted = model(["ANSWER: Paris\nEverybody knows."])
    asked = ask(library, scripted)
    assert len(scripted.requests) == 2
    assert "no page was read" in heard(scripted.requests[1])
    assert asked.answer.by == "heuristic"
    assert asked.answer.answered
    assert "Paris" not in str(asked.answer)
    assert asked.answer.notes == ("the model answered without reading; here is what was found without it",)


def test_who_reads_after_being_told_to_is_believed(library: Library) -> None:
    asked = ask(library, model(["ANSWER: Dessen\nI think.", read("Johann-V-of-Anbach"), GOOD]))
    assert asked.answer.by == "agent"
    assert asked.answer.notes == ()


def test_a_loop_on_one_search_ends_with_patience(library: Library) -> None:
    scripted = model([search("Johann V of Anbach")])
    asked = ask(library, scripted)
    assert outcomes(asked) == ["ran", "again", "again", "again", *["not run"] * 3]
    assert "3 turns in a row brought nothing new" in heard(scripted.requests[-1])
    assert asked.answer.by == "heuristic"
    assert "the model gave no answer" in asked.answer.notes[0]


def test_searches_that_find_nothing_end_with_the_wiki_does_not_say(library: Library) -> None:
    queries = [search(f"Zorblax{letter}") for letter in "abc"]
    asked = ask(
        library, model([*queries, "ANSWER: NOT IN THE WIKI\nNothing is found on it."]), "Who is Zorblax?"
    )
    assert outcomes(asked) == ["ran"] * 3
    assert not asked.answer.answered
    assert asked.answer.short is None
    assert asked.answer.explanation == "Nothing is found on it."


def test_that_searches_found_nothing_is_reading_enough_to_say_so(library: Library) -> None:
    scripted = model([search("Zorblax"), "ANSWER: NOT IN THE WIKI\nNothing is found on it."])
    asked = ask(library, scripted, "Who is Zorblax?")
    assert len(scripted.requests) == 2
    assert asked.answer.notes == ()
    assert (asked.answer.answered, asked.answer.by) == (False, "agent")


def test_slips_of_form_are_no_empty_searches(library: Library) -> None:
    slips = [calls(("wiki_search", {"query": ""})), calls(("wiki_search", {"q": "x"}))] * 3
    scripted = model([*slips, read("Johann-V-of-Anbach"), GOOD])
    asked = ask(library, scripted)
    assert outcomes(asked)[-1] == "ran"
    assert asked.answer.by == "agent"


def test_when_no_call_is_left_none_may_be_made(library: Library) -> None:
    scripted = model([read("Johann-V-of-Anbach"), GOOD])
    Asker(library, model=scripted, limits=Limits(calls=1)).ask(QUESTION, controller="agent")
    assert [request.may_call for request in scripted.requests] == [True, False]
    assert all(request.tools for request in scripted.requests)


def test_who_answers_from_what_was_given_is_no_agent(library: Library) -> None:
    asked = Asker(library, model=model([saying("ANSWER: Dessen\nThere {born in Dessen}.")])).ask(QUESTION)
    assert asked.answer.by == "model"


@pytest.mark.parametrize("name", ["write_file", "", "wiki_delete", "wiki_read\n", "搜索", "x" * 5_000])
def test_an_unknown_tool_is_answered_with_those_there_are(library: Library, name: str) -> None:
    scripted = model([calls((name, {"path": "x"})), read("Johann-V-of-Anbach"), GOOD])
    asked = ask(library, scripted)
    assert outcomes(asked) == ["problem", "ran"]
    known = "wiki_search, wiki_read, wiki_list, wiki_links, source_search, source_read"
    assert known in heard(scripted.requests[1])
    assert asked.answer.by == "agent"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("{broken", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ("null", "no JSON object"),
        ('{"paths": 7}', "paths must be a list"),
        ('{"pages": ["x"]}', "there is no argument 'pages'"),
        ('{"paths": ["../../etc/passwd"]}', "There is no page"),
        ('{"paths": ["Johann V"], "max_tokens": "much"}', "max_tokens must be a number"),
        ("", "paths is missing"),
        ("[" * 5_000, "no JSON object"),
    ],
)
def test_bad_arguments_are_answered_with_what_is_wrong(library: Library, arguments: str, says: str) -> None:
    scripted = model([calls(("wiki_read", arguments)), read("Johann-V-of-Anbach"), GOOD])
    asked = ask(library, scripted)
    assert says in heard(scripted.requests[1])
    assert asked.answer.by == "agent"
    for message in scripted.requests[-1].messages:
        for call in message.calls:  # clients parse what they echo
            assert isinstance(json.loads(call.arguments), dict)


def test_forty_calls_in_one_turn_run_fifteen_and_answer_every_one(library: Library) -> None:
    forty = [("wiki_search", {"query": name}) for name in ["Dessen", "Anbach", "prince", "film"] * 10]
    scripted = model([calls(*forty), read("Dessen"), "ANSWER: NOT IN THE WIKI\nNo page was read."])
    asked = ask(library, scripted)
    results = [message for message in scripted.requests[1].messages if message.role == "tool"]
    assert len(results) == 40
    assert {message.answers for message in results} == {f"c{at}" for at in range(40)}
    assert sum(outcome != "not run" for outcome in outcomes(asked)) <= 15
    assert outcomes(asked)[-1] == "not run"
    assert not asked.answer.answered


def test_at_the_budget_it_answers_from_what_it_has_and_says_so(library: Library) -> None:
    pages = ["Dessen", "Ernst-I-of-Anbach", "The-Tin-Rooster", "Paolo-Ferrandi", "Johann-V-of-Anbach"]
    scripted = model([*(read(page) for page in pages), GOOD])
    asked = Asker(library, model=scripted, limits=Limits(calls=5)).ask(QUESTION, controller="agent")
    assert asked.answer.by == "agent"
    assert asked.answer.notes == (
        "the budget of 5 tool calls was used up; the answer is from what was read until then",
    )
    assert "Only 3 left" in heard(scripted.requests[2])
    assert "No calls are left: answer now" in heard(scripted.requests[-1])


def test_what_was_not_read_cannot_be_cited(library: Library) -> None:
    wrong = saying("ANSWER: Dessen\nBorn there [F99], in Dessen {born in Dessen}, as [9] and ^pdeadbeef say.")
    scripted = model([read("Johann-V-of-Anbach"), wrong])
    asked = ask(library, scripted)
    assert len(scripted.requests) == 2  # another fact bears it out
    assert asked.answer.notes == ("citations of what was not read were left out: F99, 9",)
    assert len(asked.answer.evidence) == 1
    assert asked.answer.explanation.startswith("Born there, in Dessen [1]")
    assert "F99" not in asked.answer.explanation


def test_what_rests_on_nothing_that_was_read_is_asked_about(library: Library) -> None:
    scripted = model([read("Johann-V-of-Anbach"), "ANSWER: Mars\nOn Mars [F99], as [9] says."])
    asked = ask(library, scripted)
    assert len(scripted.requests) == 3
    assert "F99: no facts that you were shown" in heard(scripted.requests[2])
    assert "9: no document that you were shown has this number" in heard(scripted.requests[2])
    assert asked.answer.by == "heuristic"


def test_an_answer_that_cites_nothing_is_not_given(library: Library) -> None:
    asked = ask(library, model([read("Johann-V-of-Anbach"), "ANSWER: Atlantis\nHe was born in Atlantis."]))
    assert asked.answer.by == "heuristic"
    assert "Atlantis" not in str(asked.answer)


def test_ids_as_pages_have_them_are_citations_too(library: Library) -> None:
    view = library.view("people/Johann-V-of-Anbach")
    assert view is not None
    fact = next(each for each in view.facts if "born in Dessen" in each.text)
    said = f"ANSWER: Dessen\nThere [[Johann-V-of-Anbach#^{fact.id}]]."
    asked = ask(library, model([read("Johann-V-of-Anbach"), said]))
    assert [each.fact for each in asked.answer.evidence] == [fact.id]


def test_the_wrong_language_is_asked_for_again_once(library: Library) -> None:
    chinese = saying("ANSWER: 德森\n他出生在德森，那是安巴赫的一座小城，在穆尔德河边{born in Dessen}。")
    scripted = model([read("Johann-V-of-Anbach"), chinese, GOOD])
    asked = ask(library, scripted)
    assert "the question is in another language" in heard(scripted.requests[2])
    assert asked.answer.explanation == "He was born in Dessen [1]."
    asked = ask(library, model([read("Johann-V-of-Anbach"), chinese]))
    assert asked.answer.notes == ("the answer is not in the language of the question",)


def test_names_in_another_script_are_no_other_language(chinese: Library) -> None:
    said = saying("ANSWER: East Sea University\n他毕业于东海大学（East Sea University）{毕业于东海大学}。")
    asked = ask(chinese, model([read("林知远"), said]), "林知远毕业于哪里？")
    assert asked.answer.notes == ()


@pytest.mark.parametrize(
    "said", ["", "   \n", "<think>Let me see", Reply("", stop="length"), Reply("", stop="refusal"), "ANSWER:"]
)
def test_nothing_said_is_no_answer(library: Library, said: str | Reply) -> None:
    asked = ask(library, model([read("Johann-V-of-Anbach"), said]))
    assert asked.answer.by == "heuristic"
    assert asked.answer.notes


def test_a_page_that_was_read_is_not_sent_again(library: Library) -> None:
    scripted = model([read("Dessen"), read("Dessen", "Johann-V-of-Anbach"), GOOD])
    ask(library, scripted)
    assert heard(scripted.requests[-1]).count("Dessen is a town in Anbach") == 1
    assert "read before, unchanged" in heard(scripted.requests[-1])


def test_a_page_changed_while_it_reads_is_new_again_and_said(root: Path, tmp_path: Path) -> None:
    copied(root, tmp_path / "kb")
    page = tmp_path / "kb/wiki/people/Johann-V-of-Anbach.md"

    def change(request: Request) -> Reply:
        page.write_text(page.read_text("utf-8").replace("born in Dessen", "born in Kothen"), "utf-8")
        return read("Johann-V-of-Anbach")

    def remove(request: Request) -> str:
        page.unlink()
        return saying("ANSWER: Kothen\nHe was born in Kothen {born in Kothen}.")(request)

    with Library.current(tmp_path / "kb") as library:
        scripted = model([read("Johann-V-of-Anbach"), change, remove])
        asked = ask(library, scripted)
    assert "born in Kothen" in heard(scripted.requests[2])
    assert asked.answer.by == "agent"
    assert asked.answer.notes[-1].startswith("changed while it was read: people/Johann-V-of-Anbach#^f")


@pytest.mark.parametrize(
    "said",
    [
        "All work and no play. " * 100_000,
        " " * 2_000_000,
        "[" * 1_000_000,
        "ANSWER: " * 100_000,
        "```action\n" * 50_000,
        '{"tool": "wiki_read", "arguments": ' + "[" * 900 + "]" * 900 + "}",
        Reply("", tuple(ToolCall(f"c{at}", "wiki_list", "{}") for at in range(5_000)), "calls"),
    ],
    ids=["prose", "space", "brackets", "marks", "fences", "nested", "calls"],
)
def test_replies_beyond_measure_take_no_time_and_end(library: Library, said: str | Reply) -> None:
    scripted = model([read("Johann-V-of-Anbach"), said])
    pieces: list[str] = []
    asked = Asker(library, model=scripted).ask(QUESTION, controller="agent", on_text=pieces.append)
    assert asked.answer.by == "heuristic"
    assert pieces == []
    assert max(len(request.messages) for request in scripted.requests) < 200


def test_results_are_bounded(library: Library) -> None:
    everything = calls(
        ("wiki_list", {"directory": "people", "max_tokens": 20_000}),
        ("wiki_search", {"query": "Anbach", "limit": 100}),
        ("wiki_read", {"paths": ["Johann-V-of-Anbach"] * 50, "max_tokens": 50_000}),
    )
    asked = Asker(
        library, model=model([everything, "ANSWER: NOT IN THE WIKI\nToo long."]), limits=Limits(result=100)
    ).ask(QUESTION, controller="agent")
    assert all(called.tokens < 130 for turn in asked.runs[0].turns for called in turn.called)
