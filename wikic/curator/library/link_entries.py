"""Entries of a list of links, "4、[Web Cursor](https://…)", each described by what stands below it."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.library import lone_lines
from wikic.curator.library.page_furniture import HAN
from wikic.text.structured_blocks import Part

_NOTE: Final = r"[（(][^（）()]{1,16}[）)]"  # "(in English)"
_ENTRY: Final = re.compile(rf"\(?\d{{1,3}}[.、)）]\s*\[[^\[\]]+\]\(\S+?\)\s*(?:{_NOTE})?")
_NUMBER: Final = re.compile(r"^\(?\d{1,3}[.、)）]\s*")
_ADDRESS: Final = re.compile(rf"\s*\(\w+://[^\s()]+\)|{_NOTE}$")


def is_entry(part: Part, below: Part | None) -> bool:
    """Whether a paragraph is a number and a link, and what stands below it is no heading."""
    if below is None or below.piece.group == part.piece.group:
        return False
    return _ENTRY.fullmatch(part.piece.text.strip()) is not None and lone_lines.family(below) != "heading"


def heading(text: str) -> str:
    """The words of an entry's link."""
    return _ADDRESS.sub("", _NUMBER.sub("", text))


def lead_in(text: str) -> str:
    """What stands before the first thing said of an entry: its words, its address, a colon."""
    named = _NUMBER.sub("", text)
    return named + ("：" if HAN.search(named) else ":")
