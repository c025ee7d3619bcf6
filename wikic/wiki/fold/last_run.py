"""``.wikic/names``: what the last run knew, so that the next one reads only what changed.

A cache: everything in it is read again from ``wiki/`` when it is absent, damaged or of another version, and
each record is checked against the file's stat before it is believed.

The file is a log (``frames``): what a landing changed is added behind, so that a batch writes what it
touches, in a wiki of any size. It is written anew when what was added has grown to a part of the whole.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from wikic import build_dir, layout
from wikic.model.page import Overlay
from wikic.wiki.disk import disk_error, replace_cache
from wikic.wiki.fold.frames import framed, frames, size_of
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.index_file import IndexEntry
from wikic.wiki.tree import FileStat

VERSION: Final = 5  # raised too when the fold gives other bytes, so that every page is folded again
_SHARE: Final = 4  # one part in so many may have been added before the whole is written anew
_LITTLE: Final = 1 << 20  # bytes that may be added to any file: a whole of that size is read at once

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


class Table(dict[str, _Record]):
    """Records by key, and the keys that were touched since they were saved; change it by key only."""

    def __init__(self) -> None:
        super().__init__()
        self.touched: set[str] = set()

    def __setitem__(self, key: str, record: _Record) -> None:
        self.touched.add(key)
        super().__setitem__(key, record)

    def __delitem__(self, key: str) -> None:
        self.touched.add(key)
        super().__delitem__(key)

    def pop(self, key: str, *default: Any) -> Any:
        """The record, which goes; as of any dict."""
        self.touched.add(key)
        return super().pop(key, *default)

    def clear(self) -> None:
        """Forget every record."""
        self.touched.update(self)
        super().clear()

    def changes(self) -> dict[str, _Record | None]:
        """What became of the keys that were touched; None for a record that went."""
        return {key: self.get(key) for key in sorted(self.touched)}

    def follow(self, changes: Mapping[str, _Record | None]) -> None:
        """Become as the table was that had these changes; nothing counts as touched by it."""
        for key, record in changes.items():
            if record is None:
                super().pop(key, None)
            else:
                super().__setitem__(key, record)


@dataclass(slots=True)
class State:
    """Everything remembered between runs.

    schema: hash over ``schema.yaml`` and ``identity.yaml``; when it differs, every page is folded again.
    digests: by source key.
    pages: by page path.
    indexes: hash of each index file, by page path.
    """

    schema: str = ""
    digests: Table[DigestRecord] = field(default_factory=Table)
    pages: Table[PageRecord] = field(default_factory=Table)
    indexes: Table[str] = field(default_factory=Table)
    _size: int = -1  # of the file as it was read or written; -1 for one that is to be written anew
    _added: int = 0  # bytes of it that were added behind

    def follow(self, frame: _Frame) -> None:
        """Become as the state was that a frame says more of."""
        self.schema = frame.schema
        self.digests.follow(frame.digests)
        self.pages.follow(frame.pages)
        self.indexes.follow(frame.indexes)


class _Frame(msgspec.Struct, array_like=True):
    """What changed of a state; the first one of a file holds all of it. None is what went."""

    version: int
    schema: str
    digests: dict[str, DigestRecord | None]
    pages: dict[str, PageRecord | None]
    indexes: dict[str, str | None]


def load(build: Path) -> State:
    """The remembered state, or an empty one when there is none to believe."""
    return build_dir.kept(build / layout.NAMES_FILE, _read, limit=build_dir.DERIVED) or State()


def _read(data: bytes) -> State | None:
    bodies = list(frames(data))
    state = State()
    for body in bodies:
        frame = _DECODER.decode(body)
        if frame.version != VERSION or not _is_inside(frame):
            return None
        state.follow(frame)
    if bodies and size_of(bodies) == len(data):  # else something was cut short, and is not added to
        state._size = len(data)
        state._added = len(data) - size_of(bodies[:1])
    return state


def _is_inside(frame: _Frame) -> bool:
    """Whether every path remembered is one of the wiki: files are read, and deleted, by them."""
    paths = chain(frame.pages, frame.indexes)
    return all(".." not in path.split("/") and path and path[0] != "/" and "\0" not in path for path in paths)


def save(build: Path, state: State) -> None:
    """Remember ``state``; a reader sees what was there before, or all of what is now. Raises DiskError."""
    digests, pages, indexes = state.digests, state.pages, state.indexes
    file = build / layout.NAMES_FILE
    change = _Frame(VERSION, state.schema, digests.changes(), pages.changes(), indexes.changes())
    added = framed(msgspec.msgpack.encode(change))
    grown = state._added + len(added)
    if _size(file) == state._size and grown <= max(_LITTLE, state._size // _SHARE):
        try:
            state._size = build_dir.append(file, [added])
        except OSError as error:
            raise disk_error(error, file, "the wiki itself is in order; run the command again") from error
        state._added = grown
    else:
        whole = _Frame(VERSION, state.schema, {**digests}, {**pages}, {**indexes})
        data = framed(msgspec.msgpack.encode(whole))
        replace_cache(file, data)
        state._size, state._added = len(data), 0
    for touched in (digests.touched, pages.touched, indexes.touched):
        touched.clear()


def _size(file: Path) -> int | None:
    try:
        return os.lstat(file).st_size
    except OSError:
        return None


_DECODER: Final = msgspec.msgpack.Decoder(_Frame)
