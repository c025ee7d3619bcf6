"""What no reader of Markdown sees: ``<!-- … -->``, ``%% … %%`` that opens a line, tags alone on a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.text import structure_marks

_OPEN, _CLOSE, _MARK = "<!--", "-->", "%%"
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
        close: max((at for at, line in enumerate(lines) if close in line), default=-1)
        for close in (_CLOSE, _MARK)
    }
    if max(last.values()) < 0 and not any("<" in line for line in lines):
        return list(lines)
    kept = list(lines)
    fence = closing = ""
    for at, line in enumerate(lines):
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
    while True:
        if closing:
            _, found, line = line.partition(closing)
            if not found:
                break
            closing = ""
        start, opens, closes = _opening(line, first=not seen)
        if start < 0 or not (closes in below or closes in line[start + len(opens) :]):
            seen.append(line)
            break
        seen.append(line[:start])
        line, closing = line[start + len(opens) :], closes
    head, *rest = [each.rstrip() for each in seen] or [""]
    return " ".join([head, *(each.strip() for each in rest if each.strip())]), closing


def _opening(line: str, *, first: bool) -> tuple[int, str, str]:
    """Where a comment begins outside code between backticks, what opens and what closes it; -1 for none.

    first: whether the line's own beginning is looked at.
    """
    if first and line.lstrip().startswith(_MARK):
        return line.index(_MARK), _MARK, _MARK
    at = 0
    while (comment := line.find(_OPEN, at)) >= 0:
        ticks = _TICKS.search(line, at)
        if ticks is None or comment < ticks.start():
            return comment, _OPEN, _CLOSE
        close = line.find(ticks.group(), ticks.end())
        at = close + len(ticks.group()) if close >= 0 else ticks.end()
    return -1, "", ""
