"""The curator that needs no key: rules and literal tables, deterministic, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wikic.curator import choose_rules
from wikic.curator.protocol import (
    NOTHING_OFFERED,
    Amendment,
    Contradiction,
    Lesson,
    Offer,
    Part,
    Verdict,
)
from wikic.markdown.bullet_lines import unmarked
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.extraction import Extraction, Slip
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Block, Entity, Statement
from wikic.text import cjk, code_tokens, compare


@dataclass(frozen=True, slots=True)
class OfflineCurator:
    """Implements ``curator.protocol.Curator`` with rules alone; holds no state, so it pickles."""

    name: str = "offline/1"

    def position(self, sample: Sequence[Article]) -> Positioning:
        """What the corpus is about, from the definitions of a sample."""
        from wikic.curator.encyclopaedia.positioning import positioning

        return positioning(sample)

    def scaffold(self, positioning: Positioning, sample: Sequence[Article]) -> tuple[Dimension, ...]:
        """Directories for the kinds of things the sample is about; never empty."""
        from wikic.curator.encyclopaedia.positioning import scaffold

        return scaffold(sample)

    def select(self, source: Article, candidates: Sequence[Page]) -> tuple[Page, ...]:
        """No page: rules look at one document only."""
        return ()

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        """Entities and statements of one article; looks at nothing but it (the offer is a model's)."""
        return choose_rules.extract(source, blocks, schema)

    def verify(
        self,
        title: str,
        statements: Sequence[Statement],
        blocks: Mapping[str, Block],
        entities: Sequence[Entity] = (),
    ) -> tuple[Verdict, ...]:
        """Names, numbers, dates and code of each statement against its blocks and the document's title.

        Footnote anchors and the spaces around them are print, no part of what a quote says.
        """
        verdicts: list[Verdict] = []
        for statement in statements:
            quotes = [blocks[each].text for each in statement.blocks if each in blocks]
            evidence = [title, *quotes, *(cjk.tidy(quote) for quote in quotes if cjk.is_cjk(quote))]
            said = unmarked(statement.text)
            missing = compare.unsupported(said, evidence)
            missing += code_tokens.altered(said, quotes, [title])
            verdicts.append(Verdict(statement.id, not missing and len(evidence) > 1, missing))
        return tuple(verdicts)

    def contradictions(self, pages: Sequence[Page]) -> tuple[Contradiction, ...]:
        """Facts that give one thing two birthdays, capitals, founding years."""
        from wikic.curator import contradictions

        return contradictions.find(pages)

    def consolidate(self, page: Page) -> tuple[tuple[str, str], ...]:
        """None: which of two sentences says it better is not for rules to decide."""
        return ()

    def attribute(self, slips: Sequence[Slip]) -> Lesson:
        """What the check itself says: rules take no lesson, a model that reads it later may."""
        first = slips[0]
        return Lesson(root_cause=first.message, constraint=f"Avoid this: {first.message}.")

    def repair(
        self, page: Page, findings: Sequence[Finding], sources: Sequence[tuple[Digest, Article]]
    ) -> tuple[Amendment, ...]:
        """None: what rules can repair, the rules that find it repair."""
        return ()

    def separable(self, name: str, members: Sequence[tuple[str, str]]) -> tuple[Part, ...]:
        """None: without a model parts come from the link graph (``evolve``)."""
        return ()
