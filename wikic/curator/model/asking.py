"""One question, one typed answer: the way every operation but ``extract`` speaks to a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel

from wikic.curator.model import bounds, render
from wikic.curator.model.prompts import prompt
from wikic.curator.model.shapes import schema_of
from wikic.llm.prompt_files import Language
from wikic.llm.protocol import Message, Model, Request, Role
from wikic.llm.structured import converse

_Shape = TypeVar("_Shape", bound=BaseModel)


def ask(
    model: Model,
    operation: str,
    language: Language,
    shown: str,
    shape: type[_Shape],
    check: Callable[[_Shape], Sequence[str]] | None = None,
    role: Role = "extract",
) -> _Shape:
    """What the model says to ``shown``, which is data and is fenced here.

    Raises ReplyError when nothing usable came, and what ``model.complete`` raises.
    """
    request = Request(
        role=role,
        purpose=operation,
        messages=(
            Message("system", prompt(operation, language).text),
            Message("user", render.fenced(shown, "data")),
        ),
        max_tokens=bounds.SHORT_REPLY,
        schema=schema_of(shape),
    )
    return converse(model, request, shape, check).value


def numbered(lines: Sequence[str], limit: int = bounds.TEXT) -> str:
    """Texts as ``[1] text``, each on one line."""
    return "\n".join(f"[{at}] {bounds.one_line(line, limit)}" for at, line in enumerate(lines, start=1))
