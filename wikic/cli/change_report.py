"""What changed a wiki, or would: as a unified diff, for programs, and what is to be said of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from wikic import build_dir, layout
from wikic.cli import console
from wikic.lint.report.report import encodable
from wikic.model.change import Change, Delete, Move

if TYPE_CHECKING:
    from wikic.compiler.report import Report
    from wikic.progress import Progress
    from wikic.session import Session

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


def say_changes(root: Path, changes: Iterable[Change], inside: str = layout.WIKI_DIR) -> None:
    """Print what ``changes`` would do to the wiki at ``root``, in the form ``git apply`` takes.

    On a terminal without what terminals obey: there it is for reading. Of pictures and files beside articles
    it is only said that they differ, as git does.

    inside: the directory their paths are relative to, "" for ``root`` itself.
    """
    people = sys.stdout.isatty()
    for change in changes:
        for line in _diff(root, change, inside):
            if people:
                console.say_text(line)
                continue
            # Bytes that are no UTF-8 as they are, or git could not apply it.
            sys.stdout.flush()
            sys.stdout.buffer.write(f"{line}\n".encode("utf-8", "surrogateescape"))
    sys.stdout.flush()


def change_json(root: Path, change: Change, inside: str = layout.WIKI_DIR) -> dict[str, str]:
    """A proposed change for programs."""
    return {
        "path": change.path,
        "action": type(change).__name__.lower(),
        "diff": encodable("".join(line + "\n" for line in _diff(root, change, inside))),
    }


def report_json(root: Path, report: Report) -> dict[str, Any]:
    """A report for programs; what was proposed as objects with ``path``, ``action`` and ``diff``."""
    import msgspec

    fields: dict[str, Any] = msgspec.to_builtins(replace(report, proposed=None))
    if report.proposed is not None:
        fields["proposed"] = [change_json(root, change) for change in report.proposed]
    return fields


def show_changed(session: Session, report: Report, *, dry_run: bool, json: bool) -> None:
    """Bring the indexes in step with a change, and print the diff of a dry run.

    json: print the report for programs instead, and exit.
    """
    if not dry_run:
        refresh(session, report)
    if json:
        console.say_json(report_json(session.root, report))
        raise typer.Exit(0 if report.clean else 1)
    if report.proposed is not None:
        say_changes(session.root, report.proposed)


def refresh(session: Session, report: Report, progress: Progress | None = None) -> None:
    """Bring the indexes in step; where something was forgotten, say what may still hold it."""
    notes = session.refresh(progress, anew=bool(report.forgotten)).notes
    if report.forgotten:
        console.complain(*(f"{note}; until then it may hold what was forgotten" for note in notes))
        replies = build_dir.at(session.root) / layout.REPLIES_DIR
        if replies.is_dir():
            console.complain(f"replies of models are kept in {replies}, and may quote it; it can be deleted")


def say_problems(report: Report) -> None:
    """Print the notices and findings of a report, one a line."""
    for notice in report.notices:
        console.say_text(f"{notice.path}: {notice.message}" if notice.path else notice.message)
    for each in report.findings:
        console.say_text(f"{each.path}:{each.line}:{each.column} {each.code} {each.message}")


def _diff(root: Path, change: Change, inside: str) -> Iterator[str]:
    place = f"{inside}/" if inside else ""
    old, new = f"a/{place}{change.path}", f"b/{place}{change.path}"
    if isinstance(change, Move):
        yield from (f"diff --git {old} b/{place}{change.target}", "similarity index 100%")
        yield from (f"rename from {place}{change.path}", f"rename to {place}{change.target}")
        return
    file = root / inside / change.path
    if layout.is_attachment(change.path):
        gone = isinstance(change, Delete)
        there = old if file.is_file() else "/dev/null"
        yield f"Binary files {there} and {'/dev/null' if gone else new} differ"
        return
    before = _lines(file.read_bytes() if file.is_file() else None)
    after = [] if isinstance(change, Delete) else _lines(change.content)
    # A name with a space ends at a tab, as git writes it.
    end = "\t" if " " in change.path else ""
    heads = (old + end if before else "/dev/null", new + end if after else "/dev/null")
    for line in unified_diff(before, after, *heads):
        yield from (line[:-1],) if line.endswith("\n") else (line, "\\ No newline at end of file")


def _lines(data: bytes | None) -> list[str]:
    """Lines as git counts them: a form feed or U+2028 ends none."""
    return _LINE.findall((data or b"").decode("utf-8", errors="surrogateescape"))
