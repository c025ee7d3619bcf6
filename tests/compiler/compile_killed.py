"""Run by test_compile_crash.py in its own process: compile, and die by SIGKILL at every step in turn.

For each step a fresh copy of ``START`` is compiled in a forked process that dies right before that step; a
plain compile follows, and what the wiki then holds is compared with what an undisturbed compile gives.
Prints one JSON object: the steps' names, and what went wrong at which.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.wiki.journal import Journal


def compile_(home: Path, faults: Callable[[str], None]) -> None:
    options = Options("2026-11-21", "Kb", batch=2, prune=True)
    compile_documents(home / "kb", [home / "docs"], OfflineCurator(), options, faults=faults)


def files(home: Path) -> dict[str, bytes]:
    wiki = home / "kb/wiki"
    return {p.relative_to(wiki).as_posix(): p.read_bytes() for p in wiki.rglob("*") if p.is_file()}


def killed_at(home: Path, at: int) -> bool:
    """Compile in a forked process that dies before step ``at``; whether it came that far."""
    child = os.fork()
    if child == 0:
        count = 0

        def fault(step: str) -> None:
            nonlocal count
            if count == at:
                os.kill(os.getpid(), signal.SIGKILL)
            count += 1

        compile_(home, fault)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def enumerate_steps(start: Path, scratch: Path) -> tuple[list[str], dict[str, bytes]]:
    shutil.copytree(start, scratch, symlinks=True)
    steps: list[str] = []
    compile_(scratch, steps.append)
    found = files(scratch)
    shutil.rmtree(scratch)
    return steps, found


def main(start: Path, scratch: Path) -> dict[str, Sequence[object]]:
    steps, undisturbed = enumerate_steps(start, scratch)
    wrong: list[str] = []
    for at, step in enumerate(steps):
        shutil.copytree(start, scratch, symlinks=True)
        if not killed_at(scratch, at):
            wrong.append(f"{at} {step}: was not reached")
        compile_(scratch, lambda step: None)
        if files(scratch) != undisturbed:
            wrong.append(f"{at} {step}: other bytes")
        if Journal.left(scratch / "kb"):
            wrong.append(f"{at} {step}: a journal is left")
        shutil.rmtree(scratch)
    return {"steps": steps, "wrong": wrong}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), Path(sys.argv[2]))))
