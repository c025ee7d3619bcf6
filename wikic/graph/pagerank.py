"""Personalised PageRank: how near every page is to some seeds, over all paths at once.

Approximate push (Andersen, Chung, Lang: "Local graph partitioning using PageRank vectors", FOCS 2006): mass
starts at the seeds, and a node that holds more than ``epsilon`` per edge keeps the share ``alpha`` and hands
the rest on. Only the surroundings of the seeds are touched, so time does not grow with the wiki, and a hub is
pushed only when much mass came to it. ``benchmarks/graph.py`` compares it with power iteration.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wikic.graph.wiki_graph import KINDS, EdgeKind, Graph

# Chance to stop at each step. Evidence of a question lies one to three edges from its names; with the web's
# 0.15 half of the mass walks four steps and more.
ALPHA: Final = 0.3
# Mass per edge not worth handing on: push misses one of the best 50 pages and takes 3 ms at any size.
EPSILON: Final = 1e-4
# Into a node of d edges an edge weighs d ** -DAMPING of what it weighs into one of a single edge.
DAMPING: Final = 0.5


@dataclass(frozen=True, slots=True)
class Weights:
    """How much of a page's mass an edge of each kind takes, relative to the others; 0 closes it.

    Edges are walked both ways: who a page is linked from says as much as where it links.
    damping: how much less an edge weighs that leads into a hub.
    """

    relation: float = 1.0
    link: float = 0.7
    mention: float = 0.5
    damping: float = DAMPING

    def of(self, kind: EdgeKind) -> float:
        return (self.relation, self.link, self.mention)[KINDS.index(kind)]


@dataclass(frozen=True, slots=True)
class Ranks:
    """The result of one walk.

    scores: page path to rank, above 0, highest first, then by path; they and ``left`` add up to 1.
    left: mass that was not worth handing on: no score is too low by more.
    pushes: how many nodes were pushed.
    """

    scores: dict[str, float]
    left: float
    pushes: int


def pagerank(
    graph: Graph,
    seeds: Mapping[str, float],
    *,
    weights: Weights | None = None,
    alpha: float = ALPHA,
    epsilon: float = EPSILON,
    max_pushes: int = 200_000,
) -> Ranks:
    """Rank pages by their nearness to ``seeds``.

    seeds: page path to weight; weights at or below 0 and paths that are no pages do not count. With no seed
        left nothing is ranked.
    max_pushes: a bound on the work; what it leaves undone is in ``left``.

    The same graph and seeds give the same floats, whatever the order of ``seeds``. Raises ValueError for
    ``alpha`` outside (0, 1] and ``epsilon`` at or below 0.
    """
    if not 0 < alpha <= 1 or epsilon <= 0:
        raise ValueError(f"alpha {alpha} or epsilon {epsilon} out of range")
    chosen = sorted(
        (graph.numbers[path], weight) for path, weight in seeds.items() if weight > 0 and path in graph
    )
    total = sum(weight for _, weight in chosen)
    walk = _Walk(graph, weights or Weights())
    residual = {number: weight / total for number, weight in chosen}
    kept: dict[int, float] = {}
    queue = deque(number for number, mass in residual.items() if mass >= walk.worth(number, epsilon))
    queued = set(queue)
    pushes = 0
    while queue and pushes < max_pushes:
        number = queue.popleft()
        queued.discard(number)
        mass = residual.pop(number)
        steps = walk.steps(number)
        pushes += 1
        # A page that leads nowhere keeps all that came.
        kept[number] = kept.get(number, 0.0) + (alpha * mass if steps else mass)
        handed = (1 - alpha) * mass
        for other, share in steps:
            held = residual.get(other, 0.0) + handed * share
            residual[other] = held
            if other not in queued and held >= walk.worth(other, epsilon):
                queued.add(other)
                queue.append(other)
    ranked = sorted(kept.items(), key=lambda item: (-item[1], item[0]))
    left = sum(residual.values())
    return Ranks({graph.paths[number]: rank for number, rank in ranked}, left, pushes)


class _Walk:
    """Where mass goes from a node, worked out when a node is first pushed."""

    def __init__(self, graph: Graph, weights: Weights) -> None:
        self._graph = graph
        self._weights = [weights.of(kind) for kind in KINDS]
        self._damping = weights.damping
        self._steps: dict[int, list[tuple[int, float]]] = {}

    def worth(self, number: int, epsilon: float) -> float:
        """The least mass worth pushing from a node."""
        return epsilon * max(self._graph.degree(number), 1)

    def steps(self, number: int) -> list[tuple[int, float]]:
        """The neighbours of a node and the share each gets; shares add up to 1, or there are none."""
        found = self._steps.get(number)
        if found is None:
            found = self._steps[number] = self._work_out(number)
        return found

    def _work_out(self, number: int) -> list[tuple[int, float]]:
        graph = self._graph
        # Several edges between two pages say one thing more than once: the strongest counts.
        strongest: dict[int, float] = {}
        for at in graph.out_range(number):
            self._take(strongest, graph.targets[at], self._weights[graph.kinds[at]])
        for at in graph.back_range(number):
            self._take(strongest, graph.sources[at], self._weights[graph.kinds[at]])
        strongest.pop(number, None)
        damped = [
            (other, weight * graph.degree(other) ** -self._damping)
            for other, weight in sorted(strongest.items())
            if weight > 0 and graph.present[other]
        ]
        total = sum(weight for _, weight in damped)
        return [(other, weight / total) for other, weight in damped]

    @staticmethod
    def _take(strongest: dict[int, float], other: int, weight: float) -> None:
        if weight > strongest.get(other, 0.0):
            strongest[other] = weight
