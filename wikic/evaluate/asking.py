"""One question, one typed answer: the way ``wikic eval`` speaks to a model beside ``ask`` itself, and has it
judge replies, as A-RAG, Corpus2Skill and AuthTrace have theirs judged.

No docstrings on the shapes of replies: pydantic would send them with every call. The prompts explain them.
A judge sees texts alone, not which arm a reply is of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from pydantic import BaseModel

from wikic.curator.model.prompt_text import fenced
from wikic.evaluate.question import Question
from wikic.evaluate.run_file import CONTEXT, Judgement, Label, Reply
from wikic.llm.prompt_files import Language, language_of, read_prompt
from wikic.llm.protocol import Message, Model, Request, Role
from wikic.llm.structured import converse

FILES: Final = (
    *("read", "closed", "skills"),
    *("accuracy", "factuality", "context", "claims", "support", "reword"),
)


def eval_prompt(name: str, language: Language) -> str:
    """One of ``FILES``."""
    return read_prompt("wikic.evaluate", language, name).text


class ReadReply(BaseModel):
    known: bool
    answer: str = ""
    explanation: str = ""
    passages: list[int] = []


class ClosedReply(BaseModel):
    known: bool
    answer: str = ""
    explanation: str = ""


class WalkReply(BaseModel):
    read: list[str] = []
    known: bool = False
    answer: str = ""
    explanation: str = ""
    documents: list[str] = []


class AccuracyReply(BaseModel):
    reason: str = ""
    same: bool


class ScoreReply(BaseModel):
    reason: str = ""
    score: int


class ClaimsReply(BaseModel):
    labels: list[Label]
    extra: str = ""
    score: int


class SupportReply(BaseModel):
    reason: str = ""
    supported: bool


class RewordReply(BaseModel):
    question: str
    answer: str


_Shape = TypeVar("_Shape", bound=BaseModel)

_REPLY: Final = 4_000  # tokens, most of them for models that think before they write


@dataclass(frozen=True, slots=True)
class Task:
    """What a model is to do.

    role: which model. name: of the prompt, and of the purpose in totals.
    language: of whom the prompt is chosen for: any text of the question's language.
    """

    role: Role
    name: str
    language: str


def ask_model(
    model: Model,
    task: Task,
    shown: Mapping[str, str],
    shape: type[_Shape],
    check: Callable[[_Shape], Sequence[str]] | None = None,
) -> _Shape:
    """What the model says to ``shown``: texts by name, each fenced, for they are data.

    Raises ReplyError when nothing usable came, and what ``model.complete`` raises.
    """
    request = Request(
        role=task.role,
        purpose=f"eval {task.name}",
        messages=(
            Message("system", eval_prompt(task.name, language_of(task.language))),
            Message("user", "\n\n".join(fenced(text, name) for name, text in shown.items())),
        ),
        max_tokens=_REPLY,
        schema=shape.model_json_schema(),
    )
    return converse(model, request, shape, check).value


_ANSWER: Final = 4_000  # characters of an answer that are judged (Corpus2Skill, its release)
_WORST, _BEST = 1, 5
_MOST: Final = 3  # of claims


class Judge:
    """A model that judges replies by texts alone."""

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
            same = ask_model(self._model, _judging_task("accuracy", question), shown, AccuracyReply).same
            factuality = ask_model(
                self._model, _judging_task("factuality", question), shown, ScoreReply, _find_fault
            ).score
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
        return ask_model(self._model, _judging_task("support", question), shown, SupportReply).supported

    def _context(self, question: Question, right: str, reply: Reply) -> int | None:
        """How much of the right answer what was read holds; None where a model answered from nothing."""
        read = reply.context or ("" if reply.calls else reply.text)
        if not read:
            return None
        shown = {"question": question.text, "right-answer": right, "context": read[:CONTEXT]}
        return ask_model(
            self._model, _judging_task("context", question), shown, ScoreReply, _find_fault
        ).score

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
        found = ask_model(self._model, _judging_task("claims", question), shown, ClaimsReply, fault)
        return tuple(found.labels), found.score


def _judging_task(name: str, question: Question) -> Task:
    return Task("judge", name, question.text)


def _find_fault(found: ScoreReply) -> tuple[str, ...]:
    return () if _WORST <= found.score <= _BEST else (f"score must be from {_WORST} to {_BEST}",)
