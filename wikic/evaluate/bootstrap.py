"""Intervals and tests by resampling (Efron and Tibshirani 1993; of two systems: Berg-Kirkpatrick 2012)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

RESAMPLES: Final = 10_000  # B of RLM-on-KG, section 5
CONFIDENCE: Final = 0.95
_SEED: Final = 1879


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and where it may lie.

    mean: of the scores.
    low, high: ends of the 95 % percentile interval.
    count: of scores.
    """

    mean: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Difference:
    """What one row of scores has over another, over the same questions.

    gain: mean difference, with its interval.
    p: two-sided; the share of resamples on the other side of zero, doubled.
    won, tied, lost: questions.
    win_rate: share of the questions won, without ties; None when all are tied.
    """

    gain: Interval
    p: float
    won: int
    tied: int
    lost: int
    win_rate: float | None


def mean_interval(scores: Sequence[float], *, resamples: int = RESAMPLES) -> Interval:
    """The mean of ``scores`` and its interval. Raises ValueError for no scores."""
    return _interval(scores, _means(scores, resamples))


def paired(scores: Sequence[float], others: Sequence[float], *, resamples: int = RESAMPLES) -> Difference:
    """``scores`` beside ``others``, question by question. Raises ValueError for none or unequal lengths."""
    gains = [one - other for one, other in zip(scores, others, strict=True)]
    means = _means(gains, resamples)
    below = sum(mean <= 0 for mean in means) / resamples
    above = sum(mean >= 0 for mean in means) / resamples
    won, lost = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    return Difference(
        gain=_interval(gains, means),
        p=min(1.0, 2 * min(below, above)),
        won=won,
        tied=len(gains) - won - lost,
        lost=lost,
        win_rate=won / (won + lost) if won + lost else None,
    )


def _means(values: Sequence[float], resamples: int) -> list[float]:
    """Sorted means of resamples; the same for the same values."""
    if not values:
        raise ValueError("there is nothing to resample")
    if min(values) == max(values):
        return [values[0]] * resamples
    size = len(values)
    return sorted(sum(map(values.__getitem__, places)) / size for places in _drawn(size, resamples))


@lru_cache(maxsize=1)  # scores of one run are as many as its questions; 1,000 questions take 40 MB
def _drawn(size: int, resamples: int) -> tuple[array[int], ...]:
    """Which scores each resample takes."""
    draw = Random(_SEED)
    return tuple(array("I", draw.choices(range(size), k=size)) for _ in range(resamples))


def _interval(values: Sequence[float], means: Sequence[float]) -> Interval:
    outside = (1 - CONFIDENCE) / 2
    low = means[int(outside * len(means))]
    high = means[min(len(means) - 1, int((1 - outside) * len(means)))]
    return Interval(sum(values) / len(values), low, high, len(values))
