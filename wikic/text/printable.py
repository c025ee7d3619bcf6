"""Text that others wrote made safe for a terminal, and how wide a terminal shows it.

Documents, pages and file names may hold sequences that a terminal obeys (ECMA-48: C0 and C1 controls) or
characters that make it show a line in another order than it has (UAX 9). Whatever goes to people's
terminals goes through here.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Invisible in a terminal, and able to show a line in another order than it has.
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_NO_TEXT: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_REPLACED: Final = ("Cc", "Cs", "Zl", "Zp")
_NO_WIDTH: Final = ("Mn", "Me", "Cf")


def printable(words: str) -> str:
    """Text a terminal cannot misread: what is no character to show becomes ``�``, tabs a space.

    Every character stays one character, so that columns still count.
    """
    if words.isascii() and words.isprintable():
        return words
    return "".join(map(_shown, words))


def _shown(c: str) -> str:
    if c in "\t\n":
        return " "
    return "\ufffd" if c in _BIDI or unicodedata.category(c) in _REPLACED else c


def printable_text(words: str) -> str:
    """Lines a terminal cannot misread, tabs and ends of lines kept; what is no character to show is left out.

    The marks that only tell a direction stay, since texts in Arabic and Hebrew need them: what turns a whole
    stretch around does not.
    """
    return _NO_TEXT.sub("", words)


def escaped_json(json: str) -> str:
    """JSON in which those characters are written as escapes: the same values."""
    return _NO_TEXT.sub(lambda match: f"\\u{ord(match[0]):04x}", json)


def width(words: str) -> int:
    """Columns a terminal gives these characters: two for wide ones, none for marks that combine."""
    if words.isascii():
        return len(words)
    return sum(
        0 if unicodedata.category(c) in _NO_WIDTH else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in words
    )


def fitted(words: str, columns: int) -> str:
    """The first characters of ``words`` that fit into so many columns."""
    if len(words) * 2 <= columns:
        return words
    used = 0
    for at, c in enumerate(words):
        used += width(c)
        if used > columns:
            return words[:at]
    return words
