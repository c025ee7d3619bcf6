"""Means with intervals of a run's scores, by arm, and by groups of questions; one beside another; figures.

Intervals and tests are by resampling (Efron and Tibshirani 1993; of two systems: Berg-Kirkpatrick 2012).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from wikic.errors import UsageError
from wikic.evaluate.metrics import METRICS, OF_SHORT, Judged, Metric, Unit, writes_no_short

RESAMPLES: Final = 10_000  # B of RLM-on-KG, section 5
CONFIDENCE: Final = 0.95  # of an interval, as docs/eval.md says
_SEED: Final = 1879  # any number: the same resamples for every run


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
    return _make_interval(scores, _resampled_means(scores, resamples))


def paired_difference(
    scores: Sequence[float], others: Sequence[float], *, resamples: int = RESAMPLES
) -> Difference:
    """``scores`` beside ``others``, question by question. Raises ValueError for none or unequal lengths."""
    gains = [one - other for one, other in zip(scores, others, strict=True)]
    means = _resampled_means(gains, resamples)
    below = sum(mean <= 0 for mean in means) / resamples
    above = sum(mean >= 0 for mean in means) / resamples
    won, lost = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    return Difference(
        gain=_make_interval(gains, means),
        p=min(1.0, 2 * min(below, above)),
        won=won,
        tied=len(gains) - won - lost,
        lost=lost,
        win_rate=won / (won + lost) if won + lost else None,
    )


def _resampled_means(values: Sequence[float], resamples: int) -> list[float]:
    """Sorted means of resamples; the same for the same values."""
    if not values:
        raise ValueError("there is nothing to resample")
    if min(values) == max(values):
        return [values[0]] * resamples
    size = len(values)
    return sorted(sum(map(values.__getitem__, places)) / size for places in _draw_resamples(size, resamples))


@lru_cache(maxsize=1)  # scores of one run are as many as its questions; 1,000 questions take 40 MB
def _draw_resamples(size: int, resamples: int) -> tuple[array[int], ...]:
    """Which scores each resample takes."""
    draw = Random(_SEED)
    return tuple(array("I", draw.choices(range(size), k=size)) for _ in range(resamples))


def _make_interval(values: Sequence[float], means: Sequence[float]) -> Interval:
    outside = (1 - CONFIDENCE) / 2
    low = means[int(outside * len(means))]
    high = means[min(len(means) - 1, int((1 - outside) * len(means)))]
    return Interval(sum(values) / len(values), low, high, len(values))


# What questions can be grouped by: a name for each question, "" for none.
GROUPINGS: Final[Mapping[str, Callable[[Judged], str]]] = {
    "type": lambda each: each.question.type,
    "hops": lambda each: str(each.question.hops or ""),
    "gold": lambda each: _gold_bin(len(each.groups)),
    "fan-in": lambda each: _fan_in(len(each.groups)),
}


@dataclass(frozen=True, slots=True)
class Line:
    """An arm over some questions.

    arm: its name. group: which questions, "" for all. questions: how many.
    scores: mean and interval by metric; metrics that no question can be scored by are left out, and those of
        the short answer where the arm writes none to any question.
    gains: over the first arm, or over the same arm of another run, by metric.
    """

    arm: str
    group: str
    questions: int
    scores: Mapping[str, Interval]
    gains: Mapping[str, Difference]


def summarise(
    judged: Mapping[str, Sequence[Judged]],
    *,
    by: str = "",
    before: Mapping[str, Sequence[Judged]] | None = None,
    metrics: Sequence[str] = tuple(METRICS),
    compared: Collection[str] = METRICS,
) -> tuple[Line, ...]:
    """A line for each arm over all questions, then one for each group of them.

    by: a key of ``GROUPINGS``, or "". before: another run, to which each arm is compared; without it every
    arm is compared to the first. compared: metrics that gains are told of, each of which takes a bootstrap.

    Raises UsageError for an unknown grouping or metric.
    """
    chosen = [_find_metric(name) for name in metrics]
    if by and by not in GROUPINGS:
        raise UsageError(f"questions cannot be grouped by {by!r}", hint=f"by: {', '.join(GROUPINGS)}")
    first = next(iter(judged), "")
    lines = []
    for group in ("", *_list_groups(judged.get(first, ()), by)):
        for arm, replies in judged.items():
            beside = judged[first] if before is None else before.get(arm, ())
            if before is None and arm == first:
                beside = ()
            members = _members_of(replies, by, group)
            scored = _without_silent(chosen, writes_no_short(replies))
            # An arm that wrote short answers before and writes none now is worse by what it has lost.
            silent = (any if before is None else all)(writes_no_short(each) for each in (replies, beside))
            comparing = _without_silent([each for each in chosen if each.name in compared], silent)
            gains = _paired_gains(members, _members_of(beside, by, group), comparing)
            lines.append(Line(arm, group, len(members), _mean_scores(members, scored), gains))
    return tuple(lines)


def _without_silent(metrics: Sequence[Metric], silent: bool) -> list[Metric]:
    return [each for each in metrics if not (silent and each.name in OF_SHORT)]


def _mean_scores(replies: Sequence[Judged], metrics: Sequence[Metric]) -> dict[str, Interval]:
    found = {}
    for metric in metrics:
        scored = [score for each in replies if (score := metric.score(each)) is not None]
        if scored:
            found[metric.name] = mean_interval(scored)
    return found


def _paired_gains(
    replies: Sequence[Judged], beside: Sequence[Judged], metrics: Sequence[Metric]
) -> dict[str, Difference]:
    others = {each.question.id: each for each in beside}
    found = {}
    for metric in metrics:
        pairs = [
            (score, other)
            for each in replies
            if each.question.id in others
            and (score := metric.score(each)) is not None
            and (other := metric.score(others[each.question.id])) is not None
        ]
        if pairs:
            found[metric.name] = paired_difference(
                [score for score, _ in pairs], [other for _, other in pairs]
            )
    return found


def _find_metric(name: str) -> Metric:
    if name not in METRICS:
        raise UsageError(f"there is no metric {name!r}", hint=f"metrics: {', '.join(METRICS)}")
    return METRICS[name]


def _members_of(replies: Sequence[Judged], by: str, group: str) -> list[Judged]:
    return [each for each in replies if not group or GROUPINGS[by](each) == group]


def _list_groups(replies: Sequence[Judged], by: str) -> list[str]:
    return sorted({GROUPINGS[by](each) for each in replies} - {""}) if by else []


def _gold_bin(gold: int) -> str:
    """Bins of RLM-on-KG, section 5, by the number of documents wanted."""
    return "" if not gold else "1-5" if gold <= 5 else "6-10" if gold <= 10 else "11+"


def _fan_in(gold: int) -> str:
    """Bins of AuthTrace as LLM-Wiki has them (appendix B), by the number of documents wanted."""
    return "" if not gold else "1" if gold == 1 else "2-3" if gold <= 3 else "4+"


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
        ScoreRow(name, METRICS[name].about, tuple(_score_cell(line, METRICS[name]) for line in lines))
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
            _format_gain(found),
            "p < 0.001" if found.p < 0.001 else f"p = {found.p:.3f}",
            f"{found.won} won, {found.tied} tied, {found.lost} lost",
        )
        for line in lines
        if (found := line.gains.get(name)) is not None
    ]


def _score_cell(line: Line, metric: Metric) -> tuple[str, str] | None:
    score = line.scores.get(metric.name)
    if score is None:
        return None
    mean, low, high = (format_score(value, metric.unit) for value in (score.mean, score.low, score.high))
    return mean, f"{low} to {high}"


def _format_gain(found: Difference) -> str:
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


def plotted_metric(lines: Sequence[Line]) -> str | None:
    """The metric of which plots are drawn, also where nothing is compared; None without any share."""
    return next((name for name in TELLING if any(name in line.scores for line in lines)), None)


def format_score(value: float, unit: Unit) -> str:
    """A score without its interval: shares in hundredths."""
    if unit == "share":
        return f"{100 * value:.1f}"
    if unit == "seconds":
        return f"{1000 * value:.0f} ms" if value < 10 else f"{value:.0f} s"
    return f"${value:.4f}" if unit == "dollars" else f"{value:,.0f}"


def count_questions(count: int) -> str:
    """``1 question``, ``2,500 questions``."""
    return f"{count:,} question" + ("" if count == 1 else "s")
