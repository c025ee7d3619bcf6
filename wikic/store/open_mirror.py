"""The mirror on LevelDB, where this process can have one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wikic.errors import MissingExtraError

if TYPE_CHECKING:
    from wikic.store.leveldb import LevelStore


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
        from wikic.store import leveldb  # noqa: F401
    except ImportError as error:
        # Measured: `python benchmarks/store.py --mirror`.
        return (
            f"no mirror, because plyvel cannot be loaded ({error}): everything is read from the files, which "
            "costs a long-running process about 4 times as much for a page, 20 times for a directory, 30 "
            "times for a walk or a prefix; nothing else is missing"
        )
    return ""
