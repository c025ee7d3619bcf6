"""From candidates to an order of evidence: what is near the names, and what says something new."""

from __future__ import annotations

import math
from typing import Final

from wikic.graph.pagerank import Weights, pagerank
from wikic.graph.wiki_graph import Graph
from wikic.navigate.ask.heuristic.candidates import Candidate, Pool
from wikic.navigate.ask.heuristic.options import Options

# What the page nearest to the names gets; the square root, since ranks fall steeply.
_NEAREST: Final = 0.25
# Of what a passage's own words are worth, this share is lost where others before it said them all.
_SAID: Final = 0.5
# What a page only shows has no words of its own to lose: this share of all it is worth goes instead.
_SHOWN: Final = 0.1
_ORDERED: Final = 40  # candidates put in order; nobody reads further


def add_nearness(pool: Pool, graph: Graph, options: Options) -> int:
    """Let nearness to the question's names count; returns how many pages it reached."""
    weights = None if options.relations else Weights(relation=0.7)
    if not options.mentions:
        weights = Weights(relation=1.0 if options.relations else 0.7, mention=0.0)
    ranks = pagerank(graph, pool.subjects(), weights=weights).scores
    most = max(ranks.values(), default=0.0)
    for candidate in pool.found.values():
        rank = ranks.get(candidate.passage.path, 0.0)
        candidate.near = _NEAREST * math.sqrt(rank / most) if rank else 0.0
    return len(ranks)


def order_candidates(pool: Pool) -> list[Candidate]:
    """The best candidates, one after another by score less what those before have said.

    What another document says in the same words is evidence as well: a passage of a document loses by others
    of its own page only. A question for several things takes the same words from each, so there nothing is
    lost.
    """
    left = pool.evidence(_ORDERED)
    if pool.question.shape == "enumeration" and not pool.seeds:
        for each in left:
            each.worth = each.score
        return left
    weights = pool.question.weights
    said: dict[str, set[str]] = {"": set()}
    ranked: list[Candidate] = []

    def worth(candidate: Candidate) -> float:
        page = candidate.passage.path if candidate.passage.article else ""
        return _worth(candidate, said.get(page, set()), weights)

    while left:
        best = max(left, key=lambda each: (worth(each), each.own))
        left.remove(best)
        best.worth = worth(best)
        ranked.append(best)
        said[""] |= best.held
        said.setdefault(best.passage.path, set()).update(best.held)
    return ranked


def _worth(candidate: Candidate, said: set[str], weights: dict[str, float]) -> float:
    every = math.fsum(weights[term] for term in candidate.held)
    new = math.fsum(weights[term] for term in candidate.held if term not in said)
    if candidate.passage.borrowed:
        return candidate.score * (1 - _SHOWN * (1 - new / every if every else 1.0))
    lost = 1 - new / every if every else 0.0
    return candidate.score - candidate.direct * _SAID * lost
