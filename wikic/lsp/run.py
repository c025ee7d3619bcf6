"""Serve one client over standard input and output, until it goes.

pygls has a loop of its own. It gives no reply to parameters that are wrong, waits for bytes that were only
announced, and its reading thread would have to be waited for at the end.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, BinaryIO, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer

from wikic.errors import MissingExtraError
from wikic.plain_file import WIKI_FILE
from wikic.serving.json_rpc import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    NOBODY,
    refuse_message,
    refuse_request,
    request_id,
)

# The longest page there can be, escaped.
MAX_MESSAGE: Final = 2 * WIKI_FILE
_NOT_INITIALIZED: Final = types.ErrorCodes.ServerNotInitialized.value
_HEADER: Final = 1 << 12  # bytes
# Also behind other bytes: the rest of a message that was left out ends where the next header begins.
_LENGTH: Final = re.compile(rb"content-length: *(\d+)\s*\Z", re.IGNORECASE)


def bodies(stream: BinaryIO) -> Iterator[bytes | None]:
    """What stands in each message, None for one that is said to be longer than ``MAX_MESSAGE``."""
    length = 0
    while line := stream.readline(_HEADER):
        if found := _LENGTH.search(line):
            length = int(found[1])
        elif length and not line.strip():
            yield stream.read(length) if length <= MAX_MESSAGE else None
            length = 0


def serve_client(server: LanguageServer) -> None:
    """Serve until the client says goodbye, goes away, or Ctrl-C."""
    server.protocol.set_writer(StdoutWriter(sys.stdout.buffer))
    with suppress(KeyboardInterrupt, SystemExit, BrokenPipeError):
        asyncio.run(_Conversation(server).hold())


class _Conversation:
    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._protocol = server.protocol
        self._begun = False
        self._over = False
        self._bodies: asyncio.Queue[tuple[bytes | None] | None] = asyncio.Queue()

    async def hold(self) -> None:
        loop = asyncio.get_running_loop()

        def read() -> None:
            with suppress(RuntimeError, OSError):  # the loop, or the input, has ended
                for body in bodies(sys.stdin.buffer):
                    loop.call_soon_threadsafe(self._bodies.put_nowait, (body,))
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._bodies.put_nowait, None)

        Thread(target=read, name="wikic-in", daemon=True).start()
        while (found := await self._bodies.get()) is not None:
            (body,) = found
            if body is None:
                self._reply(refuse_request(NOBODY, INVALID_REQUEST, "Invalid request: it is too long"))
            else:
                self._take(body)

    def _take(self, body: bytes) -> None:
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict) or data.get("jsonrpc") != "2.0":
            self._reply(refuse_message(body))
            return
        method, number = data.get("method"), request_id(body)
        if refused := self._untimely(method):
            if number != NOBODY:
                self._reply(refuse_request(number, *refused))
            return
        if "method" in data and "id" in data and type(data["id"]) not in (int, str):
            self._reply(
                refuse_request(number, INVALID_REQUEST, "Invalid request: an id is text or a whole number")
            )
            return
        try:
            message = self._protocol.structure_message(data)
        except JsonRpcException as error:
            if number != NOBODY:
                self._reply(
                    refuse_request(number, INVALID_PARAMS, f"Invalid params: {_describe_fault(error)}")
                )
            return
        try:
            self._protocol.handle_message(message)
        except BrokenPipeError:
            raise
        except Exception as error:  # noqa: BLE001 - a list as the id of what is cancelled ends no server
            logging.getLogger(__name__).warning("cannot take %s: %s", method, error)
        self._begun |= method == types.INITIALIZE
        self._over |= method == types.SHUTDOWN

    def _untimely(self, method: Any) -> tuple[int, str] | None:
        """Why a message is not for now, None where it is."""
        if method == types.EXIT:
            return None
        if self._over:
            return INVALID_REQUEST, "Invalid request: the server was shut down"
        if not self._begun and method != types.INITIALIZE:
            return _NOT_INITIALIZED, "the server waits for `initialize`"
        return None

    def _reply(self, body: bytes) -> None:
        assert self._protocol.writer is not None
        self._protocol.writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))


def _describe_fault(error: JsonRpcException) -> str:
    from cattrs import ClassValidationError, transform_error

    cause = error.__cause__ or error
    return "; ".join(transform_error(cause)) if isinstance(cause, ClassValidationError) else str(cause)


def run(*, whole: bool) -> None:
    """Serve until the client says goodbye, goes away, or Ctrl-C.

    whole: whether findings in files that are not open are told, too.

    Raises MissingExtraError.
    """
    need_pygls()
    from wikic.lsp.server import Server

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="wikic: %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(_is_no_refusal)
    with TemporaryDirectory(prefix="wikic-lsp-") as scratch:
        server = Server(Path(scratch), whole=whole)
        serve_client(server.protocol)
    # A thread still waits for the client's next word where it was Ctrl-C that ended it.
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(0)


def _is_no_refusal(record: logging.LogRecord) -> bool:
    """A request that is refused, or was none, is answered; it is nothing that went wrong here."""
    from pygls.exceptions import JsonRpcException, JsonRpcInternalError

    error = record.exc_info[1] if record.exc_info else None
    refused = isinstance(error, JsonRpcException) and not isinstance(error, JsonRpcInternalError)
    return not refused and not str(record.msg).startswith("Unable to deserialize")


def need_pygls() -> None:
    """Raise MissingExtraError when a package that the server needs is not installed; nothing is imported."""
    missing = [name for name in ("pygls", "lsprotocol") if find_spec(name) is None]
    if missing:
        raise MissingExtraError(
            f"`wikic lsp` needs {' and '.join(missing)}, which is not installed",
            hint="pip install 'wikic[lsp]'",
        )
