"""What a run must reach, and what it has not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from wikic.errors import UsageError
from wikic.evaluate.metrics import METRICS, Judged
from wikic.evaluate.summary import Line


@dataclass(frozen=True, slots=True)
class Limit:
    """The least that an arm must reach; the most, for a metric of which less is better."""

    arm: str
    metric: str
    value: float


def parse_limit(text: str) -> Limit:
    """``ask.recall@5=0.9``. Raises UsageError for another form, an unknown metric, or what is no number."""
    name, equals, value = text.partition("=")
    arm, dot, metric = name.strip().rpartition(".")
    if not (equals and dot and arm):
        raise UsageError(f"{text!r} is no limit", hint="write ARM.METRIC=VALUE: ask.recall@5=0.9")
    if metric not in METRICS:
        raise UsageError(f"there is no metric {metric!r}", hint=f"metrics: {', '.join(METRICS)}")
    try:
        number = float(value)
    except ValueError as error:
        raise UsageError(f"{value.strip()!r} is no number", hint="shares are between 0 and 1") from error
    if not isfinite(number):
        raise UsageError(f"{value.strip()!r} is no number that can be reached")
    if METRICS[metric].unit == "share" and not 0 <= number <= 1:
        raise UsageError(f"{metric} is a share, between 0 and 1: {number:g} is none")
    return Limit(arm, metric, number)


def unmet_limits(lines: Sequence[Line], limits: Sequence[Limit]) -> Iterator[str]:
    """What was not reached, a line each; a metric that nothing can be scored by is not reached."""
    whole = {line.arm: line for line in lines if not line.group}
    for limit in limits:
        score = whole[limit.arm].scores.get(limit.metric) if limit.arm in whole else None
        higher = METRICS[limit.metric].higher_is_better
        name = f"{limit.arm}.{limit.metric}"
        if score is None:
            yield f"{name}: nothing can be scored by it"
        elif score.mean < limit.value if higher else score.mean > limit.value:
            bound = "at least" if higher else "at most"
            yield f"{name} is {score.mean:.4g}, and {bound} {limit.value:g} is asked for"


def not_compared(before: Mapping[str, Sequence[Judged]]) -> Iterator[str]:
    """Arms of the run compared with that have no question of today's, a line each; that there are no arms."""
    if not before:
        yield "the run to compare with holds no reply"
    for arm, judged in before.items():
        if not judged:
            yield f"{arm}: the run to compare with holds none of these questions"


def worse_than(lines: Sequence[Line]) -> Iterator[str]:
    """Scores that are worse than those of the run compared with by more than chance, a line each.

    Only shares count: times and tokens of two machines do not compare.
    """
    for line in lines:
        for name, found in line.gains.items():
            metric, gain = METRICS[name], found.gain
            worse = gain.high < 0 if metric.higher_is_better else gain.low > 0
            if metric.unit == "share" and worse:
                yield (
                    f"{line.arm}.{name} changed by {gain.mean:+.4f} ({gain.low:+.4f} to {gain.high:+.4f}), "
                    f"p = {found.p:.3f}: {found.won} won, {found.lost} lost"
                )
