"""A judge: what it is shown, what it is asked for, and what of its replies is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wikic.errors import ReplyError
from wikic.evaluate.asking import Judge
from wikic.evaluate.metrics import METRICS, Judged
from wikic.evaluate.question import Question
from wikic.evaluate.run_file import Judgement, Reply
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel

ASKED = Question("q", "When?", ("1901", "in 1901"), claims=("It was opened.", "It was in 1901."))
SAID = Reply(answered=True, text="In 1901. " + "And so on. " * 1_000, short="1901", context="c" * 9_000)
BEST: dict[str, Any] = {
    "accuracy": {"reason": "", "same": True},
    "factuality": {"reason": "", "score": 5},
    "context": {"reason": "", "score": 3},
    "support": {"reason": "", "supported": False},
    "claims": {"labels": ["supported", "partial"], "extra": "", "score": 2},
}


def scripted(**changed: Any) -> ScriptedModel:
    def answer(request: Request) -> str:
        return json.dumps((BEST | changed)[request.purpose.removeprefix("eval ")])

    return ScriptedModel(answer)


def test_it_judges_by_all_that_the_question_allows() -> None:
    model = scripted()
    found = Judge(model).judge(ASKED, SAID)
    assert found == Judgement("scripted", True, 5, 3, ("supported", "partial"), 2)
    by_purpose = {request.purpose: request.messages[1].text for request in model.requests}
    assert [*by_purpose] == ["eval accuracy", "eval factuality", "eval context", "eval claims"]
    assert all(request.role == "judge" for request in model.requests)
    assert all("1901\nin 1901" in shown for shown in by_purpose.values())
    assert by_purpose["eval accuracy"].count("And so on.") < 400
    assert (
        by_purpose["eval context"].count("c" * 8_000) == 1 and "And so on" not in by_purpose["eval context"]
    )
    assert "[2] It was in 1901." in by_purpose["eval claims"]
    each = Judged(ASKED, (), SAID, found)
    names = ("accuracy", "factuality", "context-recall", "claims")
    assert [METRICS[name].score(each) for name in names] == [1.0, 1.0, 0.6, pytest.approx(2 / 3)]


def test_what_a_reply_cites_is_held_against_it() -> None:
    model = scripted()
    citing = Reply(
        answered=True, text="1901\nIt says so.", short="1901", cited=("It was opened in 1901.", "So.")
    )
    found = Judge(model).judge(ASKED, citing)
    assert found is not None and found.supported is False
    (shown,) = (each.messages[1].text for each in model.requests if each.purpose == "eval support")
    assert "It was opened in 1901.\nSo." in shown and "It says so" not in shown
    assert METRICS["supported"].score(Judged(ASKED, (), citing, found)) == 0.0
    assert METRICS["supported"].score(Judged(ASKED, (), SAID, Judge(model).judge(ASKED, SAID))) is None


def test_what_there_is_nothing_to_judge_by_is_not_judged() -> None:
    judge = Judge(ScriptedModel([]))
    assert judge.judge(Question("q", "When?"), SAID) is None
    assert judge.judge(Question("q", "When?", ("1901",), unanswerable=True), SAID) is None


def test_a_refusal_is_wrong_and_costs_nothing() -> None:
    silent = Reply(text="Nothing is said of it.")
    found = Judge(ScriptedModel([])).judge(ASKED, silent)
    assert found == Judgement("scripted")
    for name in ("accuracy", "factuality", "context-recall", "claims"):
        assert METRICS[name].score(Judged(ASKED, (), silent, found)) == 0.0


def test_who_read_nothing_has_no_context() -> None:
    known = Reply(answered=True, text="In 1901.", short="1901", calls=1)
    model = scripted()
    found = Judge(model).judge(Question("q", "When?", ("1901",)), known)
    assert found == Judgement("scripted", True, 5)
    assert METRICS["context-recall"].score(Judged(ASKED, (), known, found)) == 0.0
    shown = Reply(answered=True, text="A list of facts.")
    found = Judge(model).judge(Question("q", "When?", ("1901",)), shown)
    assert found is not None and found.context == 3, "rules show all that they read"


def test_a_question_with_claims_alone_is_judged_by_them() -> None:
    found = Judge(scripted()).judge(Question("q", "When?", claims=("a", "b")), SAID)
    assert found == Judgement("scripted", claims=("supported", "partial"), score=2)
    assert (
        METRICS["accuracy"].score(Judged(Question("q", "When?", claims=("a", "b")), (), SAID, found)) is None
    )


def test_what_is_off_the_scale_is_sent_back_and_then_refused() -> None:
    for changed in [
        {"factuality": {"score": 0}},
        {"context": {"score": 6}},
        {"accuracy": {"reason": "perhaps"}},
        {"claims": {"labels": ["supported"], "score": 2}},
        {"claims": {"labels": ["supported", "perhaps"], "score": 2}},
        {"claims": {"labels": ["supported", "missing"], "score": 3}},
        {"claims": {"labels": ["supported", "supported"], "score": 4}},
    ]:
        model = scripted(**changed)
        with pytest.raises(ReplyError):
            Judge(model).judge(ASKED, SAID)
        assert [request.purpose for request in model.requests].count(model.requests[-1].purpose) == 3
