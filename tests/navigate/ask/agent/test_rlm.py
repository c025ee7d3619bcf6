"""RLM-on-KG's tools: children over passages, what they may say, reranking, phases, what all of it costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.asking import Said, calls, heard, model, read, saying, search
from support.depth import examples

from wikic.errors import BudgetError, ModelUnavailableError
from wikic.llm.protocol import Reply, Request, Usage
from wikic.llm.scripted import ScriptedModel
from wikic.navigate.ask.agent.controller import Agent
from wikic.navigate.ask.agent.run_record import CHILD, Run, rlm
from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.trace import replay_run
from wikic.navigate.library import Library

QUESTION = "When did the father of Johann V of Anbach die?"
FATHER = "people/Ernst-I-of-Anbach"
ASK = calls(("sub_query", {"question": "When did Ernst I of Anbach die?", "ids": [FATHER]}))
READER = saying("ANSWER: 12 June 1516\nHe died on 12 June 1516 {12 June 1516}.")
SAID = saying("ANSWER: 12 June 1516\nErnst I of Anbach died on 12 June 1516 {12 June 1516}.")


def parted(parent: list[Said], children: list[Any]) -> ScriptedModel:
    """A model whose replies to a run and to its children come from two scripts."""
    for_parent, for_children = list(parent), list(children)

    def reply(request: Request) -> Any:
        waiting = for_children if request.purpose == CHILD else for_parent
        said = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return said(request) if callable(said) else said

    return ScriptedModel(reply)


def results(ended: Any) -> list[str]:
    return [called.text for turn in ended.run.turns for called in turn.called]


def outcomes(ended: Any) -> list[str]:
    return [called.outcome for turn in ended.run.turns for called in turn.called]


def test_a_child_answers_from_its_passages_and_its_facts_are_cited(library: Library) -> None:
    said = parted([ASK, SAID], [READER])
    asked = Asker(library, model=said, limits=rlm()).ask(QUESTION, controller="agent")
    assert asked.answer.by == "agent" and asked.answer.short is not None
    assert asked.answer.short.text == "12 June 1516"
    assert [each.page for each in asked.answer.evidence] == [FATHER]
    (run,) = asked.runs
    assert run.prompts == "rlm/1 en" and len(run.turns[0].called[0].child) == 1
    child = next(each for each in said.requests if each.purpose == CHILD)
    assert not child.tools, "depth 1: a child has no tools"
    assert "Ernst I of Anbach" in heard(child) and "Johann V" not in heard(child).partition("Facts:")[0]
    assert "It rests on:\n- [F1] " in run.turns[0].called[0].text


def test_what_a_child_takes_counts_as_its_parents(library: Library) -> None:
    def priced(said: Said) -> Said:
        def reply(request: Request) -> Reply:
            told = said(request) if callable(said) else said
            reply = told if isinstance(told, Reply) else Reply(told)
            return replace(reply, usage=Usage(10, 5, 0, 0.25))

        return reply

    wrong = "ANSWER: 3 May 1700\nHe died on 3 May 1700 [F1]."
    said = parted([priced(ASK), priced(SAID)], [priced(wrong), priced(READER)])
    ended = Agent(library, said, rlm(5)).run(QUESTION)
    assert ended.run.usage == Usage(40, 20, 0, 1.0)
    assert "3 of 5 calls left" in heard(said.requests[-1]), "the child was asked twice"


@pytest.mark.parametrize(
    "made_up",
    [
        "ANSWER: 3 May 1700\nHe died on 3 May 1700 [F1].",
        "ANSWER: 3 May 1700\nHe died on 3 May 1700 [F99].",
        "I know that it was in 1700.",
        "",
    ],
)
def test_what_a_childs_passages_do_not_hold_never_reaches_its_parent(library: Library, made_up: str) -> None:
    ended = Agent(library, parted([ASK, "ANSWER: NOT IN THE WIKI"], [made_up]), rlm()).run(QUESTION)
    assert "1700" not in results(ended)[0]


@pytest.mark.parametrize("error", [ModelUnavailableError("down"), BudgetError("0.10 dollars are used up")])
def test_a_child_that_fails_is_told_and_may_be_asked_again(library: Library, error: Exception) -> None:
    said = parted([ASK, ASK, SAID], [error, READER])
    ended = Agent(library, said, rlm()).run(QUESTION)
    assert outcomes(ended) == ["problem", "ran"]
    assert str(error) in results(ended)[0]
    assert ended.run.draft is not None and ended.run.draft.short == "12 June 1516"
    again = parted([ASK, ASK, SAID], [READER])
    assert outcomes(Agent(library, again, rlm()).run(QUESTION)) == ["ran", "again"]
    assert sum(each.purpose == CHILD for each in again.requests) == 1, "what was answered is not paid twice"


def test_a_child_that_calls_tools_gives_no_answer(library: Library) -> None:
    said = parted([ASK, "ANSWER: NOT IN THE WIKI"], [search("Ernst")])
    ended = Agent(library, said, rlm()).run(QUESTION)
    assert outcomes(ended) == ["problem"]
    assert sum(each.purpose == CHILD for each in said.requests) == 1


def test_passages_that_do_not_say_it_are_a_good_answer(library: Library) -> None:
    said = parted([ASK, "ANSWER: NOT IN THE WIKI"], ["ANSWER: NOT IN THE WIKI\nNo date."])
    ended = Agent(library, said, rlm()).run(QUESTION)
    assert results(ended)[0].startswith("These passages do not say it.")


def test_a_summary_cites_what_it_sums_up(library: Library) -> None:
    sums = calls(("summarize", {"ids": ["people/Johann-V-of-Anbach", FATHER], "focus": "the family"}))
    told = saying("ANSWER: Ernst I was the father of Johann V\nErnst I died in Dessen {died in Dessen}.")
    said = parted([read(FATHER), sums, SAID], [told])
    ended = Agent(library, said, rlm()).run(QUESTION)
    child = next(each for each in said.requests if each.purpose == CHILD)
    assert "You sum up facts" in child.messages[0].text
    # A handle that the parent knows stays what it is.
    known = results(ended)[0]
    shown = results(ended)[1].partition("It rests on:\n- ")[2]
    assert shown.partition(" ")[0] in known


@pytest.mark.parametrize(
    ("ids", "holds"),
    [
        (["F1"], "Ernst"),
        (["[F1]", "F999"], "Ernst"),
        (["Ernst I of Anbach"], "1454"),
        (["[[people/Ernst-I-of-Anbach]]"], "1454"),
    ],
)
def test_passages_are_named_as_they_were_shown(library: Library, ids: list[str], holds: str) -> None:
    ask = calls(("sub_query", {"question": "Who was he?", "ids": ids}))
    said = parted([read(FATHER), ask, SAID], ["ANSWER: NOT IN THE WIKI"])
    Agent(library, said, rlm()).run(QUESTION)
    child = next(each for each in said.requests if each.purpose == CHILD)
    assert holds in heard(child)


def test_parts_of_documents_are_named_by_number(library: Library) -> None:
    look = calls(("source_search", {"keywords": ["Ernst I of Anbach (1454"]}))
    ask = calls(("sub_query", {"question": "When did Ernst I of Anbach die?", "ids": ["1/1"]}))
    ended = Agent(library, parted([look, ask, SAID], [READER]), rlm()).run(QUESTION)
    assert outcomes(ended) == ["ran", "ran"]
    assert ended.run.draft is not None and ended.run.draft.short == "12 June 1516"


@pytest.mark.parametrize(
    "arguments",
    [
        "[1]",
        "{",
        "{}",
        '{"question": "Who?"}',
        '{"question": "Who?", "ids": []}',
        '{"ids": ["F1"]}',
        '{"question": " ", "ids": ["people/Ernst-I-of-Anbach"]}',
        '{"question": "Who?", "ids": ["F7", "9/9"]}',
    ],
)
def test_malformed_arguments_bring_a_search_for_the_question(library: Library, arguments: str) -> None:
    wrong = calls(("sub_query", arguments))
    said = parted([wrong, wrong, "ANSWER: NOT IN THE WIKI"], [READER])
    ended = Agent(library, said, rlm()).run(QUESTION)
    assert set(outcomes(ended)) <= {"problem", "again"} and outcomes(ended)[0] == "problem"
    assert "Instead, a search for the question:" in results(ended)[0]
    assert "Johann-V-of-Anbach" in results(ended)[0]
    assert "Instead" not in results(ended)[1], "once a run"
    assert not any(each.purpose == CHILD for each in said.requests)


@examples(60)
@given(
    arguments=st.dictionaries(
        st.sampled_from(["question", "ids", "focus", "limit", "x"]),
        st.one_of(st.text(), st.integers(), st.none(), st.lists(st.text(), max_size=4)),
        max_size=4,
    ),
    name=st.sampled_from(["sub_query", "summarize", "rerank"]),
)
def test_no_arguments_end_a_run(library: Library, arguments: dict[str, Any], name: str) -> None:
    said = parted([calls((name, arguments)), "ANSWER: NOT IN THE WIKI"], ["ANSWER: NOT IN THE WIKI"])
    ended = Agent(library, said, rlm()).run(QUESTION)
    assert len(ended.run.turns) >= 2 and not ended.run.error


def test_rerank_counts_what_was_collected_on_the_way(library: Library) -> None:
    first = read(FATHER, "geography/Dessen")
    rank = calls(("rerank", {"question": "When did Ernst I of Anbach die?", "limit": 5}))

    def collect(request: Request) -> Reply:
        line = saying("These matter: {12 June 1516}")(request)
        return replace(rank, text=str(line))

    said = model([first, collect, SAID])
    ended = Agent(library, said, rlm()).run(QUESTION)
    ranked = results(ended)[1].splitlines()
    assert ranked[0] == "By words:"
    (collected,) = (line for line in ranked if " collected: " in line)
    assert "12 June 1516" in collected
    assert "Nothing collected yet." in heard(said.requests[1])
    assert "Collected: [F" in heard(said.requests[2])


def test_four_turns_that_collect_nothing_end_it_once_half_the_calls_are_used(library: Library) -> None:
    said = model([search("nothing of this")])
    ended = Agent(library, said, rlm(12)).run(QUESTION)
    assert ended.run.calls == 6
    assert [each.may_call for each in said.requests] == [True] * 6 + [False] * 3
    used_up = Agent(library, model([search("nothing of this")]), rlm(3)).run(QUESTION)
    assert used_up.run.calls == 3


def test_the_state_tells_the_phase(library: Library) -> None:
    said = model([search("Ernst")] * 8 + ["ANSWER: NOT IN THE WIKI"])
    Agent(library, said, rlm(40)).run(QUESTION)
    told = heard(said.requests[-1])
    assert ["Turn 2, discover" in told, "Turn 4, expand" in told, "Turn 8, verify" in told] == [True] * 3


def test_a_trace_plays_its_children_again(library: Library, chinese: Library) -> None:
    said = parted([ASK, SAID], [READER])
    ran = Agent(library, said, rlm()).run(QUESTION).run
    again = msgspec.json.decode(msgspec.json.encode(ran), type=Run)
    ended, changed = replay_run(again, (), library)
    assert not changed and ended.run.draft == ran.draft
    replayed, recorded = (each.turns[0].called[0].child for each in (ended.run, ran))
    assert [each.text for each in replayed] == [each.text for each in recorded]
    # Of another wiki the page is gone: the child is not asked, and its reply is not taken for its parent's.
    ended, changed = replay_run(again, (), chinese)
    assert changed and not ended.run.turns[0].called[0].child
    assert ended.run.turns[1].text == ran.turns[1].text


def test_in_chinese(chinese: Library) -> None:
    ask = calls(("sub_query", {"question": "林伯庸卒于哪一天？", "ids": ["林伯庸"]}))
    answer = saying("ANSWER: 1896年5月8日\n林伯庸卒于1896年5月8日 {1896年5月8日}。")
    said = parted([ask, answer], [answer])
    ended = Agent(chinese, said, rlm()).run("林知远的父亲卒于哪一天？")
    assert ended.run.draft is not None and ended.run.draft.short == "1896年5月8日"
    assert ended.run.prompts == "rlm/1 zh"
