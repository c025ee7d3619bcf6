"""``.wikic/names``: what the last run knew, so that the next one reads only what changed.

A cache: everything in it is read again from ``wiki/`` when it is absent, damaged or of another version, and
each record is checked against the file's stat before it is believed.

The file is a log (``frames``): what a landing changed is added behind, so that a batch writes what it
touches, in a wiki of any size. It is written anew when what was added has grown to a part of the whole.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

import msgspec

from wikic import build_dir, layout
from wikic.model.page import Overlay
from wikic.wiki.disk import disk_error
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.fold.tables import Kind, Overflow, Table
from wikic.wiki.index_file import IndexEntry
from wikic.wiki.tree import FileStat

_HEAD: Final = struct.Struct(">II")  # length and CRC-32 of what follows


def framed(body: bytes) -> bytes:
    """``body`` as one frame."""
    return _HEAD.pack(len(body), zlib.crc32(body)) + body


def frames(file: BinaryIO, size: int) -> Iterator[bytes]:
    """The bodies of the frames of a file of ``size`` bytes, up to the first that is not whole.

    None is empty: zeros, which a power cut may leave at the end of a file, would be frames without a body.
    """
    left = size
    while left >= _HEAD.size:
        head = file.read(_HEAD.size)
        length, sum_ = _HEAD.unpack(head) if len(head) == _HEAD.size else (0, 0)
        left -= size_of_frame(length)
        if not length or left < 0:
            return
        body = file.read(length)
        if zlib.crc32(body) != sum_:
            return
        yield body


def size_of_frame(length: int) -> int:
    """Bytes that the frame of a body of ``length`` bytes takes."""
    return _HEAD.size + length


VERSION: Final = 11  # raised too when the fold gives other bytes, so that every page is folded again
_SHARE: Final = 4  # one part in so many may have been added before the whole is written anew
_LITTLE: Final = 1 << 20  # bytes that may be added to any file: a whole of that size is read at once
_FEW: Final = 50_000  # records that are added behind: all of them are in memory then
_IN_PIECE: Final = 2_000  # records of each kind

_Record = TypeVar("_Record")


@dataclass(frozen=True, slots=True)
class DigestRecord:
    """A digest file as it was read or written last.

    hash: of its bytes.
    stat: of the file.
    symbols: its symbol table.
    """

    hash: str
    stat: FileStat
    symbols: DigestSymbols


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A knowledge page as it was read or written last.

    group: root group whose page it is; "" for a page that people wrote themselves.
    hash, stat: of the file.
    entry: how the index lists it.
    overlay: what people changed on it.
    """

    group: str
    hash: str
    stat: FileStat
    entry: IndexEntry
    overlay: Overlay


class Records(Table[_Record]):
    """Records by key, and the keys that were touched since they were saved."""

    def __init__(self, overflow: Overflow, kind: Kind[_Record]) -> None:
        super().__init__(overflow, kind)
        self.touched: set[str] = set()

    def __setitem__(self, key: str, record: _Record) -> None:
        self.touched.add(key)
        super().__setitem__(key, record)

    def __delitem__(self, key: str) -> None:
        self.touched.add(key)
        super().__delitem__(key)

    def changes(self) -> dict[str, _Record | None]:
        """What became of the keys that were touched; None for a record that went."""
        return {key: self.get(key) for key in sorted(self.touched)}

    def follow(self, changes: Mapping[str, _Record | None]) -> None:
        """Become as the table was that had these changes; nothing counts as touched by it."""
        before, self.touched = self.touched, set()
        for key, record in changes.items():
            if record is None:
                self.pop(key, None)
            else:
                self[key] = record
        self.touched = before


def _pieces(records: Records[_Record]) -> Iterator[dict[str, _Record | None]]:
    """The records, so many at a time; at their end empty pieces."""
    rows = iter(records.items())
    while True:
        yield dict(islice(rows, _IN_PIECE))


class PageRecords(Records[PageRecord]):
    """Records of pages by path; those that people wrote themselves are known apart."""

    def __init__(self, overflow: Overflow) -> None:
        super().__init__(overflow, _PAGES)
        self.written: set[str] = set()

    def __setitem__(self, key: str, record: PageRecord) -> None:
        super().__setitem__(key, record)
        (self.written.discard if record.group else self.written.add)(key)

    def __delitem__(self, key: str) -> None:
        super().__delitem__(key)
        self.written.discard(key)


class State:
    """Everything remembered between runs.

    schema: hash over ``schema.yaml`` and ``identity.yaml``; when it differs, every page is folded again.
    digests: by source key.
    pages: by page path.
    indexes: hash of each index file, by page path.
    overflow: shared by these tables, and by those of the fold.
    """

    def __init__(self, schema: str = "", overflow: Overflow | None = None) -> None:
        self.schema = schema
        self.overflow = overflow or Overflow()
        self.digests: Records[DigestRecord] = Records(self.overflow, _DIGESTS)
        self.pages = PageRecords(self.overflow)
        self.indexes: Records[str] = Records(self.overflow, _INDEXES)
        self._size = -1  # of the file as it was read or written; -1 for one that is to be written anew
        self._added = 0  # bytes of it that were added behind

    def follow(self, frame: _Frame) -> None:
        """Become as the state was that a frame says more of."""
        self.schema = frame.schema
        self.digests.follow(frame.digests)
        self.pages.follow(frame.pages)
        self.indexes.follow(frame.indexes)

    def frames(self) -> Iterator[_Frame]:
        """All of it, in pieces: the first says how many there are."""
        parts = -(-max(len(self.digests), len(self.pages), len(self.indexes), 1) // _IN_PIECE)
        digests, pages, indexes = _pieces(self.digests), _pieces(self.pages), _pieces(self.indexes)
        for at in range(parts):
            first = 0 if at else parts
            yield _Frame(VERSION, self.schema, next(digests), next(pages), next(indexes), first)


class _Frame(msgspec.Struct, array_like=True):
    """What changed of a state; the first ones of a file hold all of it. None is what went.

    parts: of the first, how many these are; 0 in all others.
    """

    version: int
    schema: str
    digests: dict[str, DigestRecord | None]
    pages: dict[str, PageRecord | None]
    indexes: dict[str, str | None]
    parts: int = 0


def load(build: Path) -> State:
    """The remembered state, or an empty one when there is none to believe."""
    return build_dir.kept_pieces(build / layout.NAMES_FILE, _read) or State()


def _read(file: BinaryIO, whole_size: int) -> State | None:
    state = State()
    parts, whole, size = 1, 0, 0
    number = 0
    for number, body in enumerate(frames(file, whole_size), start=1):
        frame = _DECODER.decode(body)
        if frame.version != VERSION or not _is_inside(frame):
            return None
        state.follow(frame)
        parts = max(parts, frame.parts)
        size += size_of_frame(len(body))
        if number <= parts:
            whole = size
    if number < parts:  # it was never whole
        return None
    if size == whole_size:  # else something was cut short, and is not added to
        state._size, state._added = size, size - whole
    return state


def _is_inside(frame: _Frame) -> bool:
    """Whether every path remembered is one of the wiki: files are read, and deleted, by them."""
    paths = chain(frame.pages, frame.indexes)
    return all(".." not in path.split("/") and path and path[0] != "/" and "\0" not in path for path in paths)


def save(build: Path, state: State) -> None:
    """Remember ``state``; a reader sees what was there before, or all of what is now. Raises DiskError."""
    digests, pages, indexes = state.digests, state.pages, state.indexes
    file = build / layout.NAMES_FILE
    few = len(digests.touched) + len(pages.touched) + len(indexes.touched) <= _FEW
    same = few and _size(file) == state._size
    try:
        if not (same and _append(file, state)):
            whole = (framed(msgspec.msgpack.encode(frame)) for frame in state.frames())
            state._size, state._added = build_dir.replace(file, whole), 0
    except OSError as error:
        raise disk_error(error, file, "the wiki itself is in order; run the command again") from error
    for touched in (digests.touched, pages.touched, indexes.touched):
        touched.clear()


def _append(file: Path, state: State) -> bool:
    """Add what was touched behind; False where the file is better written anew. Raises ``OSError``."""
    digests, pages, indexes = state.digests.changes(), state.pages.changes(), state.indexes.changes()
    added = framed(msgspec.msgpack.encode(_Frame(VERSION, state.schema, digests, pages, indexes)))
    grown = state._added + len(added)
    if grown > max(_LITTLE, state._size // _SHARE):
        return False
    state._size, state._added = build_dir.append(file, [added]), grown
    return True


def _size(file: Path) -> int | None:
    try:
        return os.lstat(file).st_size
    except OSError:
        return None


_DECODER: Final = msgspec.msgpack.Decoder(_Frame)
_DIGESTS: Final[Kind[DigestRecord]] = Kind.of(DigestRecord, weight=4_500)
_PAGES: Final[Kind[PageRecord]] = Kind.of(PageRecord, weight=900)
_INDEXES: Final[Kind[str]] = Kind.of(str)
