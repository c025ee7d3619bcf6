"""``/-/metrics`` in the text format of Prometheus.

A handful of counters: their text is shorter than what a client library would need to be told.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from wikic.serve.rendered import Rendered

KIND: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """Counts what was answered. Used from the loop alone."""

    def __init__(self) -> None:
        self._replies: Counter[tuple[str, int]] = Counter()
        self._times = [0] * (len(_SECONDS) + 1)
        self._total = 0.0

    def note(self, method: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._replies[method, status] += 1
        self._times[bisect_left(_SECONDS, seconds)] += 1
        self._total += seconds

    def text(self, rendered: Rendered, **there: int) -> str:
        """All of them. there: how many pages there are, or wikis."""
        return "\n".join([*self._lines(rendered, there), ""])

    def _lines(self, rendered: Rendered, there: Mapping[str, int]) -> Iterator[str]:
        yield "# TYPE wikic_replies_total counter"
        for (method, status), count in sorted(self._replies.items()):
            yield f'wikic_replies_total{{method="{method}",status="{status}"}} {count}'
        yield "# TYPE wikic_reply_seconds histogram"
        below = 0
        for bound, count in zip((*map(str, _SECONDS), "+Inf"), self._times, strict=True):
            below += count
            yield f'wikic_reply_seconds_bucket{{le="{bound}"}} {below}'
        yield f"wikic_reply_seconds_sum {self._total:.6f}"
        yield f"wikic_reply_seconds_count {below}"
        for name, kind, value in (
            ("wikic_rendered_hits_total", "counter", rendered.hits),
            ("wikic_rendered_misses_total", "counter", rendered.misses),
            ("wikic_rendered_bytes", "gauge", rendered.held),
            *((f"wikic_{name}", "gauge", count) for name, count in there.items()),
        ):
            yield f"# TYPE {name} {kind}"
            yield f"{name} {value}"
