"""Scores with their intervals as dots on bars, in SVG: one block of rows under another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wikic.evaluate.bootstrap import Interval
from wikic.evaluate.report.element import Html, element, joined
from wikic.evaluate.report.figures import number, questions

WIDTH: Final = 440  # small, so that letters stay legible on a phone that scales it down
_LEFT, _RIGHT = 130, 385  # where 0 and 100 stand
_ROW, _HEAD, _TOP, _BOTTOM = 20, 24, 4, 24
_LONGEST: Final = 17  # characters of a row's name that stand left of the scale


@dataclass(frozen=True, slots=True)
class Row:
    """One bar. name: of the arm. colour: its number. score: a share."""

    name: str
    colour: int
    score: Interval


@dataclass(frozen=True, slots=True)
class Block:
    """Rows under a name."""

    name: str
    rows: tuple[Row, ...]


def interval_plot(title: str, blocks: Sequence[Block]) -> Html:
    """The scale is 0 to 100; each bar is named at its left, its mean stands at its right."""
    drawn: list[Html] = []
    y = float(_TOP)
    for block in blocks:
        drawn.append(element("text", block.name, x=0, y=y + 16, class_="strong"))
        y += _HEAD
        for row in block.rows:
            drawn.append(_row(row, y))
            y += _ROW
    grid = [_line(at, y) for at in (0, 25, 50, 75, 100)]
    return element(
        "svg",
        element("title", title),
        *grid,
        *drawn,
        view_box=f"0 0 {WIDTH} {y + _BOTTOM:g}",
        role="img",
    )


def _row(row: Row, y: float) -> Html:
    middle, score = y + _ROW / 2, row.score
    low, mean, high = (_at(100 * value) for value in (score.low, score.mean, score.high))
    told = f"{row.name}: {number(score.mean, 'share')}"
    told += f" ({number(score.low, 'share')} to {number(score.high, 'share')}), {questions(score.count)}"
    return element(
        "g",
        element("title", told),
        element("text", shortened(row.name, _LONGEST), x=8, y=middle + 4),
        element("line", x1=low, x2=high, y1=middle, y2=middle, class_=f"bar a{row.colour}"),
        element("circle", cx=mean, cy=middle, r=4.5, class_=f"f{row.colour}"),
        element("text", number(score.mean, "share"), x=WIDTH, y=middle + 4, text_anchor="end"),
    )


def _line(value: int, bottom: float) -> Html:
    x = _at(value)
    return joined(
        (
            element("line", x1=x, x2=x, y1=_TOP, y2=bottom, class_="grid"),
            element("text", str(value), x=x, y=bottom + 16, text_anchor="middle", class_="faint"),
        )
    )


def _at(percent: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * percent / 100


def shortened(name: str, most: int) -> str:
    """A name that may be long, cut in its middle: settings stand at the end."""
    if len(name) <= most:
        return name
    tail = most // 3
    return f"{name[: most - tail - 1]}…{name[-tail:]}"
