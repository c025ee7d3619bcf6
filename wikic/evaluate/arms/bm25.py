"""``bm25``: Okapi BM25 over the articles whole, the baseline of every retrieval paper; no page is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log
from typing import Final

from wikic.evaluate.reply import Reply
from wikic.llm.tokens import text_tokens
from wikic.navigate.library import Library
from wikic.search.fields import text_analyser

K1: Final = 1.2
B: Final = 0.75
_RANKED: Final = 20
_READ: Final = 5  # articles whose text is what was retrieved


class Bm25:
    """Okapi BM25 (Robertson and others, TREC-3) over texts, with the stems of wikic's own search."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        """texts: name and text of each document; names are what is ranked."""
        self._names: list[str] = []
        self._postings: dict[str, list[tuple[int, int]]] = {}
        self._lengths: list[int] = []
        for at, (name, text) in enumerate(texts):
            counts = Counter(_stems(text))
            self._names.append(name)
            self._lengths.append(sum(counts.values()))
            for stem, count in counts.items():
                self._postings.setdefault(stem, []).append((at, count))
        self._mean = sum(self._lengths) / max(len(self._lengths), 1)

    def ranked(self, question: str, limit: int) -> list[str]:
        """Names of the best ``limit`` documents that share a word with ``question``, best first."""
        return [name for name, _ in self.scored(question, limit)]

    def scored(self, question: str, limit: int) -> list[tuple[str, float]]:
        """The same with their scores, above 0."""
        scores: dict[int, float] = {}
        for stem in set(_stems(question)):
            held = self._postings.get(stem, [])
            rarity = log(1 + (len(self._names) - len(held) + 0.5) / (len(held) + 0.5))
            for at, count in held:
                length = 1 - B + B * self._lengths[at] / self._mean
                score = rarity * count * (K1 + 1) / (count + K1 * length)
                scores[at] = scores.get(at, 0.0) + score
        best = sorted(scores, key=lambda at: (-scores[at], at))
        return [(self._names[at], scores[at]) for at in best[:limit]]


class Bm25Arm:
    """Okapi BM25 over whole articles as an arm."""

    name: Final = "bm25"

    def __init__(self, library: Library) -> None:
        """Reads every article of ``library``."""
        self._library = library
        self._sources = {source.key: source.article for source in library.sources()}
        self._ranking = Bm25((key, self._text(key)) for key in self._sources)

    def ask(self, question: str) -> Reply:
        """The best articles; the text of the first five is what was retrieved."""
        found = self._ranking.ranked(question, _RANKED)
        text = "\n\n".join(self._text(key) for key in found[:_READ])
        return Reply(documents=tuple(found), answered=bool(found), text=text, tokens=text_tokens(text))

    def _text(self, key: str) -> str:
        article = self._library.article(self._sources[key])
        return f"{article.title}\n{article.text}" if article is not None else ""


def _stems(text: str) -> list[str]:
    return text_analyser().analyze(text)
