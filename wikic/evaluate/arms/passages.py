"""What baselines give a model to read: whole articles, or chunks of them, ranked by BM25; no page is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.document.quotes import segment
from wikic.evaluate.arms.bm25 import Bm25
from wikic.navigate.library import Library
from wikic.navigate.source_parts import parts

ARTICLE: Final = 8_000  # characters of an article that are read (Corpus2Skill, its release)


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and where it is from.

    keys: of its sources. text: what is read.
    """

    keys: tuple[str, ...]
    text: str


class Passages:
    """Passages ranked by BM25."""

    def __init__(self, passages: Iterator[Passage]) -> None:
        self._passages = tuple(passages)
        self._ranking = Bm25((str(at), each.text) for at, each in enumerate(self._passages))

    def best(self, question: str, limit: int) -> list[Passage]:
        """The best ``limit`` that share a word with ``question``, best first."""
        return [self._passages[int(name)] for name in self._ranking.ranked(question, limit)]


def articles(library: Library) -> Iterator[Passage]:
    """Every article, as far as it is read."""
    for key, title, text in texts_of(library):
        yield Passage((key,), f"{title}\n{text}"[:ARTICLE])


def chunks(library: Library) -> Iterator[Passage]:
    """Every article in its parts; each says its title."""
    for key, title, text in texts_of(library):
        for blocks in parts(segment(text)):
            yield Passage((key,), "\n".join((title, *(block.text for block in blocks))))


def texts_of(library: Library) -> Iterator[tuple[str, str, str]]:
    """Key, title and text of every article."""
    for source in library.sources():
        article = library.article(source.article)
        if article is not None:
            yield source.key, article.title, article.text
