"""L1: a small cache in the process, in front of any store (WikiKV, section V-C).

It holds what nearly every question reads, the root and the dimensions, and beside them what was read last.
Both are bounded in entries and bytes. The writer tells of every batch (``applied``), and the cache drops
exactly the records that changed and the listings above them; it never expires what is still true.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Final

from wikic.errors import StoreError
from wikic.layout import index_path, page_file
from wikic.store.batch import Applied, Batch
from wikic.store.path_keys import parent
from wikic.store.protocol import Closing, Store, WritableStore
from wikic.store.records import DirectoryRecord, FileRecord, Node, Stamp

MAX_ENTRIES: Final = 256  # "tens of pages" in the paper, and for each dimension a listing and an index
MAX_BYTES: Final = 8 << 20
_LARGEST: Final = 8  # a record of more than this part of the whole is not kept: it would clear out the rest
_NAME_BYTES: Final = 64  # a name in a tuple, beside its characters


class CachedStore(Closing):
    """Reads of ``store`` through a cache; any number of threads.

    What ``store`` itself learns of its own accord (people's edits, through ``FreshStore`` or ``TreeStore``)
    is not seen until it is told to ``applied`` or ``drop``: bounded staleness, R3 of section II-C.

    hits, misses: reads by key that the cache could and could not answer.
    """

    def __init__(self, store: Store, *, max_entries: int = MAX_ENTRIES, max_bytes: int = MAX_BYTES) -> None:
        self._store = store
        self._max_entries = max_entries
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._kept: OrderedDict[tuple[bool, str], tuple[Node, int]] = OrderedDict()  # is a directory, path
        self._bytes = 0
        self._told = 0  # how often something was dropped
        self._doubted = False
        self._changing = 0  # batches under way: what is kept may name what the store has removed already
        self.hits = 0
        self.misses = 0

    @property
    def generation(self) -> int:
        return self._store.generation

    @property
    def settled(self) -> bool:
        return self._store.settled

    @property
    def hit_rate(self) -> float:
        """Share of reads by key that the cache answered; 0 before the first."""
        read = self.hits + self.misses
        return self.hits / read if read else 0.0

    def close(self) -> None:
        self._clear()
        self._store.close()

    def warm(self) -> None:
        """Read the root, its dimensions, and their index files, as far as they fit."""
        root = self.list("")
        self.get(page_file(index_path("")))
        for each in () if root is None else root.sub_dirs[: (self._max_entries - 2) // 2]:
            self.list(each)
            self.get(page_file(index_path(each)))

    # --- reading -------------------------------------------------------------------------------

    def get(self, path: str) -> FileRecord | None:
        found = self._find(False, path)
        if isinstance(found, FileRecord):
            return found
        told = self._told
        try:
            record = self._store.get(path)
        except StoreError:
            kept = self._in_doubt(False, path)
            if not isinstance(kept, FileRecord):
                raise
            return kept
        self._keep(False, path, record, told)
        return record

    def get_many(self, paths: Iterable[str]) -> tuple[FileRecord | None, ...]:
        return self._store.get_many(paths)  # of one moment, which kept records need not be of

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        if after is not None:
            return self._store.list(path, after)
        found = self._find(True, path)
        if isinstance(found, DirectoryRecord):
            return found
        told = self._told
        try:
            record = self._store.list(path)
        except StoreError:
            kept = self._in_doubt(True, path)
            if not isinstance(kept, DirectoryRecord):
                raise
            return kept
        self._keep(True, path, record, told)
        return record

    def prefix(self, prefix: str, limit: int | None = None) -> tuple[str, ...]:
        return self._store.prefix(prefix, limit)

    # --- being told ----------------------------------------------------------------------------

    def applied(self, event: Applied) -> None:
        """Drop what the batch behind ``event`` changed, and the listings above it."""
        with self._lock:
            self._told += 1
            for path in event.files:
                self._forget(False, path)
            for directory in {*event.directories, *map(parent, event.files)}:
                self._forget_up(directory)

    def drop(self, prefix: str = "") -> None:
        """Drop the file or directory at ``prefix``, all below it, and the listings above; "" drops all."""
        if not prefix:
            self._clear()
            return
        with self._lock:
            self._told += 1
            for is_directory, path in list(self._kept):
                if path == prefix or path.startswith(prefix + "/"):
                    self._forget(is_directory, path)
            self._forget_up(parent(prefix))

    def doubt(self) -> None:
        """Nobody tells what changes, until ``drop``: what is kept answers only where the store cannot."""
        with self._lock:
            self._told += 1
            self._doubted = True

    # --- what is kept --------------------------------------------------------------------------

    def _find(self, is_directory: bool, path: str) -> Node | None:
        with self._lock:
            sure = not self._changing and not self._doubted
            found = self._kept.get((is_directory, path)) if sure else None
            if found is None:
                self.misses += 1
                return None
            self.hits += 1
            self._kept.move_to_end((is_directory, path))
            return found[0]

    def _in_doubt(self, is_directory: bool, path: str) -> Node | None:
        """What was kept before nobody told any more."""
        with self._lock:
            found = self._kept.get((is_directory, path)) if self._doubted else None
            return None if found is None else found[0]

    def _keep(self, is_directory: bool, path: str, record: Node | None, told: int) -> None:
        size = 0 if record is None else _size(record)
        if record is None or size > self._max_bytes // _LARGEST:
            return
        with self._lock:
            if told != self._told or self._changing or self._doubted:
                return  # a batch landed while the record was read: it may be the one before
            self._forget(is_directory, path)
            self._kept[is_directory, path] = record, size
            self._bytes += size
            while len(self._kept) > self._max_entries or self._bytes > self._max_bytes:
                self._evict()

    def _evict(self) -> None:
        """Drop what was read longest ago, the root and the dimensions last."""
        for is_directory, path in self._kept:
            if not _is_upper(is_directory, path):
                self._forget(is_directory, path)
                return
        self._forget(*next(iter(self._kept)))

    def _forget(self, is_directory: bool, path: str) -> None:
        found = self._kept.pop((is_directory, path), None)
        if found is not None:
            self._bytes -= found[1]

    def _forget_up(self, directory: str) -> None:
        self._forget(True, directory)
        while directory:
            directory = parent(directory)
            self._forget(True, directory)

    def _clear(self) -> None:
        with self._lock:
            self._told += 1
            self._doubted = False
            self._kept.clear()
            self._bytes = 0


class CachedWriter(CachedStore):
    """A cache that tells itself: what a batch changes is dropped before ``apply`` returns."""

    def __init__(
        self, store: WritableStore, *, max_entries: int = MAX_ENTRIES, max_bytes: int = MAX_BYTES
    ) -> None:
        super().__init__(store, max_entries=max_entries, max_bytes=max_bytes)
        self._written = store
        self.batch_bytes = store.batch_bytes

    def apply(self, batch: Batch) -> Applied:
        # A listing that is kept would advertise pages that the batch removes, until it is dropped.
        with self._lock:
            self._changing += 1
        try:
            event = self._written.apply(batch)
            self.applied(event)
        finally:
            with self._lock:
                self._changing -= 1
        return event

    def stamp(self, path: str) -> tuple[int, Stamp] | None:
        return self._written.stamp(path)

    def stamps(self) -> Iterator[tuple[str, int, Stamp]]:
        return self._written.stamps()


def _is_upper(is_directory: bool, path: str) -> bool:
    """Whether this is the root, a dimension, or the index file of one."""
    if is_directory:
        return "/" not in path
    directory = parent(path)
    return "/" not in directory and path == page_file(index_path(directory))


def _size(record: Node) -> int:
    """About how many bytes it takes in memory."""
    if isinstance(record, FileRecord):
        return 2 * len(record.text) + _NAME_BYTES  # the text, and the bytes it was read from
    return sum([2 * len(each) + _NAME_BYTES for each in (*record.files, *record.sub_dirs)])
