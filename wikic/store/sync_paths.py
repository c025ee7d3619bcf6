"""What separates a store from a tree in and around some paths: for who was told what changed.

The files told are read whatever their times say, so an edit that keeps size and time shows. Beside them every
directory whose time is not the stored one is listed: a name whose event was lost or is late (watchdog keeps a
rename for half a second, to see whence it came) is found as well, so that a moved page is never gone from the
one directory and not yet in the other; and the time that is stored for a listing never vouches for a name
that nobody has told of yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from stat import S_ISDIR
from typing import Final

from wikic.store.operators import names
from wikic.store.path_keys import is_path, join, parent
from wikic.store.protocol import WritableStore
from wikic.store.sync import Entry, Plan
from wikic.store.tree import TreeStore

# Above, the files of a directory are not looked at one by one: 7 µs each, and what is told must show at once.
_LOOKED_AT: Final = 2_000


def plan_paths(paths: Iterable[str], tree: TreeStore, store: WritableStore) -> Plan:
    """The plan for ``sync`` after changes at ``paths``: files and directories that came, changed or went."""
    planned = _PathsPlan(tree, store)
    wanted = {path for path in paths if is_path(path)}
    above = {each for path in wanted for each in _above(path)}
    for directory in sorted(above.union(_known(store))):
        planned.into(directory)
    for path in wanted:
        planned.at(path)
    return planned.plan()


def _known(store: WritableStore, directory: str = "") -> Iterable[str]:
    """Every directory the store holds: looking at the time of one costs a few microseconds."""
    record = store.list(directory)
    if record is None:
        return
    yield directory
    for name in record.sub_dirs:
        yield from _known(store, join(directory, name))


def _above(path: str) -> Iterable[str]:
    """All directories above ``path``, the root's included."""
    while path:
        path = parent(path)
        yield path


class _PathsPlan:
    """Looks at files and directories, and gathers the plan that brings the store in step with them."""

    def __init__(self, tree: TreeStore, store: WritableStore) -> None:
        self._tree = tree
        self._store = store
        self._changed: dict[str, Entry] = {}
        self._gone: set[str] = set()
        self._times: dict[str, int] = {}  # of every directory looked into, taken before its names
        self._renewed: set[str] = set()  # those that have another time in the store

    def into(self, directory: str) -> None:
        """List a directory whose time is not as stored, and look at the names that differ."""
        status = self._tree.stat(directory)
        stored = self._store.list(directory)
        if status is None or not S_ISDIR(status.st_mode):
            if stored is not None:
                self._gone.update(self._store.prefix(f"{directory}/" if directory else ""))
            return
        self._times[directory] = status.st_mtime_ns
        if stored is None:
            self._below(directory)
            return
        if stored.meta.mtime_ns == status.st_mtime_ns:
            return
        self._renewed.add(directory)
        entries = dict(self._tree.entries(directory) or ())
        known = dict.fromkeys(stored.sub_dirs, True) | dict.fromkeys(names(self._store, directory), False)
        for name, _ in entries.items() - known.items():
            self.at(join(directory, name))
        for name, is_directory in known.items() - entries.items():
            self._lost(join(directory, name), is_directory)
        if len(entries) <= _LOOKED_AT:
            for name, is_directory in known.items() & entries.items():
                if not is_directory:
                    self._replaced(join(directory, name))

    def at(self, path: str) -> None:
        """Look at what is at a path now, a file or all of a directory, and at what was."""
        status = self._tree.stat(path)
        if status is not None and S_ISDIR(status.st_mode):
            self._below(path)
            self._lost(path, False)
            return
        self._lost(path, True)
        if status is None:
            self._lost(path, False)
        else:
            load = partial(self._tree.load, path)
            self._changed[path] = Entry(path, status.st_mtime_ns, status.st_size, load)

    def _replaced(self, path: str) -> None:
        """Look at a file that another was renamed over, which changes its directory's time and its own."""
        status, stored = self._tree.stat(path), self._store.stamp(path)
        if status is None or stored is None:
            return
        if (status.st_mtime_ns, status.st_size) != (stored[1].mtime_ns, stored[1].size):
            self.at(path)

    def _below(self, directory: str) -> None:
        there: set[str] = set()
        for path, status, is_directory in self._tree.survey(directory):
            if is_directory:
                self._times[path] = status.st_mtime_ns
                self._renewed.add(path)
            else:
                load = partial(self._tree.load, path)
                self._changed[path] = Entry(path, status.st_mtime_ns, status.st_size, load)
                there.add(path)
        prefix = f"{directory}/" if directory else ""
        self._gone.update(path for path in self._store.prefix(prefix) if path not in there)

    def _lost(self, path: str, is_directory: bool) -> None:
        if is_directory:
            self._gone.update(self._store.prefix(path + "/"))
        elif self._store.stamp(path) is not None:
            self._gone.add(path)

    def plan(self) -> Plan:
        gone = sorted(self._gone - self._changed.keys())
        new = (path for path in self._changed if self._store.stamp(path) is None)
        # Where names come or go the store forgets a directory's time, so it is given again.
        shown = {above for path in (*new, *gone) for above in _above(path)}
        return Plan(
            tuple(each for _, each in sorted(self._changed.items())),
            gone=tuple(gone),
            directories=tuple(
                (directory, time)
                for directory, time in sorted(self._times.items())
                if directory in shown or (directory in self._renewed and self._has_another(directory, time))
            ),
        )

    def _has_another(self, directory: str, mtime_ns: int) -> bool:
        """Whether the store has another time for a directory that it holds."""
        record = self._store.list(directory)
        return record is not None and record.meta.mtime_ns != mtime_ns
