"""Scores and comparisons as tables, beside plots in SVG: scores with their intervals as dots on bars; what
is found against what is read for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from wikic.evaluate.metrics import METRICS
from wikic.evaluate.report.markup import Html, element, join_markup
from wikic.evaluate.summary import (
    Interval,
    Line,
    format_score,
    gain_rows,
    metrics_shown,
    plotted,
    questions,
    score_rows,
)

WIDTH: Final = 440  # small, so that letters stay legible on a phone that scales it down
_BAR_LEFT, _BAR_RIGHT = 130, 385  # where 0 and 100 stand
_ROW, _HEAD, _BAR_TOP, _BAR_BOTTOM = 20, 24, 4, 24
_BAR_NAME: Final = 17  # characters of a row's name that stand left of the scale


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
    y = float(_BAR_TOP)
    for block in blocks:
        drawn.append(element("text", block.name, x=0, y=y + 16, class_="strong"))
        y += _HEAD
        for row in block.rows:
            drawn.append(_row(row, y))
            y += _ROW
    grid = [_line(at, y) for at in (0, 25, 50, 75, 100)]
    return element(
        "svg", element("title", title), *grid, *drawn, view_box=f"0 0 {WIDTH} {y + _BOTTOM:g}", role="img"
    )


def _row(row: Row, y: float) -> Html:
    middle, score = y + _ROW / 2, row.score
    low, mean, high = (_at(100 * value) for value in (score.low, score.mean, score.high))
    told = f"{row.name}: {format_score(score.mean, 'share')}"
    interval = f"{format_score(score.low, 'share')} to {format_score(score.high, 'share')}"
    told += f" ({interval}), {questions(score.count)}"
    return element(
        "g",
        element("title", told),
        element("text", shortened(row.name, _BAR_NAME), x=8, y=middle + 4),
        element("line", x1=low, x2=high, y1=middle, y2=middle, class_=f"bar a{row.colour}"),
        element("circle", cx=mean, cy=middle, r=4.5, class_=f"f{row.colour}"),
        element("text", format_score(score.mean, "share"), x=WIDTH, y=middle + 4, text_anchor="end"),
    )


def _line(value: int, bottom: float) -> Html:
    x = _at(value)
    return join_markup(
        (
            element("line", x1=x, x2=x, y1=_BAR_TOP, y2=bottom, class_="grid"),
            element("text", str(value), x=x, y=bottom + 16, text_anchor="middle", class_="faint"),
        )
    )


def _at(percent: float) -> float:
    return _BAR_LEFT + (_BAR_RIGHT - _BAR_LEFT) * percent / 100


def shortened(name: str, most: int) -> str:
    """A name that may be long, cut in its middle: settings stand at the end."""
    if len(name) <= most:
        return name
    tail = most // 3
    return f"{name[: most - tail - 1]}…{name[-tail:]}"


_LEFT, _RIGHT, _TOP, _BOTTOM, _HEIGHT = 40, 420, 28, 266, 306
_DOT_NAME: Final = 24
_STEPS: Final = (1, 2, 2.5, 5, 10)
_NEAR: Final = 15  # units between two names that would cover each other


@dataclass(frozen=True, slots=True)
class Dot:
    """An arm. name, colour: of it. tokens: retrieved for a question. score: a share."""

    name: str
    colour: int
    tokens: float
    score: Interval


def cost_plot(title: str, dots: Sequence[Dot]) -> Html:
    """Shares upward, tokens to the right; settings of one arm (``nav:100ms``, ``nav:500ms``) are joined."""
    most = _round_up(max(dot.tokens for dot in dots))
    return element(
        "svg",
        element("title", title),
        *(_across(value) for value in (0, 25, 50, 75, 100)),
        *(_down(most * part / 4, most) for part in range(5)),
        element("text", "tokens a question", x=_RIGHT, y=_HEIGHT - 2, text_anchor="end", class_="faint"),
        *_joined_settings(dots, most),
        *(_dot(dot, most) for dot in dots),
        *_names(dots, most),
        view_box=f"0 0 {WIDTH} {_HEIGHT}",
        role="img",
    )


def _dot(dot: Dot, most: float) -> Html:
    x, score = _x(dot.tokens, most), dot.score
    told = f"{dot.name}: {format_score(score.mean, 'share')} at {dot.tokens:,.0f} tokens"
    return element(
        "g",
        element("title", told),
        element("line", x1=x, x2=x, y1=_y(score.low), y2=_y(score.high), class_=f"bar a{dot.colour}"),
        element("circle", cx=x, cy=_y(score.mean), r=4.5, class_=f"f{dot.colour}"),
    )


def _names(dots: Sequence[Dot], most: float) -> list[Html]:
    """Each name beside its dot, lower where another one stands."""
    placed: list[tuple[float, float]] = []
    found = []
    for dot in sorted(dots, key=lambda each: -each.score.mean):
        left = _x(dot.tokens, most) > WIDTH / 2
        x, y = _x(dot.tokens, most) + (-9 if left else 9), _y(dot.score.mean) - 6
        while any(abs(y - other) < _NEAR and abs(x - beside) < WIDTH / 2 for beside, other in placed):
            y += 3
        placed.append((x, y))
        name = shortened(dot.name, _DOT_NAME)
        found.append(element("text", name, x=x, y=y, text_anchor="end" if left else "start"))
    return found


def _joined_settings(dots: Sequence[Dot], most: float) -> list[Html]:
    found = []
    by_kind = sorted(dots, key=_kind)
    for _, members in groupby(by_kind, key=_kind):
        group = sorted(members, key=lambda dot: dot.tokens)
        if len(group) > 1:
            points = " ".join(f"{_x(dot.tokens, most):g},{_y(dot.score.mean):g}" for dot in group)
            found.append(element("polyline", points=points, class_=f"path a{group[0].colour}"))
    return found


def _kind(dot: Dot) -> str:
    return dot.name.partition(":")[0]


def _across(value: int) -> Html:
    y = _y(value / 100)
    return join_markup(
        (
            element("line", x1=_LEFT, x2=_RIGHT, y1=y, y2=y, class_="grid"),
            element("text", str(value), x=_LEFT - 6, y=y + 4, text_anchor="end", class_="faint"),
        )
    )


def _down(tokens: float, most: float) -> Html:
    return element(
        "text", f"{tokens:,.0f}", x=_x(tokens, most), y=_BOTTOM + 18, text_anchor="middle", class_="faint"
    )


def _x(tokens: float, most: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * tokens / most


def _y(share: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * share


def _round_up(value: float) -> float:
    """A round number that is not below ``value``, nor 0."""
    power = 1.0
    while power * 10 < value:
        power *= 10
    return next(step * power for step in _STEPS if step * power >= value)


Colours = Mapping[str, int]
"""Number of an arm's colour, by its name."""


def scores_table(lines: Sequence[Line], colours: Colours) -> Html:
    """A row for each metric, a column for each arm."""
    heads = (element("th", line.arm, class_=f"t{colours[line.arm]}") for line in lines)
    rows = (
        element("tr", element("th", row.name, title=row.about), *map(_cell, row.cells))
        for row in score_rows(lines)
    )
    return element("div", element("table", element("tr", element("th"), *heads), *rows), class_="wide")


def _cell(cell: tuple[str, str] | None) -> Html:
    return element("td", "–") if cell is None else element("td", cell[0], " ", element("small", cell[1]))


def gains_table(lines: Sequence[Line], beside: str) -> Html | None:
    """Each arm's gain in the telling metric; None where nothing can be compared."""
    found = gain_rows(lines, beside)
    if not found:
        return None
    heads = (f"{found[0].metric} of", "beside", "gain", "", "questions")
    told = [(row.arm, row.beside, row.gain, row.p, row.outcome) for row in found]
    rows = (element("tr", *(element("td", each) for each in row)) for row in told)
    head = element("tr", *(element("th", each) for each in heads))
    return element("div", element("table", head, *rows), class_="wide")


def score_plot(lines: Sequence[Line], colours: Colours) -> Html | None:
    """All shares, a block for each metric."""
    blocks = [
        _block(name, [(line.arm, line) for line in lines], name, colours)
        for name in metrics_shown(lines)
        if METRICS[name].unit == "share"
    ]
    return _figure("Scores with 95 % intervals, by metric", blocks)


def group_plot(lines: Sequence[Line], by: str, colours: Colours) -> Html | None:
    """The telling metric, a block for each group of questions; None without groups."""
    grouped = [line for line in lines if line.group]
    name = plotted(grouped)
    if name is None:
        return None
    blocks = [
        _block(group, [(line.arm, line) for line in grouped if line.group == group], name, colours)
        for group in dict.fromkeys(line.group for line in grouped)
    ]
    return _figure(f"{name} by {by}", blocks)


def found_for_tokens(lines: Sequence[Line], colours: Colours) -> Html | None:
    """The telling metric against tokens retrieved; None where no arm has both."""
    name = plotted(lines)
    dots = [
        Dot(line.arm, colours[line.arm], line.scores["tokens"].mean, line.scores[name])
        for line in lines
        if name is not None and name in line.scores and "tokens" in line.scores
    ]
    if not any(dot.tokens for dot in dots):
        return None
    title = f"{name} against tokens retrieved for a question"
    return element("figure", cost_plot(title, dots), element("figcaption", title))


def _block(name: str, members: Sequence[tuple[str, Line]], metric: str, colours: Colours) -> Block:
    return Block(
        name,
        tuple(Row(arm, colours[arm], line.scores[metric]) for arm, line in members if metric in line.scores),
    )


def _figure(title: str, blocks: Sequence[Block]) -> Html | None:
    shown = [block for block in blocks if block.rows]
    if not shown:
        return None
    return element("figure", interval_plot(title, shown), element("figcaption", title))
