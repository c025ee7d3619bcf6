"""Definitions of links, ``[label]: target "title"``, as far as one line tells them (CommonMark 0.31, 4.7)."""

from __future__ import annotations

import re
from typing import Final

_DEFINITION: Final = re.compile(
    r"\[(?![\[^])((?:[^\[\]\\]|\\.)*)\]:[ \t]*(?:<([^<>\\&]*)>|([^\x00-\x20\x7f()<>\\&]+))"
    r"""([ \t]+(?:"[^"\\]+"|'[^'\\]+'|\([^()\\]+\)))?[ \t]*$"""
)
_WHITE: Final = re.compile(r"[ \t\n]+")
_OTHER_WHITE: Final = re.compile(r"[^\S \t\n]")  # parsers differ about it


def definition(line: str, below: str) -> tuple[str, str] | None:
    """Label, in its normal form, and target of the definition on a line; None where the line does not tell.

    line, below: the line and the next, which may hold the title; both without their indent.
    """
    match = _DEFINITION.match(line)
    if match is None or (match[4] is None and below[:1] in ('"', "'", "(")):
        return None
    label = normal(match[1])
    return (label, match[3] if match[2] is None else match[2]) if label else None


def normal(label: str) -> str | None:
    """What labels that mean one definition have in common; None where it is not sure."""
    if _OTHER_WHITE.search(label):
        return None
    return _WHITE.sub(" ", label.strip(" \t\n")).lower().upper()
