"""Scores as a table on a terminal: a row for each metric, a column for each arm."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from wikic.cli import console
from wikic.evaluate.metrics.registry import METRICS, Unit
from wikic.evaluate.report.figures import gain, metrics_shown, number, outcome, p_value, telling

if TYPE_CHECKING:
    from wikic.evaluate.bootstrap import Interval
    from wikic.evaluate.summary import Line

_COLUMN: Final = 24


def show(lines: Sequence[Line], *, beside: str = "") -> None:
    """Print a table for all questions and one for each group.

    beside: name of the run that gains are over, "" for the first arm.
    """
    for group, members in groupby(lines, key=_group):
        _table(group, list(members), beside)


def _group(line: Line) -> str:
    return line.group


def _table(group: str, lines: Sequence[Line], beside: str) -> None:
    names = metrics_shown(lines)
    wide = max((len(name) for name in names), default=0)
    asked = console.count(max(line.questions for line in lines), "question")
    console.say_strong(f"{group}: {asked}" if group else asked)
    console.say_text(" " * wide + "".join(f"  {line.arm:<{_COLUMN}}" for line in lines).rstrip())
    for name in names:
        cells = (_cell(line.scores.get(name), METRICS[name].unit) for line in lines)
        console.say_text((f"{name:<{wide}}" + "".join(f"  {cell:<{_COLUMN}}" for cell in cells)).rstrip())
    told = telling(lines)
    for line in lines:
        if told is not None and told in line.gains:
            base = f"{line.arm} in {beside}" if beside else lines[0].arm
            found = line.gains[told]
            said = f"{gain(found)}, {p_value(found)}; {outcome(found)}"
            console.say_text(f"{told} of {line.arm} beside {base}: {said}")
    console.say()


def _cell(score: Interval | None, unit: Unit) -> str:
    if score is None:
        return "-"
    mean, low, high = (number(value, unit) for value in (score.mean, score.low, score.high))
    return f"{mean:>6}  ({low} to {high})" if unit == "share" else f"{mean:>6}"
