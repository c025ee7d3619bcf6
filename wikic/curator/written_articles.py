"""Articles composed of what several documents say: asked of a curator that can write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from wikic.model.written import Written
from wikic.wiki.fold.written_articles import Subject


@dataclass(frozen=True, slots=True)
class Draft:
    """What came of writing about a subject.

    written: the article; None where no lead holds.
    refused: sentences that are left out, each with why.
    """

    written: Written | None
    refused: tuple[str, ...] = ()


@runtime_checkable
class ArticleCurator(Protocol):
    """A curator that can write."""

    @property
    def writes_as(self) -> str:
        """Who writes and who checks, with the version of the prompts: ``written_with`` of its articles."""
        ...

    def write(self, subject: Subject) -> Draft:
        """An article of which every sentence is borne out by its units.

        Raises ReplyError where no reply can be used, and what ``Curator.extract`` raises.
        """
        ...
