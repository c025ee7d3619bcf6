"""The marks of structure in plain text and Markdown, as patterns over one line."""

from __future__ import annotations

import re
from typing import Final

FENCE_INSIDE: Final = re.compile(r"^([ \t]*)(`{3,}|~{3,})(.*)$")
ITEM: Final = re.compile(r"^[ \t]*(?:[-*+•▪◦●·‣–]|\(?\d{1,3}[.)]|\(?[a-zA-Z][)]|[①-⑳]|\d{1,3}、)[ \t]+(?=\S)")
QUOTE: Final = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+")
RULE: Final = re.compile(r"^[ \t]*(?:[-*_=~+^][ \t]*){3,}$")
# A marker that lost its item.
BARE: Final = re.compile(r"^[ \t]*(?:[-*+•▪◦●·‣–]|#+|\(?\d{1,3}[.)]|\(?[a-zA-Z]\))[ \t]*$")
UNDERLINES: Final = "=-~^+*"


def indent(line: str) -> int:
    """The column in which a line's text begins; a tab reaches to the next fourth one."""
    wide = line.expandtabs(4)
    return len(wide) - len(wide.lstrip(" "))
