"""An application over HTTP until Ctrl-C, with limits on how long and how much a client may take.

uvicorn waits for the rest of a request for ever, and a connection on which nothing was asked yet costs it a
file handle: a few thousand of them, and nobody is answered any more.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, Literal, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may take.

    head: seconds from opening a connection, or from the end of an answer, until a request's head is whole.
    body: seconds from then until its body is.
    reply: seconds in which a client takes nothing of its reply.
    size: bytes of a body; questions and arguments of tools are a few thousand.
    connections: at once, of all clients.
    """

    head: float = 10
    body: float = 30
    reply: float = 30
    size: int = 4 << 20
    connections: int = 256


_HEAD: Final = 64 << 10  # bytes of a head and of what frames a body's chunks, beside the body itself
_WAITING: Final[dict[Any, str]] = {h11.IDLE: "head", h11.SEND_BODY: "body"}


class _OneBody(h11.Connection):
    """Takes no request that says in two ways where its body ends: a proxy before it may believe the other."""

    def next_event(self) -> Any:
        """The next event. Raises ``h11.RemoteProtocolError`` for such a request."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if {b"content-length", b"transfer-encoding"} <= names:
                raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")
        return event


def bounded_protocol(limits: Limits) -> type[H11Protocol]:
    """uvicorn's protocol of one connection, with these limits: it is closed where one is passed."""

    class Bounded(H11Protocol):
        """Closes its connection when the client owes a part of its request for too long."""

        _owed = ""  # what the client has not sent yet: "head", "body", or nothing
        _taken = 0  # bytes of the request under way
        _timer: asyncio.TimerHandle | None = None
        _full: asyncio.TimerHandle | None = None  # while the client takes nothing

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.conn = _OneBody(h11.SERVER, _HEAD)

        # asyncio hands a Transport; its Protocol declares any BaseTransport.
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > limits.connections:
                transport.abort()
            self._look()

        def data_received(self, data: bytes) -> None:
            self._taken += len(data)
            if self._taken > limits.size + _HEAD:
                self.transport.abort()
                return
            super().data_received(data)
            self._look()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._taken = 0
            self._owed = ""  # the next request has its own time
            self._look()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._rest()
            self._drained()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._full = self.loop.call_later(limits.reply, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._drained()

        def _drained(self) -> None:
            if self._full is not None:
                self._full.cancel()
                self._full = None

        def _look(self) -> None:
            """Wait for what the client owes now; each byte of it does not buy it more time."""
            owed = _WAITING.get(self.conn.their_state, "")
            if owed == self._owed:
                return
            self._rest()
            self._owed = owed
            if owed and not self.transport.is_closing():
                seconds = limits.head if owed == "head" else limits.body
                self._timer = self.loop.call_later(seconds, self.transport.abort)

        def _rest(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return Bounded


App = Callable[..., Awaitable[None]]
Scope = MutableMapping[str, Any]

_GRACE: Final = 1  # seconds for what is under way at Ctrl-C


async def serve(
    app: App,
    bound: socket.socket,
    started: Callable[[], None],
    limits: Limits,
    lifespan: Literal["on", "off"] = "on",
) -> None:
    """Serve until Ctrl-C; ``started`` is called when requests are taken.

    lifespan: whether the application is told of its beginning and its end.
    """
    import uvicorn

    config = uvicorn.Config(
        app,
        http=bounded_protocol(limits),
        log_config=None,
        access_log=False,
        lifespan=lifespan,
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started()

    await Announced(config).serve(sockets=[bound])


_Value = TypeVar("_Value")

# Reading holds Python's lock most of the time; more threads only let short calls pass long ones.
THREADS: Final = 8


class Workers:
    """Daemon threads, unlike those of an executor: whoever presses Ctrl-C does not wait for a model."""

    def __init__(self, threads: int = THREADS) -> None:
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._running: set[Future[Any]] = set()
        for number in range(threads):
            Thread(target=self._work, name=f"wikic-call-{number}", daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether a call is under way."""
        return bool(self._running)

    async def run(self, call: Callable[[], _Value]) -> _Value:
        """What ``call`` returns or raises, from one of the threads; one that is cancelled runs to its end."""
        future: Future[_Value] = Future()
        self._waiting.put((future, call))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        while True:
            future, call = self._waiting.get()
            if not future.set_running_or_notify_cancel():
                continue
            self._running.add(future)
            # The loop may be closed by the time a long call ends.
            with suppress(RuntimeError):
                try:
                    value = call()
                except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
                    future.set_exception(error)
                else:
                    future.set_result(value)
            self._running.discard(future)


def leave(*, busy: bool) -> None:
    """End the process where a call is under way: nothing can stop one that waits for a model."""
    if busy:
        sys.stderr.flush()
        os._exit(0)
