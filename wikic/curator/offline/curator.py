"""The curator that needs no key: rules and literal tables, deterministic, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wikic.curator.offline import dispatch
from wikic.curator.protocol import Contradiction, Verdict
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.page import Page
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Block, Statement
from wikic.text import cjk, compare


@dataclass(frozen=True, slots=True)
class OfflineCurator:
    """Implements ``curator.protocol.Curator`` with rules alone; holds no state, so it pickles."""

    name: str = "offline/1"

    def position(self, sample: Sequence[Article]) -> Positioning:
        """What the corpus is about, from the definitions of a sample."""
        from wikic.curator.offline import position

        return position.positioning(sample)

    def scaffold(self, positioning: Positioning, sample: Sequence[Article]) -> tuple[Dimension, ...]:
        """Directories for the kinds of things the sample is about; never empty."""
        from wikic.curator.offline import position

        return position.scaffold(sample)

    def extract(
        self,
        source: Article,
        blocks: Sequence[Block],
        schema: Schema,
        pages: Sequence[Page] = (),
        constraints: Sequence[str] = (),
    ) -> Extraction:
        """Entities and statements of one article; looks at nothing but it (``pages`` and
        ``constraints`` are a model's).
        """
        return dispatch.extract(source, blocks, schema)

    def verify(
        self, title: str, statements: Sequence[Statement], blocks: Mapping[str, Block]
    ) -> tuple[Verdict, ...]:
        """Names, numbers and dates of each statement against its blocks and the document's title.

        Footnote anchors and the spaces around them are print, no part of what a quote says.
        """
        verdicts: list[Verdict] = []
        for statement in statements:
            quotes = [blocks[each].text for each in statement.blocks if each in blocks]
            evidence = [title, *quotes, *(cjk.tidy(quote) for quote in quotes if cjk.is_cjk(quote))]
            missing = compare.unsupported(statement.text, evidence)
            verdicts.append(Verdict(statement.id, not missing and len(evidence) > 1, missing))
        return tuple(verdicts)

    def contradictions(self, pages: Sequence[Page]) -> tuple[Contradiction, ...]:
        """Facts that give one thing two birthdays, capitals, founding years."""
        from wikic.curator.offline import contradictions

        return contradictions.find(pages)

    def summarize(self, children: Sequence[str]) -> str:
        """One line over the one-line summaries of a directory's children."""
        from wikic.curator.offline import position

        return position.summarize(children)

    def label(self, children: Sequence[str]) -> str:
        """A short name for a group of pages: the words most of them share."""
        from wikic.curator.offline import position

        return position.label(children)
