"""A typed value from a model: ask, read, check, and say what was wrong, at most twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from wikic.errors import ReplyError
from wikic.llm.json_text import MAX_CHARS, find_json
from wikic.llm.protocol import Message, Model, Reply, Request, Usage

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

T = TypeVar("T", bound="BaseModel")
Check = Callable[[T], Sequence[str]]

REPAIR_TURNS: Final = 2
_MAX_LINES: Final = 12  # of what was wrong, in one repair turn: more is not read
_MAX_ECHO: Final = 20_000  # characters of its own reply that a model is shown again
_WRONG: Final = "- "  # before each
_EMPTY: Final = "the reply is empty"
_THINKS: Final = re.compile(r"<think(?:ing)?>(?!.*</think(?:ing)?>)", re.DOTALL)
_ALLOWS_MORE: Final = "[model] reasoning_tokens in wikic.toml allows more"
_REASONED: Final = (
    "the reply reached its greatest length before an answer began: the model was still reasoning"
)


@dataclass(frozen=True, slots=True)
class Conversed(Generic[T]):
    """A typed value that passed every check, and what asking for it took.

    value: of the shape asked for; ``check`` had nothing to say.
    usage: of all turns.
    problems: what was wrong with the replies before it, one line each.
    """

    value: T
    usage: Usage
    problems: tuple[str, ...]


def converse(model: Model, request: Request, shape: type[T], check: Check[T] | None = None) -> Conversed[T]:
    """Ask ``model`` for a value of ``shape``.

    check: what is wrong with a value of the right shape, a line each, addressed to the model; none is fine.
        Use it for what makes the whole reply worthless; drop single bad items afterwards, in code.

    A reply that fails is answered with what was wrong, at most twice. ``model.keep`` is told of every turn of
    a conversation that passed, so that a rerun takes the same way with no call.

    Raises ReplyError, its ``problems`` holding what went wrong, when nothing usable came, and what
    ``model.complete`` raises.
    """
    if request.schema is None:
        request = replace(request, schema=shape.model_json_schema())
    turns: list[tuple[Request, Reply]] = []
    problems: list[str] = []
    usage = Usage()
    for _ in range(1 + REPAIR_TURNS):
        reply = model.complete(request)
        turns.append((request, reply))
        usage += reply.usage
        value, wrong = _read(reply, shape, check)
        if value is not None and not wrong:
            for each in turns:
                model.keep(*each)
            return Conversed(value, usage, tuple(problems))
        problems += wrong
        if reply.stop == "refusal" or _REASONED in wrong:  # asking again costs and changes nothing
            break
        request = _repair(request, reply, wrong)
    more = f" ({_ALLOWS_MORE})" if reply.stop == "length" else ""
    raise ReplyError(
        f"{model.name}: no usable reply for {request.purpose}: {problems[-1]}{more}",
        problems=tuple(problems),
        usage=usage,
    )


def complaints(request: Request) -> tuple[str, ...]:
    """What is wrong with the reply before, a line each, where a request is a repair turn; else none."""
    if len(request.messages) < 2 or request.messages[-2].role != "assistant":
        return ()
    return tuple(each[2:] for each in request.messages[-1].text.split("\n") if each.startswith(_WRONG))


def parse(text: str, shape: type[T], check: Check[T] | None = None) -> tuple[T | None, tuple[str, ...]]:
    """The value of ``shape`` that ``text`` holds, and what is wrong, for text that came some other way."""
    return _read(Reply(text), shape, check)


def _read(reply: Reply, shape: type[T], check: Check[T] | None) -> tuple[T | None, tuple[str, ...]]:
    """The value and what ``check`` says of it; or None and why there is none."""
    from pydantic import ValidationError

    if reply.stop == "refusal":
        return None, ("the model refuses",)
    said = reply.text.strip()
    if reply.stop == "length" and (not said or _THINKS.match(said)):
        return None, (_REASONED,)
    if not said:
        return None, (_EMPTY,)
    if len(reply.text) > MAX_CHARS:
        return None, (f"the reply has {len(reply.text):,} characters; only the JSON is wanted",)
    found = find_json(reply.text, ended=reply.stop == "stop")
    if not found.values or (found.cut and reply.stop == "length"):
        return None, (_missing(reply, cut=found.cut),)
    first: tuple[str, ...] = ()
    for raw in found.values:
        for candidate in _readings(raw, shape):
            try:
                value = shape.model_validate(candidate)
            except ValidationError as error:
                first = first or _lines(error)
                continue
            return value, tuple(check(value)) if check is not None else ()
    if found.cut:  # what there is beside it does not fit: the one without an end was meant
        return None, (_missing(reply, cut=True),)
    return None, first or ("the JSON is empty",)


def _missing(reply: Reply, *, cut: bool) -> str:
    if reply.stop == "length":
        return "the reply was cut off at its greatest length; say the same shorter, with fewer words"
    return "the JSON has no end" if cut else "the reply holds no JSON"


def _readings(raw: Any, shape: type[BaseModel]) -> Iterator[Any]:
    """``raw``, and what it may stand for: a list around one object, a list where an object of one is due."""
    if not isinstance(raw, list):
        if raw:  # {} says nothing, and would pass where every field has a default
            yield raw
        return
    lists = [
        field.alias or name
        for name, field in shape.model_fields.items()
        if getattr(field.annotation, "__origin__", field.annotation) in (list, tuple)
    ]
    if len(lists) == 1 and all(
        not field.is_required() or (field.alias or name) == lists[0]
        for name, field in shape.model_fields.items()
    ):
        yield {lists[0]: raw}
    if len(raw) == 1 and isinstance(raw[0], dict) and raw[0]:
        yield raw[0]


def _lines(error: ValidationError) -> tuple[str, ...]:
    """``entities.3.title: Field required``, a bounded number."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [f"{'.'.join(map(str, each['loc'])) or 'the JSON'}: {each['msg']}" for each in found]
    more = [f"and {len(lines) - _MAX_LINES} more of the kind"] if len(lines) > _MAX_LINES else []
    return (*lines[:_MAX_LINES], *more)


def _repair(request: Request, reply: Reply, wrong: Sequence[str]) -> Request:
    """The same request, the bad reply, and what is wrong with it."""
    said = reply.text.strip() or "(nothing)"  # some providers refuse a turn without text
    if len(said) > _MAX_ECHO:
        said = said[:_MAX_ECHO] + " […]"
    lines = "\n".join(f"{_WRONG}{line}" for line in wrong[: _MAX_LINES + 1])
    plea = (
        f"That reply cannot be used:\n{lines}\n\nReply again, with the whole corrected JSON and nothing else."
    )
    turns = (Message("assistant", said), Message("user", plea))
    return replace(request, messages=(*request.messages, *turns))
