"""Standard input and output as a wire: lines in, lines out, on threads that nobody has to wait for.

The SDK's own transport reads in a thread that only ends with its input, so that Ctrl-C would hang.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Final

from wikic.serving.json_rpc import NOBODY, last_id, request_id

# A request is a question; what is longer than this is no request of any client.
MAX_LINE: Final = 4 << 20
# Lines taken in before they are worked on; the client's pipe holds the rest.
_AHEAD: Final = 64
_CHUNK: Final = 1 << 16
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
                self._take(bytes(held) if number is None else _cut(number, held))
                held.clear()
                number = None
            held += rest
            if len(held) > MAX_LINE:
                number = request_id(bytes(held)) if number is None else number
                del held[:-_END]
        if number is not None or held.strip():
            self._take(bytes(held) if number is None else _cut(number, held))
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


def _cut(number: bytes, end: bytearray) -> TooLong:
    last = last_id(bytes(end[-_END:]))
    return TooLong(number if last == NOBODY else last)
