"""``wikic compile``."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli.options import Collection, DryRun, Json, Model, OptionalDocuments, Quiet, Root

if TYPE_CHECKING:
    from wikic.compiler.report import Report


def compile_(
    documents: OptionalDocuments = None,
    directory: Root = Path(),
    collection: Collection = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Processes.  [default: one per core]", show_default=False),
    ] = None,
    stale: Annotated[
        bool, typer.Option("--stale", help="Also redo sources that another curator or version compiled.")
    ] = False,
    prune: Annotated[
        bool, typer.Option("--prune", help="Forget sources whose documents are gone from the folder.")
    ] = False,
    model: Model = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Take documents into the wiki: extract facts, cite them, fold them into pages.

    Only new and changed documents are extracted; a second run changes nothing. What people edited in the
    wiki stays. Without documents, only what people changed in the wiki is folded.

    Exit code 1 when a document could not be taken in; it is listed with its reason.
    """
    from wikic.cli import console
    from wikic.cli.diff import report_json, say_changes
    from wikic.compiler.options import OFFLINE_BATCH, Options
    from wikic.compiler.run import compile_documents
    from wikic.session import Session

    session = Session.open(directory)
    options = Options(
        today=session.today,
        title=session.config.wiki.title,
        jobs=jobs or os.cpu_count() or 1,
        batch=session.config.compile.batch or OFFLINE_BATCH,
        collection=collection,
        stale=stale,
        prune=prune,
        dry_run=dry_run,
    )
    began = monotonic()
    with console.progress(quiet) as progress:
        report = compile_documents(
            directory, documents or (), session.curator(model), options, progress=progress
        )
        if not dry_run:
            session.refresh(progress)
    if json:
        console.say_json(report_json(directory, report))
    else:
        if report.proposed is not None:
            say_changes(directory, report.proposed)
        say_report(report, monotonic() - began, quiet=quiet)
    raise typer.Exit(0 if report.clean else 1)


def say_report(report: Report, seconds: float, *, quiet: bool) -> None:
    """The summary of a compile, for people."""
    from wikic.cli import console

    taken = len(report.added) + len(report.changed)
    if not quiet:
        rate = f", {taken / seconds:,.0f} a second" if taken and seconds > 0 else ""
        would = "" if report.proposed is None else "would be "
        new = f"{len(report.added):,} new, {len(report.changed):,} changed"
        console.say(
            f"{console.count(taken, 'source')} {would}taken in ({new}), {report.unchanged:,} unchanged, "
            f"in {seconds:.1f} s{rate}"
        )
        pages = f"{console.count(report.written, 'page')} {would}written"
        console.say(pages + (f", {report.deleted:,} {would}deleted" if report.deleted else ""))
        _say_list(
            f"{console.count(len(report.forgotten), 'source')} {would}forgotten:", list(report.forgotten)
        )
        _say_list(
            f"{console.count(len(report.gone), 'source')} whose documents are gone (--prune forgets them):",
            list(report.gone),
        )
        for line in report.skipped:
            console.say(f"skipped {line}")
        notes = [
            f"{notice.path}: {notice.message}" if notice.path else notice.message for notice in report.notices
        ]
        _say_list(f"{console.count(len(notes), 'notice')}:", notes)
    findings = [f"{f.path}:{f.line}:{f.column} {f.code} {f.message}" for f in report.findings]
    _say_list(f"{console.count(len(findings), 'finding')}:", findings)
    failed = [f"{each.key}: {each.reason}" for each in report.failed]
    _say_list(f"{console.count(len(failed), 'document')} failed:", failed)


def _say_list(heading: str, lines: list[str]) -> None:
    from wikic.cli import console

    if lines:
        console.say(heading)
        for line in console.listed(lines):
            console.say(line)
