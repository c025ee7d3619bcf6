"""The whole wiki as a map: its most linked pages, where they stand on a plane, and what joins them.

Nodes of a group begin in a spiral of their own, and forces move them from there (Fruchterman and Reingold,
1991): edges pull, near nodes push. Nothing is drawn by chance and only arithmetic that IEEE 754 rounds the
same everywhere is used, so the same graph gives the same places.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from wikic.graph.wiki_graph import Graph
from wikic.navigate.library import Library
from wikic.navigate.reader.values import PageName

_ROUNDS: Final = 60  # rounds of pushing
_APART: Final = 1.0  # distance that neighbours keep
_REACH: Final = 2  # how far nodes push, in that distance
# Cosine and sine of the golden angle: turned by it again and again, points fill a disc evenly.
_TURN: Final = (-0.7373688780783197, 0.6754902942615238)

Places = list[tuple[float, float]]


def lay_out(groups: Sequence[int], edges: Sequence[tuple[int, int]]) -> Places:
    """A place for each node, about one unit from the next.

    groups: of each node, a number from 0. edges: pairs of nodes, each once.
    """
    at = _start_places(groups)
    for number in range(_ROUNDS):
        step = _APART * (1 - number / _ROUNDS)
        pushed = _push_nodes(at)
        for one, other in edges:
            dx, dy = at[other][0] - at[one][0], at[other][1] - at[one][1]
            pull = sqrt(dx * dx + dy * dy) / _APART / 4
            for node, sign in ((one, 1), (other, -1)):
                pushed[node][0] += sign * dx * pull
                pushed[node][1] += sign * dy * pull
        for node, (dx, dy) in enumerate(pushed):
            # A weak pull to the middle keeps what nothing joins from drifting away.
            dx, dy = dx - at[node][0] / 200, dy - at[node][1] / 200
            length = sqrt(dx * dx + dy * dy)
            if length > step:
                dx, dy = dx * step / length, dy * step / length
            at[node] = at[node][0] + dx, at[node][1] + dy
    return at


def _start_places(groups: Sequence[int]) -> Places:
    """Groups along one spiral by the room they need, and the nodes of each along its own."""
    members: defaultdict[int, list[int]] = defaultdict(list)
    for node, group in enumerate(groups):
        members[group].append(node)
    at: Places = [(0.0, 0.0)] * len(groups)
    direction, taken = (1.0, 0.0), 0.0
    for nodes in members.values():
        middle = sqrt(taken + len(nodes) / 2) * 1.2 * _APART if taken else 0.0
        taken += len(nodes)
        cx, cy = direction[0] * middle, direction[1] * middle
        direction = _turn_way(direction)
        way = (1.0, 0.0)
        for number, node in enumerate(nodes):
            out = sqrt(number) * 0.6 * _APART
            at[node] = cx + way[0] * out, cy + way[1] * out
            way = _turn_way(way)
    return at


def _turn_way(way: tuple[float, float]) -> tuple[float, float]:
    x, y = way
    return x * _TURN[0] - y * _TURN[1], x * _TURN[1] + y * _TURN[0]


def _push_nodes(at: Places) -> list[list[float]]:
    """How each node is pushed by those near it, found by the cells of a grid."""
    side = _APART * _REACH
    cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for node, (x, y) in enumerate(at):
        cells[int(x // side), int(y // side)].append(node)
    pushed = [[0.0, 0.0] for _ in at]
    for (column, row), inside in cells.items():
        near = [
            other
            for dx, dy in ((0, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
            for other in cells.get((column + dx, row + dy), ())
        ]
        for first, node in enumerate(inside):
            x, y = at[node]
            own = pushed[node]
            for other in near[first + 1 :]:
                dx, dy = x - at[other][0], y - at[other][1]
                square = dx * dx + dy * dy
                if square < side * side:
                    # Two in one place part along a line that their numbers give.
                    dx, dy, square = (dx, dy, square) if square > 1e-9 else (0.01, 0.003 * (node % 7), 1e-4)
                    force = _APART * _APART / square
                    own[0] += dx * force
                    own[1] += dy * force
                    pushed[other][0] -= dx * force
                    pushed[other][1] -= dy * force
    return pushed


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
    edges = _strongest_edges(graph, paths)
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


def _strongest_edges(graph: Graph, paths: list[str]) -> tuple[tuple[int, int], ...]:
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
