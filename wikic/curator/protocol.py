"""What a curator decides; everything else is code. Two live here: ``offline`` and, with a key, ``model``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, runtime_checkable

from wikic.llm.agent_work import AgentWork
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.extraction import Extraction, ProposedStatement, Slip
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Block, Entity, Statement


@dataclass(frozen=True, slots=True)
class Offer:
    """What an extraction is shown of the wiki, as it stood before the batch.

    pages: existing pages in full, at most 5 (LLM-Wiki, section 4.1).
    names: titles and aliases the article seems to mention, bounded, so that the names there are get used.
    constraints: of the open Error Book entries, most frequent first, bounded.
    """

    pages: tuple[Page, ...] = ()
    names: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()


NOTHING_OFFERED: Final = Offer()


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a group of findings of one cause teaches (LLM-Wiki, section 3.3: attribute, constrain).

    root_cause: why it happens, one sentence.
    constraint: what to do instead, one sentence, addressed to whoever extracts.
    verification: how to see that it is gone, one sentence.
    """

    root_cause: str
    constraint: str
    verification: str = ""


@dataclass(frozen=True, slots=True)
class Amendment:
    """One change to one digest; code checks it like an extraction before it is taken.

    key: the source's key.
    action: ``retire``: the statement is wrong; ``supersede``: it was true once; ``show_as``: ``by`` says it
        better; ``add``: the digest lacks ``proposed``.
    statement: id of the statement it changes, "" for ``add``.
    by: id of the statement that says it better, "" otherwise.
    proposed: for ``add``: blocks by number in the article, ``of`` a title (an entity of the digest, or new).
    reason: one line.
    """

    key: str
    action: Literal["retire", "supersede", "show_as", "add"]
    statement: str = ""
    by: str = ""
    proposed: ProposedStatement | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that a page or directory can be parted into.

    name: title of the page, or name of the directory, it becomes.
    description: one line.
    members: ids of the facts, or stems of the pages, that go there.
    """

    name: str
    description: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether its blocks bear a statement out.

    statement: id of the statement.
    supported: the verdict.
    missing: names, numbers and dates of the statement that neither blocks nor title hold.
    unrelated: whether its typed relations are not borne out, though its words are; of an entity, its aliases.
    """

    statement: str
    supported: bool
    missing: tuple[str, ...] = ()
    unrelated: bool = False


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
    """Judgement over documents and pages (docs/architecture.md).

    Several threads may call one curator at once; the offline one pickles too, for processes. What asks a
    model raises ModelError as ``extract`` does: QuotaError, CredentialsError and BudgetError from every
    operation, ModelUnavailableError too; ReplyError from ``extract``, ``verify``, ``contradictions``,
    ``consolidate``, ``repair`` and ``separable`` (the others fall back on rules).

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

    def select(self, source: Article, candidates: Sequence[Page]) -> tuple[Page, ...]:
        """Of the candidate pages, best first, those that ``extract`` should see in full; at most 5."""
        ...

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        """Entities and statements of one article over its numbered blocks (LLM-Wiki, Algorithm 1).

        Raises ReplyError and ModelUnavailableError: the source has failed, the run goes on. QuotaError,
        CredentialsError and BudgetError stop the run.
        """
        ...

    def verify(
        self,
        title: str,
        statements: Sequence[Statement],
        blocks: Mapping[str, Block],
        entities: Sequence[Entity] = (),
    ) -> tuple[Verdict, ...]:
        """One verdict per statement, in order; ``title`` is the document's.

        entities: of the digest; with them relations and lines are judged too; a refused line has a verdict
            behind the others, under its entity's id.
        """
        ...

    def contradictions(self, pages: Sequence[Page]) -> tuple[Contradiction, ...]:
        """Facts of the given pages that exclude each other."""
        ...

    def consolidate(self, page: Page) -> tuple[tuple[str, str], ...]:
        """Pairs of fact ids of one page: the first says no more than the second, which says it better."""
        ...

    def attribute(self, slips: Sequence[Slip]) -> Lesson:
        """Why slips of one cause happen, and the constraint that prevents them; at least one slip."""
        ...

    def repair(
        self, page: Page, findings: Sequence[Finding], sources: Sequence[tuple[Digest, Article]]
    ) -> tuple[Amendment, ...]:
        """Changes to the digests of a page that would answer its findings; none when in doubt."""
        ...

    def separable(self, name: str, members: Sequence[tuple[str, str]]) -> tuple[Part, ...]:
        """The parts of a page or directory; none when it is one thing (WikiKV, section III-D).

        name: the page's title or the directory's.
        members: id and text of each fact, or stem and one-line summary of each page.
        """
        ...


@runtime_checkable
class FallingBack(Protocol):
    """A curator in whose place another one reads what it cannot.

    fallback: that one; it asks nobody. None where such a document has failed.
    """

    @property
    def fallback(self) -> Curator | None: ...


def fallback_of(curator: Curator) -> Curator | None:
    """Who reads a document in place of ``curator``, None for nobody."""
    return curator.fallback if isinstance(curator, FallingBack) else None


@runtime_checkable
class Asking(Protocol):
    """A curator that may have asked an agent, whose answers come when they come.

    work: what it was asked; None where nobody is.
    """

    @property
    def work(self) -> AgentWork | None: ...


def work_of(curator: Curator) -> AgentWork | None:
    """What ``curator`` has an agent asked, None for nothing."""
    return curator.work if isinstance(curator, Asking) else None


@runtime_checkable
class Wording(Protocol):
    """What a curator that asks a model does besides: it words groups. Rules have counted words for that.

    Raises ModelError as ``Curator`` does, never ReplyError: whoever asks has words of rules to fall back on.
    """

    def summarize(self, children: Sequence[str]) -> str:
        """What a group of documents holds, over a line on each; "" where a model's words do not hold."""
        ...

    def label(self, children: Sequence[str]) -> str:
        """A short name for a group, from a line on each of its pages; "" where a model's does not hold."""
        ...
