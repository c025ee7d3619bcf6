"""One child process measured: wall clock, processor time, memory of it and of the processes it starts."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

POLL: Final = 0.05  # seconds; a phase that holds memory for less is missed, a poll costs about 0.3 ms
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Measured:
    """What a command took.

    seconds: wall clock of the whole process.
    cpu: seconds of processor time, children included: what a busy machine changes least.
    largest: most resident memory of any one of its processes in MB, as the kernel counted it.
    tree: most resident memory of all its processes together in MB, polled; pages they share count in each.
    code: exit code.
    output: what it printed on stdout.
    """

    seconds: float
    cpu: float
    largest: float
    tree: float
    code: int
    output: str


def measure(command: Sequence[str], output: Path) -> Measured:
    """Run ``command`` with its stdout in the file ``output``; stderr goes where ours does."""
    peak = 0.0
    done = threading.Event()

    def watch(pid: int) -> None:
        nonlocal peak
        while not done.wait(POLL):
            peak = max(peak, _resident(pid))

    with output.open("wb") as stream:
        start = time.perf_counter()
        # wait4 is called here, so Popen must not be asked for its result.
        child = subprocess.Popen(command, stdout=stream, stdin=subprocess.DEVNULL, env=_environment())
        watcher = threading.Thread(target=watch, args=(child.pid,))
        watcher.start()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        done.set()
        watcher.join()
    largest = usage.ru_maxrss * 1024 / 1e6
    cpu = usage.ru_utime + usage.ru_stime
    return Measured(seconds, cpu, largest, max(peak, largest), child.returncode, output.read_text())


def _environment() -> dict[str, str]:
    """Ours, but bytecode is kept: who runs a command twice does not compile its sources twice."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _resident(pid: int) -> float:
    """Resident memory of a process and of those it started, in MB; 0 where there is no /proc."""
    pending, total = [pid], 0
    while pending:
        at = f"/proc/{pending.pop()}"
        try:
            total += int(Path(f"{at}/statm").read_text().split()[1])
            for task in os.listdir(f"{at}/task"):
                pending += map(int, Path(f"{at}/task/{task}/children").read_text().split())
        except (OSError, ValueError, IndexError):  # it ended meanwhile
            continue
    return total * _PAGE / 1e6
