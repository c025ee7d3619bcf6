"""A command that runs in a fork of another process, with what tests use of ``subprocess.Popen``."""

from __future__ import annotations

import os
import select
import selectors
import signal
import subprocess
from contextlib import suppress
from typing import IO, Any, Final

NUMBER: Final = 16  # bytes that tell its number
_A_PIPE_HOLDS: Final = 65_536  # bytes that nobody has to read for a write to end


class Started:
    """A command that was started.

    It is no child of this process. Its number comes out of a pipe first, how it ended comes last; whoever
    writes there has waited for it, so that no zombie stays.
    """

    def __init__(
        self, told: int, stdin: IO[Any] | None, stdout: IO[Any] | None, stderr: IO[Any] | None
    ) -> None:
        self._told = told
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self.returncode: int | None = None
        number = os.read(told, NUMBER)
        assert number, "the process that forks was killed"
        self.pid = int(number)

    def poll(self) -> int | None:
        """The exit code, negative for a signal's number; None while it runs."""
        return self._ended(0.0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, ``timeout`` seconds at most."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("wikic", timeout or 0.0)
        return code

    def _ended(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], seconds)[0]:
            code = os.read(self._told, 32)
            os.close(self._told)
            assert code, "the process that waits for the command was killed"
            self.returncode = int(code)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it ended meanwhile
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, given: Any = None, timeout: float | None = None) -> tuple[Any, Any]:
        """Write ``given``, read output and error output until they end, and wait for the command."""
        if self.stdin is not None:
            assert given is None or len(given) * 4 <= _A_PIPE_HOLDS
            with suppress(BrokenPipeError), self.stdin:  # closing writes what is left
                if given:
                    self.stdin.write(given)
        pipes = [each for each in (self.stdout, self.stderr) if each is not None]
        said: dict[IO[Any] | None, Any] = dict(zip(pipes, _read(pipes), strict=True))
        for each in pipes:
            each.close()
        self.wait(timeout)
        return said.get(self.stdout), said.get(self.stderr)

    def __enter__(self) -> Started:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):  # what was not read before its end
                    stream.close()
        self.wait()


def _read(pipes: list[IO[Any]]) -> list[Any]:
    """What comes out of each pipe until all have ended, as text where it is read as text."""
    found: dict[Any, bytearray] = {pipe: bytearray() for pipe in pipes}
    with selectors.DefaultSelector() as open_ones:
        for pipe in pipes:
            open_ones.register(pipe, selectors.EVENT_READ)
        while open_ones.get_map():
            for key, _ in open_ones.select():
                data = os.read(key.fd, _A_PIPE_HOLDS)
                found[key.fileobj] += data
                if not data:
                    open_ones.unregister(key.fd)
    return [
        bytes(data).decode().replace("\r\n", "\n") if hasattr(pipe, "encoding") else bytes(data)
        for pipe, data in found.items()
    ]
