"""The store in memory, of tests and short runs.

A batch is not atomic here, as it would not be in a remote store: what readers in other threads may rely on
is the order of the writes alone.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from threading import Lock

from wikic.store.batch import Applied, Batch
from wikic.store.codec import decode_entry, encode_directory
from wikic.store.path_keys import DIRECTORY, NAME
from wikic.store.path_store import PathStore, Writes
from wikic.store.records import DirectoryRecord, Stamp


class MemoryStore(PathStore):
    """A dictionary of keys. ``first`` is the generation it starts from."""

    def __init__(self, first: int = 0) -> None:
        self._values: dict[bytes, bytes] = {DIRECTORY: encode_directory(DirectoryRecord(""))}
        self._ordered: list[bytes] = []  # paths of files
        self._writing = Lock()
        self.generation = first
        self.settled = False

    def _fetch(self, key: bytes) -> bytes | None:
        return self._values.get(key)

    def _fetch_many(self, keys: Sequence[bytes]) -> Sequence[bytes | None]:
        return [self._values.get(key) for key in keys]

    def _paths(self, start: bytes, stop: bytes, limit: int | None) -> Sequence[bytes]:
        ordered = self._ordered.copy()  # which holds still
        first, last = bisect_left(ordered, start), bisect_left(ordered, stop)
        return ordered[first : last if limit is None else min(last, first + limit)]

    def stamps(self) -> Iterator[tuple[str, int, Stamp]]:
        values = self._values.copy()
        return iter([(each.decode(), *decode_entry(values[NAME + each])) for each in self._ordered.copy()])

    def apply(self, batch: Batch) -> Applied:
        batch.check()
        with self._writing:
            self._expect(batch)
            writes, applied = self._changes(batch, self.generation + 1)
            self.settled = self.settled and batch.settled is not False
            self._write(writes)
            self.generation = applied.generation
            self.settled = self.settled or batch.settled is True
            return applied

    def _write(self, writes: Writes) -> None:
        for key, value in writes.items():
            path = key[1:] if key.startswith(NAME) else None
            if path is not None and (value is None) == (key in self._values):
                if value is None:
                    self._ordered.remove(path)
                else:
                    insort(self._ordered, path)
            if value is None:
                self._values.pop(key, None)
            else:
                self._values[key] = value
