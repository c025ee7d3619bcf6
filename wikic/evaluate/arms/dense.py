"""``dense`` and ``hybrid``: articles by the vectors of an embedding model, alone and beside BM25's ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from wikic.evaluate.arms.bm25 import Bm25
from wikic.evaluate.arms.passages import Passage, articles
from wikic.evaluate.reply import CONTEXT, Reply
from wikic.llm.embedding import Embedder
from wikic.llm.tokens import text_tokens
from wikic.navigate.library import Library
from wikic.progress import Progress
from wikic.search.nearest import Nearest

RRF: Final = 60  # k of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009; Corpus2Skill)
_RANKED: Final = 20
_FUSED: Final = 100  # of each ranking; what stands lower adds less than a hundredth of a first place
_READ: Final = 5


class Dense:
    """Texts ranked by the cosine of their vectors and a question's."""

    def __init__(self, texts: Sequence[str], embedder: Embedder, progress: Progress) -> None:
        """Sends the texts that the embedder has no vector of. Raises what ``Embedder.embed`` raises."""
        progress.phase(f"Embedding by {embedder.name}", len(texts))
        self._embedder = embedder
        self._nearest = Nearest(embedder.embed(texts, progress.advance))

    def ranked(self, question: str, limit: int) -> list[int]:
        """Places of the nearest ``limit`` texts, best first."""
        return [at for at, _ in self.scored(question, limit)]

    def scored(self, question: str, limit: int) -> list[tuple[int, float]]:
        """The same with their cosines."""
        return self._nearest.ranked(self._embedder.embed([question])[0], limit)


class RankedArm:
    """Articles in the order of a ranking as an arm."""

    def __init__(
        self, name: str, passages: Sequence[Passage], rank: Callable[[str, int], Sequence[int]]
    ) -> None:
        """rank: places of the best passages for a question, at most so many."""
        self.name = name
        self._passages = passages
        self._rank = rank

    def ask(self, question: str) -> Reply:
        """The best articles; the text of the first five is what was retrieved."""
        found = [self._passages[at] for at in self._rank(question, _RANKED)]
        text = "\n\n".join(each.text for each in found[:_READ])
        keys = tuple(key for each in found for key in each.keys)
        return Reply(
            documents=keys,
            answered=bool(found),
            text=text,
            context=text[:CONTEXT],
            tokens=text_tokens(text),
        )


def dense(library: Library, embedder: Embedder, progress: Progress) -> RankedArm:
    """Articles by their vectors, cut as Corpus2Skill cuts them."""
    passages = tuple(articles(library))
    ranking = Dense([each.text for each in passages], embedder, progress)
    return RankedArm("dense", passages, ranking.ranked)


def hybrid(library: Library, embedder: Embedder, progress: Progress) -> RankedArm:
    """Articles by the ranks that vectors and BM25 give them."""
    passages = tuple(articles(library))
    by_vectors = Dense([each.text for each in passages], embedder, progress)
    by_words = Bm25((str(at), each.text) for at, each in enumerate(passages))

    def rank(question: str, limit: int) -> list[int]:
        words = [int(name) for name in by_words.ranked(question, _FUSED)]
        return fused([by_vectors.ranked(question, _FUSED), words])[:limit]

    return RankedArm("hybrid", passages, rank)


def fused(rankings: Sequence[Sequence[int]]) -> list[int]:
    """What the rankings hold by the sum of 1 / (60 + rank), best first; the smaller place of equals."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, each in enumerate(ranking, start=1):
            scores[each] = scores.get(each, 0.0) + 1 / (RRF + rank)
    return sorted(scores, key=lambda each: (-scores[each], each))
