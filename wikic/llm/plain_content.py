"""Replies whose content comes as a list of parts, as some servers send it, with the text alone.

litellm takes a text for content and nothing else: of a list it makes nothing, or an error. So parts are
joined as they come over the wire; what a part of another kind holds, a model's thoughts say, is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import httpx

_EVENT: Final = b"data:"
_PARTS: Final = (b'"content":[', b'"content": [')


def join_parts(response: httpx.Response) -> None:
    """Join the parts of a response that is on its way; an event hook of httpx."""
    if not response.headers.get("content-encoding") and isinstance(response.stream, httpx.SyncByteStream):
        response.stream = _Joined(response.stream)


class _Joined(httpx.SyncByteStream):
    """The lines of a stream of events, or the one of a whole reply, each with its content as a text."""

    def __init__(self, inner: httpx.SyncByteStream) -> None:
        self._inner = inner

    def __iter__(self) -> Iterator[bytes]:
        rest = b""
        for data in self._inner:
            *lines, rest = (rest + data).split(b"\n")
            if lines:
                yield b"".join(_joined(line) + b"\n" for line in lines)
        if rest:
            yield _joined(rest)

    def close(self) -> None:
        self._inner.close()


def _joined(line: bytes) -> bytes:
    if not any(sign in line for sign in _PARTS):
        return line
    event = _EVENT if line.startswith(_EVENT) else b""
    try:
        value = json.loads(line[len(event) :])
        for choice in value["choices"]:
            said = choice.get("delta") or choice.get("message") or {}
            if isinstance(said.get("content"), list):
                said["content"] = "".join(map(_text, said["content"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return line  # litellm says what is wrong with it
    return event + json.dumps(value).encode()


def _text(part: Any) -> str:
    return str(part.get("text") or "") if part.get("type", "text") == "text" else ""
