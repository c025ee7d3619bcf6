"""What a reader finds: pages by the first letters of their names while typing, and a page of results."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nsmallest
from typing import Final

from wikic.navigate.indexes.catalogue_view import LONGEST_NAME
from wikic.navigate.library import Library
from wikic.navigate.reader.values import Facets, PageName, facets_of

MOST: Final = 100  # results of a search


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


def suggest_pages(library: Library, typed: str, limit: int) -> tuple[PageName, ...]:
    """Pages whose name, or a word of it, begins as typed; then those that a search finds.

    Raises FormatError when the index is damaged meanwhile.
    """
    start = " ".join(typed.casefold().split())[:LONGEST_NAME]
    if not start or limit < 1:
        return ()
    pages = library.catalogue.pages
    places: dict[str, int] = {}
    for path, word in library.names_from(start):
        if path in pages:
            places[path] = min(word, places.get(path, word))
    best = nsmallest(
        limit, places, key=lambda path: (places[path] > 0, -pages[path].facts, pages[path].title)
    )
    if len(best) < limit:
        hits = library.search.search(typed, limit=limit)
        best += [hit.path for hit in hits if hit.path not in places and hit.path in pages]
    return tuple(PageName(path, pages[path].title, pages[path].summary) for path in best[:limit])
