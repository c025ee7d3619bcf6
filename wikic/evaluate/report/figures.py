"""Scores in figures, as tables and plots write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wikic.evaluate.metrics import METRICS, Metric, Unit
from wikic.evaluate.summary import Difference, Line

# What a comparison is told by: the first that there is.
TELLING: Final = ("recall@5", "f1", "contains", "refused-falsely")


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A metric over the arms. cells: mean and interval in figures, by arm; None where there is none."""

    name: str
    about: str
    cells: tuple[tuple[str, str] | None, ...]


@dataclass(frozen=True, slots=True)
class GainRow:
    """An arm's gain in the telling metric over ``beside``, in figures."""

    metric: str
    arm: str
    beside: str
    gain: str
    p: str
    outcome: str


def score_rows(lines: Sequence[Line]) -> list[ScoreRow]:
    """A row for each metric that is worth one."""
    return [
        ScoreRow(name, METRICS[name].about, tuple(_cell(line, METRICS[name]) for line in lines))
        for name in metrics_shown(lines)
    ]


def gain_rows(lines: Sequence[Line], beside: str) -> list[GainRow]:
    """A row for each arm that can be compared. beside: the run compared with, "" for the first arm."""
    name = next((name for name in TELLING if any(name in line.gains for line in lines)), "")
    return [
        GainRow(
            name,
            line.arm,
            f"{line.arm} in {beside}" if beside else lines[0].arm,
            _gain(found),
            "p < 0.001" if found.p < 0.001 else f"p = {found.p:.3f}",
            f"{found.won} won, {found.tied} tied, {found.lost} lost",
        )
        for line in lines
        if (found := line.gains.get(name)) is not None
    ]


def _cell(line: Line, metric: Metric) -> tuple[str, str] | None:
    score = line.scores.get(metric.name)
    if score is None:
        return None
    mean, low, high = (format_score(value, metric.unit) for value in (score.mean, score.low, score.high))
    return mean, f"{low} to {high}"


def _gain(found: Difference) -> str:
    """Mean and interval of a share, in hundredths."""
    low, high = 100 * found.gain.low, 100 * found.gain.high
    return f"{100 * found.gain.mean:+.1f} ({low:+.1f} to {high:+.1f})"


def metrics_shown(lines: Sequence[Line]) -> list[str]:
    """Metrics that are worth a row, in the registry's order: what no arm has spent is not."""
    return [
        name
        for name, metric in METRICS.items()
        if any(
            (score := line.scores.get(name)) is not None and (metric.unit == "share" or score.mean > 0)
            for line in lines
        )
    ]


def plotted(lines: Sequence[Line]) -> str | None:
    """The metric of which plots are drawn, also where nothing is compared; None without any share."""
    return next((name for name in TELLING if any(name in line.scores for line in lines)), None)


def format_score(value: float, unit: Unit) -> str:
    """A score without its interval: shares in hundredths."""
    if unit == "share":
        return f"{100 * value:.1f}"
    if unit == "seconds":
        return f"{1000 * value:.0f} ms" if value < 10 else f"{value:.0f} s"
    return f"${value:.4f}" if unit == "dollars" else f"{value:,.0f}"


def questions(count: int) -> str:
    """``1 question``, ``2,500 questions``."""
    return f"{count:,} question" + ("" if count == 1 else "s")
