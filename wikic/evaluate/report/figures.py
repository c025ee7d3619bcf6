"""Scores in figures, as tables and plots write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.evaluate.bootstrap import Difference
from wikic.evaluate.metrics.registry import METRICS, Unit
from wikic.evaluate.summary import Line

# What a comparison is told by: the first that there is.
TELLING: Final = ("recall@5", "f1", "contains", "refused-falsely")


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


def telling(lines: Sequence[Line]) -> str | None:
    """The metric that the arms are compared by; None where nothing can be compared."""
    return next((name for name in TELLING if any(name in line.gains for line in lines)), None)


def plotted(lines: Sequence[Line]) -> str | None:
    """The metric of which plots are drawn, also where nothing is compared; None without any share."""
    return next((name for name in TELLING if any(name in line.scores for line in lines)), None)


def number(value: float, unit: Unit) -> str:
    """A score without its interval: shares in hundredths."""
    if unit == "share":
        return f"{100 * value:.1f}"
    if unit == "seconds":
        return f"{1000 * value:.0f} ms" if value < 10 else f"{value:.0f} s"
    return f"${value:.4f}" if unit == "dollars" else f"{value:,.0f}"


def questions(count: int) -> str:
    """``1 question``, ``2,500 questions``."""
    return f"{count:,} question" + ("" if count == 1 else "s")


def p_value(found: Difference) -> str:
    """``p = 0.041``."""
    return "p < 0.001" if found.p < 0.001 else f"p = {found.p:.3f}"


def gain(found: Difference) -> str:
    """Mean gain and interval of a share, in hundredths."""
    low, high = 100 * found.gain.low, 100 * found.gain.high
    return f"{100 * found.gain.mean:+.1f} ({low:+.1f} to {high:+.1f})"


def outcome(found: Difference) -> str:
    """Questions won, tied, lost."""
    return f"{found.won} won, {found.tied} tied, {found.lost} lost"
