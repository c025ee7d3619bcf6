"""Scores as a table on a terminal: a row for each metric, a column for each arm."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from wikic.cli import console
from wikic.evaluate.metrics.registry import METRICS, Unit

if TYPE_CHECKING:
    from wikic.evaluate.bootstrap import Difference, Interval
    from wikic.evaluate.summary import Line

_COLUMN: Final = 24
# What the comparison below a table is told by: the first that there is.
_TELLING: Final = ("recall@5", "f1", "contains", "refused-falsely")


def show(lines: Sequence[Line], *, beside: str = "") -> None:
    """Print a table for all questions and one for each group.

    beside: name of the run that gains are over, "" for the first arm.
    """
    for group, members in groupby(lines, key=_group):
        _table(group, list(members), beside)


def _group(line: Line) -> str:
    return line.group


def _table(group: str, lines: Sequence[Line], beside: str) -> None:
    names = [name for name in METRICS if any(_says(name, line.scores.get(name)) for line in lines)]
    wide = max((len(name) for name in names), default=0)
    asked = console.count(max(line.questions for line in lines), "question")
    console.say_strong(f"{group}: {asked}" if group else asked)
    console.say_text(" " * wide + "".join(f"  {line.arm:<{_COLUMN}}" for line in lines).rstrip())
    for name in names:
        cells = (_cell(line.scores.get(name), METRICS[name].unit) for line in lines)
        console.say_text((f"{name:<{wide}}" + "".join(f"  {cell:<{_COLUMN}}" for cell in cells)).rstrip())
    told = next((name for name in _TELLING if any(name in line.gains for line in lines)), None)
    for line in lines:
        if told is not None and told in line.gains:
            base = f"{line.arm} in {beside}" if beside else lines[0].arm
            console.say_text(f"{told} of {line.arm} beside {base}: {_gain(line.gains[told])}")
    console.say()


def _says(name: str, score: Interval | None) -> bool:
    """Whether a row is worth its line: what no arm has spent is not."""
    return score is not None and (METRICS[name].unit == "share" or score.mean > 0)


def _cell(score: Interval | None, unit: Unit) -> str:
    if score is None:
        return "-"
    mean, low, high = (_number(value, unit) for value in (score.mean, score.low, score.high))
    return f"{mean:>6}  ({low} to {high})" if unit == "share" else f"{mean:>6}"


def _number(value: float, unit: Unit) -> str:
    if unit == "share":
        return f"{100 * value:.1f}"
    if unit == "seconds":
        return f"{1000 * value:.0f} ms" if value < 10 else f"{value:.0f} s"
    return f"${value:.4f}" if unit == "dollars" else f"{value:,.0f}"


def _gain(found: Difference) -> str:
    low, high = 100 * found.gain.low, 100 * found.gain.high
    p = "p < 0.001" if found.p < 0.001 else f"p = {found.p:.3f}"
    return (
        f"{100 * found.gain.mean:+.1f} ({low:+.1f} to {high:+.1f}), {p}; "
        f"{found.won} won, {found.tied} tied, {found.lost} lost"
    )
