"""Means with intervals of a run's scores, by arm, and by groups of questions; one run beside another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.errors import UsageError
from wikic.evaluate.bootstrap import Difference, Interval, mean_interval, paired
from wikic.evaluate.metrics.registry import METRICS, OF_SHORT, Judged, Metric, writes_no_short

# What questions can be grouped by: a name for each question, "" for none.
GROUPINGS: Final[Mapping[str, Callable[[Judged], str]]] = {
    "type": lambda each: each.question.type,
    "hops": lambda each: str(each.question.hops or ""),
    "gold": lambda each: _bin(len(each.groups)),
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
    chosen = [_metric(name) for name in metrics]
    if by and by not in GROUPINGS:
        raise UsageError(f"questions cannot be grouped by {by!r}", hint=f"by: {', '.join(GROUPINGS)}")
    first = next(iter(judged), "")
    lines = []
    for group in ("", *_groups(judged.get(first, ()), by)):
        for arm, replies in judged.items():
            beside = judged[first] if before is None else before.get(arm, ())
            if before is None and arm == first:
                beside = ()
            members = _of(replies, by, group)
            scored = _without(chosen, writes_no_short(replies))
            # An arm that wrote short answers before and writes none now is worse by what it has lost.
            silent = (any if before is None else all)(writes_no_short(each) for each in (replies, beside))
            comparing = _without([each for each in chosen if each.name in compared], silent)
            gains = _gains(members, _of(beside, by, group), comparing)
            lines.append(Line(arm, group, len(members), _scores(members, scored), gains))
    return tuple(lines)


def _without(metrics: Sequence[Metric], silent: bool) -> list[Metric]:
    return [each for each in metrics if not (silent and each.name in OF_SHORT)]


def _scores(replies: Sequence[Judged], metrics: Sequence[Metric]) -> dict[str, Interval]:
    found = {}
    for metric in metrics:
        scored = [score for each in replies if (score := metric.score(each)) is not None]
        if scored:
            found[metric.name] = mean_interval(scored)
    return found


def _gains(
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
            found[metric.name] = paired([score for score, _ in pairs], [other for _, other in pairs])
    return found


def _metric(name: str) -> Metric:
    if name not in METRICS:
        raise UsageError(f"there is no metric {name!r}", hint=f"metrics: {', '.join(METRICS)}")
    return METRICS[name]


def _of(replies: Sequence[Judged], by: str, group: str) -> list[Judged]:
    return [each for each in replies if not group or GROUPINGS[by](each) == group]


def _groups(replies: Sequence[Judged], by: str) -> list[str]:
    return sorted({GROUPINGS[by](each) for each in replies} - {""}) if by else []


def _bin(gold: int) -> str:
    """Bins of RLM-on-KG, section 5, by the number of documents wanted."""
    return "" if not gold else "1-5" if gold <= 5 else "6-10" if gold <= 10 else "11+"


def _fan_in(gold: int) -> str:
    """Bins of AuthTrace as LLM-Wiki has them (appendix B), by the number of documents wanted."""
    return "" if not gold else "1" if gold == 1 else "2-3" if gold <= 3 else "4+"
