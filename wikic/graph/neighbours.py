"""The pages around some pages, with a limit against hubs.

A page that thousands link to ("Germany") says nothing about what it stands beside; walking through it reaches
everything (RLM-on-KG, section 3.8: degree explosions raise drift). So a node passes on only its best
neighbours, and one of very many passes on none unless it is asked for itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wikic.graph.edge import KINDS, EdgeKind
from wikic.graph.links import Graph

# Related Pages shows at most 50 (docs/disk-format.md); a reader follows no more from one page either.
PER_NODE: Final = 50
# More edges than this and a node is a hub: it is reached, and walked on from only as a seed.
HUB: Final = 500


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A page near the seeds.

    path: page path.
    hops: edges between it and the nearest seed; 0 for a seed.
    via: page path of the page it was reached from, "" for a seed.
    kind, label: of the edge it was reached by, as its source states it; ``relation`` before ``link`` before
        ``mention`` where there are several.
    outward: whether ``via`` states the edge.
    """

    path: str
    hops: int
    via: str
    kind: EdgeKind = "link"
    label: str = ""
    outward: bool = True


def neighbours(graph: Graph, path: str, *, limit: int = PER_NODE) -> list[Neighbour]:
    """The pages one edge away from ``path``, either way, each once.

    At most ``limit``: the strongest kind first, then the page of fewest edges, then by path. Empty where
    ``path`` is unknown.
    """
    number = graph.numbers.get(path)
    if number is None:
        return []
    best: dict[int, tuple[int, bool, int]] = {}
    for at in graph.out_range(number):
        _keep(best, graph.targets[at], (graph.kinds[at], False, at))
    for at in graph.back_range(number):
        _keep(best, graph.sources[at], (graph.kinds[at], True, at))
    best.pop(number, None)
    ranked = sorted(
        (kind, graph.degree(other), other, inward, at)
        for other, (kind, inward, at) in best.items()
        if graph.present[other]
    )
    return [
        Neighbour(graph.paths[other], 1, path, KINDS[kind], graph.labels[graph.names[at]], not inward)
        for kind, _, other, inward, at in ranked[:limit]
    ]


def neighbourhood(
    graph: Graph,
    seeds: Iterable[str],
    *,
    hops: int = 2,
    limit: int = 200,
    per_node: int = PER_NODE,
    hub: int = HUB,
) -> list[Neighbour]:
    """The pages within ``hops`` edges of ``seeds``, breadth first, at most ``limit`` with the seeds.

    per_node: how many neighbours one page passes on.
    hub: pages of more edges are reached but not walked on from, unless they are seeds.
    """
    start = sorted({seed for seed in seeds if seed in graph})[:limit]
    found = {path: Neighbour(path, 0, "") for path in start}
    edge = start
    for hop in range(1, hops + 1):
        reached: list[str] = []
        for path in edge:
            if hop > 1 and graph.degree(graph.numbers[path]) > hub:
                continue
            for near in neighbours(graph, path, limit=per_node):
                if len(found) >= limit:
                    return list(found.values())
                if near.path not in found:
                    found[near.path] = Neighbour(near.path, hop, path, near.kind, near.label, near.outward)
                    reached.append(near.path)
        edge = reached
    return list(found.values())


def _keep(best: dict[int, tuple[int, bool, int]], node: int, edge: tuple[int, bool, int]) -> None:
    if node not in best or edge < best[node]:
        best[node] = edge
