"""One step along the links: from a passage to what it names, and to what names the same and says more.

A passage reached is worth what the passage before it was, by how well the link answers the question: a
relation it asks for most, then how many of the question's words not yet covered it holds (the score of a
two-hop page, issue 3). A cue is answered once on a chain: from a film to its director, not back to all his.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.graph.wiki_graph import KINDS, Graph
from wikic.navigate.ask.heuristic.candidates import Candidate, Passage, Pool
from wikic.navigate.ask.heuristic.options import Options
from wikic.navigate.ask.heuristic.term_forms import stem_text
from wikic.navigate.ask.heuristic.term_statistics import TermStatistics
from wikic.text.relation_labels import inverse

# What a link is worth by itself, by kind; from the page it leads to, it says less of the passage.
_ASKED, _RELATION, _NAMED = 1.0, 0.5, 0.45
_ASKED_BACK, _RELATION_BACK, _NAMED_BACK = 0.9, 0.35, 0.3
# Pages that more pages link to than this are led away from at random.
_HUB: Final = 60
_NEW_WORDS: Final = 0.8  # beside a link of 1.0
_ATTRIBUTE: Final = 0.4  # share of a link's worth that hangs on the kind of fact asked for
# Searches per passage for what names the same; each takes half a millisecond.
_BRIDGES: Final = 6
_PER_BRIDGE: Final = 6  # pages
# What names the same thing stands behind the page of that thing, where there is one.
_BESIDE: Final = 0.7
_TERMS: Final = 12  # terms, the weightiest
_ROOT: Final = frozenset[int]()


@dataclass(frozen=True, slots=True)
class _Link:
    """A page linked with a passage.

    worth: of the link itself.
    cue: place of the cue it answers, or -1.
    how: its label, or its kind.
    """

    worth: float
    cue: int
    how: str


def follow_links(
    pool: Pool, origin: Candidate, graph: Graph, statistics: TermStatistics, options: Options
) -> int:
    """Follow the links of one passage; returns how many passages it made better known."""
    question = pool.question
    left = {term: weight for term, weight in question.weights.items() if term not in origin.held}
    links = _best_links(pool, origin, graph, options)
    fresh = 0
    for path, link in links.items():
        used = origin.used | {link.cue} if link.cue >= 0 else origin.used
        common = 1 / (1 + math.log1p(graph.degree(graph.numbers[path])) / 8)
        for passage in pool.passages.of(path):
            said = _new_share(pool, passage, left)
            worth = link.worth * (1 - _ATTRIBUTE + _ATTRIBUTE * _attribute_share(pool, passage))
            gain = origin.score * common * (worth + _NEW_WORDS * said)
            fresh += pool.link(passage, gain, origin.passage, link.how, used)
    if left:
        fresh += _bridge_names(pool, origin, links, left, statistics)
    return fresh


def _bridge_names(
    pool: Pool, origin: Candidate, links: dict[str, _Link], left: dict[str, float], statistics: TermStatistics
) -> int:
    """From what a passage names to other pages that name it and hold the words still looked for."""
    terms = sorted(left, key=lambda term: (-left[term], term))[:_TERMS]
    best = sorted(links.items(), key=lambda item: (-item[1].worth, layout.stem(item[0]), item[0]))[:_BRIDGES]
    fresh = 0
    for path, link in best:
        name = next(iter(pool.passages.names(path)), "")
        words = frozenset(stem_text(name))
        if not words:
            continue
        rare = min(1.0, max(statistics.rarity(word) for word in words) / statistics.most)
        used = origin.used | {link.cue} if link.cue >= 0 else origin.used
        beside = _BESIDE if pool.passages.of(path) else 1.0
        for other in statistics.holding(terms, _PER_BRIDGE, naming=name):
            if other == origin.passage.path:
                continue
            for passage in pool.passages.of(other):
                said = _new_share(pool, passage, left)
                if said <= 0 or not _passage_names(passage, name):
                    continue
                asked = 0.5 if link.worth >= _ASKED_BACK else 0.0
                gain = origin.score * (0.5 + 0.5 * rare) * _NEW_WORDS * beside
                gain *= asked + said
                fresh += pool.link(passage, gain, origin.passage, f"names {name}", used)
    return fresh


def _new_share(pool: Pool, passage: Passage, left: dict[str, float]) -> float:
    """How much of the question a passage covers that was not covered yet, as a share."""
    held = pool.get(passage).held
    return math.fsum(left[term] for term in held if term in left) / pool.question.total


def _passage_names(passage: Passage, name: str) -> bool:
    folded = name.casefold()
    return any(folded in own.casefold() for own in passage.names) or any(
        folded in line.casefold() for line in passage.lines
    )


def _attribute_share(pool: Pool, passage: Passage) -> float:
    """The share of the kinds of fact asked for that a passage holds."""
    wanted = pool.question.attributes
    if not wanted:
        return 0.0
    return sum(any(each.shape.search(line) for line in passage.lines) for each in wanted) / len(wanted)


def _best_links(pool: Pool, origin: Candidate, graph: Graph, options: Options) -> dict[str, _Link]:
    """The pages linked with a passage, each by its best link."""
    number = graph.numbers.get(origin.passage.path)
    best: dict[str, _Link] = {}
    if number is None:
        return best
    for path, link in (
        *_links_out(pool, origin, graph, number, options),
        *_links_back(pool, origin, graph, number, options),
    ):
        if path not in best or link.worth > best[path].worth:
            best[path] = link
    return best


def _links_out(
    pool: Pool, origin: Candidate, graph: Graph, number: int, options: Options
) -> Iterator[tuple[str, _Link]]:
    passage = origin.passage
    text = "\n".join(passage.lines).casefold()
    alone = len(pool.passages.of(passage.path)) == 1
    for at in graph.out_range(number):
        target, kind = graph.targets[at], KINDS[graph.kinds[at]]
        if not graph.present[target] or (kind == "mention" and not options.mentions):
            continue
        path = graph.paths[target]
        # Links belong to pages; this passage has those whose name it holds, and a page of one passage all.
        typed = kind == "relation" and options.relations
        if not (typed and alone) and not any(name.casefold() in text for name in pool.passages.names(path)):
            continue
        cue = _open_cue(pool, graph.labels[graph.names[at]], origin.used) if typed else -1
        worth = _ASKED if cue >= 0 else _RELATION if typed else _NAMED
        yield path, _Link(worth, cue, graph.labels[graph.names[at]] or "mentions")


def _links_back(
    pool: Pool, origin: Candidate, graph: Graph, number: int, options: Options
) -> Iterator[tuple[str, _Link]]:
    edges = graph.back_range(number)
    if len(edges) > _HUB:
        return
    for at in edges:
        kind = KINDS[graph.kinds[at]]
        if kind == "mention" and not options.mentions:
            continue
        label = inverse(graph.labels[graph.names[at]]) if graph.labels[graph.names[at]] else ""
        typed = kind == "relation" and options.relations
        cue = _open_cue(pool, label, origin.used) if typed else -1
        worth = _ASKED_BACK if cue >= 0 else _RELATION_BACK if typed else _NAMED_BACK
        yield graph.paths[graph.sources[at]], _Link(worth, cue, label or "mentioned by")


def _open_cue(pool: Pool, label: str, used: frozenset[int]) -> int:
    """Place of the first cue that asks for a relation and is not answered yet, or -1."""
    for place, cue in enumerate(pool.question.cues):
        if place not in used and label in cue.labels:
            return place
    return -1
