"""Scores and comparisons as tables, beside plots in SVG; the markup that a report is made of.

What is text is escaped, always, since only ``make_element`` makes what is not text. It is light or dark as
the reader's system asks, in one column on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final

from wikic.evaluate.metrics import METRICS
from wikic.evaluate.summary import (
    Interval,
    Line,
    count_questions,
    format_score,
    gain_rows,
    metrics_shown,
    plotted_metric,
    score_rows,
)
from wikic.text.printable import printable_text

_VOID: Final = frozenset({"meta", "br"})


class Html(str):
    """Markup that ``element`` made; any other ``str`` is text."""

    __slots__ = ()


def make_element(name: str, /, *children: str, **attributes: str | float | bool) -> Html:
    """An element with its children, of which those that are no ``Html`` are escaped.

    attributes: ``class_`` for ``class``, ``view_box`` as SVG writes it (``viewBox``), other underscores as
    hyphens; True is an attribute without a value, False is none.
    """
    head = name + "".join(
        _write_attribute(key, value) for key, value in attributes.items() if value is not False
    )
    return Html(f"<{head}>" if name in _VOID else f"<{head}>{join_markup(children)}</{name}>")


def join_markup(children: Iterable[str]) -> Html:
    """Children one behind the other, text escaped."""
    return Html("".join(each if isinstance(each, Html) else _write_text(each) for each in children))


def _write_attribute(key: str, value: str | float | bool) -> str:
    name = "viewBox" if key == "view_box" else key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return f' {name}="{value:g}"' if isinstance(value, int | float) else f' {name}="{_write_text(value)}"'


def _write_text(words: str) -> str:
    return escape(printable_text(words), quote=True)


ARM_COLOURS: Final = 8  # colours there are; the ninth arm has the first one's again

# Colours of arms: Okabe and Ito's, which people with colour blindness can tell apart; lighter on dark.
CSS: Final = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1a1a1a; --faint: #666; --line: #ddd; --box: #f6f6f4;
  --good: #00734f; --bad: #b3400a;
  --c0: #0072b2; --c1: #d55e00; --c2: #00875a; --c3: #b0528a; --c4: #8a6d00; --c5: #2a8fc7; --c6: #444;
  --c7: #7a4fbf; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181b; --ink: #e8e8e6; --faint: #a0a0a0;
  --line: #3a3d42; --box: #202327; --good: #4fd1a1; --bad: #ff9a5c;
  --c0: #56b4e9; --c1: #ff8f4d; --c2: #3fd0a0; --c3: #e59ac6; --c4: #e6c84f; --c5: #9bd3f5; --c6: #ccc;
  --c7: #b79bf0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
p { margin: .5rem 0; } .faint { color: var(--faint); } .good { color: var(--good); }
.bad { color: var(--bad); }
.wide, .gold { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 600; } .wide td, .wide th { white-space: nowrap; } td small { color: var(--faint); }
figure { margin: 1rem 0; } figcaption { font-size: .9rem; color: var(--faint); }
svg { display: block; width: 100%; max-width: 40rem; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); } svg .faint { fill: var(--faint); }
svg .strong { font-weight: 600; } svg .grid { stroke: var(--line); }
svg .path { fill: none; stroke-width: 1.5; stroke-dasharray: 3 3; } svg .bar { stroke-width: 2.5; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; }
summary { padding: .4rem .6rem; cursor: pointer; }
details[open] > summary { border-bottom: 1px solid var(--line); }
details > div { padding: .2rem .6rem .6rem; }
pre { white-space: pre-wrap; background: var(--box); padding: .5rem; margin: .25rem 0; font-size: .85rem; }
ol, ul { margin: .25rem 0; padding-left: 1.5rem; }
@media print { details > div { display: block; } }
""" + "".join(
    f".a{n} {{ stroke: var(--c{n}); }} .f{n} {{ fill: var(--c{n}); }} .t{n} {{ color: var(--c{n}); }}\n"
    for n in range(ARM_COLOURS)
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
        drawn.append(make_element("text", block.name, x=0, y=y + 16, class_="strong"))
        y += _HEAD
        for row in block.rows:
            drawn.append(_draw_row(row, y))
            y += _ROW
    grid = [_draw_line(at, y) for at in (0, 25, 50, 75, 100)]
    return make_element(
        "svg",
        make_element("title", title),
        *grid,
        *drawn,
        view_box=f"0 0 {WIDTH} {y + _BOTTOM:g}",
        role="img",
    )


def _draw_row(row: Row, y: float) -> Html:
    middle, score = y + _ROW / 2, row.score
    low, mean, high = (_x_of_percent(100 * value) for value in (score.low, score.mean, score.high))
    told = f"{row.name}: {format_score(score.mean, 'share')}"
    interval = f"{format_score(score.low, 'share')} to {format_score(score.high, 'share')}"
    told += f" ({interval}), {count_questions(score.count)}"
    return make_element(
        "g",
        make_element("title", told),
        make_element("text", shorten_name(row.name, _BAR_NAME), x=8, y=middle + 4),
        make_element("line", x1=low, x2=high, y1=middle, y2=middle, class_=f"bar a{row.colour}"),
        make_element("circle", cx=mean, cy=middle, r=4.5, class_=f"f{row.colour}"),
        make_element("text", format_score(score.mean, "share"), x=WIDTH, y=middle + 4, text_anchor="end"),
    )


def _draw_line(value: int, bottom: float) -> Html:
    x = _x_of_percent(value)
    return join_markup(
        (
            make_element("line", x1=x, x2=x, y1=_BAR_TOP, y2=bottom, class_="grid"),
            make_element("text", str(value), x=x, y=bottom + 16, text_anchor="middle", class_="faint"),
        )
    )


def _x_of_percent(percent: float) -> float:
    return _BAR_LEFT + (_BAR_RIGHT - _BAR_LEFT) * percent / 100


def shorten_name(name: str, most: int) -> str:
    """A name that may be long, cut in its middle: settings stand at the end."""
    if len(name) <= most:
        return name
    tail = most // 3
    return f"{name[: most - tail - 1]}…{name[-tail:]}"


_LEFT, _RIGHT, _TOP, _BOTTOM, _HEIGHT = 40, 420, 28, 266, 306
_DOT_NAME: Final = 24  # characters of a name beside a dot
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
    return make_element(
        "svg",
        make_element("title", title),
        *(_draw_across(value) for value in (0, 25, 50, 75, 100)),
        *(_draw_down(most * part / 4, most) for part in range(5)),
        make_element("text", "tokens a question", x=_RIGHT, y=_HEIGHT - 2, text_anchor="end", class_="faint"),
        *_joined_settings(dots, most),
        *(_draw_dot(dot, most) for dot in dots),
        *_draw_names(dots, most),
        view_box=f"0 0 {WIDTH} {_HEIGHT}",
        role="img",
    )


def _draw_dot(dot: Dot, most: float) -> Html:
    x, score = _x_of_tokens(dot.tokens, most), dot.score
    told = f"{dot.name}: {format_score(score.mean, 'share')} at {dot.tokens:,.0f} tokens"
    return make_element(
        "g",
        make_element("title", told),
        make_element(
            "line",
            x1=x,
            x2=x,
            y1=_y_of_share(score.low),
            y2=_y_of_share(score.high),
            class_=f"bar a{dot.colour}",
        ),
        make_element("circle", cx=x, cy=_y_of_share(score.mean), r=4.5, class_=f"f{dot.colour}"),
    )


def _draw_names(dots: Sequence[Dot], most: float) -> list[Html]:
    """Each name beside its dot, lower where another one stands."""
    placed: list[tuple[float, float]] = []
    found = []
    for dot in sorted(dots, key=lambda each: -each.score.mean):
        left = _x_of_tokens(dot.tokens, most) > WIDTH / 2
        x, y = _x_of_tokens(dot.tokens, most) + (-9 if left else 9), _y_of_share(dot.score.mean) - 6
        while any(abs(y - other) < _NEAR and abs(x - beside) < WIDTH / 2 for beside, other in placed):
            y += 3
        placed.append((x, y))
        name = shorten_name(dot.name, _DOT_NAME)
        found.append(make_element("text", name, x=x, y=y, text_anchor="end" if left else "start"))
    return found


def _joined_settings(dots: Sequence[Dot], most: float) -> list[Html]:
    found = []
    by_kind = sorted(dots, key=_dot_class)
    for _, members in groupby(by_kind, key=_dot_class):
        group = sorted(members, key=lambda dot: dot.tokens)
        if len(group) > 1:
            points = " ".join(
                f"{_x_of_tokens(dot.tokens, most):g},{_y_of_share(dot.score.mean):g}" for dot in group
            )
            found.append(make_element("polyline", points=points, class_=f"path a{group[0].colour}"))
    return found


def _dot_class(dot: Dot) -> str:
    return dot.name.partition(":")[0]


def _draw_across(value: int) -> Html:
    y = _y_of_share(value / 100)
    return join_markup(
        (
            make_element("line", x1=_LEFT, x2=_RIGHT, y1=y, y2=y, class_="grid"),
            make_element("text", str(value), x=_LEFT - 6, y=y + 4, text_anchor="end", class_="faint"),
        )
    )


def _draw_down(tokens: float, most: float) -> Html:
    return make_element(
        "text",
        f"{tokens:,.0f}",
        x=_x_of_tokens(tokens, most),
        y=_BOTTOM + 18,
        text_anchor="middle",
        class_="faint",
    )


def _x_of_tokens(tokens: float, most: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * tokens / most


def _y_of_share(share: float) -> float:
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
    heads = (make_element("th", line.arm, class_=f"t{colours[line.arm]}") for line in lines)
    rows = (
        make_element("tr", make_element("th", row.name, title=row.about), *map(_table_cell, row.cells))
        for row in score_rows(lines)
    )
    return make_element(
        "div", make_element("table", make_element("tr", make_element("th"), *heads), *rows), class_="wide"
    )


def _table_cell(cell: tuple[str, str] | None) -> Html:
    return (
        make_element("td", "–")
        if cell is None
        else make_element("td", cell[0], " ", make_element("small", cell[1]))
    )


def gains_table(lines: Sequence[Line], beside: str) -> Html | None:
    """Each arm's gain in the telling metric; None where nothing can be compared."""
    found = gain_rows(lines, beside)
    if not found:
        return None
    heads = (f"{found[0].metric} of", "beside", "gain", "", "questions")
    told = [(row.arm, row.beside, row.gain, row.p, row.outcome) for row in found]
    rows = (make_element("tr", *(make_element("td", each) for each in row)) for row in told)
    head = make_element("tr", *(make_element("th", each) for each in heads))
    return make_element("div", make_element("table", head, *rows), class_="wide")


def score_plot(lines: Sequence[Line], colours: Colours) -> Html | None:
    """All shares, a block for each metric."""
    blocks = [
        _plot_block(name, [(line.arm, line) for line in lines], name, colours)
        for name in metrics_shown(lines)
        if METRICS[name].unit == "share"
    ]
    return _plot_figure("Scores with 95 % intervals, by metric", blocks)


def group_plot(lines: Sequence[Line], by: str, colours: Colours) -> Html | None:
    """The telling metric, a block for each group of questions; None without groups."""
    grouped = [line for line in lines if line.group]
    name = plotted_metric(grouped)
    if name is None:
        return None
    blocks = [
        _plot_block(group, [(line.arm, line) for line in grouped if line.group == group], name, colours)
        for group in dict.fromkeys(line.group for line in grouped)
    ]
    return _plot_figure(f"{name} by {by}", blocks)


def found_for_tokens(lines: Sequence[Line], colours: Colours) -> Html | None:
    """The telling metric against tokens retrieved; None where no arm has both."""
    name = plotted_metric(lines)
    dots = [
        Dot(line.arm, colours[line.arm], line.scores["tokens"].mean, line.scores[name])
        for line in lines
        if name is not None and name in line.scores and "tokens" in line.scores
    ]
    if not any(dot.tokens for dot in dots):
        return None
    title = f"{name} against tokens retrieved for a question"
    return make_element("figure", cost_plot(title, dots), make_element("figcaption", title))


def _plot_block(name: str, members: Sequence[tuple[str, Line]], metric: str, colours: Colours) -> Block:
    return Block(
        name,
        tuple(Row(arm, colours[arm], line.scores[metric]) for arm, line in members if metric in line.scores),
    )


def _plot_figure(title: str, blocks: Sequence[Block]) -> Html | None:
    shown = [block for block in blocks if block.rows]
    if not shown:
        return None
    return make_element("figure", interval_plot(title, shown), make_element("figcaption", title))
