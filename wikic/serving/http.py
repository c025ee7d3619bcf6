"""An application over HTTP until Ctrl-C, with limits on what a client may take."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

if TYPE_CHECKING:
    from wikic.serving.connections import Limits

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

    from wikic.serving.connections import bounded

    config = uvicorn.Config(
        app,
        http=bounded(limits),
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
