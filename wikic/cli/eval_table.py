"""Scores as a table on a terminal: a row for each metric, a column for each arm."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from wikic.cli import console
from wikic.evaluate.metrics import METRICS
from wikic.evaluate.summary import gain_rows, score_rows

if TYPE_CHECKING:
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
    rows = score_rows(lines)
    wide = max((len(row.name) for row in rows), default=0)
    asked = console.count(max(line.questions for line in lines), "question")
    console.say_strong(f"{group}: {asked}" if group else asked)
    console.say_text(" " * wide + "".join(f"  {line.arm:<{_COLUMN}}" for line in lines).rstrip())
    for row in rows:
        shares = METRICS[row.name].unit == "share"
        cells = ("-" if each is None else _cell(*each, shares) for each in row.cells)
        console.say_text((f"{row.name:<{wide}}" + "".join(f"  {cell:<{_COLUMN}}" for cell in cells)).rstrip())
    for each in gain_rows(lines, beside):
        said = f"{each.gain}, {each.p}; {each.outcome}"
        console.say_text(f"{each.metric} of {each.arm} beside {each.beside}: {said}")
    console.say()


def _cell(mean: str, interval: str, shares: bool) -> str:
    return f"{mean:>6}  ({interval})" if shares else f"{mean:>6}"
