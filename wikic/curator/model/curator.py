"""The curator that asks a language model, and lets nothing through that code does not bear out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wikic.curator.identity import Likeness, Sameness
from wikic.curator.model import (
    article_writing,
    contradictory_facts,
    first_schema,
    group_label,
    lesson_wording,
    packed_extraction,
    page_repair,
    page_selection,
    prompts,
    repeated_facts,
    same_thing,
    section_extraction,
    verification,
)
from wikic.curator.offline import OfflineCurator
from wikic.curator.packs import Claimed, Paper
from wikic.curator.positioned import Positioned
from wikic.curator.protocol import (
    NOTHING_OFFERED,
    Amendment,
    Contradiction,
    Lesson,
    Offer,
    Part,
    Verdict,
)
from wikic.curator.written_articles import Draft
from wikic.errors import ModelError
from wikic.llm.agent_work import AgentWork
from wikic.llm.protocol import Concerning, Model
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.extraction import Extraction, Slip
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Block, Entity, Statement
from wikic.wiki.fold.written_articles import Subject


@dataclass(frozen=True, slots=True)
class ModelCurator:
    """Implements ``curator.protocol.Curator`` with a model; holds no state, so threads may share it.

    model: extracts, repairs, names.
    verifier: judges statements and contradictions; None leaves that to rules.
    fallback: reads what the model cannot; None where that has failed.
    work: what an agent is asked that answers in a model's place; None where none does. It is asked about each
        document by itself: requests that stay the same are put together when they are handed out.
    writer: composes articles; None for ``model``.
    """

    model: Model
    verifier: Model | None
    fallback: OfflineCurator | None = None
    work: AgentWork | None = None
    writer: Model | None = None

    @property
    def name(self) -> str:
        """``openai/gpt-5-mini extract/2 3fa91c``: model, version and fingerprint of the prompts.

        A digest made with another model, verifier or prompt has another one, and is stale.
        """
        version = prompts.prompt("extract", "en").version
        verifier = "rules" if self.verifier is None else self.verifier.name
        checked = f" checked by {verifier}" if verifier != self.model.name else ""
        return f"{self.model.name} {version} {prompts.fingerprint()}{checked}"

    def position(self, sample: Sequence[Article]) -> Positioning:
        """What the corpus is about, from titles and beginnings of a sample; one call."""
        return self.positioned(sample).positioning

    def positioned(self, sample: Sequence[Article]) -> Positioned:
        """The same, with what of it is not the model's; one call."""
        return first_schema.positioned(self.model, sample)

    def scaffold(self, positioning: Positioning, sample: Sequence[Article]) -> tuple[Dimension, ...]:
        """Directories, made valid by code; one call."""
        return first_schema.scaffold(self.model, positioning, sample)

    def select(self, source: Article, candidates: Sequence[Page]) -> tuple[Page, ...]:
        """Pages that the article names, by code; no call."""
        return page_selection.select(source, candidates)

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        """Entities and statements of one article; one call per section.

        Raises RejectedError, which holds the slips, when nothing usable came of a section.
        """
        return section_extraction.extract(self.model, source, blocks, schema, offer)

    def packs(self, papers: Sequence[Paper], schema: Schema) -> tuple[int, ...]:
        """Short documents, a group a call; cut by order and size."""
        return (1,) * len(papers) if self.work is not None else packed_extraction.packs(papers, schema)

    def extract_pack(self, papers: Sequence[Paper], schema: Schema) -> tuple[Extraction | ModelError, ...]:
        """What comes of each; one call, and those of ``extract`` for what it gives nothing of."""
        model = self.model if self.work is None else Concerning(self.model, papers[0].source.key)
        return packed_extraction.extract_pack(model, papers, schema)

    def verify(
        self,
        title: str,
        statements: Sequence[Statement],
        blocks: Mapping[str, Block],
        entities: Sequence[Entity] = (),
    ) -> tuple[Verdict, ...]:
        """One verdict per statement, and one for each entity's line that is refused; one call per 20 of those
        that code passes.
        """
        if self.verifier is None:
            return OfflineCurator().verify(title, statements, blocks)
        return verification.verify(self.verifier, Claimed(title, statements, blocks, entities))

    def verify_pack(self, claimed: Sequence[Claimed]) -> tuple[tuple[Verdict, ...] | ModelError, ...]:
        """The verdicts of ``verify`` for each; records of several documents share its calls."""
        if self.verifier is None:
            rules = OfflineCurator()
            return tuple(rules.verify(each.title, each.statements, each.blocks) for each in claimed)
        alone = self.work is not None and len(claimed) == 1
        verifier = Concerning(self.verifier, claimed[0].key) if alone else self.verifier
        return verification.verify_pack(verifier, claimed)

    def contradictions(self, pages: Sequence[Page]) -> tuple[Contradiction, ...]:
        """Facts that exclude each other; one call per 20 pairs that code finds suspicious."""
        if self.verifier is None:
            return OfflineCurator().contradictions(pages)
        return contradictory_facts.contradictions(self.verifier, pages)

    def same(self, likenesses: Sequence[Likeness]) -> tuple[Sameness, ...]:
        """Pairs of pages that are of one thing, each shown by two facts; one call per 10."""
        if self.verifier is None:
            return ()
        return same_thing.same(self.verifier, likenesses)

    def consolidate(self, page: Page) -> tuple[tuple[str, str], ...]:
        """Facts that another says better, where code sees nothing lost; one call where any are alike."""
        return repeated_facts.consolidate(self.model, page)

    def attribute(self, slips: Sequence[Slip]) -> Lesson:
        """What slips of one cause teach, free of anything a document said; one call."""
        return lesson_wording.attribute(self.model, slips)

    def repair(
        self, page: Page, findings: Sequence[Finding], sources: Sequence[tuple[Digest, Article]]
    ) -> tuple[Amendment, ...]:
        """Changes to the digests of a page; one call where it has findings."""
        return page_repair.repair(self.model, page, findings, sources)

    def separable(self, name: str, members: Sequence[tuple[str, str]]) -> tuple[Part, ...]:
        """The parts of a page or directory; one call."""
        return group_label.separable(self.model, name, members)

    def summarize(self, children: Sequence[str]) -> str:
        """Two or three sentences over what a group's children say, "" where none hold; one call."""
        return group_label.summarize(self.model, children)

    @property
    def writes_as(self) -> str:
        """``openai/gpt-5-mini write/1 3fa91c checked by …``: model, version, fingerprint of the prompts."""
        writer = self.writer or self.model
        verifier = "rules" if self.verifier is None else self.verifier.name
        version = prompts.prompt("write", "en").version
        return f"{writer.name} {version} {prompts.writing_fingerprint()} checked by {verifier}"

    def write(self, subject: Subject) -> Draft:
        """An article from numbered units; a call to write, one to check, one more of each for what fails."""
        return article_writing.write(self.writer or self.model, self.verifier, subject, self.writes_as)

    def label(self, children: Sequence[str]) -> str:
        """A short name for a group of pages, "" where none holds; one call."""
        return group_label.label(self.model, children)
