"""Quotes for what YAML cannot read as it stands: a colon, an ``@`` or a quotation mark where one means more.

A value keeps every character that means itself; a list stays a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from wikic.errors import FormatError
from wikic.markdown import frontmatter

_PAIR: Final = re.compile(r"^(?P<key>[^\W\d][\w -]*?)[ \t]*:[ \t]+(?P<value>[^\s#][^\n]*?)[ \t]*\r?$", re.M)
_ITEM: Final = re.compile(r"^(?P<indent>[ \t]*)-[ \t]+(?P<value>[^\s#-][^\n]*?)[ \t]*\r?$", re.M)
_LOWER: Final = re.compile(r"\n([ \t]+)[^\s-]")  # a line that goes on below another
_FLOW: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[\[\]{},]|[^\"'\[\]{},]+|.", re.S)
_QUOTES: Final = "'\""
MAX_VALUES: Final = 50  # each is tried alone; who broke more lines than that wrote no YAML


@dataclass(frozen=True, slots=True)
class Quoting:
    """One span of the YAML text that is to be quoted.

    start, end: offsets into the YAML text.
    written: what stands there instead.
    certain: nothing there could have been meant as a comment.
    """

    start: int
    end: int
    written: str
    certain: bool


def quotings(yaml: str) -> tuple[Quoting, ...]:
    """The fewest that make ``yaml`` a mapping, in order; none where none do."""
    found = () if _is_readable(yaml) else tuple(_candidates(yaml))
    if not found or len(found) > MAX_VALUES or not _is_readable(_applied(yaml, found)):
        return ()
    for each in found:
        fewer = tuple(other for other in found if other is not each)
        if _is_readable(_applied(yaml, fewer)):
            found = fewer
    return found


def _candidates(yaml: str) -> Iterator[Quoting]:
    """What is not readable alone; a value that goes on below is left as it is."""
    matches = [*_PAIR.finditer(yaml), *_ITEM.finditer(yaml)]
    for match in sorted(matches, key=lambda each: each.start("value")):
        goes_on = _LOWER.match(yaml, match.end())
        indent = len(match.groupdict().get("indent") or "")
        if goes_on is not None and len(goes_on[1]) > indent:
            continue
        value, start = match["value"], match.start("value")
        if _value(f"x: {value}\n" if "key" in match.groupdict() else f"x:\n- {value}\n") is None:
            yield from _quoted(value, start)


def _quoted(value: str, start: int) -> Iterator[Quoting]:
    """A value that cannot be read, or those of its items that cannot."""
    items = _items(value)
    mark = value[0]
    if mark in _QUOTES and value.count(mark) % 2 and (len(value) == 1 or value[-1] != mark):
        return  # it may go on below
    if value[0] == "{" and not value.startswith("{{"):
        return  # a mapping: which of its keys was meant is a guess
    if value[0] == "[" and value[-1] != "]" and "]]" not in value:
        return  # a list that never ends
    if items is None:
        text = _unwrapped(value)
        written = _dumped({"x": text}, "x: ")
        yield Quoting(start, start + len(value), written, text != value or " #" not in value)
        return
    for at, end in items:
        item = value[at:end]
        if item[0] not in "[{" and _value(f"x: [{item}]\n") is None:
            written = _dumped({"x": [_unwrapped(item)]}, "x: [")[:-1]
            yield Quoting(start + at, start + end, written, " #" not in value)


def _items(value: str) -> list[tuple[int, int]] | None:
    """Spans of the items of a list in brackets, white space left out; None for anything else."""
    if value[0] != "[" or value[-1] != "]":
        return None
    spans, depth, at = [], 0, 1
    for match in _FLOW.finditer(value):
        sign = match[0]
        depth += (sign in "[{") - (sign in "]}")
        if depth == 0 and match.end() < len(value):
            return None  # it ends before the value does: [[a]] and [[b]]
        if (sign == "," and depth == 1) or match.end() == len(value):
            item = value[at : match.start()]
            if item.strip():
                first = at + len(item) - len(item.lstrip())
                spans.append((first, first + len(item.strip())))
            at = match.end()
    return spans


def _unwrapped(value: str) -> str:
    """The value without the quotation marks around it, where they are around all of it.

    In ``"A" is not "B"`` they are not: the first mark inside closes what the first of all opened.
    """
    mark = value[0]
    if mark not in _QUOTES or len(value) < 2 or value[-1] != mark:
        return value
    inner = value[1:-1]
    at = inner.find(mark)
    closes = at > 0 and not inner[at - 1].isspace() and not inner[at + 1 : at + 2].isalnum()
    return value if closes and inner.count(mark) % 2 == 0 else inner


def _dumped(mapping: dict[str, Any], head: str) -> str:
    return frontmatter.dump(mapping).removeprefix(f"---\n{head}").removesuffix("\n---\n")


def _applied(yaml: str, quotings: tuple[Quoting, ...]) -> str:
    for each in reversed(quotings):
        yaml = yaml[: each.start] + each.written + yaml[each.end :]
    return yaml


def _is_readable(yaml: str) -> bool:
    return _value(yaml) is not None


def _value(yaml: str) -> dict[str, Any] | None:
    try:
        return frontmatter.load(yaml)
    except FormatError:
        return None
