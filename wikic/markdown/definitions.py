"""Definitions of links, ``[label]: target "title"``, as far as one line tells them (CommonMark 0.31, 4.7)."""

from __future__ import annotations

import re
from typing import Final

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
