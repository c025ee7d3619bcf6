"""The store in memory: the reference of the conformance suite, and the store of tests and short runs.

A batch is not atomic here, as it would not be in a remote store: what readers in other threads may rely on
is the order of the writes alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from threading import Lock

from wikic.errors import StaleVersionError
from wikic.store.batch import Applied, Batch, Delete, Operation, Put
from wikic.store.directories import Fate, NameChange, cascade, cut, fate, merge
from wikic.store.path_keys import name
from wikic.store.protocol import Closing
from wikic.store.records import DirectoryMeta, DirectoryRecord, FileRecord, Stamp, versioned

Names = list[str]  # inside the class, `list` is the operator


@dataclass(frozen=True, slots=True)
class _Change:
    """The effect of an operation on a file: its new record, or None when it goes."""

    path: str
    record: FileRecord | None


class MemoryStore(Closing):
    """Dictionaries of records. ``first`` is the generation it starts from."""

    batch_bytes = 4 << 20

    def __init__(self, first: int = 0) -> None:
        self._files: dict[str, FileRecord] = {}
        self._directories: dict[str, DirectoryRecord] = {"": DirectoryRecord("")}
        self._paths: list[str] = []  # sorted; replaced, never changed, so that a reader's copy holds still
        self._writing = Lock()
        self._generation = first
        self._settled = False

    @property
    def generation(self) -> int:
        return self._generation

    @property
    def settled(self) -> bool:
        return self._settled

    def get(self, path: str) -> FileRecord | None:
        return self._files.get(path)

    def get_many(self, paths: Iterable[str]) -> tuple[FileRecord | None, ...]:
        return tuple(map(self._files.get, paths))

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        record = self._directories.get(path)
        if record is None:
            return None
        files, following = cut(record.files, after)
        if after is None and following is None:
            return record
        sub_dirs = record.sub_dirs if after is None else ()
        return replace(record, sub_dirs=sub_dirs, files=files, next=following)

    def prefix(self, prefix: str, limit: int | None = None) -> tuple[str, ...]:
        paths = self._paths
        found: Names = []
        for at in range(bisect_left(paths, prefix), len(paths)):
            path = paths[at]
            if not path.startswith(prefix) or len(found) == limit:
                break
            found.append(path)
        return tuple(found)

    def stamp(self, path: str) -> tuple[int, Stamp] | None:
        record = self._files.get(path)
        return None if record is None else (record.meta.version, record.stamp)

    def stamps(self) -> Iterator[tuple[str, int, Stamp]]:
        files = self._files.copy()
        return iter([(path, files[path].meta.version, files[path].stamp) for path in sorted(files)])

    def apply(self, batch: Batch) -> Applied:
        batch.check()
        with self._writing:
            self._expect(batch)
            generation = self._generation + 1
            changes = [self._change(each, generation) for each in batch.operations]
            puts = {each.path: each.record for each in changes if each.record is not None}
            gone = [each.path for each in changes if each.record is None]
            if batch.settled is False:
                self._settled = False
            touched = self._write(puts, gone, generation, dict(batch.directories))
            self._generation = generation
            if batch.settled:
                self._settled = True
            return Applied(generation, tuple(puts) + tuple(gone), touched)

    def _expect(self, batch: Batch) -> None:
        for each in batch.operations:
            if each.expects is not None:
                record = self._files.get(each.path)
                found = 0 if record is None else record.meta.version
                if found != each.expects:
                    raise StaleVersionError(each.path, each.expects, found)

    def _change(self, operation: Operation, generation: int) -> _Change:
        if isinstance(operation, Put):
            return _Change(operation.path, versioned(operation.record, generation))
        old = self._files.get(operation.path)
        if isinstance(operation, Delete) or old is None:
            return _Change(operation.path, None)
        same = old.stamp.sha256 == operation.stamp.sha256
        return _Change(operation.path, replace(old, stamp=operation.stamp) if same else old)

    def _write(
        self, puts: dict[str, FileRecord], gone: Names, generation: int, times: dict[str, int]
    ) -> tuple[str, ...]:
        """Children, the directories that name them, what goes. Returns directories whose names changed."""
        staged: dict[str, DirectoryRecord] = {}

        def edit(directory: str, change: NameChange) -> Fate:
            old = self._directories.get(directory)
            base = old or DirectoryRecord(name(directory))
            files = merge(base.files, change.files, change.gone_files)
            sub_dirs = merge(base.sub_dirs, change.dirs, change.gone_dirs)
            if (files, sub_dirs) != (base.files, base.sub_dirs):
                meta = DirectoryMeta(generation, len(files) + len(sub_dirs), base.meta.access_count)
                staged[directory] = DirectoryRecord(base.name, sub_dirs, files, None, meta)
            return fate(old is not None, directory, len(files) + len(sub_dirs))

        there, gone_directories = cascade(puts, gone, edit)
        new = sorted(path for path in puts if path not in self._files)
        self._files.update(puts)
        leaving = set(gone)
        # Two sorted runs: Python's sort merges them in linear time.
        self._paths = sorted([path for path in self._paths if path not in leaving] + new)
        for directory in there:
            if directory in staged:
                self._directories[directory] = staged[directory]
        for directory in gone_directories:
            del self._directories[directory]
        for path in gone:
            self._files.pop(path, None)
        for directory, mtime_ns in times.items():
            record = self._directories.get(directory)
            if record is not None:
                self._directories[directory] = replace(record, meta=replace(record.meta, mtime_ns=mtime_ns))
        return tuple(dict.fromkeys((*staged, *(each for each in times if each in self._directories))))
