"""Lines below an item of a list: which go on with it, and which begin something new, unparted.

In notes people write on right below a list; CommonMark would take all of it for the last item.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from wikic.language import all_packs
from wikic.text import structure_marks, wrapped_lines
from wikic.text.wrapped_lines import Habit

_LONGEST_BETWEEN: Final = 600  # characters between two steps that belong to the first
_NUMBER: Final = re.compile(r"^[ \t]*\(?(\d{1,3})[.)、]")
_ANNOUNCES: Final = ("?", ":", "？", "：")


def beginnings(lines: Sequence[str], habit: Habit) -> frozenset[int]:
    """The lines right below an item that begin something new: a question, an announcement, another note."""
    return frozenset(
        at for item in _items(lines) if (at := _below(lines, item)) and _is_new(lines, item, at, habit)
    )


def between_steps(lines: Sequence[str]) -> frozenset[int]:
    """The lines between a numbered step and the next one, which are the step's, indented or not."""
    found: set[int] = set()
    before: dict[int, tuple[int, int]] = {}  # by indent: line and number of the step above
    for at in _items(lines):
        number, depth = _number(lines[at]), structure_marks.indent(lines[at])
        if not number:
            continue
        start, last = before.get(depth, (at, 0))
        between = lines[start + 1 : at]
        if number == last + 1 > 1 and _is_short(between):
            found.update(range(start + 1, at))
        before[depth] = (at, number)
    return frozenset(found)


def _is_short(between: Sequence[str]) -> bool:
    return sum(map(len, between)) <= _LONGEST_BETWEEN


def _items(lines: Sequence[str]) -> Iterator[int]:
    return (at for at, line in enumerate(lines) if structure_marks.ITEM.match(line))


def _number(line: str) -> int:
    found = _NUMBER.match(line)
    return int(found[1]) if found is not None else 0


def _below(lines: Sequence[str], item: int) -> int:
    """The first line of the item at ``item`` that stands no deeper than its mark; 0 where none does."""
    depth = structure_marks.indent(lines[item])
    for at in range(item + 1, len(lines)):
        if not lines[at].strip() or structure_marks.ITEM.match(lines[at]):
            return 0
        if structure_marks.indent(lines[at]) <= depth:
            return at
    return 0


def _is_new(lines: Sequence[str], item: int, at: int, habit: Habit) -> bool:
    line, above = lines[at].strip(), lines[at - 1]
    asks = line.endswith(_ANNOUNCES)
    if wrapped_lines.runs_over(above, line, habit) or (line[0].islower() and not (asks or habit.small)):
        return False
    if line.partition(":")[0].casefold() in _callouts():
        return False
    end = next((each for each in range(at, len(lines)) if _ends(lines[each])), len(lines))
    resumes = end < len(lines) and structure_marks.ITEM.match(lines[end]) is not None
    if resumes and _number(lines[end]) == _number(lines[item]) + 1 > 1:
        return False
    return asks or (not resumes and wrapped_lines.breaks_on_purpose(above, line, habit))


def _ends(line: str) -> bool:
    return not line.strip() or structure_marks.ITEM.match(line) is not None


@cache
def _callouts() -> frozenset[str]:
    return frozenset(all_packs.words("callouts"))
