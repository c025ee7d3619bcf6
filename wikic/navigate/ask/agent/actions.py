"""Tool calls that a model writes as text: because it was told to, or because its server knows no others.

Read are a fenced block with an object or a list of them, ``<tool_call>`` tags as Qwen and Hermes write them,
and an object behind ``ACTION:``, or alone. A call has a name and arguments, under the keys that models use.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from wikic.llm.protocol import ToolCall

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
