"""Run by test_review_crash.py in its own process: do one thing, and die by SIGKILL at every step in turn.

For each step a fresh copy of ``START`` is worked on in a forked process that dies right before that step.
What the killed one left is recovered, and each document must be in one place, ``wiki/`` or ``review/``; then
the same is done again, and what is there is compared with what an undisturbed run gives. Prints one JSON
object: the steps' names, and what went wrong at which.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.errors import UsageError
from wikic.review import decide
from wikic.wiki import lock, recovery
from wikic.wiki.journal import Journal

Faults = Callable[[str], None]


def put_aside(home: Path, faults: Faults) -> None:
    options = Options("2026-11-21", "Kb", review=True, batch=2)
    compile_documents(home / "kb", [home / "docs"], OfflineCurator(), options, faults=faults)


def accept(home: Path, faults: Faults) -> None:
    with suppress(UsageError):  # nothing waits: it was done before
        decide.accept(home / "kb", None, Options("2026-11-21", "Kb"), faults=faults)


def reject(home: Path, faults: Faults) -> None:
    with suppress(UsageError):
        decide.reject(home / "kb", None, "no", faults=faults)


DOES = {"put aside": put_aside, "accept": accept, "reject": reject}


def files(home: Path) -> dict[str, bytes]:
    kb = home / "kb"
    return {
        path.relative_to(kb).as_posix(): path.read_bytes()
        for top in ("wiki", "review")
        for path in (kb / top).rglob("*")
        if path.is_file()
    }


def places(home: Path) -> dict[str, set[str]]:
    """Where the digest of each document lies, by the file's name."""
    found: dict[str, set[str]] = {}
    for top in ("wiki/sources/digests", "review/sources/digests", "review/rejected"):
        for path in (home / "kb" / top).glob("*"):
            text = path.read_text()
            newest = "It rains." in text or "rejected" in top
            if newest:
                found.setdefault(path.stem, set()).add(top)
    return found


def killed_at(home: Path, at: int, do: Callable[[Path, Faults], None]) -> bool:
    """Do it in a forked process that dies before step ``at``; whether it came that far."""
    child = os.fork()
    if child == 0:
        count = 0

        def fault(step: str) -> None:
            nonlocal count
            if count == at:
                os.kill(os.getpid(), signal.SIGKILL)
            count += 1

        do(home, fault)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def main(start: Path, scratch: Path, what: str) -> dict[str, Sequence[object]]:
    do = DOES[what]
    shutil.copytree(start, scratch, symlinks=True)
    steps: list[str] = []
    do(scratch, steps.append)
    undisturbed = files(scratch)
    everything = set(places(scratch))
    shutil.rmtree(scratch)
    wrong: list[str] = []
    for at, step in enumerate(steps):
        shutil.copytree(start, scratch, symlinks=True)
        if not killed_at(scratch, at, do):
            wrong.append(f"{at} {step}: was not reached")
        with lock.writer(scratch / "kb"):
            recovery.recover(scratch / "kb")
        found = places(scratch)
        if any(len(each) > 1 for each in found.values()):
            wrong.append(f"{at} {step}: in two places")
        if what != "put aside" and set(found) != everything:
            wrong.append(f"{at} {step}: in no place")
        do(scratch, lambda step: None)
        if files(scratch) != undisturbed:
            wrong.append(f"{at} {step}: other bytes")
        if Journal.left(scratch / "kb"):
            wrong.append(f"{at} {step}: a journal is left")
        shutil.rmtree(scratch)
    return {"steps": steps, "wrong": wrong}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])))
