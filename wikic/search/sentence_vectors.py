"""``.wikic/vectors/``: a vector of every sentence of the documents, compared with a question's one by one.

Every vector is compared: 100,000 of 1,024 numbers take 40 ms, less than asking the model for the question's
own; an index of nearest neighbours takes minutes to make, and its answers are approximate. Rows lie in a file
that is mapped, not read; a table says which sentence of which article each is. What is damaged is absent.
numpy does it, imported where used.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from wikic import build_dir, layout
from wikic.errors import DiskError, MissingExtraError
from wikic.llm.embedding import Embedder
from wikic.whole_file import replace_file


class Nearest:
    """Vectors by cosine. Those of 50,000 texts, 1,024 numbers each, take 200 MB."""

    def __init__(self, vectors: Sequence[Sequence[float]]) -> None:
        """vectors: of one length, none of them 0. Raises MissingExtraError without numpy."""
        self._numpy: Final = require_numpy()
        self._rows = self._units(vectors) if vectors else None

    def ranked(self, vector: Sequence[float], limit: int) -> list[tuple[int, float]]:
        """Places of the nearest ``limit`` vectors, with their cosines, best first; the earlier of equals."""
        if self._rows is None:
            return []
        cosines = self._rows @ self._units([vector])[0]
        order = self._numpy.argsort(-cosines, kind="stable")[:limit]
        return [(int(at), float(cosines[at])) for at in order]

    def _units(self, vectors: Sequence[Sequence[float]]) -> Any:
        rows = self._numpy.asarray(vectors, dtype=self._numpy.float32)
        return rows / self._numpy.linalg.norm(rows, axis=1, keepdims=True)


def require_numpy() -> Any:
    """numpy. Raises MissingExtraError without it."""
    try:
        import numpy
    except ImportError:
        raise MissingExtraError(
            "comparing vectors needs numpy, which is not installed", hint="pip install 'wikic[semantic]'"
        ) from None
    return numpy


_TABLE: Final = "table.json"
_VERSION: Final = 1
_NUMBER: Final = "<f4"
_CHUNK: Final = 65_536  # rows compared at once


class Embedded(msgspec.Struct, frozen=True, array_like=True):
    """An article whose sentences have vectors.

    sha256: of the file they were taken from. blocks: ids of the sentences, in order of their rows.
    """

    sha256: str
    blocks: tuple[str, ...]


class _Table(msgspec.Struct, frozen=True):
    """model: that gave the vectors. length: numbers in one. rows: name of the file that holds them."""

    version: int
    model: str
    length: int
    rows: str
    articles: dict[str, Embedded]


class SentenceVectors:
    """The vectors of one model, of the articles that had some when they were written.

    model: that gave them. articles: by page path, in order of their rows.
    """

    def __init__(self, table: _Table, rows: Any) -> None:
        """Use ``open``."""
        self.model: Final = table.model
        self.length: Final = table.length
        self.articles: Final[Mapping[str, Embedded]] = table.articles
        self._rows = rows
        sizes = (len(each.blocks) for each in table.articles.values())
        self._starts = dict(zip(table.articles, accumulate(sizes, initial=0), strict=False))

    def __len__(self) -> int:
        """How many sentences there are."""
        return len(self._rows)

    @classmethod
    def open(cls, directory: Path) -> Self | None:
        """Those in ``directory``; None where there are none that can be read.

        Raises MissingExtraError without numpy.
        """
        table = build_dir.kept(directory / _TABLE, _DECODER.decode)
        if table is None or table.version != _VERSION or table.length < 1 or "/" in table.rows:
            return None
        numpy = require_numpy()
        shape = sum(len(each.blocks) for each in table.articles.values()), table.length
        if not shape[0]:
            return cls(table, numpy.zeros(shape, dtype=_NUMBER))
        file = directory / table.rows
        try:
            if file.is_symlink() or file.stat().st_size != 4 * shape[0] * shape[1]:
                return None
            return cls(table, numpy.memmap(file, dtype=_NUMBER, mode="r", shape=shape))
        except (OSError, ValueError):
            return None

    def of(self, path: str) -> Any:
        """The rows of an article."""
        at = self._starts[path]
        return self._rows[at : at + len(self.articles[path].blocks)]

    def nearest(self, vector: Sequence[float], limit: int) -> list[tuple[str, str, float]]:
        """Page path of the article, id of the sentence and cosine of the nearest, best first.

        The earlier of equals. Raises ValueError for a vector of another length.
        """
        numpy = require_numpy()
        wanted = self._unit(vector)
        cosines = numpy.concatenate(
            [self._rows[at : at + _CHUNK] @ wanted for at in range(0, len(self._rows), _CHUNK)] or [[]]
        )
        best = numpy.argsort(-cosines, kind="stable")[:limit]
        paths, starts = list(self._starts), list(self._starts.values())
        found = []
        for row in map(int, best):
            # Of articles that begin at one row the last has it: those before it have no sentence.
            path = paths[bisect_right(starts, row) - 1]
            found.append((path, self.articles[path].blocks[row - self._starts[path]], float(cosines[row])))
        return found

    def cosines(
        self, vector: Sequence[float], wanted: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], float]:
        """The cosine of a vector and of each of these sentences that has one, by page path and id.

        Raises ValueError for a vector of another length.
        """
        unit = self._unit(vector)
        by_article: dict[str, list[str]] = {}
        for path, block in wanted:
            by_article.setdefault(path, []).append(block)
        found: dict[tuple[str, str], float] = {}
        for path in by_article.keys() & self.articles.keys():
            places = {block: at for at, block in enumerate(self.articles[path].blocks)}
            rows = self.of(path)
            held = (block for block in by_article[path] if block in places)
            found |= {(path, block): float(rows[places[block]] @ unit) for block in held}
        return found

    def _unit(self, vector: Sequence[float]) -> Any:
        """``vector`` with length 1. Raises ValueError where it has another number of numbers."""
        numpy = require_numpy()
        unit = numpy.asarray(vector, dtype=_NUMBER)
        if unit.shape != (self.length,):
            raise ValueError(f"{unit.shape[0]:,} numbers, not {self.length:,}")
        return unit / numpy.linalg.norm(unit)


def write_vectors(directory: Path, model: str, articles: Iterable[tuple[str, Embedded, Any]]) -> None:
    """Put the vectors of ``articles`` in place of those in ``directory``, in one step.

    articles: page path, what it is, and a row for each of its sentences, of any length of vector but 0.

    Raises DiskError when the disk refuses, MissingExtraError without numpy.
    """
    numpy = require_numpy()
    held: dict[str, Embedded] = {}
    length = 0
    name = f"rows-{_next_number(directory)}"

    def encoded_rows() -> Iterator[bytes]:
        nonlocal length
        for path, each, rows in articles:
            held[path] = each
            if len(each.blocks):
                found = numpy.asarray(rows, dtype=_NUMBER)
                length = length or int(found.shape[1])
                found = found / numpy.linalg.norm(found, axis=1, keepdims=True)
                yield found.astype(_NUMBER).tobytes()

    try:
        directory.mkdir(parents=True, exist_ok=True)
        replace_file(directory / name, encoded_rows(), lasting=False)
        table = _Table(_VERSION, model, length or 1, name, held)
        build_dir.replace(directory / _TABLE, msgspec.json.encode(table))
    except OSError as error:
        raise DiskError(f"cannot write {directory}: {error.strerror}") from error
    for file_ in directory.glob("rows-*"):
        if file_.name != name:
            with suppress(OSError):
                file_.unlink()


def _next_number(directory: Path) -> int:
    """A number that no file of rows has: a reader may still have the old one mapped."""
    taken = [file.name.removeprefix("rows-").partition(".")[0] for file in directory.glob("rows-*")]
    return 1 + max((int(each) for each in taken if each.isdecimal()), default=0)


_DECODER: Final = msgspec.json.Decoder(_Table)


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
        vectors = SentenceVectors.open(vectors_path(root))
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


def vectors_path(root: Path) -> Path:
    """Where the vectors of a knowledge base lie."""
    return build_dir.at(root) / layout.VECTORS_DIR
