"""The wikis of a federation that are in use, opened once and kept for the next question."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Final

from wikic.errors import WikicError
from wikic.navigate.ask.heuristic.controller import Heuristic
from wikic.navigate.library import Library
from wikic.store.protocol import Closing

# What may stay open: wikis, and pages of all of them, of which each takes some 15 KB.
_WIKIS: Final = 64
_PAGES: Final = 50_000
# Seconds in which a wiki that was looked at is taken as it was.
_FRESH: Final = 5.0


@dataclass(slots=True)
class _Held:
    """One open wiki.

    pages: how many it has. looked: when it was seen to be in step. lock: it explores one question at a time.
    users: threads that have it in hand.
    """

    library: Library
    heuristic: Heuristic
    pages: int
    looked: float
    lock: Lock = field(default_factory=Lock)
    users: int = 0


class OpenWikis(Closing):
    """Opens wikis when they are asked and closes those that were not for the longest time. Any threads."""

    def __init__(
        self,
        *,
        most: tuple[int, int] = (_WIKIS, _PAGES),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """most: wikis, and pages of all of them, that stay open; one always does."""
        self._most = most
        self._clock = clock
        self._guard = Lock()
        self._opening: dict[Path, Lock] = {}
        self._open: OrderedDict[Path, _Held] = OrderedDict()

    def close(self) -> None:
        """Close all of them."""
        with self._guard:
            held, self._open = list(self._open.values()), OrderedDict()
        for each in held:
            each.library.close()

    @contextmanager
    def library(self, root: Path) -> Iterator[Library]:
        """The wiki in ``root`` for reading, its indexes in step. Raises NotAWikiError."""
        with self._held(root) as held:
            yield held.library

    @contextmanager
    def explorer(self, root: Path) -> Iterator[tuple[Library, Heuristic]]:
        """The same, for one thread at a time, with what explores it."""
        with self._held(root) as held, held.lock:
            yield held.library, held.heuristic

    @contextmanager
    def _held(self, root: Path) -> Iterator[_Held]:
        with self._guard:
            opening = self._opening.setdefault(root, Lock())
        with opening:  # of one wiki one thread makes the indexes, the others wait for it and for no other
            held = self._take(root) or self._opened(root)
            if self._clock() - held.looked > _FRESH:
                held.looked = self._clock()
                with suppress(WikicError, OSError):  # it is read as it was
                    held.library.renew()
                    held.pages = len(held.library.catalogue.pages)
        try:
            yield held
        finally:
            with self._guard:
                held.users -= 1
                surplus = self._surplus()
            for each in surplus:
                each.library.close()

    def _opened(self, root: Path) -> _Held:
        library = Library.current(root)
        pages = len(library.catalogue.pages)
        held = _Held(library, Heuristic(library), pages, self._clock(), users=1)
        with self._guard:
            self._open[root] = held
        return held

    def _take(self, root: Path) -> _Held | None:
        with self._guard:
            held = self._open.get(root)
            if held is not None:
                held.users += 1
                self._open.move_to_end(root)
            return held

    def _surplus(self) -> list[_Held]:
        """Wikis to be closed, those that nobody asked for the longest time; those in use stay."""
        wikis, pages = self._most
        held = sum(each.pages for each in self._open.values())
        closed: list[_Held] = []
        for root in [root for root, each in self._open.items() if not each.users]:
            if len(self._open) <= 1 or (len(self._open) <= wikis and held <= pages):
                break
            closed.append(self._open.pop(root))
            held -= closed[-1].pages
        return closed
