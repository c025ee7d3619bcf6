"""``rlm`` and ``graphrag-local``: RLM-on-KG's two baselines by rules, over its mention graph (section 3.1).

The paper finds people, organisations and places with spaCy; here the entities are the wiki's pages, told by
their names. Two entities of one chunk are neighbours. Chunks are ranked by the vectors of an embedding model
where one is named, as in the paper, else by BM25.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from wikic.evaluate.arms.arm import Means
from wikic.evaluate.arms.passages import Bm25, Dense, Find, Order, Passage, window_passages
from wikic.navigate.library import Library

K: Final = 20  # chunks that are evidence
_DEPTH: Final = 3
_BARREN: Final = 2  # entities in a row that bring no new chunk
_SEED_CHUNKS: Final = 8  # GraphRAG-local, section 3.5
_ENTITIES: Final = 12
_EXPANDED: Final = 12
BACKFILL: Final = 0.9  # of its score, for what the walk did not find (section 3.4)
_SEEDS: Final = 10  # entities that a question begins with (section 3.7)
_FEW: Final = 3  # exact names, below which mistyped ones count too


class MentionGraph:
    """Chunks and the entities they name.

    chunks: of all documents, in order. mentions: places of the chunks that name a page, by its path.
    entities: paths of the pages that a chunk names, by its place.
    """

    def __init__(self, chunks: Iterable[Passage], named: Callable[[str, bool], tuple[str, ...]]) -> None:
        """named: paths of the pages that a text names; and whether names may be mistyped."""
        self._named = named
        self.chunks: Final = tuple(chunks)
        self.entities: Final = tuple(named(chunk.text, False) for chunk in self.chunks)
        self.mentions: dict[str, list[int]] = {}
        for at, paths in enumerate(self.entities):
            for path in paths:
                self.mentions.setdefault(path, []).append(at)

    def search(self, question: str) -> list[str]:
        """Entities that ``question`` names, those of most chunks first (``entity_search``)."""
        found = self._named(question, False)
        if len(found) < _FEW:
            found = tuple(dict.fromkeys((*found, *self._named(question, True))))
        return sorted(found, key=lambda path: -len(self.mentions.get(path, ())))[:_SEEDS]

    def neighbours(self, path: str) -> list[str]:
        """Entities that share a chunk with one, those that share most first (``expand_neighbors``)."""
        shared = Counter(each for at in self.mentions.get(path, ()) for each in self.entities[at])
        del shared[path]
        return [each for each, _ in shared.most_common()]


def mention_graph(library: Library) -> MentionGraph:
    """The graph of a wiki's documents; reads every one."""
    names = library.names

    def named(text: str, typos: bool) -> tuple[str, ...]:
        found = names.find(text, typos=typos)
        return tuple(dict.fromkeys(path for each in found for path in each.paths))

    return MentionGraph(window_passages(library), named)


def along_mentions(means: Means, walk: Callable[[MentionGraph, str, Order], Sequence[int]]) -> Find:
    """walk: places of the chunks for a question, best first, of the graph and the ranking of all."""
    graph = mention_graph(means.library)
    texts = [chunk.text for chunk in graph.chunks]
    embedder = means.embedder
    rank = Bm25(texts).rank if embedder is None else Dense(texts, embedder, means.progress).rank
    return lambda question: [
        graph.chunks[at] for at in walk(graph, question, rank(question, len(graph.chunks)))
    ]


def walk_mentions(graph: MentionGraph, question: str, order: Order) -> list[int]:
    """Breadth first from what the question names, three steps at most (RLM-on-KG, algorithm 2).

    It ends with 20 chunks, or after two entities in a row that brought none. What lacks is filled up from the
    ranking, at nine tenths of its score, and all of it is ranked together (section 3.4).
    """
    depth = dict.fromkeys(graph.search(question), 0)
    frontier, collected, barren = deque(depth), dict[int, None](), 0
    while frontier and len(collected) < K and barren < _BARREN:
        entity = frontier.popleft()
        before = len(collected)
        collected |= dict.fromkeys(graph.mentions.get(entity, ()))
        barren = 0 if len(collected) > before else barren + 1
        if depth[entity] < _DEPTH:
            fresh = [each for each in graph.neighbours(entity) if each not in depth]
            depth |= dict.fromkeys(fresh, depth[entity] + 1)
            frontier.extend(fresh)
    scores = dict(order)
    missing = max(0, K - len(collected))
    backfill = [at for at, _ in order if at not in collected][:missing]
    worth = {at: scores.get(at, 0.0) for at in collected}
    worth |= {at: min(scores[at], BACKFILL * scores[at]) for at in backfill}
    places = {at: number for number, (at, _) in enumerate(order)}
    return sorted(worth, key=lambda at: (-worth[at], places.get(at, len(places)), at))[:K]


def graphrag_local(graph: MentionGraph, question: str, order: Order) -> list[int]:
    """The best 8 chunks, what their 12 commonest entities name, ranked anew (RLM-on-KG, section 3.5)."""
    seeds = [at for at, _ in order[:_SEED_CHUNKS]]
    counts = Counter(entity for at in seeds for entity in graph.entities[at])
    expanded = dict.fromkeys(
        at for entity, _ in counts.most_common(_ENTITIES) for at in graph.mentions[entity] if at not in seeds
    )
    return _ranked([*seeds, *[*expanded][:_EXPANDED]], order)[:K]


def _ranked(places: dict[int, None] | list[int], order: Order) -> list[int]:
    """Places by the ranking; those it does not have stand last, in their order."""
    rank = {at: number for number, (at, _) in enumerate(order)}
    return sorted(places, key=lambda at: (rank.get(at, len(rank)), at))
