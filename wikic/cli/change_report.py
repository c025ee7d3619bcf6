"""What changed a wiki, or would: as a unified diff, for programs, and what is to be said of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from wikic import build_dir, layout
from wikic.cli import console
from wikic.lint.report.report import encodable
from wikic.model.change import Change
from wikic.wiki.file_changes import diff_lines

if TYPE_CHECKING:
    from wikic.compiler.report import Report
    from wikic.progress import Progress
    from wikic.session import Session


def say_changes(root: Path, changes: Iterable[Change], inside: str = layout.WIKI_DIR) -> None:
    """Print what ``changes`` would do to the wiki at ``root``, in the form ``git apply`` takes.

    On a terminal without what terminals obey: there it is for reading. Of pictures and files beside articles
    it is only said that they differ, as git does.

    inside: the directory their paths are relative to, "" for ``root`` itself.
    """
    people = sys.stdout.isatty()
    for change in changes:
        for line in diff_lines(root, change, inside):
            if people:
                print(console.plain(line))  # a line of a diff is one line
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
        "diff": encodable("".join(line + "\n" for line in diff_lines(root, change, inside))),
    }


def report_json(root: Path, report: Report) -> dict[str, Any]:
    """A report for programs; what was proposed as objects with ``path``, ``action`` and ``diff``."""
    import msgspec

    fields: dict[str, Any] = msgspec.to_builtins(replace(report, proposed=None))
    del fields["files"]  # git names them
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
