"""What separates a store from a tree in and around some paths: for who was told what changed.

The files told are read whatever their times say, so an edit that keeps size and time shows. Beside them every
directory whose time is not the stored one is listed: a name whose event was lost or is late (watchdog keeps a
rename for half a second, to see whence it came) is found as well, so that a moved page is never gone from the
one directory and not yet in the other; and the time that is stored for a listing never vouches for a name
that nobody has told of yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from stat import S_ISDIR, S_ISREG
from typing import Final

from wikic.store.protocol import WritableStore, list_names
from wikic.store.records import directories_above, is_path, join_path
from wikic.store.sync import Entry, Plan
from wikic.store.tree import TreeStore

# Above, the files of a directory are not looked at one by one: 7 µs each, and what is told must show at once.
_LOOKED_AT: Final = 2_000


def plan_paths(paths: Iterable[str], tree: TreeStore, store: WritableStore) -> Plan:
    """The plan for ``sync`` after changes at ``paths``: files and directories that came, changed or went."""
    told = {path for path in paths if is_path(path)}
    for path in tuple(told):
        if _directory_time(tree, path) is not None:
            told.update(each for each, _, _ in tree.survey(path))
    times = {
        each: _directory_time(tree, each) for each in _directories_to_list(told, tree, store)
    }  # before their names are read
    looked_at = set(told)
    for directory in times:
        here = {each for each, is_directory in tree.entries(directory) or () if not is_directory}
        there = set(list_names(store, directory))
        some = here ^ there if len(here) > _LOOKED_AT else here | there
        looked_at.update(join_path(directory, each) for each in some)
    changed: list[Entry] = []
    gone: list[str] = []
    new: list[str] = []
    for path in sorted(looked_at):
        status, stored = tree.stat(path), store.stamp(path)
        if status is None or not S_ISREG(status.st_mode):
            gone += [path] if stored is not None else []
            continue
        new += [path] if stored is None else []
        state = None if stored is None else (stored[1].mtime_ns, stored[1].size)
        if path in told or state != (status.st_mtime_ns, status.st_size):
            changed.append(Entry(path, status.st_mtime_ns, status.st_size, partial(tree.load, path)))
    # Where names come or go the store forgets a directory's time, so it is given again.
    shown = {above for path in (*new, *gone) for above in directories_above(path)}
    for above in shown - times.keys():
        record = store.list(above)  # whose time was as stored
        times[above] = record.meta.mtime_ns if record is not None else None
    renewed = tuple(
        (directory, time)
        for directory, time in sorted(times.items())
        if time is not None and (directory in shown or _has_another(store, directory, time))
    )
    return Plan(tuple(changed), gone=tuple(gone), directories=renewed)


def _directories_to_list(told: Iterable[str], tree: TreeStore, store: WritableStore) -> Iterator[str]:
    """Directories to look into: those of what was told, those with another time than stored, and all below
    one that came or went.
    """
    wanted = {above for path in told for above in (path, *directories_above(path))} | set(
        _held_directories(store, "")
    )
    pending = sorted(each for each in wanted if _is_other(each, tree, store, told))
    seen: set[str] = set()
    while pending:
        directory = pending.pop()
        if directory in seen:
            continue
        seen.add(directory)
        yield directory
        here = {each for each, is_directory in tree.entries(directory) or () if is_directory}
        record = store.list(directory)
        pending += [join_path(directory, each) for each in here ^ set(record.sub_dirs if record else ())]


def _is_other(directory: str, tree: TreeStore, store: WritableStore, told: Iterable[str]) -> bool:
    """Whether a directory, there or stored, has another time than stored, or was told of."""
    time, record = _directory_time(tree, directory), store.list(directory)
    stored = None if record is None else record.meta.mtime_ns
    return time != stored or (directory in told and (time is not None or stored is not None))


def _held_directories(store: WritableStore, directory: str) -> Iterator[str]:
    """Every directory the store holds: looking at the time of one costs a few microseconds."""
    record = store.list(directory)
    if record is not None:
        yield directory
        for each in record.sub_dirs:
            yield from _held_directories(store, join_path(directory, each))


def _directory_time(tree: TreeStore, directory: str) -> int | None:
    """The time of a directory, None where there is none."""
    status = tree.stat(directory)
    return status.st_mtime_ns if status is not None and S_ISDIR(status.st_mode) else None


def _has_another(store: WritableStore, directory: str, mtime_ns: int) -> bool:
    """Whether the store has another time for a directory that it holds."""
    record = store.list(directory)
    return record is not None and record.meta.mtime_ns != mtime_ns
