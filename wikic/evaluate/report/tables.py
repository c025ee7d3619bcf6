"""Scores and comparisons as tables, plots beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wikic.evaluate.bootstrap import Interval
from wikic.evaluate.metrics.registry import METRICS, Unit
from wikic.evaluate.report.cost_plot import Dot, cost_plot
from wikic.evaluate.report.element import Html, element
from wikic.evaluate.report.figures import gain, metrics_shown, number, outcome, p_value, plotted, telling
from wikic.evaluate.report.interval_plot import Block, Row, interval_plot
from wikic.evaluate.summary import Line

Colours = Mapping[str, int]
"""Number of an arm's colour, by its name."""


def scores_table(lines: Sequence[Line], colours: Colours) -> Html:
    """A row for each metric, a column for each arm."""
    head = element(
        "tr", element("th"), *(element("th", line.arm, class_=f"t{colours[line.arm]}") for line in lines)
    )
    rows = (
        element(
            "tr",
            element("th", name, title=METRICS[name].about),
            *(_cell(line.scores.get(name), METRICS[name].unit) for line in lines),
        )
        for name in metrics_shown(lines)
    )
    return element("div", element("table", head, *rows), class_="wide")


def _cell(score: Interval | None, unit: Unit) -> Html:
    if score is None:
        return element("td", "–")
    mean, low, high = (number(value, unit) for value in (score.mean, score.low, score.high))
    return element("td", mean, " ", element("small", f"{low} to {high}"))


def gains_table(lines: Sequence[Line], beside: str) -> Html | None:
    """Each arm's gain in the telling metric; None where nothing can be compared."""
    name = telling(lines)
    if name is None:
        return None
    head = element("tr", *(element("th", each) for each in (f"{name} of", "beside", "gain", "", "questions")))
    rows = (
        element(
            "tr",
            element("td", line.arm),
            element("td", f"{line.arm} in {beside}" if beside else lines[0].arm),
            element("td", gain(found)),
            element("td", p_value(found)),
            element("td", outcome(found)),
        )
        for line in lines
        if (found := line.gains.get(name)) is not None
    )
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
