"""JSON out of whatever a model wrote: fences, prose around it, drafts, values that are cut off.

Reading is strict where it counts: of a value that ends inside of a text or a number nothing is taken, because
a piece of it may look like a whole. Faults of form alone (commas, comments, quotation marks, brackets left
open) are mended by json-repair.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

# A reply of 8,000 tokens is about 40,000 characters; what is far beyond that is no reply.
MAX_CHARS: Final = 1_000_000
# Every opening bracket is a place to try, and each try may read to the end: this bounds the sum.
_MAX_WORK: Final = 200_000_000  # about half a second
_LINE_COUNT: Final = 8  # a failed try also counts the lines before it, that much faster than it decodes
_MAX_VALUES: Final = 16  # alternatives worth looking at

_OPENING: Final = re.compile(r'\{(?=\s*+["}]|\s*+\Z)|\[(?=\s*+["{\[\]\dtfn-]|\s*+\Z)')
# As models open what is no JSON yet: a comment or a name without quotation marks.
_LOOSE_OPENING: Final = re.compile(r"[{\[](?=\s*+(?:[\"'{\[]|//|/\*|\w+\s*+:))")
_THOUGHT: Final = re.compile(r"\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_MENDED_CHARS: Final = 60_000  # json-repair takes seconds for what is longer and no JSON
_DEEPEST: Final = 40  # brackets open at once: json-repair's work grows with their square
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_COMMENT: Final = re.compile(r"(?m)//.*$|(?s:/\*.*?\*/)")
# What is left where the decoder gave up, if the text only ended too early: nothing, a piece of a literal or
# number, or a string without its end.
_ENDS_EARLY: Final = re.compile(r'\s*+(?:[\w.+-]*+|"(?:[^"\\]|\\.)*+\\?)\Z', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Found:
    """What a text holds.

    values: objects and lists, the longest first; none lies within another.
    cut: whether one more begins that has no end.
    """

    values: tuple[Any, ...]
    cut: bool


def find_json(text: str, *, ended: bool = False) -> Found:
    """The objects and lists in ``text``; whatever it is, this returns.

    ended: whether its writer came to the end; then brackets left open are closed.
    """
    text = _THOUGHT.sub("", text.removeprefix("\ufeff")[:MAX_CHARS], count=1)
    first, found = _scan(text)
    opening = _LOOSE_OPENING.search(text)
    if opening is None or opening.start() >= first or (found.cut and not ended):
        return found
    mended = _mended(text[opening.start() :], ended=ended)
    return found if mended is None else Found((mended, *found.values), False)


def _mended(text: str, *, ended: bool) -> dict[str, Any] | None:
    """The object that ``text`` begins with when its faults of form are mended; None where it has others."""
    last = max(text.rfind("}"), text.rfind("]")) + 1
    if '"' not in text[last:]:
        text = text[:last] if not text[last:].strip().startswith(",") else ""
    if not text or len(text) > _MENDED_CHARS or _depth(text) > _DEEPEST:
        return None
    bare = _COMMENT.sub("", _STRING.sub("0", text)).rstrip()
    if '"' in bare or bare[-1:] not in ("}", "]"):
        return None  # it ends inside of a string, or behind what may be a piece of a longer value
    if not ended and len(re.findall(r"[{\[]", bare)) > len(re.findall(r"[}\]]", bare)):
        return None
    from json_repair import repair_json

    try:
        value = repair_json(text, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and value else None


def _depth(text: str) -> int:
    """How many brackets are open at once at most, those in strings counted too."""
    deepest = depth = 0
    for char in text:
        depth += (char in "{[") - (char in "}]")
        deepest = max(deepest, depth)
    return deepest


def _scan(text: str) -> tuple[int, Found]:
    """Where the first value begins, and those that are JSON as they stand."""
    values: list[tuple[int, Any]] = []
    cut = False
    first = len(text)
    at = 0
    work = 0
    while work < _MAX_WORK and (opening := _OPENING.search(text, at)) is not None:
        start = opening.start()
        try:
            value, at = _DECODER.raw_decode(text, start)
        except json.JSONDecodeError as error:
            if _ENDS_EARLY.match(text, error.pos):
                # Everything behind is inside of it, and no piece of a value is the value.
                cut = True
                break
            work += error.pos - start + error.pos // _LINE_COUNT
            at = start + 1
        except (ValueError, RecursionError):  # NaN, a number of 5,000 digits, 1,000 brackets
            work += len(text) - start
            at = start + 1
        else:
            values.append((start - at, value))
            first = min(first, start)
    values.sort(key=lambda pair: pair[0])
    return first, Found(tuple(value for _, value in values[:_MAX_VALUES]), cut)


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


# Line breaks inside of strings are what small models write; nothing is ambiguous about them.
_DECODER: Final = json.JSONDecoder(strict=False, parse_constant=_refuse)
