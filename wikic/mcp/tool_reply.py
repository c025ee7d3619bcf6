"""What a client is told: a text for its model, bounded; values for programs that ask for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from wikic.navigate.tools.result import Problem, Result
from wikic.navigate.tools.token_estimate import cut, tokens
from wikic.navigate.tools.wiki_read import ReadResult

# Clients cut or refuse longer results; Claude Code does at 25,000 tokens of its own counting.
MAX_TOKENS: Final = 20_000
MARGIN: Final = 500  # of them for what stands around a result
_CUT: Final = "\n… (cut: ask for less at once, with a smaller `limit` or fewer paths)"


@dataclass(frozen=True, slots=True)
class ToolReply:
    """A result on its way to a client.

    text: the reading form.
    failed: whether it is a problem; the text says what to do next.
    value: the same as plain values, or None.
    """

    text: str
    failed: bool = False
    value: dict[str, Any] | None = None


def reply_of(result: Result, *, values: bool) -> ToolReply:
    """A tool's result within the limit; with ``values``, its fields too where they keep to it."""
    return ToolReply(bounded(result.text()), failed(result), value_of(result) if values else None)


def bounded(text: str) -> str:
    """``text`` in at most ``MAX_TOKENS`` tokens."""
    if tokens(text) <= MAX_TOKENS:
        return text
    return cut(text, MAX_TOKENS - tokens(_CUT)) + _CUT


def failed(result: Result) -> bool:
    """Finding nothing is an answer; a call that cannot be answered is not."""
    return isinstance(result, Problem) or (isinstance(result, ReadResult) and not result.ok)


def value_of(result: Result) -> dict[str, Any] | None:
    """Its fields as plain values, None where they are too many."""
    import msgspec

    value = msgspec.to_builtins(result)
    whole = isinstance(value, dict) and tokens(msgspec.json.encode(value).decode()) <= 2 * MAX_TOKENS
    return value if whole else None
