"""How many requests a server is given at once: fewer where some wait in silence, more while it answers.

A server on a laptop works on one request and lets the others wait: of eight that come at once the last hears
nothing for minutes, which no time limit can tell from a server that hangs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Final

_MANY: Final = 1_000.0  # as many as there are threads


class Turns:
    """Who may ask now; half as many after a silence, one more after as many replies as are let in at once.

    (Additive increase, multiplicative decrease: D. Chiu and R. Jain, Computer Networks 17, 1989.)
    """

    def __init__(self) -> None:
        self._most = _MANY
        self._under_way = 0
        self._changed = Condition()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until one more may ask."""
        with self._changed:
            while self._under_way >= int(self._most):
                self._changed.wait()
            self._under_way += 1
        try:
            yield
        finally:
            with self._changed:
                self._under_way -= 1
                self._changed.notify_all()

    def answered(self) -> None:
        """A reply came."""
        with self._changed:
            self._most = min(_MANY, self._most + 1 / self._most)

    def silent(self) -> None:
        """Nothing came to a request that is under way."""
        with self._changed:
            self._most = max(1.0, min(self._most, self._under_way) // 2)
