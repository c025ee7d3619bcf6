"""Processes that a test started: found, and ended where the test hangs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

from support.started import Started

# Every process that the tests start inherits it; whose value it is says whose test.
MARK: Final = "WIKIC_TESTS_OF"
_PROC: Final = Path("/proc")


def mark() -> None:
    """From now on what this process starts can be told from what others start."""
    os.environ[MARK] = str(os.getpid())


def started() -> list[int]:
    """Every living process that this one started, or that one of these did; forks and orphans too.

    Where there is no ``/proc`` none is found.
    """
    own, marked = os.getpid(), f"{MARK}={os.getpid()}".encode()
    parents: dict[int, int] = {}
    found: set[int] = set()
    for folder in _PROC.glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):  # it ended meanwhile, or is somebody else's
            number = int(folder.name)
            state, parent = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()[:2]
            if state != "Z":
                parents[number] = int(parent)
                if marked in (folder / "environ").read_bytes().split(b"\0"):
                    found.add(number)
    found.discard(own)
    while more := {each for each, parent in parents.items() if parent in found | {own}} - found:
        found |= more
    return sorted(found)


def end_all() -> None:
    """Kill every process that this one started; what waits for one of them goes on."""
    for each in started():
        with suppress(OSError):
            os.kill(each, signal.SIGKILL)


def hear_signals() -> None:
    """Take back what a shell that started the tests in the background ignores for all that they start.

    Under ``nohup``, or behind ``&``, a command would never hear of Ctrl-C or of a terminal that is left.
    """
    for name, default in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, default)


def announced(process: subprocess.Popen[str] | Started) -> str:
    """The URL that a server says on standard error once it has begun, after whatever else it says first."""
    assert process.stderr is not None
    said = ""
    for line in process.stderr:
        said += line
        if found := re.search(r"http://\S+", line):
            return found[0]
    raise AssertionError(said)
