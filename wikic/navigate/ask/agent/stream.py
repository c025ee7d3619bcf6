"""What of a model's text is for whom: tool calls that it writes as text, and the answer, which a person
reads while it is written.

Tool calls are written as text where a model was told so, or where its server knows no others. Read are a
fenced block with an object or a list of them, and ``<tool_call>`` tags as Qwen and Hermes write them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from wikic.llm.protocol import ToolCall
from wikic.navigate.ask.agent import contract
from wikic.navigate.ask.agent.claims import Claim, Ground, sentence_spans
from wikic.navigate.ask.agent.fact_handles import Numbering, cited_handles

_BLOCK: Final = re.compile(
    r"```[ \t]*(?:action|actions|tool_call|tool_calls|tool|json)?[ \t]*\n(?P<fenced>.*?)(?:```|\Z)"
    r"|<tool_call>(?P<tagged>.*?)(?:</tool_call>|\Z)"
    r"|^[ \t]*\**(?:ACTIONS?|Actions?|行动|动作)\**[ \t]*[:：]?[ \t]*(?P<said>[\[{].*)"
    r"|\A\s*(?P<bare>[\[{].*)",
    re.DOTALL | re.MULTILINE,
)
_NAMES: Final = ("tool", "name", "tool_name", "function", "action")
_ARGUMENTS: Final = ("arguments", "args", "parameters", "input", "action_input")
_DECODER: Final = json.JSONDecoder(strict=False)
_OPENING: Final = re.compile(r"[\[{]")
_MOST: Final = 100  # calls in one message; more is a loop


@dataclass(frozen=True, slots=True)
class Actions:
    """Calls found in a text.

    calls: in order; their ids are "".
    start, end: where the first block begins and the last one ends: what follows was made up.
    """

    calls: tuple[ToolCall, ...]
    start: int
    end: int


def find_actions(text: str) -> Actions | None:
    """The tool calls in ``text``, or None; whatever it is, this returns."""
    calls: list[ToolCall] = []
    start = end = -1
    for block in _BLOCK.finditer(text):
        held = next(each for each in block.groups() if each is not None)
        for value in _json_objects(held):
            call = _read_call(value)
            if call is not None and len(calls) < _MOST:
                calls.append(call)
                start = block.start() if start < 0 else start
                end = block.end()
    return Actions(tuple(calls), start, end) if calls else None


def _json_objects(text: str) -> Iterator[Any]:
    """JSON objects one after another, those in lists too."""
    at = 0
    while (opening := _OPENING.search(text, at)) is not None:
        try:
            value, at = _DECODER.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            return  # what is broken has no end to go on from
        yield from value if isinstance(value, list) else (value,)


def _read_call(value: Any) -> ToolCall | None:
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("function"), dict):  # as OpenAI's protocol nests it
        value = value["function"]
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
    if name is None:
        return None
    given: Any = next((value[key] for key in _ARGUMENTS if key in value), {})
    try:
        return ToolCall("", name, given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))
    except RecursionError:
        return None


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
                self._over = find_actions(self._text[: mark.start()]) is not None
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
