"""Files beside the pages of a store (search index, catalogue, graph), for readers that share no disk with it.

A version of them is a table of files, each a list of pieces named by their hash: what two versions share is
stored once and fetched once. Keys in Redis, behind ``wk:{wiki}``::

    I           the manifest: version, generation, and of which pieces each file consists
    B<hash>     a piece of at most 256 KB, zlib-1

Pieces come first and end by themselves if their manifest never follows; the manifest and the end of what it
replaces are one transaction, so that a reader finds all of a version until ``GRACE`` after the next came.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from wikic.errors import StoreDamagedError

if TYPE_CHECKING:
    from wikic.store.redis_link import Command, Link

PIECE: Final = 250 << 10  # bytes of a file in a piece, so that what is stored is below 256 KB even unpacked
_LIST: Final = 64 << 20  # bytes of a manifest: 250 GB of files are a million pieces
FORMAT: Final = 1
HEAD: Final = struct.Struct(">16sQ")  # version and generation: what a manifest begins with
Head = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Manifest:
    """One version of the files.

    generation: of the store when they were made: they know its pages so far.
    stamp: tells what they were made from.
    files: the hashes of the pieces of each, by name.
    """

    generation: int
    stamp: str
    files: dict[str, tuple[str, ...]]
    format: int = FORMAT

    @property
    def version(self) -> str:
        """16 hex digits, the same for the same files."""
        table = msgspec.msgpack.encode([self.format, sorted(self.files.items())])
        return hashlib.sha256(table).hexdigest()[:16]

    @property
    def pieces(self) -> frozenset[str]:
        """Hashes of all pieces."""
        return frozenset(each for names in self.files.values() for each in names)


class Blobs(Protocol):
    """Reading. Raises ``StoreError`` where the store does not answer, ``StoreDamagedError`` for damage."""

    def head(self) -> Head | None:
        """Version and generation of the files there are, None where there are none."""
        ...

    def manifest(self) -> Manifest | None:
        """The files there are, None where there are none."""
        ...

    def piece(self, name: str) -> bytes:
        """A piece by its hash."""
        ...


_MANIFEST: Final = msgspec.msgpack.Decoder(Manifest)


def piece_name(data: bytes) -> str:
    """The hash that a piece is known by."""
    return hashlib.sha256(data).hexdigest()


def inflate_bytes(data: bytes, limit: int) -> bytes:
    """What zlib packed, of at most ``limit`` bytes, though few may unpack to thousands of times as many.

    Raises ValueError where it is more, not whole, or nothing of zlib's.
    """
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(data, limit + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(found) > limit or not unpacking.eof:
        raise ValueError(f"it is more than {limit} bytes" if len(found) > limit else "it is cut off")
    return found


def pack_piece(data: bytes) -> bytes:
    """A piece as it is stored."""
    return zlib.compress(data, 1)


def unpack_piece(name: str, data: bytes | None) -> bytes:
    """The inverse of ``pack_piece``. Raises ``StoreDamagedError`` where it is gone or damaged."""
    try:
        found = b"" if data is None else inflate_bytes(data, PIECE)
    except ValueError:
        found = b""
    if data is None or piece_name(found) != name:
        raise StoreDamagedError(f"a piece of the published index is {'gone' if data is None else 'damaged'}")
    return found


def pack_manifest(manifest: Manifest) -> bytes:
    """A manifest as it is stored."""
    head = HEAD.pack(manifest.version.encode(), manifest.generation)
    return head + zlib.compress(msgspec.msgpack.encode(manifest), 1)


def unpack_head(data: bytes) -> Head | None:
    """What a manifest begins with; None for nothing."""
    if len(data) < HEAD.size:
        return None
    version, generation = HEAD.unpack_from(data)
    return version.decode("ascii", "replace"), generation


def unpack_manifest(data: bytes | None) -> Manifest | None:
    """The inverse of ``pack_manifest``; None stays None. Raises ``StoreDamagedError``."""
    if data is None:
        return None
    try:
        found = _MANIFEST.decode(inflate_bytes(data[HEAD.size :], _LIST))
    except ValueError as error:  # of msgspec, too
        raise StoreDamagedError("the list of the published index cannot be read") from error
    if found.format != FORMAT:
        raise StoreDamagedError(f"the published index has format {found.format}, not {FORMAT}")
    return found


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
