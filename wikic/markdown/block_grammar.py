"""What begins on a line: blocks of HTML (CommonMark 0.31, section 4.6) and definitions of links (4.7)."""

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


_BARE: Final = r"[^\x00-\x20\x7f()<>\\]*"
_DEFINITION: Final = re.compile(
    rf"\[(?![\[^])((?:[^\[\]\\]|\\.)*)\]:[ \t]*(?:<([^<>\\]*)>|(?=\S)({_BARE}(?:\({_BARE}\){_BARE})*))"
    r"""([ \t]+(?:"[^"\\]+"|'[^'\\]+'|\([^()\\]+\)))?[ \t]*$"""
)
ENTITY: Final = re.compile(r"&[#A-Za-z][A-Za-z0-9]*;")
_WHITE: Final = re.compile(r"[ \t\n]+")
_OTHER_WHITE: Final = re.compile(r"[^\S \t\n]")  # parsers differ about it


def definition(line: str, below: str) -> tuple[str, str] | None:
    """Label, in its normal form, and target of the definition on a line; None where the line does not tell.

    line, below: the line and the next, which may hold the title; both without their indent.
    """
    match = _DEFINITION.match(line)
    if match is None or (match[4] is None and below[:1] in ('"', "'", "(")):
        return None
    label, target = normal(match[1]), match[3] if match[2] is None else match[2]
    return None if not label or ("&" in target and ENTITY.search(target)) else (label, target)


def normal(label: str) -> str | None:
    """What labels that mean one definition have in common; None where it is not sure."""
    if _OTHER_WHITE.search(label):
        return None
    return _WHITE.sub(" ", label.strip(" \t\n")).lower().upper()
