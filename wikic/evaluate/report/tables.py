"""Scores and comparisons as tables, plots beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wikic.evaluate.metrics import METRICS
from wikic.evaluate.report.markup import Html, element
from wikic.evaluate.report.plots import Block, Dot, Row, cost_plot, interval_plot
from wikic.evaluate.summary import Line, gain_rows, metrics_shown, plotted, score_rows

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
