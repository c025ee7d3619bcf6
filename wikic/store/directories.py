"""Directories follow from files: which listings a batch changes, and in which order (WikiKV, section IV-C).

A directory is there exactly when it holds something; the root always is. No I/O: a store passes in how
it edits one directory.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from wikic.store.path_keys import depth, name, parent

# A schema's directories hold at most 200 entries, so each is one lookup; a listing of 512 names decodes in
# about 20 µs, one of 20,000 in a millisecond.
PAGE_NAMES: Final = 256
MAX_PAGE_NAMES: Final = 2 * PAGE_NAMES

Fate = Literal["kept", "created", "gone", "absent"]


@dataclass(slots=True)
class NameChange:
    """What becomes of one directory's names; adding what is there or dropping what is not has no effect.

    files: names of files to add.
    gone_files: names of files to drop.
    dirs: names of directories to add.
    gone_dirs: names of directories to drop.
    """

    files: set[str] = field(default_factory=set)
    gone_files: set[str] = field(default_factory=set)
    dirs: set[str] = field(default_factory=set)
    gone_dirs: set[str] = field(default_factory=set)


def cascade(
    added: Iterable[str],
    removed: Iterable[str],
    edit: Callable[[str, NameChange], Fate],
    *,
    name_again: bool = False,
) -> tuple[list[str], list[str]]:
    """Edit every directory that the files ``added`` and ``removed`` touch, deepest first.

    name_again: tell a directory of those below it also where they stay as they are: a store that lost the
        name has it again.

    Returns the directories that are there afterwards, children before parents, and those that are gone,
    parents before children: the orders in which they must be written and removed.
    """
    pending: dict[str, NameChange] = {}
    for path in added:
        pending.setdefault(parent(path), NameChange()).files.add(name(path))
    for path in removed:
        pending.setdefault(parent(path), NameChange()).gone_files.add(name(path))
    there: list[str] = []
    gone: list[str] = []
    for level in range(max(map(depth, pending), default=-1), -1, -1):
        for directory in sorted(each for each in pending if depth(each) == level):
            fate = edit(directory, pending[directory])
            if fate in ("kept", "created"):
                there.append(directory)
            elif fate == "gone":
                gone.append(directory)
            if directory and (name_again or fate in ("created", "gone")):
                above = pending.setdefault(parent(directory), NameChange())
                (above.dirs if fate in ("kept", "created") else above.gone_dirs).add(name(directory))
    return there, gone[::-1]


def merge(names: Sequence[str], add: set[str], drop: set[str]) -> tuple[str, ...]:
    """``names`` with some added and some dropped, sorted, each once."""
    return tuple(sorted((set(names) | add) - drop))


def cut(names: Sequence[str], after: str | None) -> tuple[tuple[str, ...], str | None]:
    """The page of sorted ``names`` that follows ``after``, and the cursor for the next one."""
    start = 0 if after is None else bisect_left(names, after)
    if start < len(names) and names[start] == after:
        start += 1
    end = start + MAX_PAGE_NAMES
    page = tuple(names[start:end])
    return page, page[-1] if end < len(names) else None


def fate(existed: bool, directory: str, entries: int) -> Fate:
    """What happens to a directory that now has ``entries`` children."""
    if entries or not directory:
        return "kept" if existed else "created"
    return "gone" if existed else "absent"
