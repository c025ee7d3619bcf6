"""Run by test_transaction_crash.py: apply the scenario, or recover from it, in a fork of its own that dies by
SIGKILL right before step number N."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from wikic import layout
from wikic.model.change import ChangeSet, Delete, Move, Write
from wikic.wiki.recovery import recover
from wikic.wiki.transaction import apply

OLD = {
    "index.md": b"- people/\n",
    "schema.yaml": b"a: 1\n",
    "people/_index.md": b"- [[Ann]]\n- [[Bob]]\n- [[Cy]]\n",
    "people/Ann.md": b"ann\n",
    "people/Bob.md": b"bob\n",
    "people/Cy.md": b"cy\n",
    "lost/_index.md": b"- [[Only]]\n",
    "lost/Only.md": b"only\n",
    "sources/digests/d1.md": b"digest 1\n",
    "sources/articles/d1.md": b"article 1\n",
}
NEW = {
    "index.md": b"- people/\n- places/\n",
    "schema.yaml": b"a: 2\n",
    "people/_index.md": b"- [[Ann]]\n- [[Dee]]\n",
    "people/Ann.md": b"ann, told again\n",
    "people/Dee.md": b"dee\n",
    "places/_index.md": b"- [[Cy]]\n",
    "places/Cy.md": b"cy\n",
    "sources/digests/d2.md": b"digest 2\n",
    "sources/articles/d2.md": b"article 2\n",
}


def scenario() -> ChangeSet:
    """From OLD to NEW: every kind of change."""
    moved = {"people/Cy.md"}
    changes: list[Write | Delete | Move] = [
        Move("people/Cy.md", "places/Cy.md", layout.content_hash(OLD["people/Cy.md"]))
    ]
    for path, content in NEW.items():
        if path != "places/Cy.md":
            before = OLD.get(path)
            changes.append(
                Write(path, content) if before is None else Write(path, content, layout.content_hash(before))
            )
    for path, content in OLD.items():
        if path not in NEW and path not in moved:
            changes.append(Delete(path, layout.content_hash(content)))
    return ChangeSet("the scenario", tuple(changes))


def dying(at: int) -> Callable[[str], None]:
    """A fault hook that kills this process right before step number ``at``."""
    count = 0

    def fault(step: str) -> None:
        nonlocal count
        if count == at:
            os.kill(os.getpid(), signal.SIGKILL)
        count += 1

    return fault


def in_a_fork(what: str, root: Path, at: int) -> int:
    """Apply the scenario or recover in a process of its own, killed at that step; how it ended."""
    child = os.fork()
    if not child:
        try:
            if what == "apply":
                apply(root, scenario(), faults=dying(at))
            else:
                recover(root, faults=dying(at))
        except Exception:  # noqa: BLE001 - this fork must not go on as its parent
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    for line in sys.stdin:
        asked, step, place = line.rstrip("\n").split(" ", 2)
        print(in_a_fork(asked, Path(place), int(step)), flush=True)
