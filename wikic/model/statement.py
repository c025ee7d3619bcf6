"""What extraction takes from one article: blocks, entities, statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

BlockKind = Literal["sentence", "item", "row", "code", "heading"]
StatementKind = Literal["fact", "claim", "judgement", "quotation"]

Form = Literal["sentence", "list", "procedure", "table", "code", "record", "turn", "exchange", "figure"]

TERMS: Final = "terms"  # the directory of names that nothing tells the kind of
MAX_TERM_BLOCKS: Final = 3  # sentences of one document that a term's page may borrow

STATEMENT_KINDS: Final[tuple[StatementKind, ...]] = ("fact", "claim", "judgement", "quotation")


@dataclass(frozen=True, slots=True)
class Block:
    """One sentence, list item, table row with its header, or code block of an article.

    id: ``p`` and eight hex digits of the hash of the normalised text (``layout.block_id``).
    text: the quote, verbatim up to ``text.normalise``.
    number: position among the article's blocks, from 1; what a curator names.
    kind: which of the shapes it is. A ``heading`` is context and is never cited.
    section: text of the nearest heading above it, or "".
    """

    id: str
    text: str
    number: int
    kind: BlockKind = "sentence"
    section: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """A typed link between the statement's entity and another entity of the same digest.

    label: lower-case words, read from the statement's entity to ``entity``: "born in", "father".
    entity: local id of the other entity.
    """

    label: str
    entity: str


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing an article names.

    id: local to the digest, ``e1``, ``e2``…
    title: the name as a page would carry it.
    dimension: directory of knowledge pages it belongs to.
    disambiguator: what tells it from others of its title ("film", a book's name), or None.
    aliases: other names of it, each in the article's own words.
    tags: short topical labels.
    summary: one line, or "".
    principal: whether the article is about it (at most one per digest).
    self_: whether it is the document itself, a work to be talked about; identified by the source's
        key, never joined by title.
    """

    id: str
    title: str
    dimension: str
    disambiguator: str | None = None
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    summary: str = ""
    principal: bool = False
    self_: bool = False

    @property
    def is_document(self) -> bool:
        """Whether it is a document of a library, which its own digest names and no dimension holds."""
        return self.self_ and not self.dimension and bool(self.title.strip())


@dataclass(frozen=True, slots=True)
class Statement:
    """What one or more blocks support about one entity.

    id: ``f`` and eight hex digits of the hash of kind, holder and normalised text.
    of: local id of the entity it is about.
    kind: ``fact``, ``claim``, ``judgement`` or ``quotation``.
    text: plain text that makes sense alone: one line, or the lines of its form
        (``markdown.bullet_lines`` says how they look).
    blocks: ids of the blocks that bear it out, in article order, at least one.
    holder: who claims, judges or says it, as the document names them; None for a fact, and where it
        names nobody.
    relations: typed links to other entities of the digest.
    retired: a person deleted its bullet, or rejected it before it landed.
    shown_as: id of the statement that says it better, or None.
    superseded: it was true once; shown under History.
    form: the shape it has in its document. All but a sentence may have several lines.
    place: headings it stands under in its document, outermost first, none above the first; None where the
        document's shape does not count (layout ``things``).
    reason: why it was rejected, in a person's words; "" where nobody said.
    """

    id: str
    of: str
    kind: StatementKind
    text: str
    blocks: tuple[str, ...]
    holder: str | None = None
    relations: tuple[Relation, ...] = ()
    retired: bool = False
    shown_as: str | None = None
    superseded: bool = False
    form: Form = "sentence"
    place: tuple[str, ...] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A name or term that a document uses, with what tells whether it is worth a page.

    The counts are of this document alone; whether there is a page, the fold decides over all of them.

    name: as the document writes it most often.
    dimension: directory its page would be in: ``terms``, or ``people`` for one who speaks.
    uses: sentences that hold it.
    capital: uses with a capital inside a sentence.
    lower: uses in lower case.
    before_noun: uses as a part of what the words beside it make: "widget" in "widget settings", "Harbour"
        in "Harbour Board".
    heading: headings and titles that hold it.
    about: sentences that say something of it: it is their subject.
    blocks: ids of the blocks that say most of it, best first, at most 3.
    """

    name: str
    dimension: str
    uses: int
    capital: int = 0
    lower: int = 0
    before_noun: int = 0
    heading: int = 0
    about: int = 0
    blocks: tuple[str, ...] = ()
