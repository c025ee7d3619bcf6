"""What the controller may use, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True)
class Options:
    """Parts can be switched off, which is how ``benchmarks/ask.py`` tells what does the work.

    links: follow relations, links and mentions.
    relations: tell relations by their labels; else they are links.
    pagerank: let nearness over all paths count.
    mentions: follow what texts name without linking it.
    sources: look at what documents say that no page shows.
    """

    links: bool = True
    relations: bool = True
    pagerank: bool = True
    mentions: bool = True
    sources: bool = True


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to look.

    seconds: from the first look at ``clock``; None is without end.
    clock: passed in, so that a run can be repeated.
    """

    seconds: float | None = None
    clock: Callable[[], float] = monotonic

    def deadline(self) -> Callable[[], bool]:
        """Start now; the function says whether the time is over."""
        if self.seconds is None:
            return lambda: False
        end = self.clock() + self.seconds
        return lambda: self.clock() >= end
