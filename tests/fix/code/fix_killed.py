"""Run by test_fix_crash.py in its own process: fix, and die by SIGKILL at every step in turn.

For each step a fresh copy of ``START`` is fixed in a forked process that dies right before that step. What
then stands there must be the wiki as it was or be made the wiki as it is fixed, by nothing but recovery; a
plain fix follows, and must give what an undisturbed one gives. Prints one JSON object: the steps' names, and
what went wrong at which.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from wikic.config import load
from wikic.fix.by_code import FixRequest, fix
from wikic.wiki import lock, recovery
from wikic.wiki.journal import Journal


def fix_(home: Path, faults: Callable[[str], None]) -> None:
    config = load(home)
    fix(FixRequest(home, config.lint, config.wiki.title, "2026-11-22", unsafe=True), faults=faults)


def files(home: Path) -> dict[str, bytes]:
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in home.rglob("*")
        if path.is_file() and ".wikic" not in path.parts
    }


def killed_at(home: Path, at: int) -> bool:
    """Fix in a forked process that dies before step ``at``; whether it came that far."""
    child = os.fork()
    if child == 0:
        count = 0

        def fault(step: str) -> None:
            nonlocal count
            if count == at:
                os.kill(os.getpid(), signal.SIGKILL)
            count += 1

        fix_(home, fault)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def main(start: Path, scratch: Path) -> dict[str, Sequence[object]]:
    before = files(start)
    shutil.copytree(start, scratch, symlinks=True)
    steps: list[str] = []
    fix_(scratch, steps.append)
    fixed = files(scratch)
    shutil.rmtree(scratch)
    wrong: list[str] = []
    if fixed == before:
        wrong.append("nothing was fixed")
    for at, step in enumerate(steps):
        shutil.copytree(start, scratch, symlinks=True)
        if not killed_at(scratch, at):
            wrong.append(f"{at} {step}: was not reached")
        with lock.writer(scratch):
            vault = load(scratch).lint.profile == "vault"
            recovery.recover(scratch, places=recovery.THEIRS if vault else recovery.OURS)
        if files(scratch) not in (before, fixed):
            wrong.append(f"{at} {step}: neither as it was nor fixed")
        fix_(scratch, lambda step: None)
        if files(scratch) != fixed:
            wrong.append(f"{at} {step}: other bytes")
        if Journal.left(scratch):
            wrong.append(f"{at} {step}: a journal is left")
        shutil.rmtree(scratch)
    return {"steps": steps, "wrong": wrong}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), Path(sys.argv[2]))))
