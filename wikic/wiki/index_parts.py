"""The index of a directory of thousands of pages, cut into parts: ``_index-a.md``, ``_index-ma.md`` …

Parts are cut by how names begin, like the volumes of a dictionary: a name belongs to the shortest beginning
that no more than ``MOST`` names of the directory share. So which parts there are depends on the names alone,
and a new page changes one part.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from wikic.layout import INDEX_PART, MAX_SEGMENT_BYTES
from wikic.remembered import remembered

MOST: Final = 2_000  # entries of an index or of a part; names that are alike to the end stay together
_LONGEST: Final = MAX_SEGMENT_BYTES - len(INDEX_PART)  # what shares so much of its beginning stays together
_KEPT: Final = 1 << 16


def cut(stems: Iterable[str]) -> dict[str, list[str]]:
    """The stems of each part by its name, ``_index-ab``, in order; of few stems there are no parts."""
    keyed = sorted((_key(stem), stem) for stem in stems)
    found: dict[str, list[str]] = {}
    waiting = [("", keyed)] if len(keyed) > MOST else []
    while waiting:
        beginning, group = waiting.pop()
        whole = len(group) <= MOST or group[0][0] == group[-1][0] or len(beginning) == _LONGEST
        if beginning and whole:
            found[f"{INDEX_PART}{beginning}"] = [stem for _, stem in group]
            continue
        depth = len(beginning) + 1
        for longer, inside in groupby(group, key=lambda each: each[0][:depth]):
            named = list(inside)
            if longer == beginning:  # names that end here are no more than their beginning
                found[f"{INDEX_PART}{beginning}"] = [stem for _, stem in named]
            else:
                waiting.append((longer, named))
    return dict(sorted(found.items()))


def labels(parts: Mapping[str, list[str]]) -> dict[str, str]:
    """What each part is called in a list: its beginning, or the first and last letter of what it holds.

    Of parts that would be called alike, one character of another script takes several letters of a name: what
    their first and last stem begin with.
    """
    found = {name: _label(name.removeprefix(INDEX_PART), stems) for name, stems in parts.items()}
    times = Counter(found.values())
    return {name: label if times[label] == 1 else _range(parts[name]) for name, label in found.items()}


def _label(beginning: str, stems: list[str]) -> str:
    if all("".join(_letters(stem)).startswith(beginning) for stem in stems):
        return beginning.capitalize()
    first, last = min(stems)[0].upper(), max(stems)[0].upper()
    return first if first == last else f"{first} … {last}"


def _range(stems: list[str]) -> str:
    """The first and the last stem, up to where they differ."""
    first, last = min(stems), max(stems)
    alike = next(
        (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first)
    )
    return first if first == last else f"{first[: alike + 1]} … {last[: alike + 1]}"


@remembered(_KEPT)
def _key(stem: str) -> str:
    """A stem as letters and digits without marks; a character of another script as its number."""
    told = [char if char.isascii() else f"u{ord(char):04x}" for char in _letters(stem)]
    return "".join(told) or "0"


def _letters(stem: str) -> list[str]:
    folded = unicodedata.normalize("NFKD", stem).casefold()  # what was ℂ is c only then
    return [char for char in folded if char.isalnum() and not unicodedata.combining(char)]
