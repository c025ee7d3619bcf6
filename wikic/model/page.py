"""A knowledge page as values."""

from __future__ import annotations

from dataclasses import dataclass, field

from wikic.model.statement import StatementKind


@dataclass(frozen=True, slots=True)
class Citation:
    """A fact's address in a digest: ``[[sources/digests/slug#^p3f9a1c02]]``.

    digest: page path of the digest.
    block: id of the block.
    """

    digest: str
    block: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One bullet that rests on statements.

    id: id of the statement, ``f`` and eight hex digits.
    text: what it says.
    citations: in order of digest (document date, key), then block position.
    kind: of the statement.
    holder: of the statement.
    superseded: it stands under History.
    reworded: a person gave it the words it has.
    """

    id: str
    text: str
    citations: tuple[Citation, ...]
    kind: StatementKind = "fact"
    holder: str | None = None
    superseded: bool = False
    reworded: bool = False


@dataclass(frozen=True, slots=True)
class RelatedPage:
    """An entry of Related Pages.

    stem: of the other knowledge page.
    label: how the other page's subject relates to this page's, "father of John V".
    """

    stem: str
    label: str


@dataclass(frozen=True, slots=True)
class SourceLine:
    """An entry of Related Sources.

    digest: page path of the digest.
    title: the document's title.
    id: ``r`` and eight hex digits over the statements this page took from it.
    """

    digest: str
    title: str
    id: str


@dataclass(frozen=True, slots=True)
class Section:
    """A section that people added: its heading line and everything below it, as they wrote it."""

    heading: str
    body: str


@dataclass(frozen=True, slots=True)
class Head:
    """The part of a page's frontmatter and summary that the fold generates and ``fold:`` stamps.

    aliases: without the title, sorted.
    tags: sorted.
    summary: one line, or "".
    """

    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What people changed on a page, told from what the fold wrote.

    keep: aliases, tags and summary people added; an empty summary means none was given.
    drop: aliases and tags people removed.
    rewordings: pairs of statement id and people's words for it.
    bullets: bullets people added to Key Facts, as they wrote them, without ``- ``.
    sections: sections people added, in order.
    title: the title people gave the page, or None.
    redirects: stems the page had before people renamed it.
    home: directory people moved the page to, or None.
    extra: frontmatter keys wikic does not know, as YAML source lines, in order.
    """

    keep: Head = Head()
    drop: Head = Head()
    rewordings: tuple[tuple[str, str], ...] = ()
    bullets: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    title: str | None = None
    redirects: tuple[str, ...] = ()
    home: str | None = None
    extra: str = ""

    def __bool__(self) -> bool:
        return self != Overlay()


@dataclass(frozen=True, slots=True)
class Page:
    """A knowledge page, ready to be rendered.

    path: page path.
    type: its dimension, the directory the fold would give it.
    title: text of its heading.
    created: earliest ``ingested`` of its digests.
    head: aliases, tags and summary as shown (people's included).
    facts: in order; those under Claims, Judgements, Quotations and History included.
    related: at most 50, ordered by label, then stem.
    sources: ordered by page path of the digest.
    overlay: what people changed.
    """

    path: str
    type: str
    title: str
    created: str
    head: Head
    facts: tuple[Fact, ...] = ()
    related: tuple[RelatedPage, ...] = ()
    sources: tuple[SourceLine, ...] = ()
    overlay: Overlay = field(default_factory=Overlay)
