"""Replies that were made before, each for as long as what it was made from stays the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
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
