"""A mirror where it is fresh, the tree where it is not: what every reader in one process may be given.

Freshness is judged by the status of the very file or directory that is returned, so a reader that follows a
person's edit by a microsecond sees it, whether or not the mirror was told. The mirror lies in LevelDB, where
this process can have one.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from wikic.errors import MissingExtraError, StoreError
from wikic.store.path_keys import is_path
from wikic.store.protocol import Closing, Store
from wikic.store.records import DirectoryMeta, DirectoryRecord, FileRecord, fresh, versioned
from wikic.store.tree import TreeStore

if TYPE_CHECKING:
    from wikic.store.leveldb import LevelStore


class FreshStore(Closing):
    """Reads ``mirror`` and falls back to ``tree``, record by record; a damaged mirror is passed over.

    Versions are the tree's, whichever answered: the modification time, which a fresh record shares with its
    file. The mirror's own count batches, and a file that changes and changes back between two would seem to
    go back in time.
    """

    generation = 0  # people edit the tree without telling anybody
    settled = True

    def __init__(self, mirror: Store, tree: TreeStore) -> None:
        self._mirror = mirror
        self._tree = tree

    def get(self, path: str) -> FileRecord | None:
        status = self._tree.stat(path)
        if status is None:
            return None
        record = self._record(path, status)
        if record is not None:
            return versioned(record, record.stamp.mtime_ns)
        return self._tree.get(path)

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        record = self._listing(path, after)
        if record is not None:
            meta = record.meta
            meta = DirectoryMeta(meta.mtime_ns, meta.entry_count, meta.access_count, meta.mtime_ns)
            return DirectoryRecord(record.name, record.sub_dirs, record.files, record.next, meta)
        return self._tree.list(path, after)

    def prefix(self, prefix: str, limit: int | None = None) -> tuple[str, ...]:
        # The mirror's answer holds when the listings it rests on are fresh: that of the prefix's directory,
        # and no directory below that begins like it.
        directory, _, start = prefix.rpartition("/")
        record = self._listing(directory, None)
        if record is None or any(each.startswith(start) for each in record.sub_dirs):
            return self._tree.prefix(prefix, limit)
        return self._mirror.prefix(prefix, limit)

    def close(self) -> None:
        self._mirror.close()

    def _record(self, path: str, status: os.stat_result) -> FileRecord | None:
        """The mirror's record of a file, when it is whole and fresh."""
        try:
            record = self._mirror.get(path) if self._mirror.settled else None
            # Records decode when they are looked at: look here, where the tree can still stand in.
            whole = record is not None and fresh(record, status) and record.text is not None
        except StoreError:
            return None
        return record if whole else None

    def _listing(self, path: str, after: str | None) -> DirectoryRecord | None:
        """The mirror's page of a directory, when it is fresh."""
        if path and not is_path(path):
            return None
        try:
            record = self._mirror.list(path, after) if self._mirror.settled else None
            # The status is taken after the record: a change in between makes it look old, never new.
            whole = record is not None and fresh(record, self._tree.stat(path)) and record.files is not None
        except StoreError:
            return None
        return record if whole else None


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
