"""Keeps the headings that stand above a passage while a document is read."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.library.line_kinds import folded, is_question
from wikic.curator.library.passage import NO_LEAD, LeadIn
from wikic.curator.library.plain_words import plain
from wikic.model import attachment
from wikic.text.normalise import CJK

_HAN: Final = re.compile(f"[{CJK}]")
# A label above a paragraph stands below every heading, as the days of a conversation do.
LABEL_LEVEL: Final = 20
DAY_LEVEL: Final = 18
_LONGEST: Final = 120  # characters of a heading that is one


class Outline:
    """The open headings of a document, outermost first, without the document's own title."""

    def __init__(self, titles: tuple[str, ...]) -> None:
        self._titles = {folded(title) for title in titles if title}
        self._open: list[tuple[int, str]] = []
        self._told: dict[int, int] = {}
        self._title: tuple[str, int] | None = None

    @property
    def place(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._open)

    def announcing(self) -> LeadIn:
        """The innermost heading, else the title, as what announces a list that nothing else announces."""
        if self._open:
            level, text = self._open[-1]
            told = self._told.get(level)
            if told is None:
                return NO_LEAD
            number = told
        elif self._title is not None:
            text, number = self._title
        else:
            return NO_LEAD
        colon = "" if text[-1:] in ".!?。！？" else "：" if _HAN.search(text[-1:]) else ":"
        return LeadIn(f"{text}{colon}", (number,), heading=True)

    def asked(self) -> LeadIn:
        """The innermost heading where it is a question; ``NO_LEAD`` else."""
        if not self._open or not is_question(self._open[-1][1]):
            return NO_LEAD
        level, text = self._open[-1]
        number = self._told.get(level)
        return NO_LEAD if number is None else LeadIn(text, (number,), heading=True)

    def enter(self, level: int, text: str, number: int | None = None) -> None:
        """A heading closes those of its level and below; the title closes all and opens none.

        number: of its block, None for a heading that is told and does not stand there, as a day.
        """
        words = attachment.spoken(plain(text)).replace("~~", "").strip(" :：#*")
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        if not folded(words) or len(words) > _LONGEST:
            return
        if folded(words) in self._titles:
            self._title = (words, number) if number is not None else self._title
            return
        self._open.append((level, words))
        self._told.pop(level, None)
        if number is not None:
            self._told[level] = number

    def leave(self, level: int) -> None:
        """Close what is open at ``level`` and below."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
