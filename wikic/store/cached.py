"""L1: a small cache in the process, in front of a store that is far away (WikiKV, section V-C).

It holds what nearly every question reads, the root and the dimensions, and beside them what was read last.
Both are bounded in entries and bytes. Who follows the store tells of every batch (``applied``), and the cache
drops exactly the records that changed and the listings above them; it never expires what is still true.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar, cast

from wikic.errors import StoreError
from wikic.layout import index_path, page_file
from wikic.store.protocol import Closing, Store
from wikic.store.records import (
    Applied,
    DirectoryRecord,
    FileRecord,
    Node,
    directories_above,
    parent_directory,
)

MAX_ENTRIES: Final = 256  # "tens of pages" in the paper, and for each dimension a listing and an index
MAX_BYTES: Final = 8 << 20  # bytes in memory
_LARGEST: Final = 8  # a record of more than this part of the whole is not kept: it would clear out the rest
_NAME_BYTES: Final = 64  # a name in a tuple, beside its characters

_Record = TypeVar("_Record", FileRecord, DirectoryRecord)
_Key = tuple[type[Node], str]


class CachedStore(Closing):
    """Reads of ``store`` through a cache; any number of threads.

    What changes in ``store`` is not seen until ``applied`` or ``drop`` tells of it: bounded staleness, R3 of
    section II-C.

    hits, misses: reads by key that the cache could and could not answer.
    """

    def __init__(self, store: Store, *, max_entries: int = MAX_ENTRIES, max_bytes: int = MAX_BYTES) -> None:
        self._store = store
        self._max_entries = max_entries
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._kept: OrderedDict[_Key, tuple[Node, int]] = OrderedDict()
        self._bytes = 0
        self._told = 0  # how often something was dropped
        self._doubted = False
        self.hits = 0
        self.misses = 0

    @property
    def generation(self) -> int:
        return self._store.generation

    @property
    def settled(self) -> bool:
        return self._store.settled

    def close(self) -> None:
        self.drop()
        self._store.close()

    # --- reading -------------------------------------------------------------------------------

    def get(self, path: str) -> FileRecord | None:
        return self._find(FileRecord, path, self._store.get)

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        if after is not None:
            return self._store.list(path, after)
        return self._find(DirectoryRecord, path, self._store.list)

    def prefix(self, prefix: str, limit: int | None = None) -> tuple[str, ...]:
        return self._store.prefix(prefix, limit)

    def _find(self, kind: type[_Record], path: str, read: Callable[[str], _Record | None]) -> _Record | None:
        with self._lock:
            told, kept = self._told, self._kept.get((kind, path))
            if kept is not None and not self._doubted:
                self.hits += 1
                self._kept.move_to_end((kind, path))
                return cast("_Record", kept[0])
            self.misses += 1
        try:
            record = read(path)
        except StoreError:
            with self._lock:
                kept = self._kept.get((kind, path)) if self._doubted else None
            if kept is None:
                raise
            return cast("_Record", kept[0])
        if record is not None:
            self._keep((kind, path), record, told)
        return record

    # --- being told ----------------------------------------------------------------------------

    def applied(self, event: Applied) -> None:
        """Drop what the batch behind ``event`` changed, and the listings above it."""
        with self._lock:
            self._told += 1
            for path in event.files:
                self._forget((FileRecord, path))
            for directory in {*event.directories, *map(parent_directory, event.files)}:
                for each in (directory, *directories_above(directory)):
                    self._forget((DirectoryRecord, each))

    def drop(self) -> None:
        """Drop everything; what is read from here on is told of again."""
        with self._lock:
            self._told += 1
            self._doubted = False
            self._kept.clear()
            self._bytes = 0

    def doubt(self) -> None:
        """Nobody tells what changes, until ``drop``: what is kept answers only where the store cannot."""
        with self._lock:
            self._told += 1
            self._doubted = True

    # --- what is kept --------------------------------------------------------------------------

    def _keep(self, key: _Key, record: Node, told: int) -> None:
        size = _record_size(record)
        with self._lock:
            if size > self._max_bytes // _LARGEST or told != self._told or self._doubted:
                return  # where a batch landed while the record was read, it may be the one before
            self._forget(key)
            self._kept[key] = record, size
            self._bytes += size
            while len(self._kept) > self._max_entries or self._bytes > self._max_bytes:
                # What was read longest ago, the root and the dimensions last.
                self._forget(
                    next((each for each in self._kept if not _is_upper(each)), next(iter(self._kept)))
                )

    def _forget(self, key: _Key) -> None:
        found = self._kept.pop(key, None)
        if found is not None:
            self._bytes -= found[1]


def _is_upper(key: _Key) -> bool:
    """Whether this is the root, a dimension, or the index file of one."""
    kind, path = key
    directory = path if kind is DirectoryRecord else parent_directory(path)
    return "/" not in directory and (kind is DirectoryRecord or path == page_file(index_path(directory)))


def _record_size(record: Node) -> int:
    """About how many bytes it takes in memory."""
    if isinstance(record, FileRecord):
        return 2 * len(record.text) + _NAME_BYTES  # the text, and the bytes it was read from
    return sum([2 * len(each) + _NAME_BYTES for each in (*record.files, *record.sub_dirs)])
