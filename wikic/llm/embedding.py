"""Texts as vectors, by an embedding model behind the layers that stand before every other model.

A batch of texts is a ``Request`` of the role ``embed``, a message each, and its reply's text holds the
vectors: so embeddings are retried, priced, limited, recorded and replayed as replies are.
"""

from __future__ import annotations

import math
import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import Final

from wikic.errors import ReplyError
from wikic.llm.meter import Meter
from wikic.llm.protocol import Message, Model, Reply, Request
from wikic.llm.tokens import text_tokens
from wikic.llm.transcript import Tape
from wikic.llm.vector_cache import VectorCache

Vector = array
"""Numbers of four bytes, type code ``f``."""

_PURPOSE: Final = "embed"
_BATCH: Final = 32  # texts of one request (Corpus2Skill, its release)
_LONGEST: Final = 8_000  # tokens of a text, estimated; providers refuse more than 8,191


class Embedder:
    """Gives texts their vectors; each text is sent once, in whatever run, while the cache is there.

    name: of the model, as configured.
    """

    def __init__(
        self,
        model: Model,
        meter: Meter,
        *,
        cache: VectorCache | None = None,
        tape: Tape | None = None,
        batch: int = _BATCH,
    ) -> None:
        """model: answers requests of the role ``embed``. meter: is told what the cache answered.

        tape: gets each text's vector, cached or not, as a request of its own. batch: texts of a request; a
            transcript, which holds them one by one, is asked with 1.
        """
        self.name: Final = model.name
        self._model = model
        self._meter = meter
        self._cache = cache
        self._tape = tape
        self._batch = batch
        self._known: dict[str, Vector[float]] = {}
        self._length = 0
        self._lock = Lock()

    def embed(
        self, texts: Sequence[str], done: Callable[[int], None] = lambda _: None
    ) -> list[Vector[float]]:
        """A vector of each text, all of one length; long texts are cut. One thread at a time asks.

        done: told how many more of the texts have theirs.

        Raises ReplyError where their length is not that of earlier ones, and what ``Model.complete`` raises.
        """
        with self._lock:
            wanted = [text for text in dict.fromkeys(texts) if text not in self._known]
            waiting = list(self._cached(wanted))
            done(len(texts) - len(waiting))
            for at in range(0, len(waiting), self._batch):
                batch = waiting[at : at + self._batch]
                request = embed_request(batch)
                vectors = vectors_of(self._model.complete(request), len(batch))
                self._learn(batch, vectors)
                if self._cache is not None:
                    self._cache.keep(batch, vectors)
                done(len(batch))
            return [self._known[text] for text in texts]

    def _cached(self, texts: Sequence[str]) -> Iterator[str]:
        """Take what the cache has; the others."""
        for text in texts:
            vector = None if self._cache is None else self._cache.get(text)
            if vector is None:
                yield text
            else:
                self._meter.reused(_PURPOSE)
                self._learn([text], [vector])

    def _learn(self, texts: Sequence[str], vectors: Sequence[Vector[float]]) -> None:
        for text, vector in zip(texts, vectors, strict=True):
            self._length = self._length or len(vector)
            if len(vector) != self._length:
                raise ReplyError(
                    f"{self.name} gives vectors of {len(vector):,} numbers, and gave {self._length:,} before",
                    hint="if another model has that name now, remove .wikic/embeddings",
                )
            self._known[text] = vector
            if self._tape is not None:
                self._tape.note(self.name, embed_request([text]), Reply(packed([vector])))


def embed_request(texts: Sequence[str]) -> Request:
    """The request for the vectors of ``texts``."""
    return Request("embed", _PURPOSE, tuple(Message("user", _cut(text)) for text in texts), 0)


def packed(vectors: Sequence[Sequence[float]]) -> str:
    """Vectors of one length as the text of a reply."""
    numbers = array("f", (number for vector in vectors for number in vector))
    if sys.byteorder == "big":
        numbers.byteswap()
    return b64encode(numbers.tobytes()).decode("ascii")


def vectors_of(reply: Reply, count: int) -> list[Vector[float]]:
    """The vectors that ``packed`` wrote. Raises ReplyError where they are not so many."""
    numbers = array("f")
    try:
        numbers.frombytes(b64decode(reply.text, validate=True))
    except ValueError as error:
        raise ReplyError(f"{reply.model}: holds no vectors: {error}") from error
    if sys.byteorder == "big":
        numbers.byteswap()
    length, left = divmod(len(numbers), count)
    if left or not length:
        raise ReplyError(f"{reply.model}: {len(numbers):,} numbers are not {count:,} vectors")
    return [numbers[at : at + length] for at in range(0, len(numbers), length)]


def is_usable(vector: Sequence[float]) -> bool:
    """Whether a direction can be told from it: numbers, finite, not all of them 0."""
    return bool(vector) and all(map(math.isfinite, vector)) and any(vector)


def _cut(text: str) -> str:
    """As much of ``text`` as a model takes."""
    tokens = text_tokens(text)
    return text if tokens <= _LONGEST else text[: len(text) * _LONGEST // tokens]
