"""A page as a reader is shown it, with what stands around it in the wiki; a source likewise.

Values alone: HTML, JSON, static files and servers render the same ones. Texts are Markdown as it stands on
disk; other pages are named by page path, and whoever renders them says what their addresses are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wikic.model.statement import StatementKind


@dataclass(frozen=True, slots=True)
class PageName:
    """Another page.

    path: page path. title, summary: of the page.
    """

    path: str
    title: str
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Cited:
    """What a fact cites of one source.

    source: number of the source on this page, from 1. blocks: ids of its sentences, in order.
    """

    source: int
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A fact of the page.

    id: of the statement.
    markdown: what it says.
    kind, holder: of the statement.
    citations: in order.
    reworded: whether a person gave it these words.
    borrowed: whether it stands here because it speaks of this page's name.
    notes: what people wrote below it and behind it, as Markdown.
    """

    id: str
    markdown: str
    kind: StatementKind
    holder: str | None
    citations: tuple[Cited, ...]
    reworded: bool
    borrowed: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A part of the page under one heading.

    heading: plain text, "" for what stands above all headings.
    level: 2 for the outermost.
    facts: in order.
    words: what people wrote here, as Markdown: above the facts where they stand there, or all there is.
    own: number of the section among those that people added, from 1; 0 for one of wikic's.
    generated: whether the heading is what every page calls facts of a kind.
    anchor: place of the heading in its page, where it has one of its own.
    marks: of a page that wikic did not write, lines of its words, from 0, with the id of the passage that
        begins there.
    """

    heading: str
    level: int
    facts: tuple[ShownFact, ...] = ()
    words: tuple[str, ...] = ()
    own: int = 0
    generated: bool = False
    anchor: str = ""
    marks: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Quoted:
    """A sentence, item, row or code of a source.

    id: of the block. text: as it stands there. cited: whether this page cites it.
    """

    id: str
    text: str
    cited: bool


@dataclass(frozen=True, slots=True)
class ShownSource:
    """A document that the page rests on.

    number: by which its facts cite it, from 1.
    article, digest: page paths of its two files.
    key, date: of the document. title: of its page, else its own.
    compiled_with: the curator that read it.
    passages: what is cited with its neighbours, in order of the document; each is one run of its sentences.
    page: page path of the page that is this document's own, or "".
    there: whether the document is in this wiki.
    """

    number: int
    article: str
    digest: str
    key: str
    title: str
    date: str | None
    compiled_with: str
    passages: tuple[tuple[Quoted, ...], ...]
    page: str = ""
    there: bool = True


@dataclass(frozen=True, slots=True)
class RelatedPages:
    """Pages that stand in one relation to this one.

    label: what they are to it, "" where the text only names them. pages: in order.
    """

    label: str
    pages: tuple[PageName, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A page that links here or names this one.

    page: that page.
    fact: id of its first fact or passage that does, or "".
    text: it, plain, or "".
    """

    page: PageName
    fact: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class ReaderPage:
    """A page and what stands around it.

    path, title, type, aliases, tags, summary: of the page.
    summary_markdown: the summary as Markdown.
    above: the directories it stands in, outermost first.
    sections: in order.
    related: relations first.
    mentions: pages that lead here and are not related, at most ``MOST_MENTIONS``; left: how many more do.
    sources: those the facts cite, by number.
    original: page path of the article whose page this is, or "".
    """

    path: str
    title: str
    type: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    summary: str
    above: tuple[PageName, ...]
    sections: tuple[ShownSection, ...]
    related: tuple[RelatedPages, ...]
    mentions: tuple[Mention, ...]
    left: int
    sources: tuple[ShownSource, ...]
    original: str = ""
    summary_markdown: str = ""


PieceShape = Literal["heading", "prose", "item", "row", "code", "turn", "quote", "picture"]


@dataclass(frozen=True, slots=True)
class SourcePiece:
    """A sentence, item, row, heading or code of a document.

    id: of the block, as facts cite it.
    text: as it stands there; of a heading its words, of a turn what is said.
    label: speaker of a turn, language of code, number of an item, else "".
    level: of a heading, from 1; of an item, from 0.
    cells: of a row. head: the cells above them.
    taken: whether the wiki states something of it.
    again: whether the same text stood in the document before, where its id leads.
    """

    id: str
    text: str
    label: str = ""
    level: int = 0
    cells: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    taken: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True)
class SourceGroup:
    """Pieces of one paragraph, list, table or turn; a heading and code stand alone."""

    shape: PieceShape
    pieces: tuple[SourcePiece, ...]


@dataclass(frozen=True, slots=True)
class ReaderSource:
    """A document as it was taken in.

    article: page path. key, title, date, location, author, language: of the article.
    groups: in order.
    page: page path of the page that is this document's own, or "".
    """

    article: str
    key: str
    title: str
    date: str | None
    location: str | None
    author: str | None
    language: str
    groups: tuple[SourceGroup, ...]
    page: str = ""
