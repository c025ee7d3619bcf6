"""Files beside the pages of a wiki in Redis: search index, catalogue and graph for readers on other machines.

Keys, behind ``wk:{wiki}``::

    I           the manifest: version, generation, and of which pieces each file consists
    B<hash>     a piece of at most 256 KB, zlib-1

Pieces come first and end by themselves if their manifest never follows; the manifest and the end of what it
replaces are one transaction, so that a reader finds all of a version until ``GRACE`` after the next came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from wikic.errors import StoreDamagedError
from wikic.store.blobs import (
    HEAD,
    PIECE,
    Head,
    Manifest,
    pack_manifest,
    pack_piece,
    piece_name,
    unpack_head,
    unpack_manifest,
    unpack_piece,
)
from wikic.store.redis_link import Command, Link

GRACE: Final = 600  # seconds that a reader may take to fetch a version
_BEFORE: Final = 3600  # seconds for all pieces of a version to be written
_MANY: Final = 500  # keys in one request


class RedisBlobs:
    """The files of one wiki behind ``link``; ``prefix`` is what its keys begin with."""

    def __init__(self, link: Link, prefix: bytes, *, grace: int = GRACE) -> None:
        self._link = link
        self._manifest_key = prefix + b"I"
        self._prefix = prefix + b"B"
        self._grace = grace

    def head(self) -> Head | None:
        """See ``Blobs``."""
        found: bytes = self._link.ask("GETRANGE", self._manifest_key, "0", str(HEAD.size - 1))
        return unpack_head(found)

    def manifest(self) -> Manifest | None:
        """See ``Blobs``."""
        return unpack_manifest(self._link.ask("GET", self._manifest_key))

    def piece(self, name: str) -> bytes:
        """See ``Blobs``."""
        return unpack_piece(name, self._link.ask("GET", self._key(name)))

    def whole(self, manifest: Manifest) -> bool:
        """Whether every piece is there."""
        names = sorted(manifest.pieces)
        return all(
            self._link.ask("EXISTS", *map(self._key, names[at : at + _MANY])) == len(names[at : at + _MANY])
            for at in range(0, len(names), _MANY)
        )

    def note(self, manifest: Manifest, generation: int) -> None:
        """Say that the files that are there know the pages as of ``generation``."""
        if manifest.generation != generation:
            known = Manifest(generation, manifest.stamp, manifest.files)
            self._link.ask("SET", self._manifest_key, pack_manifest(known))

    def publish(self, files: Mapping[str, Path], generation: int, stamp: str) -> Manifest:
        """Replace the files by these. Raises ``StoreError``, and ``OSError`` where one cannot be read."""
        try:
            before = self.manifest()
        except StoreDamagedError:
            before = None
        old = before.pieces if before is not None else frozenset()
        table = {name: tuple(self._put(path, old)) for name, path in sorted(files.items())}
        manifest = Manifest(generation, stamp, table)
        new = manifest.pieces
        swap: list[Command] = [("SET", self._manifest_key, pack_manifest(manifest))]
        swap += [("PERSIST", self._key(each)) for each in sorted(new)]
        swap += [("EXPIRE", self._key(each), str(self._grace)) for each in sorted(old - new)]
        self._link.ask_all(swap)
        return manifest

    def _put(self, path: Path, there: frozenset[str]) -> Iterator[str]:
        """Write the pieces of a file; their hashes in order."""
        with path.open("rb") as file:
            while data := file.read(PIECE):
                name = piece_name(data)
                key = self._key(name)
                if name not in there or not self._link.ask("EXISTS", key):
                    self._link.ask("SET", key, pack_piece(data), "EX", str(_BEFORE))
                yield name

    def _key(self, name: str) -> bytes:
        return self._prefix + name.encode()
