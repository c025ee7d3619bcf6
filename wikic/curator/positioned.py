"""What a model says a corpus is about, with what of it was not taken, so that a person hears of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from wikic.model.article import Article
from wikic.model.schema import Positioning


@dataclass(frozen=True, slots=True)
class Replaced:
    """A line of a model's that gave way to one made by counting.

    line: which one.
    said: what the model said, "" where no reply could be used.
    missing: names, numbers and dates in it that no document of the sample holds; none where it is no plain
        line, or too long.
    """

    line: Literal["focus", "audience", "bias"]
    said: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Positioned:
    """What the corpus is about.

    positioning: as it goes into the schema.
    replaced: lines in it that are not the model's.
    """

    positioning: Positioning
    replaced: tuple[Replaced, ...] = ()


@runtime_checkable
class Positioner(Protocol):
    """A curator that tells what it replaced; raises as ``Curator.position`` does."""

    def positioned(self, sample: Sequence[Article]) -> Positioned:
        """What the corpus is about, for whom, and its ingestion bias."""
        ...
