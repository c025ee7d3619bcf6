"""A model that judges replies: as A-RAG, Corpus2Skill and AuthTrace have theirs judged.

It sees texts alone, not which arm a reply is of.
"""

from __future__ import annotations

from typing import Final

from wikic.evaluate.asking import AccuracyReply, ClaimsReply, ScoreReply, SupportReply, Task, ask
from wikic.evaluate.question import Question
from wikic.evaluate.reply import CONTEXT, Judgement, Label, Reply
from wikic.llm.protocol import Model

_ANSWER: Final = 4_000  # characters of an answer that are judged (Corpus2Skill, its release)
_WORST, _BEST = 1, 5
_MOST: Final = 3  # of claims


class Judge:
    """See the module."""

    def __init__(self, model: Model) -> None:
        """model: of the role ``judge``."""
        self._model = model

    @property
    def name(self) -> str:
        """The model's."""
        return self._model.name

    def judge(self, question: Question, reply: Reply) -> Judgement | None:
        """What the question's answers and claims allow to judge; None where they allow nothing.

        A refusal is wrong, and not shown to the model. Raises what asking a model raises.
        """
        if question.unanswerable or not (question.answers or question.claims):
            return None
        if not reply.answered or not reply.text.strip():
            return Judgement(self.name)
        right = "\n".join(question.answers)[:_ANSWER]
        said = reply.text[:_ANSWER]
        same = factuality = context = supported = None
        if question.answers:
            shown = {"question": question.text, "right-answer": right, "answer": said}
            same = ask(self._model, _task("accuracy", question), shown, AccuracyReply).same
            factuality = ask(self._model, _task("factuality", question), shown, ScoreReply, _fault).score
            context = self._context(question, right, reply)
            supported = self._supported(question, reply)
        labels, score = self._claims(question, right, said) if question.claims else ((), None)
        return Judgement(self.name, same, factuality, context, labels, score, supported)

    def _supported(self, question: Question, reply: Reply) -> bool | None:
        """Whether what is cited bears the reply out; None where nothing is cited."""
        if not reply.cited:
            return None
        cited = "\n".join(reply.cited)[:CONTEXT]
        shown = {"question": question.text, "answer": reply.short or reply.text[:_ANSWER], "sentences": cited}
        return ask(self._model, _task("support", question), shown, SupportReply).supported

    def _context(self, question: Question, right: str, reply: Reply) -> int | None:
        """How much of the right answer what was read holds; None where a model answered from nothing."""
        read = reply.context or ("" if reply.calls else reply.text)
        if not read:
            return None
        shown = {"question": question.text, "right-answer": right, "context": read[:CONTEXT]}
        return ask(self._model, _task("context", question), shown, ScoreReply, _fault).score

    def _claims(self, question: Question, right: str, said: str) -> tuple[tuple[Label, ...], int]:
        count = len(question.claims)

        def fault(found: ClaimsReply) -> tuple[str, ...]:
            if len(found.labels) != count:
                return (f"there are {count} claims and {len(found.labels)} labels",)
            if not 0 <= found.score <= _MOST:
                return (f"score must be from 0 to {_MOST}",)
            if found.score == _MOST and {*found.labels} != {"supported"}:
                return (f"score is {_MOST}, and not every claim is supported",)
            return ()

        claims = "\n".join(f"[{at}] {claim}" for at, claim in enumerate(question.claims, start=1))
        shown = {"question": question.text, "claims": claims, "reference-answer": right, "answer": said}
        found = ask(self._model, _task("claims", question), shown, ClaimsReply, fault)
        return tuple(found.labels), found.score


def _task(name: str, question: Question) -> Task:
    return Task("judge", name, question.text)


def _fault(found: ScoreReply) -> tuple[str, ...]:
    return () if _WORST <= found.score <= _BEST else (f"score must be from {_WORST} to {_BEST}",)
