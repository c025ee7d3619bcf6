"""A knowledge page as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from wikic.model.statement import StatementKind


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence that a fact rests on: ``../sources/digests/slug.md#p3f9a1c02``.

    digest: page path of the digest.
    block: id of the block.
    in_article: the digest leaves the sentence to its article, and so the link leads there.
    """

    digest: str
    block: str
    in_article: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Fact:
    """One bullet that rests on statements.

    id: id of the statement, ``f`` and eight hex digits.
    text: what it says.
    citations: in order of digest (document date, key), then block position.
    quotes: what each of them quotes, where it is known.
    kind: of the statement.
    holder: of the statement.
    superseded: it stands under History.
    reworded: a person gave it the words it has.
    below: lines people wrote under its bullet, or "".
    place: headings it stands under on the page of its own document, outermost first; None elsewhere.
    borrowed: it stands here because it speaks of this page's name; its home is the page of its document.
    differing: no document says it: it tells where documents give the page's thing two values; borrowed, too.
    """

    id: str
    text: str
    citations: tuple[Citation, ...]
    kind: StatementKind = "fact"
    holder: str | None = None
    superseded: bool = False
    reworded: bool = False
    below: str = ""
    place: tuple[str, ...] | None = None
    borrowed: bool = False
    differing: bool = False
    quotes: tuple[str, ...] = ()


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
class Own:
    """A bullet, paragraph or heading that people added among a page's facts.

    text: as they wrote it.
    after: id of the statement whose bullet it stands behind, "" above all of them.
    """

    text: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section that people added, as they wrote it.

    heading: its heading line, ``## Notes``.
    body: everything below it up to the next heading of its level, without outer blank lines.
    after: name of the generated section it stands behind, "" when it stands before all of them.
    """

    heading: str
    body: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class Head:
    """The part of a page without ids of its own, which the fold generates and ``fold:`` stamps.

    aliases: without the title, sorted.
    tags: sorted.
    summary: one line, or "".
    related: lines of Related Pages, without ``- ``, in order: what the fold gives as ``[[stem]] -- labels``,
        what people wrote as they wrote it.
    """

    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    summary: str = ""
    related: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """What people changed on a page, told from what the fold wrote.

    keep: what people added to the head; an empty summary means they gave none.
    drop: what people removed from the head; a non-empty summary means they want none.
    rewordings: pairs of statement id and people's words for it, as Markdown, in order of id; of a document on
        its page, and of a written article, of a leaf's address and the Markdown in its place.
    notes: pairs of statement id and the lines people wrote under its bullet, in order of id.
    bullets: what people added among the facts.
    sections: sections people added, in order.
    title: the title people gave the page, or None.
    redirects: stems the page had before people renamed it.
    home: directory people moved the page to, or None.
    extra: frontmatter keys wikic does not know, with their values, in order.
    refused: ids of borrowed statements whose bullets people deleted here, and addresses of what they deleted
        of a written article, sorted.
    """

    keep: Head = Head()
    drop: Head = Head()
    rewordings: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    bullets: tuple[Own, ...] = ()
    sections: tuple[Section, ...] = ()
    title: str | None = None
    redirects: tuple[str, ...] = ()
    home: str | None = None
    extra: tuple[tuple[str, Any], ...] = ()
    refused: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self != NO_OVERLAY


NO_OVERLAY: Final = Overlay()  # one for all pages that nobody changed


@dataclass(frozen=True, slots=True)
class Page:
    """A knowledge page, ready to be rendered.

    path: page path.
    type: its dimension, the directory the fold would give it.
    title: text of its heading.
    stamp: ``fold:``, eight hex digits over the head the fold gave it, or "" on a page people wrote.
    created: earliest ``ingested`` of its digests, "" where only people's words are left.
    head: as shown, people's additions included and their removals left out.
    facts: in order; those under Claims, Judgements, Quotations and History included, borrowed ones last.
    sources: ordered by page path of the digest.
    overlay: what people changed.
    redirects: stems of other pages that ``identity.yaml`` leads here.
    borrows: stamp over the ids of its borrowed statements, "" where it has none.
    document: key of the document whose page it is, "" for the page of a thing or a term.
    body: of a document's page, the document's Markdown as it is shown; there are no facts then. Of others
        the article that a model composed, or "".
    article: file path of the object that the article is from. sentences: of it, with what they rest on.
    written: of it, how much it rests on, for a reader.
    note: what of the body the fold wrote (``wiki.document_page``).
    leads: stem, page path and title of each page that generated lines of Related Pages lead to.
    wikilinks: whether generated links are wikilinks.
    """

    path: str
    type: str
    title: str
    created: str
    head: Head
    stamp: str = ""
    facts: tuple[Fact, ...] = ()
    sources: tuple[SourceLine, ...] = ()
    overlay: Overlay = field(default_factory=Overlay)
    redirects: tuple[str, ...] = ()
    borrows: str = ""
    document: str = ""
    body: str = ""
    article: str = ""
    sentences: tuple[Fact, ...] = ()
    written: str = ""
    note: tuple[str, ...] = ()
    leads: tuple[tuple[str, str, str], ...] = ()
    wikilinks: bool = False
