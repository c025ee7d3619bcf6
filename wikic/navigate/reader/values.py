"""What a reader is shown: a page with what stands around it, a source, a directory, the list of documents.

Values alone: HTML, JSON, static files and servers render the same ones. Texts are Markdown as it stands on
disk; other pages are named by page path, and whoever renders them says what their addresses are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from wikic import layout
from wikic.model.statement import StatementKind
from wikic.navigate.library import Library
from wikic.navigate.reader.changes import Change


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
    article: whether the words are of a written article, not of people.
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
    article: bool = False
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
    before, after: its neighbours in a series of documents or notes, or None.
    history: the commits that changed it, the latest first.
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
    before: PageName | None = None
    after: PageName | None = None
    history: tuple[Change, ...] = ()


PieceShape = Literal["heading", "prose", "item", "row", "code", "formula", "turn", "quote", "picture"]


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

    article: page path. key, date, location, author, language: of the article.
    title: of its page, else its own.
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


_MOST: Final = 12  # facets of a kind


@dataclass(frozen=True, slots=True)
class Facet:
    """Something that some of the pages have.

    name: path of the directory, tag, or name of the collection. title: as people read it.
    count: of the pages.
    """

    name: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class Facets:
    """By what pages can be told apart, the commonest first; what all of them share tells nothing."""

    directories: tuple[Facet, ...] = ()
    tags: tuple[Facet, ...] = ()
    collections: tuple[Facet, ...] = ()


NONE: Final = Facets()


def facets_of(library: Library, paths: Sequence[str], *, tag: str = "", collection: str = "") -> Facets:
    """The facets of ``paths``; ``tag`` and ``collection`` are those they were narrowed to already."""
    directories: Counter[str] = Counter()
    tags: Counter[str] = Counter()
    collections: Counter[str] = Counter()
    for path in paths:
        entry = library.entry(path)
        directories[layout.directory(path)] += 1
        tags.update(set(entry.tags) if entry is not None else ())
        collections.update(library.collections(path))
    del tags[tag], collections[collection]
    shelves = tuple(
        Facet(path, library.directory(path).title, count)
        for path, count in _commonest_counts(directories, len(paths))
        if path and library.has_directory(path)
    )
    return Facets(shelves, *(_name_facets(counts, len(paths)) for counts in (tags, collections)))


def _name_facets(counts: Counter[str], pages: int) -> tuple[Facet, ...]:
    return tuple(Facet(name, name, count) for name, count in _commonest_counts(counts, pages))


def _commonest_counts(counts: Counter[str], pages: int) -> list[tuple[str, int]]:
    """The commonest that some pages have and others have not; equals in order of name."""
    telling = [(name, count) for name, count in counts.items() if count < pages]
    return sorted(telling, key=lambda each: (-each[1], each[0]))[:_MOST]


@dataclass(frozen=True, slots=True)
class ListedSource:
    """A document in the list of all.

    article: page path. key, title, date: of the document.
    facts: how many of the wiki's facts cite it.
    page: page path of the page that is this document's own, or "".
    """

    article: str
    key: str
    title: str
    date: str | None
    facts: int
    page: str


@dataclass(frozen=True, slots=True)
class ListedCollection:
    """The documents of a collection.

    name: of the collection, "" of documents whose key is lost. total: its documents.
    screen: number of the screen on which they begin.
    sources: those on the screen shown.
    """

    name: str
    total: int
    screen: int
    sources: tuple[ListedSource, ...] = ()


@dataclass(frozen=True, slots=True)
class ReaderSources:
    """One screen of the list of documents.

    collections: all there are, by name.
    number, count: of this screen, from 1, and of all.
    total: documents of the wiki.
    """

    collections: tuple[ListedCollection, ...]
    number: int
    count: int
    total: int


@dataclass(frozen=True, slots=True)
class ListedPages:
    """The pages of a directory under one heading of its index.

    heading: plain text, "" where the index has none. pages: in order.
    generated: whether the heading is what every index calls such a list.
    """

    heading: str
    pages: tuple[PageName, ...]
    generated: bool = False


@dataclass(frozen=True, slots=True)
class ShelfName:
    """A directory.

    path, title: of the directory. description: as Markdown.
    pages: how many stand in it and below. first: some of them.
    """

    path: str
    title: str
    description: str
    pages: int
    first: tuple[PageName, ...] = ()


@dataclass(frozen=True, slots=True)
class ReaderDirectory:
    """One screen of a directory.

    path, title: of the directory; path "" is the wiki itself, which may have no title.
    description: as Markdown.
    above: the directories it stands in, outermost first.
    below: the directories in it.
    lists: its pages on this screen.
    number, count: of this screen, from 1, and of all.
    total: pages on all screens.
    tag, collection: to which the list is narrowed, or "".
    facets: to what it can be narrowed further; on the first screen alone.
    """

    path: str
    title: str
    description: str
    above: tuple[PageName, ...]
    below: tuple[ShelfName, ...]
    lists: tuple[ListedPages, ...]
    number: int
    count: int
    total: int
    tag: str = ""
    collection: str = ""
    facets: Facets = NONE
