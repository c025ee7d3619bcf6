"""A client that does not go on is let go: real sockets, and a server in this process with short limits."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from support.patience import HUNG
from support.served import http as serve

pytest.importorskip("uvicorn")

import uvicorn

from wikic.serving.http import Limits, bounded_protocol

HELLO = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SHORT = Limits(head=0.3, body=0.3, reply=0.3, size=1_000)
LONG = Limits(head=50, body=50, size=1_000, connections=4)
LARGE = 16 << 20
LARGE_ONE = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n"
TAKEN = threading.Event()


async def _answers(scope: Any, receive: Any, send: Any) -> None:
    """Reads the body, then answers with its size; ``/early`` answers first, ``/large`` with much."""
    if scope["path"] == "/large":
        length = str(LARGE).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
        await send({"type": "http.response.body", "body": b"a" * LARGE, "more_body": True})
        await send({"type": "http.response.body", "body": b""})  # waits until all was taken
        TAKEN.set()
        return
    if scope["path"] == "/early":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return
        size, more = size + len(message["body"]), message.get("more_body", False)
    body = str(size).encode()
    length = str(len(body)).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def server(limits: Limits) -> Iterator[Callable[[], socket.socket]]:
    """What opens connections to a server with these limits."""
    config = uvicorn.Config(
        _answers,
        http=bounded_protocol(limits),
        lifespan="off",
        ws="none",
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    served = uvicorn.Server(config)
    bound = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: asyncio.run(served.serve(sockets=[bound])), daemon=True)
    thread.start()
    opened: list[socket.socket] = []

    def connection() -> socket.socket:
        found = socket.create_connection(bound.getsockname(), timeout=40)  # against hangs only
        opened.append(found)
        return found

    yield connection
    for each in opened:
        each.close()
    served.should_exit = True
    thread.join(HUNG)
    bound.close()
    assert not thread.is_alive()


@pytest.fixture
def short() -> Iterator[Callable[[], socket.socket]]:
    """Opens connections to a server that does not wait."""
    with server(SHORT) as connect:
        yield connect


@pytest.fixture
def taken() -> threading.Event:
    """Set when the large reply is over for the server."""
    TAKEN.clear()
    return TAKEN


def until_closed(connection: socket.socket) -> bytes:
    """What still comes until the server closes."""
    found = b""
    try:
        while part := connection.recv(4_096):
            found += part
    except ConnectionError:
        pass
    return found


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf",
        HELLO + b"GET / HT",
    ],
)
def test_a_half_request_is_not_waited_for(short: Callable[[], socket.socket], sent: bytes) -> None:
    connection = short()
    connection.sendall(sent)
    until_closed(connection)


@pytest.mark.parametrize("method", [b"POST", b"GET"])
@pytest.mark.parametrize(
    "framing",
    [
        b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
        b"Transfer-Encoding: Chunked\r\nX: y\r\ncontent-length: 5\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
    ],
)
def test_a_body_that_ends_in_two_ways_is_refused_with_all_behind_it(
    short: Callable[[], socket.socket], method: bytes, framing: bytes
) -> None:
    connection = short()
    connection.sendall(method + b" / HTTP/1.1\r\nHost: x\r\n" + framing + b"\r\n0\r\n\r\n" + HELLO)
    found = until_closed(connection)
    assert found.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 "))
    assert found.count(b"HTTP/1.1 ") == 1 and b"connection: close" in found.lower()


@pytest.mark.parametrize(
    "start", [b"GET / HTTP/1.1\r\nX: ", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n"]
)
def test_a_byte_now_and_then_buys_no_time(short: Callable[[], socket.socket], start: bytes) -> None:
    connection = short()
    connection.sendall(start)
    connection.settimeout(0.02)
    while True:  # for ever, where a server would let it
        try:
            connection.sendall(b"a")
            if not connection.recv(100):
                return
        except TimeoutError:
            continue
        except ConnectionError:
            return


def test_who_takes_nothing_of_a_reply_is_let_go(taken: threading.Event) -> None:
    with server(SHORT) as connect:
        connection = connect()
        connection.sendall(LARGE_ONE)
        assert taken.wait(HUNG)
        assert len(until_closed(connection)) < LARGE


def test_a_large_reply_comes_whole_to_who_reads_it(taken: threading.Event) -> None:
    with server(LONG) as connect:
        connection = connect()
        connection.sendall(LARGE_ONE)
        size = 0
        while size < LARGE:
            part = connection.recv(1 << 20)
            assert part
            size += len(part)
        assert taken.wait(HUNG)


def test_a_body_without_an_end_is_cut_off() -> None:
    with server(LONG) as connect:
        connection = connect()
        connection.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        with suppress(ConnectionError):
            while True:
                connection.sendall(b"400\r\n" + b"a" * 0x400 + b"\r\n")


def test_what_is_within_the_limits_is_answered_on_one_connection() -> None:
    with server(LONG) as connect:
        connection = connect()
        for size in (0, 1, 999):
            head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % size
            connection.sendall(head + b"a" * size)
            answer = b""
            while not answer.endswith(b"\r\n\r\n" + str(size).encode()):
                part = connection.recv(4_096)
                assert part, answer
                answer += part


def test_connections_are_counted() -> None:
    with server(LONG) as connect:
        held = [connect() for _ in range(LONG.connections)]
        assert until_closed(connect()) == b""
        for each in held:
            each.sendall(HELLO.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert until_closed(each).startswith(b"HTTP/1.1 200")


@pytest.mark.slow
def test_the_command_lets_go_too(harbour: Path) -> None:
    with serve(harbour) as found:
        place = urlsplit(found.url)
        with socket.create_connection((str(place.hostname), place.port), timeout=50) as connection:
            connection.sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            assert until_closed(connection) == b""
        with socket.create_connection((str(place.hostname), place.port), timeout=50) as connection:
            head = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {found.token}\r\n"
            connection.sendall(f"{head}Content-Length: 99999999\r\n\r\n".encode())
            assert until_closed(connection).startswith(b"HTTP/1.1 413")
