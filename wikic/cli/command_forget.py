"""``wikic forget``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli import console
from wikic.cli.completion import sources
from wikic.cli.options import DryRun, Json, Quiet, Root


def forget(
    keys: Annotated[
        list[str],
        typer.Argument(
            metavar="KEY...",
            help="Keys of sources, as their digests in wiki/sources/digests/ name them.",
            autocompletion=sources,
        ),
    ],
    directory: Root = Path(),
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Remove a source and everything that rests on it alone.

    Facts, aliases, tags and pages that no other source gives are gone; what people wrote stays, and pages on
    which they still cite it are named. What waits of it for review goes too. Indexes are made anew, so that
    no file of them holds it any more. `--dry-run` shows it first.
    """
    from wikic.cli.change_report import say_problems, show_changed
    from wikic.compiler.forget import forget_sources
    from wikic.compiler.options import Options
    from wikic.session import Session

    session = Session.open(directory)
    options = Options(session.today, session.config.wiki.title, dry_run=dry_run)
    report = forget_sources(directory, keys, options)
    show_changed(session, report, dry_run=dry_run, json=json)
    would = "would be " if dry_run else ""
    for key in report.forgotten:
        console.say(f"{key} {would}forgotten")
    if not quiet:
        console.say(
            f"{console.count(report.written, 'page')} {would}written, {report.deleted:,} {would}deleted"
        )
    say_problems(report)
    raise typer.Exit(0 if report.clean else 1)
