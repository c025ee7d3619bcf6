"""How many tokens a text may take, told without a tokenizer: for plans and budgets, on the high side.

Providers count differently, and their tokenizers are large, slow to load or have to be fetched. The rates
below were measured against cl100k_base (tests/llm/test_tokens.py holds them to it on the fixtures, English
and Chinese): the estimate lies above it. What a call really took is what the provider says.
"""

from __future__ import annotations

import json
import math
import re
from typing import Final

from wikic.llm.protocol import Request

_MESSAGE: Final = 8  # role and separators of a turn; OpenAI's cookbook says 3 to 4
_TOOL: Final = 16  # the frame around a tool's description
# ASCII by class: letters, capitals, digits, space, line break, signs. Counting classes keeps it in C: a
# prompt of 8 KB takes a tenth of a millisecond, which matters beside sixteen threads that wait for replies.
_CLASSES: Final = bytes(
    ord("A" if "A" <= char <= "Z" else "a" if "a" <= char <= "z" else "0" if "0" <= char <= "9" else other)
    for char, other in (
        (chr(code), " " if code == 0x20 else "\n" if 9 <= code <= 13 else ".") for code in range(256)
    )
)
# Tokens for one of each: a word of 5 letters is 1.3, a name of 10 is 2.2.
_RATES: Final = (
    (b"a", 0.16),
    (b"A", 0.3),
    (b"0", 0.6),
    (b"  ", 0.6),
    (b"\n", 1.1),
    (b".", 0.9),
)
_WORD: Final = 0.55
# Beyond ASCII: accents, Greek, Cyrillic, typographic marks, Chinese, Japanese, Korean; other scripts; and
# what is spelt out byte by byte.
_FAR_RATES: Final = (
    (re.compile(r"[\x80-\u05ff\u2010-\u202f\u2e80-\udfff\uf900-\uffff]+"), 1.4),
    (re.compile(r"[\u0600-\u200f\u2030-\u2e7f]+"), 2.0),
    (re.compile(r"[\ue000-\uf8ff\U00010000-\U0010ffff]+"), 4.0),
)


def text_tokens(text: str) -> int:
    """About how many tokens ``text`` takes, rather more than less."""
    near = text.encode("ascii", "ignore").translate(_CLASSES)
    total = sum(near.count(kind) * rate for kind, rate in _RATES)
    letters = near.lower()
    words = sum(letters.count(start) for start in (b" a", b"\na", b".a", b"0a")) + letters.startswith(b"a")
    total += words * _WORD
    if len(near) < len(text):
        for pattern, rate in _FAR_RATES:
            total += sum(map(len, pattern.findall(text))) * rate
    return math.ceil(total)


def request_tokens(request: Request) -> int:
    """About how many tokens ``request`` takes as a prompt: messages, tools and schema."""
    total = 0
    for message in request.messages:
        total += _MESSAGE + text_tokens(message.text)
        total += sum(_MESSAGE + text_tokens(call.name + call.arguments) for call in message.calls)
    for tool in request.tools:
        total += _TOOL + text_tokens(tool.name + tool.description + json.dumps(dict(tool.parameters)))
    if request.schema is not None:
        total += _TOOL + text_tokens(json.dumps(dict(request.schema)))
    return total
