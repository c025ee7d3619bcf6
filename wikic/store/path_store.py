"""A store on anything that holds keys and knows the order of paths (WikiKV, sections IV-A to IV-C).

What a batch writes is worked out here, once for all of them; a store says how keys are read, how the paths of
files are met in order, and how the writes land. Key spaces: ``records.py`` and docs/store-format.md.

A directory's record has its first page of names. Those behind it are read from the ordered paths of files, so
that a change of a large directory writes one record, and a page cannot differ from the files that are there.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Final

from wikic.errors import StaleVersionError
from wikic.store.codec import (
    decode_directory,
    decode_entry,
    decode_file,
    encode_directory,
    encode_entry,
    encode_file,
    paths_in,
)
from wikic.store.protocol import Closing
from wikic.store.records import (
    DIRECTORY,
    FILE,
    MAX_PAGE_NAMES,
    NAME,
    Applied,
    Batch,
    Delete,
    DirectoryMeta,
    DirectoryRecord,
    FileRecord,
    Put,
    Stamp,
    directories_above,
    encode_key,
    join_path,
    last_segment,
    parent_directory,
    path_depth,
    stamp_version,
)

_CHUNK: Final = 64  # paths read at once among directories, each of which is jumped over
_END: Final = b"\xff"  # behind everything in UTF-8

Writes = dict[bytes, bytes | None]  # key -> value, None deletes; written in this order


@dataclass(slots=True)
class _Change:
    """What becomes of one directory's names: of files and of directories, that come and that go."""

    files: set[str] = field(default_factory=set)
    gone_files: set[str] = field(default_factory=set)
    dirs: set[str] = field(default_factory=set)
    gone_dirs: set[str] = field(default_factory=set)


class PathStore(Closing):
    """Q1, Q2 and Q4 over keys, and what a batch writes.

    loses_keys: whether single keys may be lost, so that no count can be trusted that was not made anew, and
        every directory is told again of those below it.
    """

    batch_bytes = 4 << 20  # large enough to be fast
    loses_keys = False

    @abstractmethod
    def _fetch(self, key: bytes) -> bytes | None:
        """The value at a key."""

    @abstractmethod
    def _fetch_many(self, keys: Sequence[bytes]) -> Sequence[bytes | None]:
        """The values at keys of one space, of one moment where the store can."""

    @abstractmethod
    def _paths(self, start: bytes, stop: bytes, limit: int | None) -> Iterable[bytes]:
        """Paths of files from ``start`` on and before ``stop``, in order, of one moment."""

    def _pack(self, record: FileRecord) -> bytes:
        return encode_file(record)

    def _unpack(self, data: bytes) -> FileRecord:
        return decode_file(data)

    # --- reading -------------------------------------------------------------------------------

    # `key` is spelled out here: a call costs a tenth of a read. A lone surrogate has no UTF-8 and no record.

    def get(self, path: str) -> FileRecord | None:
        try:
            data = self._fetch(b"F" + path.encode())
        except UnicodeEncodeError:
            return None
        return None if data is None else self._unpack(data)

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        try:
            data = self._fetch(b"D" + path.encode())
        except UnicodeEncodeError:
            return None
        if data is None:
            return None
        record = decode_directory(data)
        if after is None:
            return record
        found = tuple(self._files_in(path, after, MAX_PAGE_NAMES + 1, alone=not record.sub_dirs))
        page = found[:MAX_PAGE_NAMES]
        return replace(record, sub_dirs=(), files=page, next=page[-1] if page != found else None)

    def prefix(self, prefix: str, limit: int | None = None) -> tuple[str, ...]:
        directory, slash, start = prefix.rpartition("/")
        if slash and not directory:
            return ()
        try:
            # One lookup, and at most one page fault. An iterator took 7 µs where this took 9, measured at
            # 2,000 records on warm tables; which is better beyond that is not measured.
            data = self._fetch(b"D" + directory.encode())
            if data is None:
                return ()
            found = paths_in(data, directory, start)
            if found is None:
                sought = prefix.encode()
                found = [each.decode() for each in self._paths(sought, sought + _END, limit)]
        except UnicodeEncodeError:
            return ()
        return tuple(found if limit is None else found[:limit])

    def stamp(self, path: str) -> tuple[int, Stamp] | None:
        (data,) = self._fetch_many([encode_key(NAME, path)])
        return None if data is None else decode_entry(data)

    def _files_in(
        self, directory: str, after: str | None, limit: int | None, *, alone: bool
    ) -> Iterator[str]:
        """Names of the files of a directory behind ``after``, in order; ``alone`` where it has no others."""
        base = f"{directory}/" if directory else ""
        start = base.encode() if after is None else encode_key(base.encode(), after) + b"\0"
        while limit is None or limit > 0:
            at_once = limit if alone else _CHUNK
            found = list_of(self._paths(start, base.encode() + _END, at_once))
            for path in found:
                here, slash, _ = path[len(base.encode()) :].partition(b"/")
                if slash:
                    start = (
                        base.encode() + here + b"0"
                    )  # which follows "/": all that is below it is jumped over
                    break
                yield here.decode()
                limit = None if limit is None else limit - 1
                if limit == 0:
                    return
                start = path + b"\0"
            else:
                if at_once is None or len(found) < at_once:
                    return

    # --- what a batch writes -------------------------------------------------------------------

    def _expect(self, batch: Batch) -> None:
        """Raise ``StaleVersionError`` where an operation expects another version."""
        expecting = [(each.path, each.expects) for each in batch.operations if each.expects is not None]
        stored = self._fetch_many([encode_key(NAME, path) for path, _ in expecting])
        for (path, expects), data in zip(expecting, stored, strict=True):
            found = 0 if data is None else decode_entry(data)[0]
            if found != expects:
                raise StaleVersionError(path, expects, found)

    def _changes(self, batch: Batch, generation: int) -> tuple[Writes, Applied]:
        """What carries ``batch`` out, in the order in which it may land, and what it says to caches.

        Files, the directories that name them, deepest first; then it is the other way round for what goes.
        """
        added = [each.path for each in batch.operations if isinstance(each, Put)]
        removed = [each.path for each in batch.operations if isinstance(each, Delete)]
        files: Writes = {}
        entries: Writes = {}
        for each in batch.operations:
            if isinstance(each, Delete):
                continue
            record = stamp_version(each.record, generation) if isinstance(each, Put) else self.get(each.path)
            if record is None or (not isinstance(each, Put) and record.stamp.sha256 != each.stamp.sha256):
                continue
            if not isinstance(each, Put):
                record = replace(record, stamp=each.stamp)
            files[encode_key(FILE, each.path)] = self._pack(record)
            entries[encode_key(NAME, each.path)] = encode_entry(record.meta.version, record.stamp)
        there, gone = self._listings(added, removed, generation)
        touched = dict.fromkeys((*there, *gone))
        for directory, mtime_ns in batch.directories:
            listing = None if directory in gone else there.get(directory) or self.list(directory)
            if listing is not None:
                there[directory] = replace(listing, meta=replace(listing.meta, mtime_ns=mtime_ns))
                touched[directory] = None
        writes = files | entries
        writes |= {encode_key(DIRECTORY, each): encode_directory(record) for each, record in there.items()}
        writes |= {encode_key(DIRECTORY, each): None for each in reversed(gone)}
        writes |= {encode_key(NAME, path): None for path in removed} | {
            encode_key(FILE, path): None for path in removed
        }
        return writes, Applied(generation, tuple(each.path for each in batch.operations), tuple(touched))

    def _listings(
        self, added: Sequence[str], removed: Sequence[str], generation: int
    ) -> tuple[dict[str, DirectoryRecord], Names]:
        """Records of the directories that change, and paths of those that go, both deepest first.

        A directory is there exactly when it holds something; the root always is.
        """
        changes: defaultdict[str, _Change] = defaultdict(_Change)
        changes[""]
        for path in added:
            changes[parent_directory(path)].files.add(last_segment(path))
        for path in removed:
            changes[parent_directory(path)].gone_files.add(last_segment(path))
        paths = (*added, *removed)
        above = sorted({each for path in paths for each in directories_above(path)} | {""})
        stored = dict(
            zip(above, self._fetch_many([encode_key(DIRECTORY, each) for each in above]), strict=True)
        )
        there: dict[str, DirectoryRecord] = {}
        gone: Names = []
        for directory in sorted(above, key=lambda each: (-path_depth(each), each)):
            change = changes.get(directory)
            if change is None:
                continue
            data = stored[directory]
            old = None if data is None else decode_directory(data)
            new = self._changed(directory, old, change, generation)
            if new is None and old is not None:
                gone.append(directory)
            elif new is not None and new != old:
                there[directory] = new
            if directory and (self.loses_keys or (new is None) != (old is None)):
                upper = changes[parent_directory(directory)]
                (upper.gone_dirs if new is None else upper.dirs).add(last_segment(directory))
        return there, gone

    def _changed(
        self, directory: str, old: DirectoryRecord | None, change: _Change, generation: int
    ) -> DirectoryRecord | None:
        """A directory's record with a change carried out, ``old`` itself where it has no effect, None where
        nothing is left in it.
        """
        base = old or DirectoryRecord(last_segment(directory))
        sub_dirs = merge_names(base.sub_dirs, change.dirs, change.gone_dirs)
        files = merge_names(base.files, change.files, change.gone_files)
        count = len(files)
        if self.loses_keys and (base.next is not None or count > MAX_PAGE_NAMES):
            files = merge_names(self._first(directory, base, None), change.files, change.gone_files)
            count = len(files)
        elif base.next is not None:
            come, go = self._come_and_go(directory, change)
            count = base.meta.entry_count - len(base.sub_dirs) + len(come) - len(go)
            if count > MAX_PAGE_NAMES and all(each > base.next for each in come | go):
                files = base.files
            else:
                files = merge_names(self._first(directory, base, MAX_PAGE_NAMES + len(go)), come, go)
        head = files if count <= MAX_PAGE_NAMES else files[:MAX_PAGE_NAMES]
        entries = count + len(sub_dirs)
        if not entries and directory:
            return None
        following = head[-1] if count > len(head) else None
        known = (base.sub_dirs, base.files, base.next, base.meta.entry_count)
        if old is not None and (sub_dirs, head, following, entries) == known:
            return old
        meta = DirectoryMeta(generation, entries, base.meta.access_count)
        return DirectoryRecord(base.name, sub_dirs, head, following, meta)

    def _first(self, directory: str, record: DirectoryRecord, limit: int | None) -> tuple[str, ...]:
        """The first names of files in a directory, so many or all, as the paths have them."""
        return tuple(self._files_in(directory, None, limit, alone=not record.sub_dirs))

    def _come_and_go(self, directory: str, change: _Change) -> tuple[set[str], set[str]]:
        """Names of files that are not there and will be, and of those that are and will not."""
        names = sorted(change.files | change.gone_files)
        known = self._fetch_many([encode_key(NAME, join_path(directory, each)) for each in names])
        held = {each for each, data in zip(names, known, strict=True) if data is not None}
        return change.files - held, change.gone_files & held


# Inside the class, `list` is the operator.
Names = list[str]
list_of = list


def merge_names(names: Sequence[str], add: set[str], drop: set[str]) -> tuple[str, ...]:
    """``names`` with some added and some dropped, sorted, each once."""
    return tuple(sorted((set(names) | add) - drop))


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
        for at, value in writes.items():
            path = at[1:] if at.startswith(NAME) else None
            if path is not None and (value is None) == (at in self._values):
                if value is None:
                    self._ordered.remove(path)
                else:
                    insort(self._ordered, path)
            if value is None:
                self._values.pop(at, None)
            else:
                self._values[at] = value
