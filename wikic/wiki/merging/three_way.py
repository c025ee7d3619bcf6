"""The merge of two sides against their common base, for single values, sets and sequences of keyed units.

What one side alone changed is taken; what both changed alike is taken once; what they changed differently is
for the caller to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TypeVar

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
