"""Vectors of texts, kept in ``.wikic/embeddings/`` by the hash of each text: a text is paid for once.

A file for each batch, put in place in one step, so that any number of processes may share the folder; a
folder for each model and server. What is damaged counts as absent.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from wikic import build_dir

_VERSION: Final = b"1"
_KEY: Final = 16  # bytes of a text's hash
_SUM: Final = 16


class VectorCache:
    """The vectors of one model at one server."""

    def __init__(self, directory: Path, model: str, base_url: str = "") -> None:
        """directory: of all models; the model's own is made when something is kept."""
        named = hashlib.sha256(f"{model}\n{base_url}".encode("utf-8", "replace")).hexdigest()
        self._folder = directory / named[:16]
        self._files: dict[bytes, Path] | None = None
        self._last: tuple[Path, dict[bytes, array[float]]] | None = None

    def get(self, text: str) -> array[float] | None:
        """The vector of ``text``, or None.

        Files are looked through when the first one is asked for; one of them is held: texts that were sent
        together are asked for together, and a question needs one vector, not all of them in memory.
        """
        if self._files is None:
            self._files = {}
            for file in [] if self._folder.is_symlink() else sorted(self._folder.glob("*.vectors")):
                self._files |= dict.fromkeys(build_dir.kept(file, _decode) or {}, file)
        key = _key(text)
        held = self._files.get(key)
        if held is None:
            return None
        if self._last is None or self._last[0] != held:
            self._last = held, build_dir.kept(held, _decode) or {}
        return self._last[1].get(key)

    def keep(self, texts: Sequence[str], vectors: Sequence[array[float]]) -> None:
        """Write vectors of one length; a full or read-only disk loses them for the next run alone."""
        keys = [_key(text) for text in texts]
        body = b"".join(key + _bytes(vector) for key, vector in zip(keys, vectors, strict=True))
        head = b" ".join((_VERSION, b"%d" % len(vectors[0]), _sum(body)))
        name = hashlib.sha256(b"".join(keys)).hexdigest()[:32]
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            build_dir.replace(self._folder / f"{name}.vectors", head + b"\n" + body)


def _decode(data: bytes) -> dict[bytes, array[float]]:
    """Raises ValueError for what ``keep`` did not write."""
    head, _, body = data.partition(b"\n")
    version, length, told = head.split(b" ")
    size = _KEY + 4 * int(length)
    if version != _VERSION or told != _sum(body) or size <= _KEY or len(body) % size:
        raise ValueError("damaged")
    return {body[at : at + _KEY]: _numbers(body[at + _KEY : at + size]) for at in range(0, len(body), size)}


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:_KEY]


def _sum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:_SUM].encode()


def _numbers(data: bytes) -> array[float]:
    found = array("f", data)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _bytes(vector: array[float]) -> bytes:
    if sys.byteorder == "big":
        vector = vector[:]
        vector.byteswap()
    return vector.tobytes()
