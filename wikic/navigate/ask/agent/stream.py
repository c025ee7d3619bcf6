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
from wikic.navigate.ask.agent.claims import Claim, Ground, sentence_spans
from wikic.navigate.ask.agent.fact_handles import Numbering, cited_handles

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
        self._text = ""
        self._looked = 0  # characters of thoughts that were looked at
        self._line = 0  # where the line begins in which the mark may stand
        self._at = -1  # where the answer begins behind its mark
        self._over = False
        self._claims: dict[str, Claim] = {}

    def hear(self, piece: str) -> None:
        """Take in a piece of the reply."""
        if not self._over:
            self._text += piece
            self._tell(final=False)

    def end(self, text: str) -> None:
        """The reply is whole: ``text``, of which a stream that broke and was tried again lacks a part."""
        if text != self._text and not self.said:
            self.turn()
            self.hear(text)
        if not self._over:
            self._tell(final=True)

    def _tell(self, *, final: bool) -> None:
        """Show what may be shown of the reply so far and was not shown yet."""
        if self._thinks():
            return
        if len(self._text) > _LONGEST:
            self._over = True
        if self._over or not self._begun():
            return
        shown = self._shown(self._text[self._at :], final=final)
        more = shown[len(self.said) :]
        if more:
            if not self.said and self._before:
                self._on_text(" …\n\n")  # a former answer was refused on the way
            self.said = shown
            self._on_text(more)

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

    def _begun(self) -> bool:
        """Whether the answer has begun; a tool call before it means that there is none in this reply."""
        while self._at < 0:
            mark = contract.MARK.match(self._text, self._line)
            end = self._text.find("\n", self._line)
            if mark is not None and mark.end() < len(self._text):
                self._over = actions.find_actions(self._text[: mark.start()]) is not None
                self._at = mark.end()
            elif mark is not None or end < 0:
                return False
            self._line = end + 1
        return not self._over

    def _shown(self, answer: str, *, final: bool) -> str:
        """The short answer and the whole sentences behind it, as far as what is cited holds them."""
        line, ended, rest = answer[contract.answer_start(answer, 0) :].partition("\n")
        if not (ended or final):
            return self.said  # the short answer is shown whole
        draft = contract.read_draft(f"ANSWER: {line}")
        handles = self._ground.handles
        cited = dict.fromkeys(
            handle for name in draft.cited for handle in cited_handles(name, handles, draft.short)
        )
        if contract.is_not_said(line) or len(cited) < len(draft.cited):
            self._over = True
            return self.said
        again = contract.MARK.search(rest)
        final = final or again is not None
        rest = rest[: again.start() if again is not None else None]
        open_at = _OPEN.search(rest)
        if final:
            rest = rest.rstrip()
        elif open_at is not None and len(rest) - open_at.start() <= _HOLD:
            rest = rest[: open_at.start()]
        told = f"{draft.shown}\n\n"
        for start, end in sentence_spans(rest):
            if not (final or self._whole(rest, end)):
                break
            claim = self._claim(rest[start:end])
            if not claim.stands or claim.lost:
                self._over = True
                break
            cited.update(dict.fromkeys(claim.handles))
            told += claim.text.lstrip() if told.endswith("\n\n") else claim.text
        told = told.lstrip()
        unheld = draft.short and self._ground.missing(draft.short, tuple(cited), short=True)
        if not cited or unheld or not told:
            return self.said
        if not self.said and not contract.in_language(self._ground.question, told):
            self._over = True
            return ""
        return Numbering(handles).text(told)

    def _claim(self, sentence: str) -> Claim:
        found = self._claims.get(sentence)
        if found is None:
            found = self._claims[sentence] = self._ground.claim(sentence)
        return found

    @staticmethod
    def _whole(rest: str, end: int) -> bool:
        """Whether what comes cannot make a sentence that ends here a longer one."""
        line = rest[rest.rfind("\n", 0, end - 1) + 1 :].partition("\n")
        if line[1] and len(line[0]) + 1 + rest.rfind("\n", 0, end - 1) + 1 <= end:
            return True
        behind = rest[end:]
        balanced = all(line[0].count(one) == line[0].count(other) for one, other in _PAIRS)
        return bool(_WORD.match(behind)) and balanced and line[0].count('"') % 2 == 0
