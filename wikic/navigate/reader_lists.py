"""What a reader is shown to choose from: the pages of a directory, and all documents. Values alone."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.navigate.facets import NONE, Facets
from wikic.navigate.reader_page import PageName


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
