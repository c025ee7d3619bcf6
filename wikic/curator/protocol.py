"""What a curator decides; everything else is code. Two live here: ``offline`` and, with a key, ``model``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.page import Page
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Block, Statement


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether its blocks bear a statement out.

    statement: id of the statement.
    supported: the verdict.
    missing: names, numbers and dates of the statement that neither blocks nor title hold.
    """

    statement: str
    supported: bool
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two facts that cannot both hold.

    attribute: the single-valued attribute they disagree on, "date of birth".
    facts: addresses of the two, ``stem#^id``.
    values: what each says, in the same order.
    """

    attribute: str
    facts: tuple[str, str]
    values: tuple[str, str]


class Curator(Protocol):
    """Judgement over documents and pages (docs/architecture.md). Implementations are picklable.

    name: identity and version, written to ``compiled_with:``; a change makes digests stale.
    """

    @property
    def name(self) -> str: ...

    def position(self, sample: Sequence[Article]) -> Positioning:
        """What the corpus is about, for whom, and its ingestion bias (WikiKV, section III-C)."""
        ...

    def scaffold(self, positioning: Positioning, sample: Sequence[Article]) -> tuple[Dimension, ...]:
        """Directories of knowledge pages, valid by construction; never empty."""
        ...

    def extract(
        self,
        source: Article,
        blocks: Sequence[Block],
        schema: Schema,
        pages: Sequence[Page] = (),
        constraints: Sequence[str] = (),
    ) -> Extraction:
        """Entities and statements of one article over its numbered blocks (LLM-Wiki, Algorithm 1)."""
        ...

    def verify(
        self, title: str, statements: Sequence[Statement], blocks: Mapping[str, Block]
    ) -> tuple[Verdict, ...]:
        """One verdict per statement, in order; ``title`` is the document's."""
        ...

    def contradictions(self, pages: Sequence[Page]) -> tuple[Contradiction, ...]:
        """Facts of the given pages that exclude each other."""
        ...

    def summarize(self, children: Sequence[str]) -> str:
        """One line over the one-line summaries of a directory's children."""
        ...

    def label(self, children: Sequence[str]) -> str:
        """A short name for a group of pages, from their titles and summaries."""
        ...
