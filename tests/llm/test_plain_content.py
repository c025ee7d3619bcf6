"""Parts of a reply's content are joined wherever the wire cuts it, and all else goes through as it came."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.llm.plain_content import join_parts

PARTS = [
    {"type": "thinking", "thinking": "Hm."},
    {"type": "text", "text": "Ja"},
    {"type": "text", "text": "wohl"},
]


class Pieces(httpx.SyncByteStream):
    def __init__(self, data: bytes, size: int) -> None:
        self._data, self._size = data, size

    def __iter__(self) -> Iterator[bytes]:
        for at in range(0, len(self._data), self._size):
            yield self._data[at : at + self._size]


def through(data: bytes, size: int = 1_000, **headers: str) -> bytes:
    response = httpx.Response(200, headers=headers, stream=Pieces(data, size))
    join_parts(response)
    assert isinstance(response.stream, httpx.SyncByteStream)
    return b"".join(response.stream)


def event(content: object) -> bytes:
    return b"data: " + json.dumps({"choices": [{"delta": {"content": content}}]}).encode() + b"\n\n"


@given(st.integers(1, 200))
@examples(40)
def test_parts_are_joined_wherever_the_wire_cuts(size: int) -> None:
    found = through(event("a") + event(PARTS) + b": ping\n\ndata: [DONE]\n\n", size)
    assert (
        found.replace(b"data:{", b"data: {") == event("a") + event("Jawohl") + b": ping\n\ndata: [DONE]\n\n"
    )


def test_a_whole_reply() -> None:
    whole = {"choices": [{"message": {"content": PARTS}, "finish_reason": "stop"}], "usage": {}}
    assert json.loads(through(json.dumps(whole).encode()))["choices"][0]["message"]["content"] == "Jawohl"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html>",
        b'{"content": [',
        b'{"content": [], "choices": 7}',
        b'data: {"choices": [7], "content": []}\n',
    ],
)
def test_what_is_something_else_stays(data: bytes) -> None:
    assert through(data, 3) == data


def test_what_is_packed_stays() -> None:
    assert through(event(PARTS), **{"content-encoding": "gzip"}) == event(PARTS)
