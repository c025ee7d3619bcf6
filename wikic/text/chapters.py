"""A book as its chapters: where lines that stand alone number them, one after another.

A line is looked at for its shape alone: "CHAPTER IV", "Day the First", "IV.", "第四回". What stands between
two such lines has to be long enough to be a chapter, so the entries of a contents page open none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from wikic.text.normalise import CJK

BOOK: Final = 60_000  # characters from which a text may be a book
_FEWEST: Final = 3  # chapters
_SHORTEST: Final = 1_200  # characters of a chapter
_COVERED: Final = 0.8  # share of the book that its chapters hold
_LONGEST: Final = 80  # characters of a heading
_NUMBERED: Final = re.compile(
    r"^(?:chapter|book|part|volume|canto|act|letter|day|kapitel|chapitre|capítulo|capitolo|teil|buch)s?\b[^!?\"]*$",
    re.I,
)
_UPPER: Final = re.compile(
    rf"^(?:book|part|volume|act|teil|buch)\b|^第\s?[{CJK}\d]{{1,5}}\s?[部卷篇幕]", re.I
)
_NEAR: Final = 3  # lines
_HAN: Final = re.compile(rf"^第\s?[{CJK}\d]{{1,5}}\s?[章回節节卷部篇幕](?:\s.*|[{CJK}].*)?$")
_ROMAN: Final = re.compile(r"^(?=[IVXLC])(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})\.?$")
_NUMBER: Final = re.compile(r"^\d{1,3}\.?$")
_ENDS: Final = re.compile(r"[,;。；，]$")


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter of a book.

    title: its heading on one line, "" for what stands before the first one.
    text: what stands below the heading.
    """

    title: str
    text: str


@dataclass(slots=True)
class _Mark:
    """A line that may head a chapter: its number, and the line after its heading."""

    at: int
    end: int
    title: str
    numbered: bool


def chapters(text: str) -> tuple[Chapter, ...]:
    """The chapters of a book in order; none where the text is no book, or has no chapters.

    What stands before the first one is a part without a title, unless it is the book's title and contents.
    """
    if len(text) < BOOK:
        return ()
    lines = text.split("\n")
    marks = _long_enough(_marks(lines), lines)
    if sum(mark.numbered for mark in marks) < _FEWEST:
        return ()
    marks = marks[next(at for at, mark in enumerate(marks) if mark.numbered) :]
    ends = [*(mark.at for mark in marks[1:]), len(lines)]
    found = [
        Chapter(mark.title, "\n".join(lines[mark.end : end]).strip("\n") + "\n")
        for mark, end in zip(marks, ends, strict=True)
    ]
    if sum(len(each.text) for each in found) < _COVERED * len(text):
        return ()
    front = "\n".join(lines[: marks[0].at]).strip("\n") + "\n"
    return (Chapter("", front), *found) if _says_more(front, found) else tuple(found)


def _says_more(front: str, chapters: Sequence[Chapter]) -> bool:
    """Whether there is more before the first chapter than the book's title and a contents page."""
    listed = {each.title.casefold() for each in chapters}
    lines = [line.strip() for line in front.split("\n") if line.strip()]
    said = [line for line in lines if line.casefold() not in listed]
    return len(said) > 2 or any(len(line) > _LONGEST for line in said)


def _marks(lines: Sequence[str]) -> list[_Mark]:
    """Lines that stand alone and number something; if those are in capitals, others in capitals too."""
    alone = [
        at for at, line in enumerate(lines) if _stands_alone(lines, at) and len(line.strip()) <= _LONGEST
    ]
    numbered = {at for at in alone if _is_numbered(lines[at].strip("# \t"))} | _running(lines, alone)
    shouted = bool(numbered) and all(lines[at].strip("# \t").isupper() for at in numbered)
    found: list[_Mark] = []
    for at in alone:
        title = lines[at].strip("# \t")
        other = shouted and title.isupper() and title[:1].isalpha() and not _ENDS.search(title)
        if at in numbered or other:
            found.append(_Mark(at, at + 1, " ".join(title.split()).rstrip("-–— "), at in numbered))
    return found


def _stands_alone(lines: Sequence[str], at: int) -> bool:
    if not lines[at].strip():
        return False
    return (at == 0 or not lines[at - 1].strip()) and (at + 1 == len(lines) or not lines[at + 1].strip())


def _is_numbered(line: str) -> bool:
    return not _ENDS.search(line) and (_NUMBERED.match(line) or _HAN.match(line)) is not None


def _running(lines: Sequence[str], alone: Sequence[int]) -> set[int]:
    """Bare numbers that count from one on: "I", "II", "III"."""
    found: dict[int, int] = {}
    for at in alone:
        bare = lines[at].strip("# \t")
        if _ROMAN.match(bare):
            found[at] = _value(bare.rstrip("."))
        elif _NUMBER.match(bare):
            found[at] = int(bare.rstrip("."))
    counted = all(after in (before + 1, 1) for before, after in pairwise(found.values()))
    return set(found) if counted and next(iter(found.values()), 0) == 1 else set()


def _value(roman: str) -> int:
    digits = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}[each] for each in roman]
    return sum(-one if one < other else one for one, other in zip(digits, [*digits[1:], 0], strict=True))


def _long_enough(marks: Sequence[_Mark], lines: Sequence[str]) -> list[_Mark]:
    """The marks below which a chapter stands; one right above a chapter goes before its title."""
    kept: list[_Mark] = []
    above: _Mark | None = None
    ends = [*(each.at for each in marks), len(lines)][1:]
    for mark, end in zip(marks, ends, strict=True):
        if above is not None and mark.at - above.end <= _NEAR and mark.numbered:
            mark = _joined(above, mark)
        above = None
        if sum(len(line) + 1 for line in lines[mark.end : end]) >= _SHORTEST:
            kept.append(_with_subtitle(mark, lines))
        elif _UPPER.match(mark.title):
            above = mark
    return kept


def _joined(above: _Mark, mark: _Mark) -> _Mark:
    """Two headings, one right above the other, as one; of two of a kind the second is."""
    if above.title.split()[0].casefold() == mark.title.split()[0].casefold():
        return mark
    return _Mark(above.at, mark.end, f"{above.title}, {mark.title}", numbered=True)


def _with_subtitle(mark: _Mark, lines: Sequence[str]) -> _Mark:
    """A bare number with the line that names the chapter, where one stands alone below it."""
    at = next((at for at in range(mark.end, len(lines)) if lines[at].strip()), len(lines))
    words = mark.title.split()
    if not mark.numbered or len(words) > 2 or at - mark.end > 2 or not _stands_alone(lines, at):
        return mark
    name = " ".join(lines[at].split()).strip("# ")
    if len(name) > _LONGEST or not name[:1].isalpha() or name[-1:] in ".,;:!?。，；：！？":
        return mark
    return _Mark(mark.at, at + 1, f"{mark.title.rstrip('.')}: {name}", numbered=True)
