"""A conversation with a wiki: what was asked and read before helps with the next question."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from wikic.model.answer import Answer, Evidence
from wikic.navigate.ask.agent.run_record import OnCall, OnText
from wikic.navigate.ask.answer.compose import DEFAULT_EVIDENCE
from wikic.navigate.ask.asker import Asked, Asker, Controller, Earlier
from wikic.navigate.ask.heuristic.question import SURE

# What a model is reminded of: enough for "and his father?", not a transcript that grows with the evening.
_EXCHANGES: Final = 6
_FACTS: Final = 12  # facts that the next question is reminded of
_SAID: Final = 400  # characters of an answer
_NUMBER: Final = re.compile(r"[ \t]*\[\d{1,4}\]")


@dataclass(frozen=True, slots=True)
class Said:
    """An answer in a conversation.

    asked: the answer and how it came about.
    about: the thing that the question was taken to be about, since it names none; "" where it does.
    """

    asked: Asked
    about: str = ""


class Conversation:
    """Questions one after another; keeps what was said and the facts it rests on.

    answers: so far, in order.
    """

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self.answers: list[Answer] = []
        self._facts: dict[tuple[str, str], Evidence] = {}
        self._subject = ""

    @property
    def read(self) -> tuple[str, ...]:
        """Pages that answers rest on, in order of first use."""
        return tuple(dict.fromkeys(page for page, _ in self._facts))

    def forget(self) -> None:
        """Forget what was asked and read."""
        self.answers.clear()
        self._facts.clear()
        self._subject = ""

    def ask(
        self,
        question: str,
        *,
        evidence: int = DEFAULT_EVIDENCE,
        controller: Controller = "auto",
        on_text: OnText | None = None,
        on_call: OnCall | None = None,
    ) -> Said:
        """The answer to ``question``, which may speak of what was spoken of before. As ``Asker.ask``."""
        about = self._about(question)
        asked = self._asker.ask(
            f"{question} ({about})" if about else question,
            evidence=evidence,
            controller=controller,
            on_text=on_text,
            on_call=on_call,
            earlier=self._earlier(),
        )
        asked = replace(asked, answer=replace(asked.answer, question=question))
        self._keep(asked)
        return Said(asked, about)

    def _about(self, question: str) -> str:
        """What was spoken of last, for a question that names nothing the wiki knows."""
        if not self._subject or not question.strip():
            return ""
        named = self._asker.named(question)
        return "" if named else self._subject

    def _keep(self, asked: Asked) -> None:
        answer = asked.answer
        self.answers.append(answer)
        for each in answer.evidence:
            key = each.page, each.fact or each.text
            self._facts.pop(key, None)  # what was used last is remembered longest
            self._facts[key] = each
        short = answer.short.text if answer.short is not None else ""
        titles = {each.title for each in answer.evidence}
        names = [each.match.name for each in asked.exploration.question.names if each.weight >= SURE]
        if short and self._asker.library.resolve(short).path is not None:
            self._subject = short  # "Who was his father?" leads on to the father
        elif names:
            self._subject = names[0]
        elif answer.evidence and len(titles) == 1:
            self._subject = answer.evidence[0].title

    def _earlier(self) -> Earlier:
        exchanges = tuple((each.question, _short_reminder(each)) for each in self.answers[-_EXCHANGES:])
        return Earlier(exchanges, tuple(self._facts.values())[-_FACTS:])


def _short_reminder(answer: Answer) -> str:
    """An answer as a reminder: numbers of its documents mean nothing in the next."""
    if not answer.answered:
        return "not in the wiki"
    said = [answer.short.text] if answer.short is not None else []
    said.append(_NUMBER.sub("", answer.explanation) or " ".join(each.text for each in answer.evidence[:2]))
    return " ".join(said)[:_SAID]
