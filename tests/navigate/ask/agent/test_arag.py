"""The loop of A-RAG: parts of the documents alone, one tool a turn, an answer at the end, checked as any."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from support.asking import calls, model, read, saying

from wikic.navigate.ask.agent.controller import Agent
from wikic.navigate.ask.agent.run_record import Run, arag_limits
from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.trace import replay_run
from wikic.navigate.library import Library

QUESTION = "When did Ernst I of Anbach die?"
SEARCH = calls(("source_search", {"keywords": ["Ernst I of Anbach"]}))
READ = calls(("source_read", {"source": "1", "part": 1}), ("source_read", {"source": "2", "part": 1}))
SAID = saying("ANSWER: 12 June 1516\nHe died then {12 June 1516}.")


def test_it_searches_reads_and_cites(library: Library) -> None:
    asked = Asker(library, model=model([SEARCH, READ, SAID])).ask(QUESTION, controller="arag")
    assert asked.answer.by == "agent" and asked.answer.short is not None
    assert asked.answer.short.text == "12 June 1516"
    assert any("12 June 1516" in (each.quote or each.text) for each in asked.answer.evidence)
    assert asked.route is not None and "A-RAG" in asked.route.why
    (ran,) = asked.runs
    assert (ran.prompts, ran.calls, ran.limits.calls) == ("arag/1 en", 2, 10)
    # The trace plays it again by the same loop.
    again = msgspec.json.decode(msgspec.json.encode(ran), type=Run)
    ended, changed = replay_run(again, (), library)
    assert not changed and ended.run.draft == ran.draft


def test_one_tool_a_turn_and_only_those_of_the_documents(library: Library) -> None:
    said = model([SEARCH, READ, read("Dessen"), SAID])
    ended = Agent(library, said, arag_limits()).run(QUESTION)
    outcomes = [[each.outcome for each in turn.called] for turn in ended.run.turns]
    assert outcomes[:3] == [["ran"], ["ran", "not run"], ["problem"]]
    assert {each.name for each in said.requests[0].tools} == {"source_search", "source_read"}
    assert "one tool a turn" in said.requests[2].messages[-1].text


@pytest.mark.parametrize("arguments", ["[1]", "{", '{"keywords": 7}', '{"nothing": "x"}'])
def test_malformed_arguments_are_told(library: Library, arguments: str) -> None:
    said = model([calls(("source_search", arguments)), SEARCH, "ANSWER: NOT IN THE WIKI"])
    ended = Agent(library, said, arag_limits()).run(QUESTION)
    assert ended.run.turns[0].called[0].outcome == "problem"


def test_an_unknown_document_is_told(library: Library) -> None:
    wrong = calls(("source_read", {"source": "999", "part": 1}))
    ended = Agent(library, model([wrong, SEARCH, "ANSWER: NOT IN THE WIKI"]), arag_limits()).run(QUESTION)
    assert ended.run.turns[0].called[0].outcome == "problem"


def test_after_ten_loops_no_tool_may_be_called(library: Library) -> None:
    said = model([SEARCH])
    ended = Agent(library, said, arag_limits()).run(QUESTION)
    assert ended.run.calls == 10 and ended.run.draft is None
    assert [each.may_call for each in said.requests] == [True] * 10 + [False] * 3


def test_a_full_window_forces_the_answer(library: Library) -> None:
    said = model([SEARCH, "ANSWER: NOT IN THE WIKI"])
    ended = Agent(library, said, replace(arag_limits(), window=1)).run(QUESTION)
    assert not said.requests[0].may_call
    assert "No calls are left" in said.requests[0].messages[-1].text
    assert ended.run.calls == 0


def test_what_was_not_read_is_no_ground(library: Library) -> None:
    made_up = "ANSWER: 3 May 1700\nHe died on 3 May 1700 [F99]."
    asked = Asker(library, model=model([SEARCH, made_up])).ask(QUESTION, controller="arag")
    assert asked.answer.by == "heuristic"
