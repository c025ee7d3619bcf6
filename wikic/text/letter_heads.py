"""Heads of letters and tickets: lines ``Key: value`` that stand above what is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_FIELD: Final = re.compile(
    r"^[ \t]{0,3}(?:\*\*|__)?(?P<key>[^\W\d_][\w /'’-]{0,23}?)(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?"
    r"(?:[ \t]+(?P<value>.*)|(?<=：)(?P<dense>.+))?$"
)
_KEY_WORDS: Final = 3
_FEWEST: Final = 2  # fields of a head
_LONGEST_LABEL: Final = 80  # characters of a line above the first field
_NO_LABEL: Final = tuple(".!?,;:。！？，；：…")
# "-----Original Message-----", "---------- Forwarded message ---------"
_BREAK: Final = re.compile(r"^[ \t]*-{3,}[ \t]*(?P<words>[^\W\d_][^-]*?)[ \t]*-{3,}[ \t]*$")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of one letter or ticket.

    label: the line above its first field, "Ticket 12"; "" for none.
    start, end: its lines, the second one excluded.
    fields: keys and values as they are written.
    """

    label: str
    start: int
    end: int
    fields: tuple[tuple[str, str], ...]


def field(line: str) -> tuple[str, str] | None:
    """Key and value of a line ``Key: value``; None for another line."""
    found = _FIELD.match(line)
    if found is None or len(found["key"].split()) > _KEY_WORDS:
        return None
    return found["key"].strip(), (found["value"] or found["dense"] or "").strip()


def break_above(lines: Sequence[str], at: int) -> str:
    """The words of a line of dashes right above a head, "Original Message"; "" of another line."""
    found = _BREAK.match(lines[at])
    below = next((line for line in lines[at + 1 : at + 3] if line.strip()), "")
    return found["words"] if found is not None and field(below) is not None else ""


def head_at(lines: Sequence[str], start: int) -> Head | None:
    """The head that begins at a line: several fields of different keys with nothing right below."""
    fields: list[tuple[str, str]] = []
    end = start
    while end < len(lines) and lines[end].strip():
        found = field(lines[end])
        if found is not None and lines[end][:1] not in " \t":
            fields.append(found)
        elif not fields or lines[end][:1] not in " \t":
            return None
        end += 1
    keys = {key.casefold() for key, _ in fields}
    return Head("", start, end, tuple(fields)) if len(fields) == len(keys) >= _FEWEST else None


def opening(lines: Sequence[str]) -> Head | None:
    """The head that a document opens with, below a line that names it perhaps."""
    filled = [at for at, line in enumerate(lines[:12]) if line.strip()][:3]
    if filled and break_above(lines, filled[0]):
        del filled[0]
    if not filled:
        return None
    if found := head_at(lines, filled[0]):
        return found
    label = lines[filled[0]].strip().strip("#*_ ")
    if len(filled) < 2 or not label or len(label) > _LONGEST_LABEL or label.endswith(_NO_LABEL):
        return None
    below = head_at(lines, filled[1])
    return None if below is None else Head(label, filled[0], below.end, below.fields)
