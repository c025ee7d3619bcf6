"""Which store reads a wiki: the mirror where this process can have it, else the tree, and why."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wikic.errors import MissingExtraError, StoreError
from wikic.store.freshness import FreshStore
from wikic.store.protocol import Store
from wikic.store.tree import TreeStore

if TYPE_CHECKING:
    from wikic.store.leveldb import LevelStore


@dataclass(frozen=True, slots=True)
class Opened:
    """A store to read from.

    store: reads what the wiki holds now.
    without_mirror: why the tree alone serves, for ``--verbose`` and ``status``; "" when the mirror does.
    """

    store: Store
    without_mirror: str = ""


def open_reader(wiki: Path, mirror: Path) -> Opened:
    """Open the mirror at ``mirror`` over the tree ``wiki`` when it is there, whole and free; else the tree.

    Never raises and never waits. A process that reads a few records and ends is better served by
    ``TreeStore(wiki)``: loading LevelDB costs as much as reading a thousand pages.
    """
    tree = TreeStore(wiki)
    if not mirror.is_dir():
        return Opened(tree, "there is no mirror yet")
    try:
        store = open_mirror(mirror)
    except (StoreError, MissingExtraError) as error:
        return Opened(tree, str(error))
    if not store.settled:
        store.close()
        return Opened(tree, f"{mirror} is not complete")
    return Opened(FreshStore(store, tree))


def open_mirror(mirror: Path, *, first: int = 0) -> LevelStore:
    """The LevelDB at ``mirror``, for the process that keeps it in step. Raises as ``LevelStore`` does.

    Raises ``MissingExtraError`` where plyvel cannot be imported.
    """
    try:
        from wikic.store.leveldb import LevelStore
    except ImportError as error:
        raise MissingExtraError(
            f"the mirror needs plyvel and msgspec: {error}", hint="the wiki's own files are read instead"
        ) from error
    return LevelStore(mirror, first=first)


def without_plyvel() -> str:
    """For ``status``: why no mirror can be had here, and what that costs; "" where one can."""
    try:
        from wikic.store import plyvel_engine  # noqa: F401
    except ImportError as error:
        # Measured: `python benchmarks/store.py --mirror`.
        return (
            f"no mirror, because plyvel cannot be loaded ({error}): everything is read from the files, which "
            "costs a long-running process about 4 times as much for a page, 20 times for a directory, 30 "
            "times for a walk or a prefix; nothing else is missing"
        )
    return ""
