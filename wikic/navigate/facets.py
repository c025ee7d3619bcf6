"""What a reader can narrow a list of pages to: directories, tags, collections of documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.navigate.library import Library

_MOST: Final = 12


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
        for path, count in _common(directories, len(paths))
        if library.has_directory(path)
    )
    return Facets(shelves, *(_named(counts, len(paths)) for counts in (tags, collections)))


def _named(counts: Counter[str], pages: int) -> tuple[Facet, ...]:
    return tuple(Facet(name, name, count) for name, count in _common(counts, pages))


def _common(counts: Counter[str], pages: int) -> list[tuple[str, int]]:
    """The commonest that some pages have and others have not; equals in order of name."""
    telling = [(name, count) for name, count in counts.items() if count < pages]
    return sorted(telling, key=lambda each: (-each[1], each[0]))[:_MOST]
