"""Lines of a paragraph: which are broken to fit a page, and which stand for themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.language.letters import LOWER

# Lines longer than this are paragraphs of their own, not parts of a hard-wrapped one.
WRAP_WIDTH: Final = 120
# So much room for the next word, and the line was broken on purpose.
_ROOM: Final = 15
# Lines as short that end no sentence are entries: of a log, of a list without marks.
_NARROW: Final = 45
_SENTENCE: Final = re.compile(r"[.。][\"”’)]*\s*$")
_NUMBER: Final = re.compile(r"^[\W_]*\d[\d.,%()$€£¥\s–—-]*$")
_LOWER: Final = re.compile(rf"\s*[{LOWER}]")
_GOES_ON: Final = re.compile(r"(?:[,;(\[/–—-]|\b(?:[a-z]{1,3}|with|from|that|this|which|when))\s*$")
_PREPOSITION: Final = re.compile(r" (?:[a-z]{2,3}|from|until|since|about|over|under)\s*$")
_LAST_WORD: Final = re.compile(r"\d\.\s*$")
# A sentence that a line breaks before its number: "in fiscal" and "2021.", "rose" and "36 percent".
_LEFT_OPEN: Final = re.compile(rf"\s[{LOWER}]+\s*$")
_COUNTED: Final = re.compile(rf"\s*[$€£]?\d[\d.,]*%?(?:(?<=\d)\.\s*$|\s+[{LOWER}]{{3}}|(?:\s+\S+){{4}})")
_FULL_STOP: Final = re.compile(r"[.!?…:;][\"”’')\]]*\s*$")


def unwrapped(lines: Sequence[str]) -> list[str]:
    """The parts of a paragraph: a wrapped line is joined to the next, one that stands for itself is not."""
    parts: list[list[str]] = []
    width = _width(lines)
    for at, line in enumerate(lines):
        if at and _joined(lines[at - 1], line, width):
            parts[-1].append(line)
        else:
            parts.append([line])
    return ["\n".join(part) for part in parts]


def _width(lines: Sequence[str]) -> int:
    """How wide the page is; 0 for lines that were never wrapped."""
    longest = max(map(len, lines), default=0)
    if longest <= WRAP_WIDTH:
        listed = longest < _NARROW and not any(map(_SENTENCE.search, lines))
        return 0 if listed else longest
    # A page may be wider, when several lines end near its edge.
    near = sum(len(line) >= longest * 0.88 for line in lines)
    return longest if near >= 3 and near * 3 >= len(lines) and longest < 2 * WRAP_WIDTH else 0


def _joined(line: str, following: str, width: int) -> bool:
    if _NUMBER.match(following) and _LAST_WORD.search(following) and _PREPOSITION.search(line):
        return True  # "… was drawn in", "1912."
    if len(line) > WRAP_WIDTH // 2 and _LEFT_OPEN.search(line) and _COUNTED.match(following):
        return True
    if _NUMBER.match(line) or _NUMBER.match(following):
        return False  # a number stands with no label that a page break put beside it
    if line.rstrip().endswith((":", "：")) and len(line) < 4 * _ROOM:
        return False
    if _LOWER.match(following) and not _FULL_STOP.search(line) and len(line) > 2 * _ROOM:
        return True
    if line.split()[:1] == following.split()[:1] and not _LOWER.match(line):
        return False  # "Product 4.1", "Product 4.2": lines of a list
    if len(line) > WRAP_WIDTH // 2 and line.rstrip().endswith((",", "(", "-")):
        return True
    if not width:
        return False
    words = following.split(None, 1)
    room = width - len(line.rstrip()) - 1 - len(words[0] if words else "")
    if width <= WRAP_WIDTH and _FULL_STOP.search(line) and not line.rstrip().endswith(":"):
        return room < 2 * _ROOM
    return room < _ROOM or _GOES_ON.search(line) is not None or _LOWER.match(following) is not None
