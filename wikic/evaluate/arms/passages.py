"""What baselines give a model to read: whole articles, or chunks of them, ranked by BM25; no page is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.evaluate.arms.bm25 import Bm25
from wikic.llm.tokens import text_tokens
from wikic.navigate.library import Library
from wikic.text.blocks import segment

ARTICLE: Final = 8_000  # characters of an article that are read (Corpus2Skill, its release)
CHUNK: Final = 1_000  # tokens of a chunk (A-RAG, section 3)


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
    """Every article in parts of about ``CHUNK`` tokens, cut between sentences; each says its title."""
    for key, title, text in texts_of(library):
        held: list[str] = []
        size = 0
        for block in segment(text):
            tokens = text_tokens(block.text)
            if held and size + tokens > CHUNK:
                yield Passage((key,), "\n".join((title, *held)))
                held, size = [], 0
            held.append(block.text)
            size += tokens
        if held:
            yield Passage((key,), "\n".join((title, *held)))


def texts_of(library: Library) -> Iterator[tuple[str, str, str]]:
    """Key, title and text of every article."""
    for source in library.sources():
        article = library.article(source.article)
        if article is not None:
            yield source.key, article.title, article.text
