"""The marks of structure in plain text and Markdown, as patterns over one line."""

from __future__ import annotations

import re
from typing import Final

FENCE: Final = re.compile(r"^( {0,3})(`{3,}|~{3,})(.*)$")
FENCE_INSIDE: Final = re.compile(r"^([ \t]*)(`{3,}|~{3,})(.*)$")
ATX: Final = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$")
TAB_ITEM: Final = "\ue001"  # stands for the mark of an item that is a tab within a step
ITEM: Final = re.compile(
    r"^[ \t]*(?:[-*+•▪◦●·‣–\ue001]|\(?\d{1,3}[.)]|\(?[a-zA-Z][)]|[①-⑳]|\d{1,3}、)[ \t]+(?=\S)"
)
QUOTE: Final = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+")
QUOTE_INSIDE: Final = re.compile(r"^[ \t]*(?:>[ \t]?)+")
RULE: Final = re.compile(r"^[ \t]*(?:[-*_=~+^][ \t]*){3,}$")
TABLE_RULE: Final = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
PIPE: Final = re.compile(r"(?<!\\)\|")
# A marker that lost its item.
BARE: Final = re.compile(r"^[ \t]*(?:[-*+•▪◦●·‣–]|\(?\d{1,3}[.)]|\(?[a-zA-Z]\))[ \t]*$")
FOOTNOTE: Final = re.compile(r"^ {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*")  # of Markdown Extra
UNDERLINES: Final = "=-~^+*"


def indent(line: str) -> int:
    """The column in which a line's text begins; a tab reaches to the next fourth one."""
    wide = line.expandtabs(4)
    return len(wide) - len(wide.lstrip(" "))
