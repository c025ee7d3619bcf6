"""Code and drawings in plain text: where they begin and end, and what tells them from sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.text import structure_marks
from wikic.text.normalise import CJK

# Signs that prose with prices and brackets does not have.
MACHINE: Final = re.compile(
    r"\S\s+\|\s+\S.*\s\|\s|[{};]\s*$|^\s*(?:[$#>%]\s+\S|</?\w|\[\w+\]\s|[-+]{1,2}\w+=|@\w+|\w+\s*=\s*\S)"
    r"|\w=[\w\"'/$]|\w\(\)|\w::\w|(?:/[\w.-]+){3}|\w:\\\w|</\w+>|(?<=\s)--\w[\w-]+"
    r"|\b[\w.]{1,200}\(\w{0,200}\.(?:java|py|js|c):\d+\)|^\s*at [\w.$]+\("
    r"|^\s*(?:(?:async )?def|class) \w+[(:]|^\s*from [\w.]+ import |^\s*import [\w.]+$"
    r"|^\s*(?:if|for|while|elif|else|try|except|with)\b.*:$"
    r"|^\s*(?:sudo|cd|ls|pip|npm|git|apt|apt-get|docker|curl) [\w./-]"
)
# A line typed at a prompt or printed by a machine: "1> quit", "chmod +x gauge", "Unit :- 4", "alias = NORTH".
_TYPED: Final = re.compile(
    r"^(?:[|#\\]|\d+> |\$ |(?:\.{0,2}/)?[a-z][\w./-]* [+-]{1,2}\w)"
    r"|^[a-z][\w.-]*(?: -\S+)* ~?/\S+\s*$|\s:-\s|[{}<>|\\]|^\S+(?: \S+){0,3} = \S+$"
    r"|\w\(\S{0,200}\)\s+\w+\(|\$[A-Z_]{2}"
)
# "kubectl -n gate rollout", "sudo make", "cp /srv/a /srv/b"
_COMMAND: Final = re.compile(
    r"(?:[$#] )?(?:sudo [a-z]|[a-z./~][\w./~-]*(?: [\w./:@=$-]+){0,4} --?[a-zA-Z]"
    r"|[a-z][\w.-]* ~?/\S+)\S*(?: |$)"
)
_HAN: Final = re.compile(f"[{CJK}]{{2}}")
_ADDRESS: Final = re.compile(r"\[?(?<!\w)\w+://\S+|\[/\S+\]")
_QUOTED_CODE: Final = re.compile(r"`[^`]+`")
_PLAIN_WORD: Final = re.compile(r"(?<!\S)[(\"“]?[^\W\d_]{2,}[,.;:)\"”]?(?!\S)")
_WORDY: Final = 8  # plain words in a line
_DRAWN_RULE: Final = re.compile(r"^\s*\+(?:(?:[-=]+\+)+|[-=]{9,})\s*$")  # the right side of a box may be open
_DRAWN: Final = re.compile(r"^\s*(?:[+|].*[+|]|\+[-=]{9,}|\| \S.*)\s*$")
_MOST_DRAWN: Final = 200  # lines


def dedented(lines: Sequence[str]) -> str:
    """Lines without the indent that all of them have, and without empty ones at the ends."""
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    least = min(indents, default=0)
    return "\n".join(line[least:] if line.strip() else "" for line in lines).strip("\n")


def indented_end(lines: Sequence[str], at: int, most: int = 0) -> int:
    """The line after an indented run that begins at ``at``; empty lines within belong to it.

    most: how many lines to look at, 0 for all.
    """
    stop = min(at + most, len(lines)) if most else len(lines)
    least = structure_marks.indent(lines[at])
    least = min(least, 4) if least >= 4 else least
    end = last = at + 1
    while end < stop and (not lines[end].strip() or structure_marks.indent(lines[end]) >= least):
        end += 1
        last = end if lines[end - 1].strip() else last
    return last


def announces_code(lines: Sequence[str], at: int) -> bool:
    """Whether the paragraph before line ``at`` ends in ``::``, as reStructuredText announces code."""
    before = at - 1
    while before >= 0 and not lines[before].strip():
        before -= 1
    return (
        before >= 0 and lines[before].rstrip().endswith("::") and not lines[before].lstrip().startswith("..")
    )


def is_typed(line: str) -> bool:
    """Whether a line was typed at a prompt or printed by a machine, and is neither sentence nor heading."""
    return _TYPED.search(line) is not None and not _is_wordy(line)


def is_printed(line: str) -> bool:
    """Whether a line is written for or by a machine, and is no sentence; addresses tell nothing of it."""
    line = _ADDRESS.sub("", line)
    signs = _TYPED.search(line) is not None or MACHINE.search(line) is not None
    return signs and not (line.startswith("% ") or _is_wordy(line))  # "% of total" heads a column


def _is_wordy(line: str) -> bool:
    """Whether a line has so many words that it is told to people; Han script is."""
    return _HAN.search(line) is not None or len(_PLAIN_WORD.findall(line)) >= _WORDY


def is_command(text: str) -> bool:
    """Whether a line is what is typed to run a program with its options."""
    return _COMMAND.match(text) is not None and not _is_wordy(text) and text[-1] not in ".!?:"


def is_session(lines: Sequence[str]) -> bool:
    """Whether most of the lines that stand in a step were typed or printed."""
    filled = [line.strip() for line in lines if line.strip()]
    return sum(map(is_printed, filled)) * 2 > len(filled)


def is_code(lines: Sequence[str]) -> bool:
    """Whether lines without a fence were written for or by a machine."""
    filled = [_ADDRESS.sub("x", _QUOTED_CODE.sub("x", line)) for line in lines if line.strip()]
    if sum(len(_PLAIN_WORD.findall(line)) >= _WORDY for line in filled) * 2 > len(filled):
        return False  # sentences that speak of code
    signs = sum(MACHINE.search(line) is not None for line in filled)
    ends = sum(line.rstrip().endswith((".", "!", "?", "。")) for line in filled)
    return bool(filled) and signs * 2 >= len(filled) and ends * 4 <= len(filled)


def drawn_end(lines: Sequence[str], at: int) -> int:
    """The line after what is drawn with bars and plus signs from line ``at`` on; 0 where nothing is."""
    end = at
    while end < len(lines) and lines[end].strip() and end - at < _MOST_DRAWN:
        end += 1
    drawn = sum(_DRAWN.match(line) is not None for line in lines[at:end])
    rules = sum(_DRAWN_RULE.match(line) is not None for line in lines[at:end])
    return end if rules >= 2 and drawn * 2 >= end - at else 0
