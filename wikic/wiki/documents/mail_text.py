"""What the writer of a message says: without what is quoted below or above it, and without the signature."""

from __future__ import annotations

import re
from typing import Final

_QUOTED: Final = re.compile(r"\s{0,3}>")
_SIGNATURE: Final = re.compile(r"-- ?$")
# "-----Original Message-----", "________________________________"
_BREAK: Final = re.compile(r"\s*(?:-{3,}[^-].*-{3,}|_{10,})\s*$")
_FIELD: Final = re.compile(r"\s*\*?[^\W\d_][\w ]{1,14}[:：]\*?(?:\s|$)")
_FIELDS: Final = 3  # "From", "Sent", "To": the head of an older message
_INTRODUCES: Final = re.compile(r"[:：]\s*$")


def own_words(text: str) -> str:
    """``text`` without quotations and signature; all of it where nothing else is said."""
    lines = text.split("\n")
    kept = _without_quotes(_without_older(_without_signature(lines)))
    said = re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()
    return said or text.strip()


def _without_signature(lines: list[str]) -> list[str]:
    for at, line in enumerate(lines):
        if at and _SIGNATURE.fullmatch(line) and not any(map(_QUOTED.match, lines[at:])):
            return lines[:at]
    return lines


def _without_older(lines: list[str]) -> list[str]:
    """Up to the head of an older message, as programs put it below their user's words."""
    for at, line in enumerate(lines):
        if _BREAK.match(line):
            below = [each for each in lines[at + 1 : at + 3 * _FIELDS] if each.strip()][:_FIELDS]
            if len(below) == _FIELDS and all(map(_FIELD.match, below)) and any(map(str.strip, lines[:at])):
                return lines[:at]
    return lines


def _without_quotes(lines: list[str]) -> list[str]:
    """Without quoted lines, and without the line or two that say whose they are."""
    kept: list[str] = []
    for at, line in enumerate(lines):
        if not _QUOTED.match(line):
            kept.append(line)
            continue
        if at and not _QUOTED.match(lines[at - 1]):
            _drop_introduction(kept)
    return kept


def _drop_introduction(kept: list[str]) -> None:
    while kept and not kept[-1].strip():
        kept.pop()
    if not kept or not _INTRODUCES.search(kept[-1]):
        return
    last = kept.pop()
    # "On Monday, 4 March 2024 at 08:02, Anna Holt <anna@example.org>" over "wrote:"
    if (
        kept
        and kept[-1].strip()
        and (len(last) < 40 or "@" in kept[-1])
        and not kept[-1].rstrip().endswith(".")
    ):
        kept.pop()
