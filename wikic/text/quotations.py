"""Quotations that go on from one sentence to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_OPENING: Final = "“「"
_CLOSING: Final = "”」"


def going_on(lines: Sequence[str], opens: Sequence[bool], *, straight: bool = True) -> list[bool]:
    """For each line of a text whether a quotation goes on in it that an earlier one opened.

    opens: whether the line begins a paragraph; a quotation goes on there only behind a mark of its own.
    straight: whether straight marks quote, as they do where no others are usual.
    """
    found: list[bool] = []
    depth = 0
    for line, begins in zip(lines, opens, strict=True):
        depth = 0 if begins else depth
        found.append(depth > 0)
        for mark in line:
            if mark in _OPENING:
                depth += 1
            elif mark in _CLOSING:
                depth = max(0, depth - 1)
            elif straight and mark == '"':  # the same on both sides: it closes what is open
                depth = depth - 1 if depth else 1
    return found
