"""The heuristic controller first; then the model, to answer or to explore; and the trace says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.asking import heard, model, read, saying
from support.copies import copied

from wikic.errors import BudgetError, CredentialsError, ModelError, ModelUnavailableError, QuotaError
from wikic.llm.scripted import ScriptedModel
from wikic.navigate.ask.asker import CONNECTED, COVERED, Asker, Signals, decide_route
from wikic.navigate.ask.trace import encode_trace, load_trace, replay_trace, trace_of
from wikic.navigate.library import Library

FATHER = "When did Johann V of Anbach's father die?"
OFF = "Which tavern keeper of the Mulde praised the prince's dog?"


@pytest.mark.parametrize(
    ("signals", "manner", "says"),
    [
        (Signals(0.0, 0.5, 0.0, agreed=True), "answer", "short answer"),
        (Signals(CONNECTED, COVERED, 1.0, agreed=False), "answer", "linked evidence"),
        (Signals(CONNECTED / 2, 1.0, 1.0, agreed=False), "explore", "stands alone"),
        (Signals(1.0, COVERED / 2, 1.0, agreed=False), "explore", "of what is asked"),
    ],
)
def test_decide(signals: Signals, manner: str, says: str) -> None:
    route = decide_route(signals)
    assert route.manner == manner
    assert says in route.why


def test_where_the_facts_agree_the_model_only_answers(library: Library) -> None:
    scripted = model([saying("ANSWER: 12 June 1516\nErnst I died then {12 June 1516}.")])
    asked = Asker(library, model=scripted).ask(FATHER)
    assert asked.route is not None
    assert asked.route.manner == "answer"
    assert asked.route.why == "the facts allow a short answer"
    (request,) = scripted.requests
    assert request.tools == ()
    assert "at a glance" not in heard(request)
    assert asked.answer.by == "model"
    assert asked.answer.short is not None
    assert asked.answer.short.text == "12 June 1516"


def test_a_model_that_finds_the_evidence_wanting_explores(library: Library) -> None:
    scripted = model(
        [
            "ANSWER: NOT IN THE WIKI\nThe date is missing.",
            read("Ernst-I-of-Anbach"),
            saying("ANSWER: 12 June 1516\nHe died then {12 June 1516}."),
        ]
    )
    pieces: list[str] = []
    asked = Asker(library, model=scripted).ask(FATHER, on_text=pieces.append)
    assert [run.manner for run in asked.runs] == ["answer", "explore"]
    assert asked.route is not None
    assert asked.route.why.endswith("the model found it wanting")
    assert scripted.requests[1].tools
    assert asked.answer.by == "agent"
    assert "".join(pieces).startswith("12 June 1516")


def test_scattered_evidence_is_explored(library: Library) -> None:
    scripted = model([read("Dessen"), "ANSWER: NOT IN THE WIKI\nNo page speaks of a dog."])
    asked = Asker(library, model=scripted).ask(OFF)
    assert asked.route is not None
    assert (asked.route.manner, asked.route.signals is not None) == ("explore", True)
    assert scripted.requests[0].tools
    assert not asked.answer.answered
    assert asked.answer.nearest


def test_by_hand_the_controller_is_what_was_said(library: Library) -> None:
    scripted = model([read("Dessen"), "ANSWER: NOT IN THE WIKI\nNothing."])
    asked = Asker(library, model=scripted).ask(FATHER, controller="agent")
    assert asked.route is not None
    assert "[F" not in heard(scripted.requests[0])  # it begins with nothing
    asked = Asker(library, model=scripted).ask(FATHER, controller="heuristic")
    assert (asked.route, asked.runs, asked.answer.by) == (None, (), "heuristic")


@pytest.mark.parametrize("error", [ModelUnavailableError, QuotaError, BudgetError, CredentialsError])
@pytest.mark.parametrize("controller", ["auto", "agent"])
def test_a_model_that_fails_leaves_the_answer_found_without_it(
    library: Library, error: type[ModelError], controller: str
) -> None:
    scripted = ScriptedModel([read("Dessen"), error("out of order")])
    if controller == "auto":
        scripted = ScriptedModel([error("out of order")])
    asked = Asker(library, model=scripted).ask(FATHER, controller=controller)  # type: ignore[arg-type]
    assert asked.answer.notes == ("out of order; here is what was found without it",)
    assert asked.answer.short is not None
    assert asked.answer.short.text == "12 June 1516"
    assert asked.answer.by == "heuristic"
    assert asked.runs[-1].error == "out of order"


def test_a_trace_plays_again_without_a_model(root: Path, library: Library, tmp_path: Path) -> None:
    scripted = model(
        [
            "ANSWER: NOT IN THE WIKI\nThe date is missing.",
            read("Ernst-I-of-Anbach"),
            saying("ANSWER: 12 June 1516\nHe died on Mars then [F99] {12 June 1516}."),
            saying("ANSWER: 12 June 1516\nHe died then {12 June 1516}."),
        ]
    )
    asked = Asker(library, model=scripted).ask(FATHER)
    (tmp_path / "full.json").write_bytes(encode_trace(trace_of(asked, full=True)))
    assert load_trace(tmp_path / "full.json").runs == asked.runs
    assert "Ernst I of Anbach (1454" in asked.runs[1].turns[0].called[0].text
    (tmp_path / "trace.json").write_bytes(encode_trace(trace_of(asked)))
    trace = load_trace(tmp_path / "trace.json")
    assert not any(called.text for run in trace.runs for turn in run.turns for called in turn.called)
    assert trace.route == asked.route
    assert trace.runs[1].turns[1].wrong
    found = replay_trace(trace, library)
    assert found.changed == ()
    assert found.answer == asked.answer


def test_a_trace_on_another_wiki_says_what_differs(root: Path, library: Library, tmp_path: Path) -> None:

    answered = [read("Ernst-I-of-Anbach"), saying("ANSWER: Dessen\nHe died in Dessen {died in Dessen}.")]
    asked = Asker(library, model=model(answered)).ask("Where did Ernst I die?", controller="agent")
    trace = trace_of(asked)
    copied(root, tmp_path / "kb")
    page = tmp_path / "kb/wiki/people/Ernst-I-of-Anbach.md"
    page.write_text(page.read_text("utf-8").replace("died in Dessen", "passed away in Dessen"), "utf-8")
    with Library.current(tmp_path / "kb") as other:
        found = replay_trace(trace, other)
        assert found.changed == ('what wiki_read {"paths": ["Ernst-I-of-Anbach"]} gives (turn 1)',)
        assert "passed away in Dessen" in found.answer.evidence[0].text
        page.unlink()
        gone = replay_trace(trace, other)
        assert gone.answer.by != "agent" or not gone.answer.evidence
        assert any(each.startswith("people/Ernst-I") for each in gone.changed)
