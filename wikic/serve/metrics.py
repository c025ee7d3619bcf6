"""Replies that were made before, each for as long as what it was made from stays the same."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from threading import Lock
from typing import Final

from wikic.serve.exchange import Reply

SIZE: Final = 16 << 20  # bytes of bodies
_BESIDE: Final = 500  # bytes an entry takes beside its body


class Rendered:
    """The replies used last. Any number of threads.

    size: bytes they may take. hits, misses: so far. held: bytes they take.
    """

    def __init__(self, size: int = SIZE) -> None:
        self.size = size
        self.hits = 0
        self.misses = 0
        self.held = 0
        self._lock = Lock()
        self._replies: OrderedDict[Hashable, tuple[object, Reply]] = OrderedDict()

    def get(self, name: Hashable, state: object) -> Reply | None:
        """The reply for ``name`` that was made from ``state``."""
        with self._lock:
            found = self._replies.get(name)
            if found is None or found[0] != state:
                self.misses += 1
                return None
            self._replies.move_to_end(name)
            self.hits += 1
            return found[1]

    def put(self, name: Hashable, state: object, reply: Reply) -> None:
        """Keep a reply; what was not used for longest goes."""
        if len(reply.body) + len(reply.zipped) > self.size // 4:
            return
        with self._lock:
            self._drop(name)
            self._replies[name] = state, reply
            self.held += _size(reply)
            while self.held > self.size:
                self._drop(next(iter(self._replies)))

    def _drop(self, name: Hashable) -> None:
        found = self._replies.pop(name, None)
        if found is not None:
            self.held -= _size(found[1])


def _size(reply: Reply) -> int:
    return len(reply.body) + len(reply.zipped) + _BESIDE


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
