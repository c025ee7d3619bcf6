"""The process of one knowledge base: commands of wikic, one after another.

It ends when whoever began it does.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

# Seconds that a base has to put things in order when it is to end, before its processes are killed.
GRACE: Final = 30.0
_LOOK: Final = 1.0  # seconds between two looks at the clock


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that ended: its exit code, what it printed, what it complained of."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Ran:
    """A process that ended.

    ended: its commands that came to an end. code: of the process; a negative one is a signal's number.
    err: what it complained of. late: whether it was ended because it took too long.
    """

    ended: tuple[Ended, ...]
    code: int
    err: str = ""
    late: bool = False


class _Child:
    """A process and the pipe by which it knows that somebody waits for it: closed, it ends."""

    def __init__(self, base: Path) -> None:
        watched, self._alive = os.pipe()
        self._lock = Lock()
        self._open = True
        try:
            # A session of its own: Ctrl-C of the terminal comes by way of the pipe, and once.
            self.process = subprocess.Popen(
                [sys.executable, "-m", "wikic", "run-steps", str(base), str(watched)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
                pass_fds=(watched,),
            )
        except BaseException:
            self.let_go()
            raise
        finally:
            os.close(watched)

    def let_go(self) -> None:
        """Tell the process that nobody waits for it any more."""
        with self._lock:
            if self._open:
                self._open = False
                os.close(self._alive)

    @property
    def waited_for(self) -> bool:
        return self._open

    def kill(self) -> None:
        """End the process and all that it started."""
        with suppress(ProcessLookupError, PermissionError):  # ended meanwhile
            os.killpg(self.process.pid, signal.SIGKILL)


class Running:
    """The processes of a fleet that are under way here, so that one call ends them."""

    def __init__(self) -> None:
        self.stopped = False
        self._lock = Lock()
        self._children: set[_Child] = set()

    def run(self, base: Path, steps: Sequence[Sequence[str]], seconds: float | None = None) -> Ran:
        """Run commands for the knowledge base in ``base`` until one fails.

        seconds: after which they are ended, None for never. Raises OSError where no process can be had.
        """
        with self._lock:
            if self.stopped:
                return Ran((), -signal.SIGINT)
            child = _Child(base)
            self._children.add(child)
        try:
            out, err, late = _wait_for_child(
                child, "".join(json.dumps([*each]) + "\n" for each in steps), seconds
            )
        finally:
            child.let_go()
            with self._lock:
                self._children.discard(child)
        return Ran(tuple(_read_ended(out)), child.process.returncode, err, late)

    def stop(self) -> None:
        """End what runs, in order, and start nothing more."""
        with self._lock:
            self.stopped = True
            for child in self._children:
                child.let_go()


def _wait_for_child(child: _Child, asked: str, seconds: float | None) -> tuple[str, str, bool]:
    """Output and complaints of a child that ended, and whether it had to because it took too long."""
    began, let_go, late = time.monotonic(), 0.0, False
    given: str | None = asked  # the first time only
    while True:
        try:
            out, err = child.process.communicate(given, timeout=_LOOK)
        except subprocess.TimeoutExpired:
            given = None
        else:
            return out, err, late
        now = time.monotonic()
        if child.waited_for and seconds is not None and now - began > seconds:
            late = True
            child.let_go()
        if not child.waited_for:
            let_go = let_go or now
            if now - let_go > GRACE:
                child.kill()


def _read_ended(out: str) -> Iterator[Ended]:
    """What a process told of its commands, up to a line that it did not end."""
    for line in out.splitlines():
        held = read_values(line)
        if not {"code", "out", "err"} <= held.keys():
            return
        yield Ended(held["code"], held["out"], held["err"])


def read_values(out: str) -> dict[str, Any]:
    """The JSON object that a command printed, empty where it is none."""
    try:
        held = json.loads(out)
    except ValueError:
        return {}
    return held if isinstance(held, dict) else {}
