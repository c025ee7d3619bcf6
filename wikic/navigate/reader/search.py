"""What a reader finds: pages by the first letters of their names while typing, and a page of results."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nsmallest
from typing import Final

from wikic.navigate.indexes.catalogue import Catalogue
from wikic.navigate.library import Library
from wikic.navigate.reader.values import Facets, PageName, facets_of

MOST: Final = 100  # results of a search
_WORDS: Final = 6  # of a name by which it is found
_LONGEST: Final = 100  # characters of a name that are compared


@dataclass(frozen=True, slots=True)
class ReaderHit:
    """A page that was found.

    path, title, summary: of the page. snippet: the line that says most, "" where the summary does.
    """

    path: str
    title: str
    summary: str
    snippet: str


@dataclass(frozen=True, slots=True)
class ReaderSearch:
    """What a search found.

    query: as asked. directory, tag, collection: to which it was narrowed, or "".
    hits: best first, at most ``MOST``.
    facets: what the hits can be narrowed to.
    """

    query: str
    directory: str
    tag: str
    collection: str
    hits: tuple[ReaderHit, ...]
    facets: Facets


def find_pages(
    library: Library, query: str, directory: str = "", tag: str = "", collection: str = ""
) -> ReaderSearch:
    """Pages for a query. Raises FormatError when the index is damaged meanwhile."""
    among = library.of_collection(collection) if collection else None
    found = library.search.search(
        query, limit=MOST, directory=directory or None, tag=tag or None, among=among
    )
    # One that went since the index was made has no entry.
    hits = [hit for hit in found if library.entry(hit.path) is not None]
    shown = tuple(
        ReaderHit(
            hit.path,
            hit.title,
            hit.summary,
            hit.snippet if hit.snippet not in (hit.summary, hit.title) else "",
        )
        for hit in hits
    )
    facets = facets_of(library, [hit.path for hit in hits], tag=tag, collection=collection)
    return ReaderSearch(query, directory, tag, collection, shown, facets)


class Suggestions:
    """Names of pages by their beginnings, made anew when the catalogue is another one."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: tuple[Catalogue, list[tuple[str, int, str]]] | None = None

    def near(self, typed: str, limit: int) -> tuple[PageName, ...]:
        """Pages whose name, or a word of it, begins as typed; then those that a search finds.

        Raises FormatError when the index is damaged meanwhile.
        """
        start = " ".join(typed.casefold().split())[:_LONGEST]
        if not start or limit < 1:
            return ()
        known, names = self._made()
        places: dict[str, int] = {}
        for _, word, path in _beginning(names, start):
            places[path] = min(word, places.get(path, word))
        pages = known.pages
        best = nsmallest(
            limit, places, key=lambda path: (places[path] > 0, -pages[path].facts, pages[path].title)
        )
        if len(best) < limit:
            hits = self._library.search.search(typed, limit=limit)
            best += [hit.path for hit in hits if hit.path not in places and hit.path in pages]
        return tuple(PageName(path, pages[path].title, pages[path].summary) for path in best[:limit])

    def _made(self) -> tuple[Catalogue, list[tuple[str, int, str]]]:
        known, held = self._library.catalogue, self._known
        if held is None or held[0] is not known:
            self._known = held = known, sorted(_keys(known))
        return held


def _keys(known: Catalogue) -> Iterator[tuple[str, int, str]]:
    """Each name from each of its first words on, with the word's number and the page."""
    for page in known.names():
        for name in dict.fromkeys((page.title, *page.aliases)):
            words = name.casefold().split()
            for number in range(min(len(words), _WORDS)):
                yield " ".join(words[number:])[:_LONGEST], number, page.path


def _beginning(names: list[tuple[str, int, str]], start: str) -> Iterator[tuple[str, int, str]]:
    for at in range(bisect_left(names, (start, -1, "")), len(names)):
        if not names[at][0].startswith(start):
            return
        yield names[at]
