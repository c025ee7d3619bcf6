"""The words around a letter: whom it greets and who signs it, known by their names in its head."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_MOST: Final = 5  # words of a greeting beside the names: "Good morning dear all and hello"
_SIGNING: Final = 4  # words above a name: "With many thanks and"
_LINES: Final = 3  # behind the name: "Harbour Board"


def framed(text: str, sender: str, receivers: str) -> str:
    """``text`` without a first line that only greets a receiver and last lines that only sign it.

    sender, receivers: names as the head of the message has them. Without the sender's name below it nothing
    is taken for a signature, whatever its words; all of ``text`` where nothing else is said.
    """
    lines = text.strip("\n").split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    if lines and _greets(lines[0], _names(receivers)):
        del lines[0]
    end = _signed(lines, _names(sender))
    said = "\n".join(lines[:end]).strip("\n")
    return said if any(map(str.isalnum, said)) else text


def _names(people: str) -> frozenset[str]:
    return frozenset(each.casefold() for each in _WORD.findall(people) if len(each) > 1)


def _greets(line: str, names: frozenset[str]) -> bool:
    """Whether a line ends as an address does and holds a name with few other words."""
    words = [each.casefold() for each in _WORD.findall(line)]
    others = [each for each in words if each not in names]
    ended = line.rstrip().endswith((",", "，", ":", "：", "!", "！"))
    return ended and len(others) < len(words) and len(others) <= _MOST and not re.search(r"\d", line)


def _signed(lines: list[str], names: frozenset[str]) -> int:
    """Where the signature begins; the number of lines where there is none."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    for place in reversed(filled[1:][-_LINES - 1 :]):
        words = _WORD.findall(lines[place])
        closing, comma, name = lines[place].rpartition(",")
        if words and all(each.casefold() in names for each in words):
            above = filled[filled.index(place) - 1]
            return above if above and _closes(lines[above]) else place
        own = _WORD.findall(name)
        if comma and own and all(each.casefold() in names for each in own) and _closes(f"{closing},"):
            return place
    return len(lines)


def _closes(line: str) -> bool:
    """Whether a line is a courtesy above a name: a few words that end in a comma."""
    return line.rstrip().endswith((",", "，")) and 0 < len(_WORD.findall(line)) <= _SIGNING
