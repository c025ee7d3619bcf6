"""Whether two pages are of one thing: asked of a curator that can say so, with what shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from wikic.model.page import Page


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two pages that may be of one thing.

    one, other: the pages; ``one`` would stay.
    shared: what makes them alike, a few words.
    """

    one: Page
    other: Page
    shared: str


@dataclass(frozen=True, slots=True)
class Sameness:
    """Two pages are of one thing.

    at: which of the likenesses that were asked about, from 0.
    facts: the two facts that show it, the first page's and the other's.
    """

    at: int
    facts: tuple[str, str]


@runtime_checkable
class IdentityCurator(Protocol):
    """A curator that can tell one thing from two."""

    def same(self, likenesses: Sequence[Likeness]) -> tuple[Sameness, ...]:
        """Those that are one thing; nothing where there is doubt. Raises as ``Curator.verify`` does."""
        ...
