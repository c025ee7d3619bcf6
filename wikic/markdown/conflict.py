"""Merge conflicts as git leaves them in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_MARKERS: Final = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?=[ \t\r\n]|\Z).*$", re.M)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict as git leaves it: spans of its marker lines, line ends included.

    start: offset of the first marker.
    ours, theirs: spans of the two sides.
    base: span of what both came from, empty where git did not say.
    end: offset behind the last marker.
    """

    start: int
    ours: tuple[int, int]
    theirs: tuple[int, int]
    base: tuple[int, int]
    end: int


def conflicts(text: str) -> Iterator[Conflict]:
    """Complete conflicts, in order: an underline of ``=`` alone is a heading, not a conflict."""
    opened: re.Match[str] | None = None
    base: re.Match[str] | None = None
    middle: re.Match[str] | None = None
    for match in _MARKERS.finditer(text):
        kind = match[0][0]
        if kind == "<":
            opened, base, middle = match, None, None
        elif kind == "|" and opened is not None and middle is None:
            base = match
        elif kind == "=" and opened is not None and middle is None:
            middle = match
        elif kind == ">" and opened is not None and middle is not None:
            ours = (_after(text, opened), (base or middle).start())
            theirs = (_after(text, middle), match.start())
            old = (_after(text, base), middle.start()) if base is not None else (0, 0)
            yield Conflict(opened.start(), ours, theirs, old, _after(text, match))
            opened = base = middle = None


def _after(text: str, marker: re.Match[str]) -> int:
    return min(marker.end() + 1, len(text))
