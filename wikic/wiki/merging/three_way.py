"""The merge of two sides against their common base, for single values, sets and sequences of keyed units.

What one side alone changed is taken; what both changed alike is taken once; what they changed differently is
for the caller to decide.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from wikic.errors import UsageError

MARKER_SIZE: Final = 7  # git's default
_CONFLICTS_AT_MOST: Final = 127  # what git merge-file exits with when there are more


@dataclass(frozen=True, slots=True)
class Merged:
    """The outcome of a merge.

    data: the file's bytes, with markers where there are conflicts.
    conflicts: how many.
    """

    data: bytes
    conflicts: int = 0


def merge_lines(base: bytes, ours: bytes, theirs: bytes, marker_size: int = MARKER_SIZE) -> Merged:
    """Merge line by line with ``git merge-file``, which is there: git called us.

    Raises UsageError for files git takes for binary.
    """
    with TemporaryDirectory(prefix="wikic-merge-") as folder:
        names = ("ours", "base", "theirs")
        for name, data in zip(names, (ours, base, theirs), strict=True):
            (Path(folder) / name).write_bytes(data)
        labels = [part for name in names for part in ("-L", name)]
        run = subprocess.run(
            ["git", "merge-file", "-p", "--marker-size", str(marker_size), *labels, *names],
            cwd=folder,
            capture_output=True,
            check=False,
        )
    if not 0 <= run.returncode <= _CONFLICTS_AT_MOST:
        raise UsageError(f"git merge-file: {run.stderr.decode(errors='replace').strip()}")
    return Merged(run.stdout, run.returncode)


def whole_files(ours: bytes, theirs: bytes, marker_size: int = MARKER_SIZE) -> Merged:
    """Both files between markers: what people chose differently, where no line of it shows that."""
    marks = [
        f"{char * marker_size}{name}\n".encode()
        for char, name in (("<", " ours"), ("=", ""), (">", " theirs"))
    ]
    return Merged(b"".join((marks[0], _ended(ours), marks[1], _ended(theirs), marks[2])), 1)


def _ended(data: bytes) -> bytes:
    return data if data.endswith(b"\n") or not data else data + b"\n"


_Value = TypeVar("_Value")

Decide = Callable[[_Value, _Value, _Value], _Value]


def value(base: _Value, ours: _Value, theirs: _Value, decide: Decide[_Value]) -> _Value:
    """One value; ``decide(base, ours, theirs)`` where both sides changed it differently."""
    if ours == theirs or theirs == base:
        return ours
    return theirs if ours == base else decide(base, ours, theirs)


def union(base: Iterable[str], ours: Iterable[str], theirs: Iterable[str]) -> tuple[str, ...]:
    """A list as a set, sorted: what either side added is in, what either side removed is out."""
    before, left, right = set(base), set(ours), set(theirs)
    return tuple(sorted((left & right) | ((left | right) - before)))


def sequence(
    base: Mapping[str, str],
    ours: Mapping[str, str],
    theirs: Mapping[str, str],
    decide: Callable[[str, str, str, str], str],
) -> dict[str, str]:
    """Keyed units in order: ours, with what only theirs has behind the unit it follows there.

    A unit that one side removed stays when the other changed it: words are never lost to a merge.
    ``decide`` gets the key, base, ours and theirs of a unit that both changed; "" for a base without it.
    """
    merged: dict[str, str] = {}
    for key, unit in ours.items():
        if key in theirs:
            merged[key] = value(base.get(key, ""), unit, theirs[key], partial(decide, key))
        elif key not in base or base[key] != unit:
            merged[key] = unit
    before: str | None = None
    for key, unit in theirs.items():
        if key in merged:
            before = key
        elif key not in ours and (key not in base or base[key] != unit):
            merged = _placed(merged, before, key, unit)
            before = key
    return merged


def _placed(units: dict[str, str], behind: str | None, key: str, unit: str) -> dict[str, str]:
    """``units`` with one more behind another; at the front when there is none."""
    placed: dict[str, str] = {} if behind is not None else {key: unit}
    for each, there in units.items():
        placed[each] = there
        if each == behind:
            placed[key] = unit
    return placed
