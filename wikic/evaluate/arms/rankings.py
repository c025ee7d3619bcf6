"""Texts in the order of a question: Okapi BM25, the vectors of an embedding model, both by their ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import log
from typing import TYPE_CHECKING, Final

from wikic.search.fields import text_analyser

if TYPE_CHECKING:
    from wikic.llm.embedding import Embedder
    from wikic.progress import Progress

K1: Final = 1.2
B: Final = 0.75
RRF: Final = 60  # k of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009; Corpus2Skill)
FUSED: Final = 100  # of each ranking; what stands lower adds less than a hundredth of a first place

Order = Sequence[tuple[int, float]]
"""Places of texts with their scores, best first."""

Rank = Callable[[str, int], Order]
"""The best texts for a question, at most so many."""


class Bm25:
    """Okapi BM25 (Robertson and others, TREC-3) over texts, with the stems of wikic's own search."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._postings: dict[str, list[tuple[int, int]]] = {}
        self._lengths: list[int] = []
        for at, text in enumerate(texts):
            counts = Counter(_stems(text))
            self._lengths.append(sum(counts.values()))
            for stem, count in counts.items():
                self._postings.setdefault(stem, []).append((at, count))
        self._mean = sum(self._lengths) / max(len(self._lengths), 1)

    def rank(self, question: str, limit: int) -> Order:
        """Those that share a word with ``question``, with scores above 0."""
        scores: dict[int, float] = {}
        for stem in set(_stems(question)):
            held = self._postings.get(stem, [])
            rarity = log(1 + (len(self._lengths) - len(held) + 0.5) / (len(held) + 0.5))
            for at, count in held:
                length = 1 - B + B * self._lengths[at] / self._mean
                score = rarity * count * (K1 + 1) / (count + K1 * length)
                scores[at] = scores.get(at, 0.0) + score
        best = sorted(scores, key=lambda at: (-scores[at], at))
        return [(at, scores[at]) for at in best[:limit]]


class Dense:
    """Texts ranked by the cosine of their vectors and a question's."""

    def __init__(self, texts: Sequence[str], embedder: Embedder, progress: Progress) -> None:
        """Sends the texts that the embedder has no vector of. Raises what ``Embedder.embed`` raises."""
        from wikic.search.nearest import Nearest

        progress.phase(f"Embedding by {embedder.name}", len(texts))
        self._embedder = embedder
        self._nearest = Nearest(embedder.embed(texts, progress.advance))

    def rank(self, question: str, limit: int) -> Order:
        """The nearest, with their cosines."""
        return self._nearest.ranked(self._embedder.embed([question])[0], limit)


def hybrid(rankings: Sequence[Rank]) -> Rank:
    """By the ranks that several give, the first 100 of each."""
    return lambda question, limit: fused([places(each(question, FUSED)) for each in rankings])[:limit]


def fused(rankings: Sequence[Sequence[int]]) -> Order:
    """What the rankings hold by the sum of 1 / (60 + rank), best first; the smaller place of equals."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, each in enumerate(ranking, start=1):
            scores[each] = scores.get(each, 0.0) + 1 / (RRF + rank)
    return [(at, scores[at]) for at in sorted(scores, key=lambda each: (-scores[each], each))]


def places(order: Order) -> list[int]:
    """The places alone."""
    return [at for at, _ in order]


def _stems(text: str) -> list[str]:
    return text_analyser().analyze(text)
