"""A ChangeSet as a unified diff."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wikic.cli import console
from wikic.model.change import Change, Delete, Move
from wikic.wiki.tree import Tree

if TYPE_CHECKING:
    from wikic.compiler.report import Report

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


def say_changes(root: Path, changes: Iterable[Change]) -> None:
    """Print what ``changes`` would do to the wiki at ``root``, in the form ``git apply`` takes."""
    for change in changes:
        for line in _diff(Tree(root), change):
            console.say(line)


def report_json(root: Path, report: Report) -> dict[str, Any]:
    """A report for programs; what was proposed as objects with ``path``, ``action`` and ``diff``."""
    import msgspec

    fields: dict[str, Any] = msgspec.to_builtins(replace(report, proposed=None))
    if report.proposed is not None:
        fields["proposed"] = [
            {
                "path": change.path,
                "action": type(change).__name__.lower(),
                "diff": "".join(line + "\n" for line in _diff(Tree(root), change)),
            }
            for change in report.proposed
        ]
    return fields


def _diff(tree: Tree, change: Change) -> Iterator[str]:
    old, new = f"a/wiki/{change.path}", f"b/wiki/{change.path}"
    if isinstance(change, Move):
        yield from (f"diff --git {old} b/wiki/{change.target}", "similarity index 100%")
        yield from (f"rename from wiki/{change.path}", f"rename to wiki/{change.target}")
        return
    before = _lines(tree.read(change.path))
    after = [] if isinstance(change, Delete) else _lines(change.content)
    # A name with a space ends at a tab, as git writes it.
    end = "\t" if " " in change.path else ""
    heads = (old + end if before else "/dev/null", new + end if after else "/dev/null")
    for line in unified_diff(before, after, *heads):
        yield from (line[:-1],) if line.endswith("\n") else (line, "\\ No newline at end of file")


def _lines(data: bytes | None) -> list[str]:
    """Lines as git counts them: a form feed or U+2028 ends none."""
    return _LINE.findall((data or b"").decode("utf-8", errors="replace"))
