"""Serving one client over standard input and output, until it goes or Ctrl-C."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from wikic.mcp.wire import TooLong, Wire
from wikic.serving.json_rpc import INVALID_REQUEST, NOBODY, refusal, request_id, unreadable

if TYPE_CHECKING:
    from mcp.server.lowlevel.server import Server

# Requests that a client sent before it closed its end are answered, for this long.
_DRAIN: Final = 2.0
_FLUSH: Final = 1.0


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
                    message = _message(line, wire)
                    if message is not None:
                        _open(message.message, open_requests)
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


def _message(line: bytes | TooLong, wire: Wire) -> Any:
    """A line as a message; what is none is answered as such, and the connection goes on."""
    import mcp_types as types
    from mcp.shared.message import SessionMessage
    from pydantic import ValidationError

    if isinstance(line, TooLong):
        wire.send(refusal(line.number, INVALID_REQUEST, "Invalid request: the line is too long"))
        return None
    if not line.strip():
        return None
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        wire.send(unreadable(line))
        return None
    # With an id that is neither text nor a whole number it was taken for a notification.
    if not hasattr(message, "id") and (number := request_id(line)) != NOBODY:
        wire.send(refusal(number, INVALID_REQUEST, "Invalid request: an id is text or a whole number"))
        return None
    return SessionMessage(message)


def _open(message: Any, requests: set[str | int]) -> None:
    """Keep count of what waits for an answer."""
    number = getattr(message, "id", None)
    method = getattr(message, "method", None)
    if method is not None and number is not None:
        requests.add(number)
    elif method == "notifications/cancelled":
        cancelled = (message.params or {}).get("requestId")
        if isinstance(cancelled, str | int):
            requests.discard(cancelled)
