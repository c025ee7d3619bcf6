"""Lines of plain text that are headings: in capitals, numbered, named as chapters are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.text import listings, structure_marks

# A first line up to this length, alone above the text, is its title.
MAX_HEADING: Final = 400  # characters of a line that may be a heading
# A first line up to this length, alone above the text, is its title.
MAX_TITLE: Final = 80
NO_TITLE: Final = re.compile(r"[。；]|[.!?;:,！？：，、…]['\"”’」』)]*$")
_CHAPTER: Final = re.compile(
    r"^(?:chapter|book|part|volume|canto|act|scene|letter|section|appendix|day|kapitel|chapitre"
    r"|capítulo|capitolo)\b"
    r"[^.!?]{0,60}\.?$",
    re.I,
)
_COUNTED: Final = re.compile(r"([^\W\d_]{2,20}) #?\d{1,3}\b")
_FEWEST_SAID: Final = 4  # words of a note, below the word that it stands under
_BOOK: Final = re.compile(r"^(?:book|part|volume)\b", re.I)
# A line of a contents page.
_PAGE_AT_END: Final = re.compile(r"\S(?:\s{3,}|\s*\.{3,}\s*)[\divxlc]{1,5}\s*$")
_NUMBERED: Final = re.compile(r"^(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?[ \t]+(?=[^\W\d_])")


def is_section(lines: Sequence[str], at: int) -> bool:
    """Whether line ``at`` is a heading like "2.1 Requests", which stands alone."""
    line = lines[at]
    found = _NUMBERED.match(line) if line[:1].isdigit() else None
    if found is None or "." not in found["number"] or len(line) > MAX_TITLE or NO_TITLE.search(line.strip()):
        return False
    above, below = lines[at - 1] if at else "", lines[at + 1] if at + 1 < len(lines) else ""
    return not above.strip() and not below.strip() and not _PAGE_AT_END.search(line)


def series(lines: Sequence[str]) -> frozenset[int]:
    """The lines above text that are named and counted alike: "Batch 3", "Batch 4" of a log."""
    found: dict[str, list[int]] = {}
    for at, line in enumerate(lines[:-1]):
        counted = _COUNTED.match(line)
        opens = not (at and lines[at - 1].strip()) and lines[at + 1].strip()
        if counted is not None and opens and len(line) <= MAX_TITLE and not NO_TITLE.search(line.strip()):
            found.setdefault(counted[1], []).append(at)
    return frozenset(at for same in found.values() if len(same) > 1 for at in same)


def heading_level(lines: Sequence[str], *, alone: bool, sections: bool = False) -> int:
    """The level of a heading of plain text that is a paragraph of its own; 0 for other paragraphs.

    sections: the document numbers its headings, so "2. Messages" is one.
    """
    # No heading is longer than a paragraph's line, and runs of dots are searched from each of them.
    if not alone or len(lines) > 2 or len(lines[-1]) > MAX_HEADING or _PAGE_AT_END.search(lines[-1]):
        return 0
    if is_heading(lines):
        return 1 if _BOOK.match(lines[0].strip()) else 2
    bare = lines[0].strip()
    numbered = _NUMBERED.match(bare)
    if len(lines) == 1 and numbered is not None and len(bare) <= MAX_TITLE and not NO_TITLE.search(bare):
        deep = "." in numbered["number"]
        first = sections and lines[0][:1].isdigit()
        return numbered["number"].count(".") + 1 if deep or first else 0
    return 0


def is_heading(lines: Sequence[str]) -> bool:
    """Headings of plain text: one or two lines alone, in capitals or "Chapter I"."""
    text = " ".join(line.strip() for line in lines)
    if len(lines) > 2 or len(text) > 80 or text[:1] in "\"“'‘[(_" or text[-1:] in ",;":
        return False
    return _capitals(text) or (len(lines) == 1 and _CHAPTER.match(text) is not None)


def _capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    cased = [char for char in letters if char.lower() != char.upper()]
    # Two Latin capitals in a Chinese sentence make no heading of it.
    return len(letters) >= 3 and len(cased) * 2 > len(letters) and all(char.isupper() for char in cased)


def capital_line(line: str) -> bool:
    """A line in capitals that can be nothing but a heading: two words or a long one."""
    bare = line.strip()
    if not bare[:1].isalpha() or len(bare) > MAX_TITLE or bare[-1] in ".,;" or listings.MACHINE.search(bare):
        return False
    return sum(map(str.isalpha, bare)) >= 5 and _capitals(bare) and "_" not in bare


def leads_with_heading(lines: Sequence[str]) -> bool:
    """Whether a line in capitals stands right above other text."""
    if len(lines) < 2 or _capitals(lines[1]):
        return False
    if capital_line(lines[0]):
        return True
    below = structure_marks.indent(lines[1]) >= structure_marks.indent(lines[0]) + 2
    if below and lines[0].strip().isalpha() and _capitals(lines[0]):
        return True
    return lines[0].strip().istitle() and lines[0].strip().isalpha() and all(map(_says, lines[1:]))


def _says(line: str) -> bool:
    return len(line.split()) >= _FEWEST_SAID and line.lstrip()[0] != ":"
