"""The indents of lists in a statement: two columns a level in its text, its parent's text column in Markdown.

CommonMark takes an item for one below another only where it begins at the column of the other's text, three
for ``1. `` and four for ``10. ``. A statement's text stays as it is whatever numbers it has; ``nested`` moves
its lines, ``levelled`` is the exact inverse and reads the lines of two columns a level too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

# A task's box belongs to the mark: "- [x] sweep the chimney".
MARK: Final = re.compile(
    r"^(?P<indent> *)(?P<mark>(?P<bullet>- |\d{1,3}\. )(?:\[[ xX]\] )?)?(?P<rest>.*)$", re.S
)
FENCE: Final = re.compile(r"^(?P<fence>`{3,})(?P<info>[\w+#.-]*)$")
_STEP: Final = 2  # columns of a level in a statement's text


def code_end(lines: Sequence[str], at: int, indent: int = 0) -> int:
    """The line after the fenced code that opens at ``at``, ``indent`` columns in; 0 where none does.

    What is never closed is no code.
    """
    margin = " " * indent
    fence = FENCE.match(lines[at].removeprefix(margin).rstrip())
    if fence is None or not lines[at].startswith(margin):
        return 0
    closing = margin + fence["fence"]
    return next((each for each in range(at + 1, len(lines)) if lines[each].rstrip() == closing), -1) + 1


@dataclass(slots=True)
class _Open:
    """The items that a line may stand below: level, column and text column of each, outermost first."""

    items: list[tuple[int, int]] = field(default_factory=list)
    text: int = 0

    def column(self, level: int) -> int:
        """Where a line of ``level`` begins in Markdown; closes the items it does not stand below."""
        while self.items and self.items[-1][0] >= level:
            self.items.pop()
        above, column = self.items[-1] if self.items else (-1, 0)
        return column + _STEP * (level - above - 1)

    def level(self, column: int) -> int:
        """The level of a line that begins at ``column`` in Markdown; closes as ``column`` does."""
        while self.items and self.items[-1][1] > column:
            self.items.pop()
        above, begin = self.items[-1] if self.items else (-1, 0)
        return above + 1 + (column - begin) // _STEP

    def enter(self, level: int, column: int, bullet: str | None) -> None:
        """A line was read: an item may have others below it, and code stands in the last item."""
        if bullet is not None:
            self.items.append((level, column + len(bullet)))
            self.text = column + len(bullet)


def nested(lines: Sequence[str]) -> list[str]:
    """Lines of a statement as Markdown nests them; code below an item stands in it.

    A list that does not begin with 1 needs an empty line before it, below words.
    """
    found: list[str] = []
    open_items = _Open()
    words = -1  # the level of the words right above, -1 for none
    at = 0
    while at < len(lines):
        end = code_end(lines, at)
        if end:
            found += (f"{' ' * open_items.text}{line}" if line else "" for line in lines[at:end])
            at, words = end, -1
            continue
        parts = MARK.match(lines[at])
        assert parts is not None
        level = len(parts["indent"]) // _STEP
        column = open_items.column(level)
        bullet = parts["bullet"]
        if bullet not in (None, "- ", "1. ") and 0 <= words <= level:
            found.append("")
        found.append(" " * column + lines[at][len(parts["indent"]) :])
        open_items.enter(level, column, bullet)
        words = level + (bullet is not None)
        at += 1
    return found


def levelled(lines: Sequence[str]) -> list[str]:
    """The lines of a statement from their Markdown."""
    found: list[str] = []
    open_items = _Open()
    at = 0
    while at < len(lines):
        margin = next((each for each in (open_items.text, 0) if code_end(lines, at, each)), None)
        if margin is not None:
            end = code_end(lines, at, margin)
            found += (line[margin:] if not line[:margin].strip() else line for line in lines[at:end])
            at = end
            continue
        line = lines[at]
        at += 1
        if not line.strip():
            continue
        parts = MARK.match(line)
        assert parts is not None
        column = len(parts["indent"])
        level = open_items.level(column)
        found.append(" " * (_STEP * level) + line[column:])
        open_items.enter(level, column, parts["bullet"])
    return found
