"""Where a block of HTML begins and what ends it: the seven kinds of CommonMark 0.31, section 4.6."""

from __future__ import annotations

import re
from typing import Final

BLANK: Final = re.compile(r"[ \t]*$")  # ends the kinds that a blank line ends, which is left out of them

_NAMES: Final = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|"
    "div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|"
    "legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|"
    "tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_VERBATIM: Final = "script|pre|style|textarea"
# White space stands outside the quotes of attributes only; within one line, ``\s`` as markdown-it-py has it.
_ATTRIBUTE: Final = (
    r"(?:[^\S\n]+[a-zA-Z_:][a-zA-Z0-9:._-]*"
    r"""(?:[^\S\n]*=[^\S\n]*(?:[^"'=<>`\x00-\x20]+|'[^'\n]*'|"[^"\n]*"))?)"""
)
# A tag or a comment that stands on one line (section 6.6).
OPEN_TAG: Final = rf"<[A-Za-z][A-Za-z0-9\-]*{_ATTRIBUTE}*[^\S\n]*/?>"
CLOSE_TAG: Final = r"</[A-Za-z][A-Za-z0-9\-]*[^\S\n]*>"
COMMENT: Final = r"(?:<!---?>|<!--(?:[^-\n]|-[^-\n]|--[^>\n])*-->)"

# What begins a block, and what ends it. All but the last may follow a line of a paragraph.
_KINDS: Final = (
    (
        re.compile(rf"<(?a:{_VERBATIM})(?=\s|>|$)", re.IGNORECASE),
        re.compile(rf"</(?a:{_VERBATIM})>", re.IGNORECASE),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"</?(?a:{_NAMES})(?=\s|/?>|$)", re.IGNORECASE), BLANK),
)
_LONE_TAG: Final = re.compile(rf"(?:{OPEN_TAG}|{CLOSE_TAG})\s*$")


def ending(line: str, *, in_paragraph: bool) -> re.Pattern[str] | None:
    """What ends the block of HTML that ``line``, without its indent, begins; None where it begins none.

    in_paragraph: whether the line before is one of a paragraph.
    """
    for opening, closing in _KINDS:
        if opening.match(line):
            return closing
    return BLANK if not in_paragraph and _LONE_TAG.match(line) else None
