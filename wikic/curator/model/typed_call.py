"""One call of a model with a typed reply: every operation but ``extract`` asks through it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from pydantic import BaseModel

from wikic.curator.model import bounds, prompt_text
from wikic.curator.model.prompts import prompt
from wikic.curator.model.reply_shapes import schema_of
from wikic.llm.prompt_files import Language
from wikic.llm.protocol import Message, Model, Request
from wikic.llm.structured import converse

# Operations for the model that checks others, and for the one that writes.
_JUDGED: Final = ("contradictions", "same", "verify", "check")
_WRITTEN: Final = ("write", "rework")
_Shape = TypeVar("_Shape", bound=BaseModel)


def ask(
    model: Model,
    operation: str,
    language: Language,
    shown: str,
    shape: type[_Shape],
    check: Callable[[_Shape], Sequence[str]] | None = None,
) -> _Shape:
    """The model's reply as a ``shape``.

    operation: name of the prompt. shown: what the model is to judge; it is fenced here as data.
    check: complaints about a reply, a line each, for which the model is asked again.

    Raises ReplyError when no reply could be used, and what ``model.complete`` raises.
    """
    request = Request(
        role="verify" if operation in _JUDGED else "write" if operation in _WRITTEN else "extract",
        purpose=operation,
        messages=(
            Message("system", prompt(operation, language).text),
            Message("user", prompt_text.fenced(shown, "data")),
        ),
        max_tokens=bounds.ARTICLE if operation == "write" else bounds.SHORT_REPLY,
        schema=schema_of(shape),
    )
    return converse(model, request, shape, check).value


def numbered(lines: Sequence[str], limit: int = bounds.TEXT) -> str:
    """Texts as ``[1] text``, each on one line."""
    return "\n".join(f"[{at}] {bounds.one_line(line, limit)}" for at, line in enumerate(lines, start=1))
