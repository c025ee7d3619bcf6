"""Search by meaning: a vector for every sentence of the documents, by the embedding model that is named.

Vectors are a tool that may be offered, never the way in: they win where words differ and lose what links
find. ``embedding`` brings them in step.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

from wikic import build_dir, layout
from wikic.llm.embedding import Embedder
from wikic.search.sentence_vectors import SentenceVectors


class Meaning:
    """The sentences nearest to a text, of the documents that have vectors."""

    def __init__(self, vectors: SentenceVectors, embedder: Embedder) -> None:
        self.vectors: Final = vectors
        self._embedder: Final = embedder

    @classmethod
    def open(cls, root: Path, model: str, embedder: Callable[[], Embedder]) -> Meaning | None:
        """Over the vectors in ``.wikic/``; None where there are none of this model.

        embedder: opens the model, which takes seconds; it is asked for where there are vectors alone.

        Raises MissingExtraError without numpy, and what ``embedder`` raises.
        """
        vectors = SentenceVectors.open(place(root))
        if vectors is None or vectors.model != model:
            return None
        return cls(vectors, embedder())

    def nearest(self, query: str, limit: int) -> list[tuple[str, str, float]]:
        """Article, id of the sentence and cosine of the sentences nearest to ``query``, best first.

        Raises what embedding raises, and ValueError where the model gives vectors of another length now.
        """
        return self.vectors.nearest(self._embedder.embed([query])[0], limit)

    def cosines(self, query: str, wanted: Collection[tuple[str, str]]) -> dict[tuple[str, str], float]:
        """The cosine of ``query`` and each of these sentences that has a vector, by article and id.

        Raises what ``nearest`` raises.
        """
        return self.vectors.cosines(self._embedder.embed([query])[0], wanted)


def place(root: Path) -> Path:
    """Where the vectors of a knowledge base lie."""
    return build_dir.at(root) / layout.VECTORS_DIR
