"""Gives the sentences of the documents their vectors, and keeps them in step.

Vectors are a tool that may be offered, never the way in: they win where words differ and lose what links
find.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wikic import build_dir
from wikic.llm.embedding import Embedder
from wikic.model.statement import Block
from wikic.navigate.library import Library
from wikic.progress import Progress
from wikic.search import sentence_vectors
from wikic.search.sentence_vectors import Embedded, SentenceVectors, vectors_path


@dataclass(frozen=True, slots=True)
class EmbeddedDocuments:
    """What ``refresh`` did.

    sentences: that have a vector now. documents: they are from. fresh: documents that were cut into sentences
        anew; what the model was sent of them, the vectors kept by text decide.
    gone: documents whose vectors went.
    """

    sentences: int
    documents: int
    fresh: int
    gone: int


def refresh_vectors(library: Library, embedder: Embedder, progress: Progress) -> EmbeddedDocuments:
    """Bring the vectors of ``library`` in step with its documents; sentences that have one are not sent.

    When it ends early, for a limit or a server, the vectors that came are kept by their texts, and the next
    run goes on from there.

    Raises what embedding raises, DiskError when the disk refuses, MissingExtraError without numpy.
    """
    place = vectors_path(library.root)
    before = SentenceVectors.open(place)
    if before is not None and before.model != embedder.name:
        before = None
    known = before.articles if before is not None else {}
    sources = library.catalogue.sources
    stays = {path for path, entry in sources.items() if path in known and known[path].sha256 == entry.sha256}
    fresh = {path: tuple(_embedded_sentences(library, path)) for path in sources if path not in stays}
    texts = list(dict.fromkeys(block.text for blocks in fresh.values() for block in blocks))
    progress.phase(f"Embedding by {embedder.name}", len(texts))
    vector_of = dict(zip(texts, embedder.embed(texts, progress.advance), strict=True))

    def rows() -> Iterator[tuple[str, Embedded, Any]]:
        for path, entry in sorted(sources.items()):
            if path in stays:
                assert before is not None
                yield path, known[path], before.of(path)
            else:
                ids = tuple(block.id for block in fresh[path])
                yield path, Embedded(entry.sha256, ids), [vector_of[block.text] for block in fresh[path]]

    gone = len(known.keys() - sources.keys())
    if fresh or gone or before is None:
        build_dir.make(place.parent)
        sentence_vectors.write_vectors(place, embedder.name, rows())
    now = SentenceVectors.open(place)
    return EmbeddedDocuments(len(now) if now is not None else 0, len(sources), len(fresh), gone)


def _embedded_sentences(library: Library, path: str) -> Iterator[Block]:
    """What of an article has a vector: each sentence once, headings none; a title alone stands for itself."""
    from wikic.document.quotes import segment

    article = library.article(path)
    blocks = segment(article.text, article.language) if article is not None else ()
    seen: set[str] = set()
    for block in [each for each in blocks if each.kind != "heading"] or blocks:
        if block.id not in seen and block.text.strip():
            seen.add(block.id)
            yield block
