"""``.wikic/names``: what the last run knew, so that the next one reads only what changed.

A cache: everything in it is read again from ``wiki/`` when it is absent, damaged or of another version, and
each record is checked against the file's stat before it is believed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.model.page import Overlay
from wikic.wiki.disk import replace_cache
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.index_file import IndexEntry
from wikic.wiki.tree import FileStat

VERSION: Final = 3  # raised too when the fold gives other bytes, so that every page is folded again


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


@dataclass(slots=True)
class State:
    """Everything remembered between runs.

    schema: hash over ``schema.yaml`` and ``identity.yaml``; when it differs, every page is folded again.
    digests: by source key.
    pages: by page path.
    indexes: hash of each index file, by page path.
    """

    version: int = VERSION
    schema: str = ""
    digests: dict[str, DigestRecord] = field(default_factory=dict)
    pages: dict[str, PageRecord] = field(default_factory=dict)
    indexes: dict[str, str] = field(default_factory=dict)


def load(build: Path) -> State:
    """The remembered state, or an empty one when there is none to believe."""
    state = build_dir.kept(build / layout.NAMES_FILE, _DECODER.decode)
    return state if state is not None and state.version == VERSION and _is_inside(state) else State()


def _is_inside(state: State) -> bool:
    """Whether every path remembered is one of the wiki: files are read, and deleted, by them."""
    paths = chain(state.pages, state.indexes)
    return all(".." not in path.split("/") and path and path[0] != "/" and "\0" not in path for path in paths)


def save(build: Path, state: State) -> None:
    """Remember ``state``; a reader sees the old file or the new one. Raises DiskError."""
    replace_cache(build / layout.NAMES_FILE, msgspec.msgpack.encode(state))


_DECODER: Final = msgspec.msgpack.Decoder(State)
