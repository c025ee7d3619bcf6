"""JSON out of whatever a model wrote: fences, prose around it, drafts, values that are cut off.

Reading is strict where it counts: of a value that ends too early nothing is taken, because a piece of it may
look like a whole.
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
_THOUGHT: Final = re.compile(r"\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_TRAILING_COMMA: Final = re.compile(r'("(?:[^"\\]|\\.)*+")|,(?=\s*+[}\]])', re.DOTALL)
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


def find_json(text: str) -> Found:
    """The objects and lists in ``text``; whatever it is, this returns."""
    text = _THOUGHT.sub("", text.removeprefix("\ufeff")[:MAX_CHARS], count=1)
    found = _scan(text)
    if found.values or found.cut or "," not in text:
        return found
    return _scan(_TRAILING_COMMA.sub(lambda match: match[1] or "", text))


def _scan(text: str) -> Found:
    values: list[tuple[int, Any]] = []
    cut = False
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
    values.sort(key=lambda pair: pair[0])
    return Found(tuple(value for _, value in values[:_MAX_VALUES]), cut)


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


# Line breaks inside of strings are what small models write; nothing is ambiguous about them.
_DECODER: Final = json.JSONDecoder(strict=False, parse_constant=_refuse)
