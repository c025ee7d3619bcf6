"""Standard input and output as a wire: lines in, lines out, on threads that nobody has to wait for.

The SDK's own transport reads in a thread that only ends with its input, so that Ctrl-C would hang.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import TYPE_CHECKING, Any, Final

from wikic.serving.json_rpc import (
    INVALID_REQUEST,
    NOBODY,
    last_id,
    refuse_message,
    refuse_request,
    request_id,
)

if TYPE_CHECKING:
    from mcp.server.lowlevel.server import Server

# A request is a question; what is longer than this is no request of any client.
MAX_LINE: Final = 4 << 20
# Lines taken in before they are worked on; the client's pipe holds the rest.
_AHEAD: Final = 64
_CHUNK: Final = 1 << 16  # bytes of one read
# An id stands first or last in a request; of a line that is too long so much of its end is kept.
_END: Final = 1 << 10


@dataclass(frozen=True, slots=True)
class TooLong:
    """A line that was not taken in. number: the id of its request as it is written, ``NOBODY`` for none."""

    number: bytes


class Wire:
    """The process's streams. Until ``close``, whatever else prints goes to standard error."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._in = os.dup(0)
        self._out = os.dup(1)
        empty = os.open(os.devnull, os.O_RDONLY)
        sys.stdout.flush()
        os.dup2(empty, 0)
        os.close(empty)
        os.dup2(2, 1)
        self._lines: asyncio.Queue[bytes | TooLong | None] = asyncio.Queue()
        self._room = Semaphore(_AHEAD)
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self.broken = asyncio.Event()
        self._written = asyncio.Event()
        Thread(target=self._read, name="wikic-in", daemon=True).start()
        Thread(target=self._write, name="wikic-out", daemon=True).start()

    async def line(self) -> bytes | TooLong | None:
        """The next line, None at the end."""
        found = await self._lines.get()
        self._room.release()
        return found

    def send(self, line: bytes) -> None:
        """Write a line behind those before it."""
        self._outgoing.put(line + b"\n")

    async def close(self, patience: float) -> None:
        """Write what is left, for ``patience`` seconds at most, and give the streams back."""
        self._outgoing.put(None)
        try:
            await asyncio.wait_for(self._written.wait(), patience)
        except TimeoutError:
            pass
        finally:
            os.dup2(self._out, 1)
            os.dup2(self._in, 0)

    # --- threads ----------------------------------------------------------------------------------

    def _read(self) -> None:
        held = bytearray()
        number: bytes | None = None  # the id in what was let go of, of a line that is too long
        while data := self._chunk():
            *whole, rest = data.split(b"\n")
            for part in whole:
                held += part
                self._take(bytes(held) if number is None else _cut_off(number, held))
                held.clear()
                number = None
            held += rest
            if len(held) > MAX_LINE:
                number = request_id(bytes(held)) if number is None else number
                del held[:-_END]
        if number is not None or held.strip():
            self._take(bytes(held) if number is None else _cut_off(number, held))
        self._take(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._in, _CHUNK)
        except OSError:
            return b""

    def _take(self, line: bytes | TooLong | None) -> None:
        self._room.acquire()
        self._tell(self._lines.put_nowait, line)

    def _write(self) -> None:
        try:
            while (line := self._outgoing.get()) is not None:
                view = memoryview(line)
                while view:
                    view = view[os.write(self._out, view) :]
        except OSError:  # nobody reads any more
            self._tell(self.broken.set)
        self._tell(self._written.set)

    def _tell(self, call: Callable[..., object], *values: object) -> None:
        try:
            self._loop.call_soon_threadsafe(call, *values)
        except RuntimeError:  # the loop has ended
            return


def _cut_off(number: bytes, end: bytearray) -> TooLong:
    last = last_id(bytes(end[-_END:]))
    return TooLong(number if last == NOBODY else last)


# Requests that a client sent before it closed its end are answered, for this long.
_DRAIN: Final = 2.0
_FLUSH: Final = 1.0  # seconds


async def serve(server: Server[Any]) -> None:
    """Serve until the input ends; cancelled, it ends at once."""
    import anyio

    wire = Wire(asyncio.get_running_loop())
    open_requests: set[str | int] = set()
    inward, read = anyio.create_memory_object_stream[Any](0)
    write, outward = anyio.create_memory_object_stream[Any](0)
    patience = _FLUSH

    async def take_in() -> None:
        # The server may let go of its end first, when it is ended while a line is on its way.
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            async with inward:
                while (line := await wire.line()) is not None:
                    message = _read_message(line, wire)
                    if message is not None:
                        _count_open(message.message, open_requests)
                        await inward.send(message)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_DRAIN):
                        while open_requests:
                            await asyncio.sleep(0.005)

    async def give_out() -> None:
        async with outward:
            async for message in outward:
                said = message.message
                if not hasattr(said, "method"):
                    open_requests.discard(said.id)
                wire.send(said.model_dump_json(by_alias=True, exclude_unset=True).encode())

    async def watch(scope: Any) -> None:
        await wire.broken.wait()
        scope.cancel()

    try:
        async with anyio.create_task_group() as group:
            group.start_soon(take_in)
            group.start_soon(give_out)
            group.start_soon(watch, group.cancel_scope)
            try:
                await server.run(read, write, server.create_initialization_options())
            except BaseExceptionGroup as ended:
                # Cancelled while a line is on its way, the SDK stumbles over the pipe within it.
                _, other = ended.split((anyio.BrokenResourceError, anyio.ClosedResourceError))
                if other is not None:
                    raise
            group.cancel_scope.cancel()
    except asyncio.CancelledError:
        patience = 0.0
        raise
    finally:
        await wire.close(patience)


def _read_message(line: bytes | TooLong, wire: Wire) -> Any:
    """A line as a message; what is none is answered as such, and the connection goes on."""
    import mcp_types as types
    from mcp.shared.message import SessionMessage
    from pydantic import ValidationError

    if isinstance(line, TooLong):
        wire.send(refuse_request(line.number, INVALID_REQUEST, "Invalid request: the line is too long"))
        return None
    if not line.strip():
        return None
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        wire.send(refuse_message(line))
        return None
    # With an id that is neither text nor a whole number it was taken for a notification.
    if not hasattr(message, "id") and (number := request_id(line)) != NOBODY:
        wire.send(refuse_request(number, INVALID_REQUEST, "Invalid request: an id is text or a whole number"))
        return None
    return SessionMessage(message)


def _count_open(message: Any, requests: set[str | int]) -> None:
    """Keep count of what waits for an answer."""
    number = getattr(message, "id", None)
    method = getattr(message, "method", None)
    if method is not None and number is not None:
        requests.add(number)
    elif method == "notifications/cancelled":
        cancelled = (message.params or {}).get("requestId")
        if isinstance(cancelled, str | int):
            requests.discard(cancelled)
