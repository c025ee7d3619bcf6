"""Scores of runs beside one another, where an arm writes no short answer."""

from __future__ import annotations

from wikic.evaluate.metrics import Judged
from wikic.evaluate.question import Question
from wikic.evaluate.run_file import Reply
from wikic.evaluate.summary import Line, summarise


def _judged(*shorts: str | None, answered: bool = True) -> tuple[Judged, ...]:
    return tuple(
        Judged(
            Question(id=str(at), text="Who?", answers=("Ada",)),
            (),
            Reply(answered=answered, text="Ada sailed.", short=short),
        )
        for at, short in enumerate(shorts)
    )


def _line(arm: str, lines: tuple[Line, ...]) -> Line:
    return next(line for line in lines if line.arm == arm)


def test_an_arm_without_any_short_answer_is_not_scored_by_it() -> None:
    lines = summarise({"short": _judged("Ada", ""), "facts": _judged("", ""), "lists": _judged(None, None)})
    assert _line("short", lines).scores["em"].mean == 0.5
    for arm in ("facts", "lists"):
        assert "em" not in _line(arm, lines).scores and "f1" not in _line(arm, lines).gains
        assert _line(arm, lines).scores["contains"].mean == 1.0


def test_who_refuses_every_question_is_wrong() -> None:
    (line,) = summarise({"ask": _judged("", "", answered=False)})
    assert line.scores["em"].mean == 0.0


def test_an_arm_that_lost_its_short_answers_is_worse_than_it_was() -> None:
    (line,) = summarise({"ask": _judged("", "")}, before={"ask": _judged("Ada", "Ada")})
    assert "em" not in line.scores
    assert line.gains["em"].gain.mean == -1.0
    (line,) = summarise({"ask": _judged("", "")}, before={"ask": _judged("", "")})
    assert "em" not in line.gains
