"""A ChangeSet as a unified diff."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path

from wikic.cli import console
from wikic.model.change import ChangeSet, Delete, Move
from wikic.wiki.tree import Tree


def say_changes(root: Path, proposals: Iterable[ChangeSet]) -> None:
    """Print what ``proposals`` would change in the wiki at ``root``, in the form ``git apply`` takes."""
    tree = Tree(root)
    for proposal in proposals:
        for change in sorted(proposal.changes, key=lambda change: change.path):
            if isinstance(change, Move):
                console.say(f"rename from wiki/{change.path}\nrename to wiki/{change.target}")
                continue
            before = _lines(tree.read(change.path))
            after = [] if isinstance(change, Delete) else _lines(change.content)
            old = f"a/wiki/{change.path}" if before else "/dev/null"
            new = f"b/wiki/{change.path}" if after else "/dev/null"
            for line in unified_diff(before, after, old, new):
                console.say(line.removesuffix("\n"))


def _lines(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", errors="replace").splitlines(keepends=True)
