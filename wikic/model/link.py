"""Links as they stand in Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Link:
    """One link of a page.

    kind: ``wiki`` for ``[[…]]``, ``markdown`` for ``[…](…)``.
    target: page, path or URL as written, without heading or block, unescaped; "" for ``[[#H]]``.
    text: what is shown instead of the target, or None.
    heading: after ``#``, or None.
    block: id after ``#^``, without ``^``, or None.
    embed: whether ``!`` stands before it.
    start, end: character offsets of the whole link in the file's text.
    line, column: of ``start``, from 1.
    """

    kind: Literal["wiki", "markdown"]
    target: str
    text: str | None
    heading: str | None
    block: str | None
    embed: bool
    start: int
    end: int
    line: int
    column: int
