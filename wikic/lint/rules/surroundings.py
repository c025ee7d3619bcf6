"""Where in a page a link stands: in a table, in lines of configuration."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from wikic.model.link import Link

_TABLE_NAME: Final = re.compile(r"[A-Za-z0-9_.\"' -]+")
_SETTING: Final = re.compile(r"[ \t]*[A-Za-z0-9_.\"'-]+[ \t]*=[ \t]*[^\s=]")
# The line below the heads of a table.
_RULED: Final = re.compile(r"^[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?\r?$", re.M)
_BLANK: Final = re.compile(r"\n[ \t\r]*\n")


def in_table(text: str, link: Link) -> bool:
    """Whether a link stands in a cell: a bar parts its line, and a line of dashes the heads from the rows."""
    start, end = text.rfind("\n", 0, link.start) + 1, text.find("\n", link.end)
    if "|" not in text[start : link.start] and "|" not in text[link.end : end if end >= 0 else None]:
        return False
    first = max(text.rfind("\n\n", 0, start), text.rfind("\n\r\n", 0, start), 0)
    blank = _BLANK.search(text, max(0, start - 1))
    return _has_rule(text[first : blank.start() if blank else None])


@lru_cache(maxsize=4)  # a long table is asked for each of its links
def _has_rule(paragraph: str) -> bool:
    return _RULED.search(paragraph) is not None


def is_toml_table(text: str, link: Link) -> bool:
    """Whether the link opens a table of TOML: ``[[containers]]`` beside ``name = "web"``."""
    if link.kind != "wiki" or link.text is not None or _TABLE_NAME.fullmatch(link.target) is None:
        return False
    start, end = text.rfind("\n", 0, link.start) + 1, text.find("\n", link.end)
    if text[start : link.start].strip() or text[link.end : end if end >= 0 else None].strip():
        return False
    above = text[text.rfind("\n", 0, max(0, start - 1)) + 1 : start]
    return (end >= 0 and _SETTING.match(text, end + 1) is not None) or _SETTING.match(above) is not None
