"""What no reader of Markdown sees: ``<!-- … -->``, ``%% … %%`` from a line's beginning, tags alone on one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.text import structure_marks

_OPEN, _CLOSE, _MARK = "<!--", "-->", "%%"
_INDENTS: Final = ("    ", "\t")  # of code
# What opens a comment of several lines: the mark alone, or with the name of a setting. "%% Load" is Matlab's.
_ALONE: Final = re.compile(r"%%(?:\s*[\w-]+:[\w-]+)?\s*")
_TAGS: Final = re.compile(
    r"\s*(?:</?(?:details|summary|div|section|center|p|br|span|picture|source)(?:\s[^<>]*)?/?>\s*)+", re.I
)
_SUMMARY: Final = re.compile(r"\s*(?:<details[^<>]*>\s*)?<summary[^<>]*>(.*)</summary>\s*", re.I)
_TICKS: Final = re.compile(r"`+")


def without_comments(lines: Sequence[str]) -> list[str]:
    """``lines`` without comments and tags; code keeps what looks like one, and what never closes is text.

    The number of lines stays: blocks are told by theirs.
    """
    last = {
        _CLOSE: max((at for at, line in enumerate(lines) if _CLOSE in line), default=-1),
        _MARK: max((at for at, line in enumerate(lines) if line.strip() == _MARK), default=-1),
    }
    if not any("<" in line or _MARK in line for line in lines):
        return list(lines)
    kept = list(lines)
    fence = closing = ""
    indented = listed = False
    for at, line in enumerate(lines):
        blank = not line.strip()
        if not (blank or indented or line.startswith(_INDENTS)):
            listed = structure_marks.ITEM.match(line) is not None
        above = at == 0 or not lines[at - 1].strip()
        indented = not listed and line.startswith(_INDENTS) and (above or indented) if not blank else indented
        if indented and not (fence or closing or blank):
            continue
        mark = None if closing else structure_marks.FENCE_INSIDE.match(line)
        if fence or mark:
            if mark and (not fence or mark.group(2).startswith(fence)):
                fence = "" if fence else mark.group(2)
            continue
        below = {close for close, end in last.items() if end > at}
        seen, closing = _seen(line, closing, below)
        kept[at] = _untagged(seen)
    return kept


def _untagged(line: str) -> str:
    """A line of nothing but tags is blank; of a box's heading its words stay."""
    if "<" not in line:
        return line
    heading = _SUMMARY.fullmatch(line)
    if heading is not None:
        return heading.group(1)
    return "" if _TAGS.fullmatch(line) else line


def _seen(line: str, closing: str, below: set[str]) -> tuple[str, str]:
    """What a reader sees of a line, and what closes the comment that is open behind it, or "".

    closing: what closes the comment that is open before it. below: what stands on a line further down.
    """
    if not closing and _OPEN not in line and _MARK not in line:
        return line, ""
    seen: list[str] = []
    at = 0
    while True:
        if closing:
            end = line.find(closing, at)
            if end < 0:
                break
            at, closing = end + len(closing), ""
        start, opens, closes = _opening(line, at, first=not seen)
        if start < 0 or not (closes in below or line.find(closes, start + len(opens)) >= 0):
            seen.append(line[at:])
            break
        seen.append(line[at:start])
        at, closing = start + len(opens), closes
    head, *rest = [each.rstrip() for each in seen] or [""]
    return " ".join([head, *(each.strip() for each in rest if each.strip())]), closing


def _opening(line: str, at: int, *, first: bool) -> tuple[int, str, str]:
    """Where the next comment from ``at`` on begins outside code between backticks, what opens and closes it.

    The place is -1 where there is none. first: whether nothing was seen of the line before.
    """
    mark = line.find(_MARK, at) if first else -1
    if (
        mark >= 0
        and not line[at:mark].strip()
        and (line.find(_MARK, mark + len(_MARK)) >= 0 or _ALONE.fullmatch(line, mark))
    ):
        return mark, _MARK, _MARK
    comment = line.find(_OPEN, at)
    while comment >= 0:
        ticks = _TICKS.search(line, at, comment)
        if ticks is None:
            return comment, _OPEN, _CLOSE
        close = line.find(ticks.group(), ticks.end())
        at = close + len(ticks.group()) if close >= 0 else ticks.end()
        if at > comment:
            comment = line.find(_OPEN, at)
    return -1, "", ""
