"""The merge of a list that a person changed on a page with what its document makes of it meanwhile.

Lines are compared without the boxes of tasks: a tick is no word. A line belongs to another where both say the
same, or most of the same words at the same place between lines that do.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from wikic.markdown.bullet_lines import FENCE
from wikic.text.tokens import tokens

_LINE: Final = re.compile(r"^(?P<mark> *(?:- |\d{1,3}\. )?)(?:\[(?P<box>[ xX])\] )?(?P<words>.*)$", re.S)
_SAME: Final = 0.5  # share of common words from which a changed item is the one it was
_LONGEST: Final = 400  # lines; comparing takes their square


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a list. mark: what precedes its box. box: " ", "x", or None without one. words: the rest."""

    mark: str
    box: str | None
    words: str

    def __str__(self) -> str:
        return self.mark + (f"[{self.box}] " if self.box is not None else "") + self.words


def merge(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str] | None:
    """The lines of ``theirs`` with what ``ours`` changed against ``base``; None where both changed a place.

    A box that both changed is as ours has it; one of a line that theirs does not have any more is gone.
    """
    if ours == theirs:
        return list(theirs)
    if not all(map(_is_plain, (base, ours, theirs))):
        return None
    old, mine, new = ([_read(line) for line in lines] for lines in (base, ours, theirs))
    kept, followed = _pairs(old, mine), _pairs(old, new)
    for at, there in {**_elsewhere(old, new, followed), **followed}.items():
        if at in kept:
            box = _merged(old[at].box, mine[kept[at]].box, new[there].box)
            new[there] = _Line(new[there].mark, box, new[there].words)
    hunks = list(_placed(old, mine, followed, new))
    if None in hunks:
        return None
    for hunk in sorted(filter(None, hunks), reverse=True, key=lambda each: (each[0], each[1])):
        start, end, lines = hunk
        new[start:end] = lines
    return [str(line) for line in new]


def _elsewhere(old: Sequence[_Line], new: Sequence[_Line], followed: dict[int, int]) -> dict[int, int]:
    """Lines that stand at another place of the list now, each the only one left of its words."""
    left, there = _by_words(old, followed.keys()), _by_words(new, set(followed.values()))
    return {at[0]: there[words][0] for words, at in left.items() if len(at) == len(there.get(words, ())) == 1}


def _by_words(lines: Sequence[_Line], found: Collection[int]) -> dict[str, list[int]]:
    """Where the lines that were not found stand, by their words."""
    places: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        if at not in found:
            places.setdefault(line.words, []).append(at)
    return places


def _is_plain(lines: Sequence[str]) -> bool:
    """Whether lines are no table and no code, of which a part says nothing alone."""
    return len(lines) <= _LONGEST and not any(
        line.lstrip().startswith("|") or FENCE.match(line.lstrip()) for line in lines
    )


def _read(line: str) -> _Line:
    parts = _LINE.match(line)
    assert parts is not None
    box = parts["box"]
    return _Line(parts["mark"], box.lower() if box is not None else None, parts["words"])


def _merged(base: str | None, ours: str | None, theirs: str | None) -> str | None:
    """A box with what one side made of it; none where theirs is no task any more."""
    if theirs is None and base is not None:
        return None
    return theirs if ours == base else ours


_Hunk = tuple[int, int, list[_Line]]  # where lines of theirs begin and end that give way to ours


def _placed(
    old: Sequence[_Line], mine: Sequence[_Line], followed: dict[int, int], new: Sequence[_Line]
) -> Iterator[_Hunk | None]:
    """What ours says otherwise, at its place in theirs; None for what has no place there."""
    for start, end, begin, stop in _hunks(old, mine):
        lines = list(mine[begin:stop])
        if not lines and followed.keys().isdisjoint(range(start, end)):
            continue  # neither has them any more
        if start and start - 1 in followed:
            first = followed[start - 1] + 1
        elif end < len(old) and end in followed:
            first = followed[end] - (end - start)
        else:
            first = 0 if start == 0 and end == len(old) else -1
        last = first + end - start
        if first < 0:
            yield None
        elif _said(new[first : first + len(lines)]) == _said(lines) and (lines or last == first):
            continue  # both say it alike
        elif _said(new[first:last]) == _said(old[start:end]):
            yield first, last, lines
        else:  # theirs says something else where ours does
            yield None


def _hunks(old: Sequence[_Line], mine: Sequence[_Line]) -> Iterator[tuple[int, int, int, int]]:
    for tag, start, end, begin, stop in _compared(old, mine).get_opcodes():
        if tag != "equal":
            yield start, end, begin, stop


def _said(lines: Sequence[_Line]) -> list[tuple[str, str]]:
    return [_words(each) for each in lines]


def _compared(one: Sequence[_Line], other: Sequence[_Line]) -> SequenceMatcher[tuple[str, str]]:
    return SequenceMatcher(None, _said(one), _said(other), autojunk=False)


def _words(line: _Line) -> tuple[str, str]:
    """What a line says and at which level; the number of a step is not its own."""
    indent = len(line.mark) - len(line.mark.lstrip(" "))
    return " " * indent + ("-" if line.mark.strip() else ""), line.words


def _pairs(one: Sequence[_Line], other: Sequence[_Line]) -> dict[int, int]:
    """Which line of ``other`` each line of ``one`` is now, in order."""
    found: dict[int, int] = {}
    for tag, start, end, begin, stop in _compared(one, other).get_opcodes():
        if tag == "equal":
            found.update(zip(range(start, end), range(begin, stop), strict=True))
        elif tag == "replace":
            for at in range(start, end):
                near = next((to for to in range(begin, stop) if alike(one[at].words, other[to].words)), None)
                if near is not None:
                    found[at] = near
                    begin = near + 1
    return found


def alike(one: str, other: str) -> float:
    """The share of words that two lines have in common, 0 where it is too small for one to be the other."""
    left, right = set(tokens(one)), set(tokens(other))
    share = len(left & right) / max(len(left), len(right), 1)
    return share if share >= _SAME else 0.0
