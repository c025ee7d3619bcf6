"""Bringing a store in step with a tree, by content: exact after any edits, and as small as the edits were.

    entries, directories = survey(TreeStore(wiki))
    result = sync(store, plan(entries, store, directories))

``entries`` may come from elsewhere: who loads the wiki knows hashes that ``survey`` would have to read for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from wikic.layout import content_hash
from wikic.store.protocol import Store, WritableStore, list_names
from wikic.store.records import (
    Batch,
    Delete,
    FileMeta,
    FileRecord,
    Operation,
    Put,
    Restamp,
    Stamp,
    directories_above,
    file_record,
    is_path,
    join_path,
    last_segment,
    parent_directory,
)
from wikic.store.tree import TreeStore

BATCH_BYTES: Final = 4 << 20  # small enough not to count in memory; a store may want smaller ones
NAMED: Final = 20  # of what a sync changed: for a line on a terminal
_DELETE_BYTES: Final = 256  # what a removal weighs in a batch

Known = Callable[[str, os.stat_result], str]
"""Hash of a file, by its path and status, where it was read when it looked so; else ""."""

Describe = Callable[[str, str], FileMeta]
"""From a file's path and text, what its record says beside them. It may depend on nothing else."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the tree.

    path: file path.
    mtime_ns: its modification time in nanoseconds, taken before its content.
    size: its length in bytes.
    load: reads its bytes; ``OSError`` when it is gone by then.
    sha256: hash of its content, or "" when nobody has read it: then an equal time and size count as
        unchanged, as in ``git status``.
    """

    path: str
    mtime_ns: int
    size: int
    load: Callable[[], bytes]
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What separates a store from a tree. A writer that knows its changes builds one by hand.

    changed: files to read and store.
    touched: files whose content is known to be the same and whose time is not.
    gone: paths of records to remove.
    lost: files to store anew, whatever their stamps say: the store lost a record, or the name in a listing.
    directories: pairs of directory path and modification time, taken before the files were listed.
    """

    changed: tuple[Entry, ...] = ()
    touched: tuple[Entry, ...] = ()
    gone: tuple[str, ...] = ()
    lost: tuple[Entry, ...] = ()
    directories: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changed or self.touched or self.gone or self.lost)

    @property
    def size(self) -> int:
        """How many files it concerns."""
        return len(self.changed) + len(self.touched) + len(self.gone) + len(self.lost)


@dataclass(frozen=True, slots=True)
class Result:
    """What ``sync`` did.

    written: files stored.
    touched: files whose time was renewed.
    removed: records removed.
    skipped: paths of files that changed or went while they were read; their old records stay, no longer
        fresh, until the next sync.
    overtaken: ``still`` said no: the last batch was not written, and the store is behind.
    paths: the files stored, renewed and removed, by path, at most ``NAMED``.
    """

    written: int
    touched: int
    removed: int
    skipped: tuple[str, ...]
    overtaken: bool = False
    paths: tuple[str, ...] = ()


def nothing_known(path: str, status: os.stat_result) -> str:
    """Every file is to be read."""
    return ""


# Of a file that is there and may not be read: no content has this hash, so it is tried again, and reported.
_UNREADABLE: Final = "unreadable"


def survey_tree(
    tree: TreeStore, *, hashed: bool = False, known: Known = nothing_known
) -> tuple[list[Entry], list[tuple[str, int]]]:
    """Files and directories of ``tree`` as ``plan`` takes them.

    hashed: read every file whose hash is not ``known``.

    Times are taken before content: what changes in between is found again by the next sync.
    """
    entries: list[Entry] = []
    directories: list[tuple[str, int]] = []
    for path, status, is_directory in tree.survey():
        if is_directory:
            directories.append((path, status.st_mtime_ns))
            continue
        load = partial(tree.load, path)
        try:
            sha256 = (known(path, status) or content_hash(load())) if hashed else ""
        except OSError:
            if tree.stat(path) is None:
                continue
            sha256 = _UNREADABLE
        entries.append(Entry(path, status.st_mtime_ns, status.st_size, load, sha256))
    return entries, directories


def plan_sync(
    entries: Iterable[Entry],
    store: WritableStore,
    directories: Iterable[tuple[str, int]] = (),
    lost: Iterable[str] = (),
) -> Plan:
    """Compare a whole tree with ``store``, stamps and listings, without reading a text on either side.

    lost: paths whose records the store knows to be lost.
    """
    wanted = {each.path: each for each in sorted(entries, key=lambda each: each.path) if is_path(each.path)}
    changed: list[Entry] = []
    touched: list[Entry] = []
    gone: list[str] = []
    known: set[str] = set()
    for path, _, stamp in store.stamps():
        known.add(path)
        if path in wanted:
            _compare_entry(wanted[path], stamp, changed, touched)
        else:
            gone.append(path)
    changed += [each for path, each in wanted.items() if path not in known]
    changed.sort(key=lambda each: each.path)
    done = {each.path for each in changed}.union(gone)
    again = {*lost, *find_mislisted(wanted.keys() - done, store, done)} - done
    gone += sorted(again - wanted.keys())
    anew = [wanted[path] for path in sorted(again & wanted.keys())]
    touched = [each for each in touched if each.path not in again]
    # Where names come or go the store forgets a directory's time, so it is given again.
    parents = {parent_directory(path) for path in (*done, *again)}
    above = parents.union(*map(directories_above, parents))
    times = tuple(each for each in directories if each[0] in above or not _is_timed(store, *each))
    return Plan(tuple(changed), tuple(touched), tuple(gone), tuple(anew), times)


def _compare_entry(entry: Entry, stamp: Stamp, changed: list[Entry], touched: list[Entry]) -> None:
    same_time = (entry.mtime_ns, entry.size) == (stamp.mtime_ns, stamp.size)
    if entry.sha256 == stamp.sha256:
        if not same_time:
            touched.append(entry)
    elif entry.sha256 or not same_time:
        changed.append(entry)


def _is_timed(store: WritableStore, directory: str, mtime_ns: int) -> bool:
    """Whether the store has this time for ``directory``, or no such directory."""
    record = store.list(directory)
    return record is None or record.meta.mtime_ns == mtime_ns


def sync_store(
    store: WritableStore,
    plan: Plan,
    describe: Describe | None = None,
    *,
    still: Callable[[], bool] | None = None,
    advance: Callable[[int], None] | None = None,
) -> Result:
    """Carry ``plan`` out. Files land first, removals last, so a moved page is never missing.

    A first mirror of a large wiki takes several batches; ``store.settled`` is false until the last.

    still: asked once everything was read and before the last batch: whether the tree is what it was when
        ``plan`` was made. Where it is not, the last batch is not written; plan and sync again.
    advance: told how many files are done.
    """
    if not plan and not plan.directories and store.settled:
        return Result(0, 0, 0, ())
    skipped: list[str] = []
    counts = {Put: 0, Restamp: 0, Delete: 0}
    named: list[str] = []
    operations = _plan_operations(store, plan, describe, skipped)
    batches = _cut_batches(operations, min(BATCH_BYTES, store.batch_bytes))
    pending = next(batches, ())
    while True:
        for operation in pending:
            counts[type(operation)] += 1
        named += [each.path for each in pending[: NAMED - len(named)]]
        following = next(batches, None)
        if following is None:
            break
        store.apply(Batch(pending, settled=False))
        if advance is not None:
            advance(len(pending))
        pending = following
    overtaken = still is not None and not still()
    if not overtaken:
        # The time of a directory must not vouch for a listing in which a skipped file is missing.
        unsure = {parent_directory(path) for path in skipped}
        times = tuple(each for each in plan.directories if each[0] not in unsure)
        if pending or times or not store.settled:
            store.apply(Batch(pending, times, settled=True))
    if advance is not None:
        advance(len(pending))
    return Result(
        counts[Put], counts[Restamp], counts[Delete], tuple(skipped), overtaken, tuple(sorted(named))
    )


def _plan_operations(
    store: WritableStore, plan: Plan, describe: Describe | None, skipped: list[str]
) -> Iterator[tuple[int, Operation]]:
    """Every operation with about how many bytes it weighs."""
    empty = next(store.stamps(), None) is None  # a first mirror need not ask for every file
    lost = {each.path for each in plan.lost}
    for entry in (*plan.changed, *plan.lost):
        try:
            data = entry.load()
        except OSError:
            skipped.append(entry.path)
            continue
        record = file_record(entry.path, data, entry.mtime_ns)
        if len(data) != entry.size or entry.sha256 not in ("", record.stamp.sha256):
            skipped.append(entry.path)
            continue
        stored = None if entry.sha256 or empty or entry.path in lost else store.stamp(entry.path)
        if stored is not None and stored[1] == record.stamp:
            continue  # it was looked at, or saved as it was
        if stored is not None and stored[1].sha256 == record.stamp.sha256:
            yield _DELETE_BYTES + entry.size, Restamp(entry.path, record.stamp)
            continue
        if describe is not None:
            # Spelled out, as in `versioned`.
            meta = describe(entry.path, record.text)
            record = FileRecord(record.name, record.text, record.stamp, meta)
        yield entry.size, Put(entry.path, record)
    for entry in plan.touched:
        yield entry.size, Restamp(entry.path, Stamp(entry.sha256, entry.mtime_ns, entry.size))
    for path in plan.gone:
        yield _DELETE_BYTES, Delete(path)


def _cut_batches(operations: Iterator[tuple[int, Operation]], most: int) -> Iterator[tuple[Operation, ...]]:
    """Operations in runs of about ``most`` bytes."""
    batch: list[Operation] = []
    weight = 0
    for size, operation in operations:
        batch.append(operation)
        weight += size
        if weight >= most:
            yield tuple(batch)
            batch, weight = [], 0
    if batch:
        yield tuple(batch)


# Removing a file that never was takes a directory out of the listing above it, where nothing is in it.
_NOBODY: Final = "_"


def find_mislisted(there: Collection[str], store: Store, passing: Iterable[str] = ()) -> Iterator[str]:
    """Paths of files, of those ``there`` or none, by which what a listing of ``store`` lacks or has too much
    is mended: store those that are there anew, remove the others.

    there: files that the store holds. passing: others it holds or is about to, whose names are no fault.
    """
    files: dict[str, set[str]] = {"": set()}
    below: dict[str, dict[str, str]] = {"": {}}  # directory -> name of a directory in it -> a file in that
    for path in there:
        directory = parent_directory(path)
        files.setdefault(directory, set()).add(last_segment(path))
        while directory:
            below.setdefault(parent_directory(directory), {}).setdefault(last_segment(directory), path)
            directory = parent_directory(directory)
    coming = set(passing)
    unsure = {above for path in coming for above in directories_above(path)}
    for directory in sorted(files.keys() | below.keys()):
        wanted, inside = files.get(directory, set()), below.get(directory, {})
        record = store.list(directory)
        if record is None:
            yield from (join_path(directory, each) for each in wanted)
            yield from inside.values()
            continue
        listed = list(list_names(store, directory))
        yield from (join_path(directory, each) for each in wanted.difference(listed))
        for each in set(listed) - wanted:
            if join_path(directory, each) not in coming:
                yield join_path(directory, each)
        yield from (inside[each] for each in inside.keys() - set(record.sub_dirs))
        if record.meta.entry_count != len(listed) + len(record.sub_dirs):
            yield from [join_path(directory, each) for each in wanted][:1]
        for each in set(record.sub_dirs) - inside.keys():
            if join_path(directory, each) not in unsure:
                yield from _files_within(store, join_path(directory, each))


def _files_within(store: Store, directory: str) -> list[str]:
    """Paths of the files that listings name below a directory; of a made up one where they name none."""
    found = [join_path(directory, each) for each in list_names(store, directory)]
    record = store.list(directory)
    for each in () if record is None else record.sub_dirs:
        found += _files_within(store, join_path(directory, each))
    return found or [join_path(directory, _NOBODY)]
