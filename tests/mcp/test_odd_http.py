"""Whatever a client sends over HTTP, it gets an answer or the end of its connection, and the server stays."""

from __future__ import annotations

import itertools
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples
from support.mcp_messages import ODD
from support.odd_messages import Odd
from support.patience import HUNG
from support.served import Http
from support.served import http as serve

_count = itertools.count(1_000)
# How long a body is said to be, beside what it is; both ways at once; ends that are none.
_FRAMES: Final = (
    *[b"Content-Length: %d\r\n"] * 6,
    b"Content-Length: 0%d\r\n",
    b"Content-Length: -%d\r\n",
    b"Content-Length: +%d\r\n",
    b"Content-Length: %de3\r\n",
    b"Content-Length: %d, 5\r\n",
    b"Content-Length: 99999999999999999999%d\r\n",
    b"Content-Length: 1000000000%d\r\n",
    b"Content-Length: \xff%d\r\n",
    b"Content-Length: %d\r\nContent-Length: 7\r\n",
    b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: chunked\r\nContent-Length: %d\r\n",
    b"Transfer-Encoding: chunked\r\nX: %d\r\n",
    b"Transfer-Encoding: gzip, chunked\r\nX: %d\r\n",
    b"Transfer-Encoding: %d\r\n",
    b"X: %d\r\n",
)
_METHODS: Final = (*[b"POST"] * 6, b"GET", b"DELETE", b"PUT", b"OPTIONS", b"post", b"")
_TYPES: Final = (*[b"application/json"] * 6, b"text/plain", b"application/json; charset=utf-16", b"")
_SESSIONS: Final = (
    *[b""] * 4,
    b"Mcp-Session-Id: nobody\r\n",
    b"MCP-Protocol-Version: 1\r\n",
    b"Origin: null\r\n",
)

# Of these more is waited for than comes.
_OPEN: Final = (b"999", b"1000000000", b"chunked")


@pytest.fixture(scope="module")
def server(harbour: Path) -> Iterator[Http]:
    with serve(harbour) as found:
        yield found


def exchanged(server: Http, sent: bytes, *, ends: bool = False) -> bytes:
    """What the server says to these bytes. ends: whether the client says that nothing comes behind them."""
    place = urlsplit(server.url)
    found = b""
    connection = socket.create_connection((place.hostname, place.port), HUNG)
    with connection, suppress(ConnectionError):
        connection.sendall(sent)
        if ends:
            connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(1 << 16):
            found += part
    return found


def request(server: Http, body: bytes, frame: bytes, method: bytes, kind: bytes, more: bytes) -> bytes:
    place = urlsplit(server.url)
    said = frame % len(body)
    return (
        b"%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\nContent-Type: %s\r\n"
        b"Accept: application/json, text/event-stream\r\n%s%s\r\n%s"
        % (method, place.path.encode(), place.netloc.encode(), server.token.encode(), kind, more, said, body)
    )


def is_answered(server: Http) -> bool:
    """Whether a client that keeps to the rules is served."""
    who = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": who}).encode()
    sent = request(server, body, b"Content-Length: %d\r\n", b"POST", b"application/json", b"")
    return exchanged(server, sent).startswith(b"HTTP/1.1 200 ")


@examples(20)
@given(
    ODD,
    st.sampled_from(_FRAMES),
    st.sampled_from(_METHODS),
    st.sampled_from(_TYPES),
    st.sampled_from(_SESSIONS),
)
def test_every_message_is_answered_or_refused(
    server: Http, odd: Callable[[int], Odd], frame: bytes, method: bytes, kind: bytes, more: bytes
) -> None:
    sent = request(server, odd(next(_count)).data, frame, method, kind, more)
    found = exchanged(server, sent, ends=any(each in frame for each in _OPEN))
    status = found[9:12]
    assert not found or found.startswith(b"HTTP/1.1 "), found[:200]
    assert not status.startswith(b"5") or status in (b"501", b"505"), found[:400]
    assert b"Traceback" not in found
    if b"Content-Length" in frame and b"Transfer-Encoding" in frame:
        assert status in (b"400", b"501"), found[:200]
    assert server.process.poll() is None
    assert is_answered(server)
