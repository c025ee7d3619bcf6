"""Under which headings a passage stands."""

from __future__ import annotations

from typing import Final

from wikic.curator.library.plain import plain
from wikic.curator.library.words import folded
from wikic.model import attachment

# A label above a paragraph stands below every heading.
LABEL_LEVEL: Final = 20
_LONGEST: Final = 120  # characters of a heading that is one


class Outline:
    """The open headings of a document, outermost first, without the document's own title."""

    def __init__(self, titles: tuple[str, ...]) -> None:
        self._titles = {folded(title) for title in titles if title}
        self._open: list[tuple[int, str]] = []

    @property
    def place(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._open)

    def enter(self, level: int, text: str) -> None:
        """A heading closes those of its level and below; the title closes all and opens none."""
        words = attachment.spoken(plain(text)).strip(" :：#")
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        if words and folded(words) and folded(words) not in self._titles and len(words) <= _LONGEST:
            self._open.append((level, words))

    def leave(self, level: int) -> None:
        """Close what is open at ``level`` and below."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
