"""A curator that extracts what a table says, so that tests of the fold choose their own entities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from wikic.curator.protocol import (
    NOTHING_OFFERED,
    Amendment,
    Contradiction,
    Lesson,
    Offer,
    Part,
    Verdict,
)
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.extraction import Extraction, ProposedStatement, Slip
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Block, Entity, Relation, Statement, Term
from wikic.wiki.documents.plain_text import as_markdown

DIMENSIONS = (
    Dimension("people", "those who live"),
    Dimension("places", "where they do"),
    Dimension("concepts", "the rest"),
)


@dataclass(frozen=True)
class Doc:
    """A document for the table: entities by title, and what it says of them.

    key: the source's key.
    entities: ``(title, dimension, aliases)``; the first is what the document is about.
    says: ``(entity number, text, related entity numbers)``.
    terms: ``(name, uses, numbers of the texts that say something of it)``.
    given, tags: aliases and tags that its author gives it.
    place: the heading all that it says stands under, None in the layout that has no places.
    """

    key: str
    entities: tuple[tuple[str, str, tuple[str, ...]], ...]
    says: tuple[tuple[int, str, tuple[int, ...]], ...]
    date: str | None = None
    self_: bool = False
    book: str | None = None
    terms: tuple[tuple[str, int, tuple[int, ...]], ...] = ()
    place: str | None = None
    given: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """One list item for each thing it says."""
        return "\n".join(f"- {text}" for _, text, _ in self.says) + "\n"


@dataclass(frozen=True)
class TableCurator:
    """Extracts what the table holds under an article's key and text."""

    docs: tuple[Doc, ...]
    name: str = "table/1"

    def position(self, sample: Sequence[Article]) -> Positioning:
        return Positioning("a table")

    def scaffold(self, positioning: Positioning, sample: Sequence[Article]) -> tuple[Dimension, ...]:
        return DIMENSIONS

    def select(self, source: Article, candidates: Sequence[Page]) -> tuple[Page, ...]:
        return ()

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        doc = next(
            doc
            for doc in self.docs
            if doc.key == source.key and as_markdown(replace(source, text=doc.text)).text == source.text
        )
        assert len(blocks) == len(doc.says)
        return Extraction(
            summary=f"On {doc.entities[0][0]}",
            entities=tuple(
                Entity(
                    id=f"e{at}",
                    title=title,
                    dimension=dimension,
                    aliases=aliases,
                    disambiguator=doc.book if at == 0 else None,
                    principal=at == 0,
                    self_=at == 0 and doc.self_,
                )
                for at, (title, dimension, aliases) in enumerate(doc.entities)
            ),
            statements=tuple(
                ProposedStatement(
                    of=f"e{of}",
                    kind="fact",
                    text=block.text,
                    blocks=(block.number,),
                    relations=tuple(Relation("knows", f"e{to}") for to in related if to != of),
                    place=None if doc.place is None else (doc.place,),
                )
                for (of, _, related), block in zip(doc.says, blocks, strict=True)
            ),
            terms=tuple(
                Term(
                    name,
                    "terms",
                    uses,
                    capital=uses,
                    heading=uses % 2,
                    blocks=tuple(blocks[at].id for at in told),
                )
                for name, uses, told in doc.terms
            ),
        )

    def verify(
        self,
        title: str,
        statements: Sequence[Statement],
        blocks: Mapping[str, Block],
        entities: Sequence[Entity] = (),
    ) -> tuple[Verdict, ...]:
        return tuple(Verdict(statement.id, True) for statement in statements)

    def contradictions(self, pages: Sequence[Page]) -> tuple[Contradiction, ...]:
        return ()

    def consolidate(self, page: Page) -> tuple[tuple[str, str], ...]:
        return ()

    def attribute(self, slips: Sequence[Slip]) -> Lesson:
        return Lesson(slips[0].message, slips[0].message)

    def repair(
        self, page: Page, findings: Sequence[Finding], sources: Sequence[tuple[Digest, Article]]
    ) -> tuple[Amendment, ...]:
        return ()

    def separable(self, name: str, members: Sequence[tuple[str, str]]) -> tuple[Part, ...]:
        return ()

    def summarize(self, children: Sequence[str]) -> str:
        return ""

    def label(self, children: Sequence[str]) -> str:
        return ""
