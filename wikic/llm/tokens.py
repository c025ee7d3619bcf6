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
# Words of Latin letters; numbers; everything else, a character at a time.
_PIECES: Final = re.compile(r"([A-Za-z]+)|([0-9]+)|(\s+)|([\x21-\x7e])|(.)", re.DOTALL)


def text_tokens(text: str) -> int:
    """About how many tokens ``text`` takes, rather more than less."""
    total = 0.0
    for word, number, space, sign, other in _PIECES.findall(text):
        if word:  # common words are one token, names and long words several
            total += len(word) / 2 if word.isupper() else 1.0 + max(0, len(word) - 4) / 5
        elif number:
            total += math.ceil(len(number) / 2)
        elif space:
            total += 0.0 if space == " " else 1.0 + len(space) / 8
        elif sign:
            total += 0.9
        else:
            total += _rate(ord(other))
    return math.ceil(total)


def _rate(code: int) -> float:
    """Tokens for one character that is not ASCII; rare ones are spelt out byte by byte."""
    if code > 0xFFFF or 0xE000 <= code < 0xF900:
        return 4.0
    if code < 0x0600 or 0x2010 <= code < 0x2030 or code >= 0x2E80:
        return 1.4  # Latin with accents, Greek, Cyrillic, typographic marks; Chinese, Japanese, Korean
    return 2.0


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
