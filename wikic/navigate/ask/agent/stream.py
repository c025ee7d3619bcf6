"""Lets a person read the answer while it is written, and nothing else that a model says.

What is shown is the text that ``draft_to_answer`` makes of it in the end, sentence by sentence: without
the mark, with the numbers of documents in place of handles. It begins when what is cited holds the short
answer, and stops at the first sentence that cannot be given: that answer is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from wikic.navigate.ask.agent import actions, contract
from wikic.navigate.ask.agent.citations import Numbering, cited_handles
from wikic.navigate.ask.agent.claims import Ground, sentence_spans
from wikic.navigate.ask.agent.run_record import Draft

_LONGEST: Final = 40_000  # characters; it is looked at anew with each piece, and nobody reads further
_HOLD: Final = 60  # characters behind an opening bracket in which it may become a citation
_THOUGHT_ENDS: Final = re.compile(r"</think(?:ing)?>")
_ENDING: Final = len("</thinking>")
_OPEN: Final = re.compile(r"[ \t]*[\[【(（][^\]】)）]*\Z|\s+\Z")
_WORD: Final = re.compile(r"\s*\S+\s")
_PAIRS: Final = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"), ("「", "」"), ("『", "』"))


class Spoken:
    """What ``on_text`` of a model's ``complete`` is given.

    said: what was shown since the last ``turn``.
    """

    def __init__(self, on_text: Callable[[str], None], ground: Ground) -> None:
        self._on_text = on_text
        self._ground = ground
        self._before = False
        self.said = ""
        self.turn()

    def turn(self) -> None:
        """Forget the reply so far: the model begins the next one."""
        self._before = self._before or bool(self.said)
        self.said = ""
        self._waiting = ""  # until something is cited
        self._text = ""
        self._line = 0
        self._looked = 0
        self._at = -1
        self._over = False
        self._first = True
        self._short = Draft(True, "", "")
        self._cited: dict[str, None] = {}
        self._numbers = Numbering(self._ground.handles)

    def hear(self, piece: str) -> None:
        """Take in a piece of the reply."""
        if self._over:
            return
        self._text += piece
        if self._thinks():
            return
        if len(self._text) > _LONGEST:
            self._over = True
            return
        if self._at < 0 and not self._begin():
            return
        self._go_on(final=False)

    def _thinks(self) -> bool:
        """Whether the model still thinks aloud; its thoughts are dropped once they end.

        Until then only what is new is looked at.
        """
        if self._at >= 0 or not self._text[:_HOLD].lstrip().startswith("<think"):
            return False
        if _THOUGHT_ENDS.search(self._text, max(0, self._looked - _ENDING)) is None:
            self._looked = len(self._text)
            return True
        self._text, self._looked, self._line = contract.without_thought(self._text).lstrip(), 0, 0
        return not self._text

    def end(self, text: str) -> None:
        """The reply is whole: ``text``, of which a stream that broke and was tried again lacks a part."""
        if text != self._text and not self.said:
            self.turn()
            self.hear(text)
        if not self._over and self._at >= 0:
            self._go_on(final=True)

    def _begin(self) -> bool:
        """Whether the answer has begun; a tool call before it means that there is none in this reply."""
        mark = self._mark()
        if mark is None or mark.end() == len(self._text):
            return False
        called = actions.find_actions(self._text[: mark.start()])
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
            self._at = contract.answer_start(self._text, self._at)
            line, end, _ = self._text[self._at :].partition("\n")
            if not end and not final:
                return  # the short answer is shown whole
            self._at += len(line) + len(end)
            self._first = False
            if contract.is_not_said(line):
                self._over = True
                return
            self._open(contract.read_draft(f"ANSWER: {line}"))
        again = contract.MARK.search(self._text, self._at)
        rest = self._text[self._at : again.start() if again is not None else None]
        if final or again is not None:
            rest, held = rest.rstrip(), 0
        else:
            open_at = _OPEN.search(rest)
            held = len(rest) - open_at.start() if open_at and len(rest) - open_at.start() <= _HOLD else 0
        self._sentences(rest[: len(rest) - held], final=final or again is not None)

    def _open(self, draft: Draft) -> None:
        """The short answer waits until what is cited holds it; a sentence that falls ends all."""
        self._short = draft
        self._cited = dict.fromkeys(
            handle
            for name in draft.cited
            for handle in cited_handles(name, self._ground.handles, draft.short)
        )
        if len(self._cited) < len(draft.cited):
            self._over = True
        self._waiting = draft.shown + "\n\n"
        self._show("")

    def _sentences(self, rest: str, *, final: bool) -> None:
        """Show the sentences of ``rest`` that are whole."""
        for start, end in sentence_spans(rest):
            if self._over or not (final or self._whole(rest, end)):
                return
            claim = self._ground.claim(rest[start:end])
            if not claim.stands or claim.lost:
                self._over = True
                return
            self._cited.update(dict.fromkeys(claim.handles))
            self._at += end - start
            self._show(claim.text)

    @staticmethod
    def _whole(rest: str, end: int) -> bool:
        """Whether what comes cannot make a sentence that ends here a longer one."""
        line = rest[rest.rfind("\n", 0, end - 1) + 1 :].partition("\n")
        if line[1] and len(line[0]) + 1 + rest.rfind("\n", 0, end - 1) + 1 <= end:
            return True
        behind = rest[end:]
        balanced = all(line[0].count(one) == line[0].count(other) for one, other in _PAIRS)
        return bool(_WORD.match(behind)) and balanced and line[0].count('"') % 2 == 0

    def _show(self, text: str) -> None:
        text, self._waiting = self._waiting + text, ""
        if not self.said:
            text = text.lstrip()
            if not self._cited or self._unheld():
                self._waiting = text
                return
            if not contract.in_language(self._ground.question, text):
                self._over = True
                return
            if self._before:
                self._on_text(" …\n\n")  # a former answer was refused on the way
        elif self.said.endswith("\n\n"):
            text = text.lstrip()
        text = self._numbers.text(text)
        self.said += text
        self._on_text(text)

    def _unheld(self) -> bool:
        short = self._short.short
        return bool(short) and bool(self._ground.missing(short, tuple(self._cited), short=True))
