"""``rlm`` and ``graphrag-local``: RLM-on-KG's two baselines by rules, over its mention graph.

Chunks are ranked by the vectors of an embedding model where one is named, as in the paper, else by BM25.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Final

from wikic.evaluate.arms.bm25 import Bm25
from wikic.evaluate.arms.dense import Dense
from wikic.evaluate.arms.means import Means
from wikic.evaluate.arms.mention_graph import MentionGraph, mention_graph
from wikic.evaluate.reply import CONTEXT, Reply
from wikic.llm.tokens import text_tokens

K: Final = 20  # chunks that are evidence
_DEPTH: Final = 3
_BARREN: Final = 2  # entities in a row that bring no new chunk
_SEED_CHUNKS: Final = 8  # GraphRAG-local, section 3.5
_ENTITIES: Final = 12
_EXPANDED: Final = 12

BACKFILL: Final = 0.9  # of its score, for what the walk did not find (section 3.4)

Order = Sequence[tuple[int, float]]
"""Places of all chunks that a ranking has, with their scores, best first."""


class GraphArm:
    """Chunks found along a mention graph as an arm."""

    def __init__(
        self, name: str, means: Means, find: Callable[[MentionGraph, str, Order], Sequence[int]]
    ) -> None:
        """find: places of the chunks for a question, best first, of the graph and the ranking of all."""
        self.name = name
        self._find = find
        self._graph = mention_graph(means.library)
        texts = [chunk.text for chunk in self._graph.chunks]
        embedder = means.embedder
        if embedder is not None:
            self._order: Callable[[str, int], Order] = Dense(texts, embedder, means.progress).scored
        else:
            ranking = Bm25((str(at), text) for at, text in enumerate(texts))
            self._order = lambda question, limit: [
                (int(at), score) for at, score in ranking.scored(question, limit)
            ]

    def ask(self, question: str) -> Reply:
        """The chunks found, all of which are what was retrieved; their documents, in order."""
        places = self._find(self._graph, question, self._order(question, len(self._graph.chunks)))
        chunks = [self._graph.chunks[at] for at in places]
        text = "\n\n".join(chunk.text for chunk in chunks)
        return Reply(
            documents=tuple(dict.fromkeys(key for chunk in chunks for key in chunk.keys)),
            answered=bool(chunks),
            text=text,
            context=text[:CONTEXT],
            tokens=text_tokens(text),
        )


def heuristic(graph: MentionGraph, question: str, order: Order) -> list[int]:
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
