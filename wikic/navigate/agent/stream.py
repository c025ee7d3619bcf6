"""Lets a person read the answer while it is written, and nothing else that a model says.

What is shown is the text that ``writing`` makes of it in the end: without the mark, with the numbers of
documents in place of handles. It begins with the first citation that holds, since an answer without one is
not given, and stops at the first that does not: that answer is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from wikic.navigate.agent import actions, contract
from wikic.navigate.agent.handles import Handles
from wikic.navigate.agent.numbering import Numbering

_LONGEST: Final = 40_000  # characters; it is looked at anew with each piece, and nobody reads further
_HOLD: Final = 60  # characters behind an opening bracket in which it may become a citation
_OPEN: Final = re.compile(r"[ \t]*[\[【(（][^\]】)）]*\Z|\s+\Z")


class Spoken:
    """What ``on_text`` of a model's ``complete`` is given.

    said: what was shown since the last ``turn``.
    """

    def __init__(self, on_text: Callable[[str], None], handles: Handles, question: str) -> None:
        self._on_text = on_text
        self._handles = handles
        self._question = question
        self._before = False
        self.said = ""
        self.turn()

    def turn(self) -> None:
        """A reply begins."""
        self._before = self._before or bool(self.said)
        self.said = ""
        self._waiting = ""  # until something is cited
        self._text = ""
        self._line = 0
        self._at = -1
        self._over = False
        self._first = True
        self._numbers = Numbering(self._handles)

    def hear(self, piece: str) -> None:
        """Take in a piece of the reply."""
        if self._over:
            return
        self._text += piece
        if len(self._text) > _LONGEST:
            self._over = True
            return
        if self._at < 0 and not self._begin():
            return
        self._go_on(final=False)

    def end(self, text: str) -> None:
        """The reply is whole: ``text``, of which a stream that broke and was tried again lacks a part."""
        if text != self._text and not self.said:
            self.turn()
            self.hear(text)
        if not self._over and self._at >= 0:
            self._go_on(final=True)

    def _begin(self) -> bool:
        """Whether the answer has begun; a tool call before it means that there is none in this reply."""
        if self._text.lstrip().startswith("<think"):
            thoughtless = contract.without_thought(self._text).lstrip()
            if not thoughtless:
                return False
            self._text, self._line = thoughtless, 0
        mark = self._mark()
        if mark is None or mark.end() == len(self._text):
            return False
        called = actions.find(self._text[: mark.start()])
        if called is not None:
            self._over = True
            return False
        self._at = mark.end()
        return True

    def _mark(self) -> re.Match[str] | None:
        """The mark, looked for once in every line."""
        while True:
            mark = contract.MARK.match(self._text, self._line)
            end = self._text.find("\n", self._line)
            if mark is not None or end < 0:
                return mark
            self._line = end + 1

    def _go_on(self, *, final: bool) -> None:
        if self._first:
            self._at = contract.begin(self._text, self._at)
            line, end, _ = self._text[self._at :].partition("\n")
            if not end and not final:
                return  # the short answer is shown whole
            self._at += len(line) + len(end)
            self._first = False
            if contract.is_not_said(line):
                self._over = True
                return
            shown = self._shown(line)
            if shown is None:
                return
            short = contract.CITED.sub(lambda hit: "" if contract.names_in(hit) else hit.group(), line)
            self._show(short.strip(" *_\t") + "\n\n")
        rest = self._text[self._at :]
        before = self.said + self._waiting
        if not before.strip("\n") or not rest.strip():
            return
        if before.endswith("\n\n"):
            rest = rest.lstrip()
        held = _OPEN.search(rest)
        if held is not None and not final and len(rest) - held.start() <= _HOLD:
            rest = rest[: held.start()]
        elif final:
            rest = rest.rstrip()
        again = contract.MARK.search(rest)
        if again is not None:
            rest, self._over = rest[: again.start()].rstrip(), True
        if not rest:
            return
        shown = self._shown(rest)
        if shown is not None:
            self._at = self._text.index(rest, self._at) + len(rest)
            self._show(shown)

    def _shown(self, text: str) -> str | None:
        """``text`` with numbers for handles; None, and no more is shown, where it cites what was not read."""
        for match in contract.CITED.finditer(text):
            if any(contract.handle_of(name, self._handles) is None for name in contract.names_in(match)):
                self._over = True
                return None
        return self._numbers.text(text)

    def _show(self, text: str) -> None:
        text, self._waiting = self._waiting + text, ""
        if not self.said:
            if not self._numbers.handles:
                self._waiting = text
                return
            if not contract.in_language(self._question, text):
                self._over = True
                return
            if self._before:
                self._on_text(" …\n\n")  # a former answer was refused on the way
        self.said += text
        self._on_text(text)
