"""One question, one typed answer: the way ``wikic eval`` speaks to a model beside ``ask`` itself.

No docstrings on the shapes of replies: pydantic would send them with every call. The prompts explain them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from pydantic import BaseModel

from wikic.curator.model.prompt_text import fenced
from wikic.evaluate.reply import Label
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


def ask(
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
