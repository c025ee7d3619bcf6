"""Where in a page a link stands: in a table."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from wikic.model.link import Link

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
