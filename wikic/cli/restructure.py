"""Changing a wiki's shape from the command line: what merge, split, move and rename share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from wikic.cli import console

if TYPE_CHECKING:
    from wikic.evolve.carry_out import Decide
    from wikic.evolve.decisions import Decisions
    from wikic.wiki.workspace import Workspace


def change(directory: Path, decide: Decide, *, dry_run: bool, quiet: bool, json: bool) -> None:
    """Carry out what ``decide`` gives, say what became of it, and exit."""
    from wikic.cli.change_report import say_problems, show_changed
    from wikic.compiler.options import Options
    from wikic.evolve.carry_out import carry_out
    from wikic.session import Session

    session = Session.open(directory)
    options = Options(session.today, session.config.wiki.title, dry_run=dry_run)
    reasons: list[str] = []

    def deciding(space: Workspace) -> Decisions | None:
        decided = decide(space)
        reasons.extend([decided.reason] if decided is not None else [])
        return decided

    report = carry_out(directory, options, deciding)
    show_changed(session, report, dry_run=dry_run, json=json)
    would = "would be " if dry_run else ""
    if not quiet:
        for reason in reasons or ["nothing to change"]:
            console.say_text(reason)
        if report.written or report.deleted:
            pages = console.count(report.written, "page")
            console.say(f"{pages} {would}written, {report.deleted:,} {would}deleted")
    say_problems(report)
    raise typer.Exit(0 if report.clean else 1)
