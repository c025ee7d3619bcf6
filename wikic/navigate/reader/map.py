"""The whole wiki as a map: its most linked pages, where they stand, and what joins them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from wikic.graph.plane import lay_out
from wikic.graph.wiki_graph import Graph
from wikic.navigate.library import Library
from wikic.navigate.reader.values import PageName

MOST: Final = 2_000  # pages: more are a cloud, and would take seconds to lay out
_EDGES: Final = 6  # of a page that draw it somewhere
_WEIGHT: Final = {"relation": 3, "link": 2, "mention": 1}


@dataclass(frozen=True, slots=True)
class MappedPage:
    """A page on the map.

    path, title: of the page. shelf: number of its directory in ``WikiMap.shelves``.
    x, y: about one unit from the next page. links: how many lead from and to it.
    """

    path: str
    title: str
    shelf: int
    x: float
    y: float
    links: int


@dataclass(frozen=True, slots=True)
class WikiMap:
    """A map.

    pages: the most linked, at most ``MOST``, those with most links first.
    shelves: directories of these pages right below the root, "" the root itself; the fullest first.
    edges: pairs of places in ``pages``, each once.
    total: pages of the wiki.
    """

    pages: tuple[MappedPage, ...]
    shelves: tuple[PageName, ...]
    edges: tuple[tuple[int, int], ...]
    total: int


def wiki_map(library: Library) -> WikiMap:
    """The map of a wiki; the same wiki gives the same map. Takes seconds."""
    graph, known = library.graph, library.catalogue.pages
    links = {path: graph.degree(graph.numbers[path]) for path in known if path in graph}
    paths = sorted(links, key=lambda path: (-links[path], path))[:MOST]
    of = [path.partition("/")[0] if "/" in path else "" for path in paths]
    full = Counter(of)
    names = sorted(full, key=lambda name: (-full[name], name))
    shelf = {name: number for number, name in enumerate(names)}
    edges = _edges(graph, paths)
    # Groups begin in order of their size, pages of a group by their links.
    order = sorted(range(len(paths)), key=lambda at: (shelf[of[at]], at))
    turn = {at: number for number, at in enumerate(order)}
    found = lay_out([shelf[of[at]] for at in order], [(turn[one], turn[other]) for one, other in edges])
    pages = tuple(
        MappedPage(path, library.title(path), shelf[of[at]], *found[turn[at]], links[path])
        for at, path in enumerate(paths)
    )
    shelves = tuple(
        PageName(name, library.directory_title(name) if library.has_directory(name) else "") for name in names
    )
    return WikiMap(pages, shelves, edges, len(known))


def _edges(graph: Graph, paths: list[str]) -> tuple[tuple[int, int], ...]:
    """What joins pages most: of each page a few, relations before links before mentions."""
    at = {path: number for number, path in enumerate(paths)}
    weights: Counter[tuple[int, int]] = Counter()
    for path, number in at.items():
        for edge in graph.out(path):
            other = at.get(edge.target)
            if other is not None and other != number:
                weights[min(number, other), max(number, other)] += _WEIGHT[edge.kind]
    taken: Counter[int] = Counter()
    found: list[tuple[int, int]] = []
    for (one, other), _ in sorted(weights.items(), key=lambda each: (-each[1], each[0])):
        if min(taken[one], taken[other]) < _EDGES:
            taken.update((one, other))
            found.append((one, other))
    return tuple(sorted(found))
