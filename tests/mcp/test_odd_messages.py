"""Whatever a client sends over standard input, a request gets a reply with its id and the server stays."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples
from support.mcp_messages import ODD
from support.served import Raw


@pytest.fixture(scope="module")
def server(harbour: Path) -> Iterator[Raw]:
    with Raw(harbour) as server:
        server.hello()
        yield server


_count = itertools.count(1_000)


def held_to_its_word(server: Raw, lines: list[tuple[bytes, str]]) -> None:
    """Send lines, and a ping behind them: each request is answered with its id, and so is the ping."""
    ping = next(_count)
    owed = [number for _, number in lines if number]
    server.write(*(data for data, _ in lines))
    server.ask(ping, "ping")
    told = []
    wanted = [*map(json.loads, owed), ping]
    while wanted:
        told.append(server.read()["id"])
        if told[-1] in wanted:
            wanted.remove(told[-1])


@examples(60)
@given(st.lists(ODD, min_size=8, max_size=24))
def test_every_request_is_answered(server: Raw, odd: list) -> None:
    held_to_its_word(server, [each(next(_count)) for each in odd])


@pytest.mark.parametrize("depth", [250, 900, 2_000])
def test_deep_brackets_are_refused_by_their_id(server: Raw, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    server.write(b'{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"x":%s}}' % deep)
    refused = server.read()
    assert (refused["id"], refused["error"]["code"]) == ("deep", -32600)


def test_half_a_surrogate_pair_is_refused_by_its_id(server: Raw) -> None:
    server.write(b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":"\\ud800"},"id":"\\udfff 5"}')
    assert server.read()["id"] == "\udfff 5"


def test_a_line_that_is_too_long_is_refused_by_its_id(server: Raw) -> None:
    long = b'"' + b"x" * (9 << 20) + b'"'
    server.write(b'{"jsonrpc":"2.0","method":"ping","params":{"x":%s},"id":12}' % long)
    server.write(b'{"id":"first","jsonrpc":"2.0","method":"ping","params":{"x":%s}}' % long)
    assert [server.read()["id"] for _ in range(2)] == [12, "first"]


def test_an_id_that_is_none_is_no_request(server: Raw) -> None:
    server.write(b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', b'{"id":3,"result":7,"params":{"id":4}}')
    assert [server.read()["id"] for _ in range(2)] == [1.5, None]
