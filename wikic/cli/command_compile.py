"""``wikic compile``."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli.options import (
    Collection,
    DryRun,
    Json,
    MaxCost,
    MaxTokens,
    Model,
    OptionalDocuments,
    Quiet,
    Record,
    Replay,
    Root,
)

if TYPE_CHECKING:
    from wikic.compiler.compile_plan import Plan
    from wikic.compiler.report import Report
    from wikic.llm.meter import Totals


def compile_(
    documents: OptionalDocuments = None,
    directory: Root = Path(),
    collection: Collection = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            help="Processes, or replies of a model waited for at once.  \\[default: one per core; 8]",
            show_default=False,
        ),
    ] = None,
    stale: Annotated[
        bool, typer.Option("--stale", help="Also redo sources that another curator or version compiled.")
    ] = False,
    prune: Annotated[
        bool, typer.Option("--prune", help="Forget sources whose documents are gone from the folder.")
    ] = False,
    model: Model = None,
    lessons: Annotated[
        bool,
        typer.Option(
            " /--no-lessons",
            help="Show a model nothing the Error Book has learnt, to measure what that is worth.",
            show_default=False,
        ),
    ] = True,
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Say what a model would be asked and its price at worst; ask nothing."),
    ] = False,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Take documents into the wiki: extract facts, cite them, fold them into pages.

    Only new and changed documents are extracted; a second run changes nothing. What people edited in the
    wiki stays. Without documents, only what people changed in the wiki is folded.

    With --model, a language model extracts; nothing it says is taken that the document does not bear out.
    Keys come from the environment or .env. Its replies are kept, so a run that ended early goes on for free.

    Exit code 1 when a document could not be taken in; it is listed with its reason.
    """
    from wikic.cli import console
    from wikic.cli.change_report import refresh, report_json, say_changes
    from wikic.compiler.run import CompileRun
    from wikic.curation import curating
    from wikic.errors import WikicError
    from wikic.llm.limits import Limits
    from wikic.session import Session

    session = Session.open(directory)
    began = monotonic()
    limits = Limits(max_cost, max_tokens, record, replay)
    stopped: tuple[Report, Totals | None] | None = None
    try:
        with (
            console.stop_said(),
            curating(session, model, limits) as curation,
            console.progress(quiet) as progress,
        ):
            options = curation.options(
                jobs=jobs,
                collection=collection,
                stale=stale,
                prune=prune,
                dry_run=dry_run,
                lessons=lessons,
            )
            if plan:
                found = curation.plan(documents or (), options, progress)
            else:
                steps = curation.steps(options)
                run = CompileRun(directory, curation.curator, options, steps=steps, progress=progress)
                try:
                    report = run.compile(documents or ())
                except (WikicError, KeyboardInterrupt):
                    stopped = run.report(), curation.totals()
                    raise
                if not dry_run:
                    refresh(session, report, progress)
                spent = curation.totals()
    except (WikicError, KeyboardInterrupt):
        if stopped is not None and not json:
            say_stopped(*stopped, monotonic() - began, quiet=quiet)
        raise
    if plan:
        say_plan(found, json=json)
        raise typer.Exit(1 if found.failed else 0)
    if json:
        console.say_json(report_json(directory, report) | ({"model": spent} if spent else {}))
    else:
        if report.proposed is not None:
            say_changes(directory, report.proposed)
        say_report(report, monotonic() - began, quiet=quiet)
        if spent is not None and report.dropped and not quiet:
            slips = console.count(sum(number for _, number in report.dropped), "slip")
            console.say(f"{slips} of the model caught and put right or dropped; `wikic errors` tells of them")
        _say_spent(spent, quiet=quiet)
    raise typer.Exit(0 if report.clean else 1)


def say_stopped(report: Report, spent: Totals | None, seconds: float, *, quiet: bool) -> None:
    """What a run that was stopped leaves behind, for people: nothing where it did nothing."""
    if report.added or report.changed or report.failed:
        say_report(report, seconds, quiet=quiet)
    _say_spent(spent, quiet=quiet)


def _say_spent(spent: Totals | None, *, quiet: bool) -> None:
    from wikic.cli import console

    if spent is not None and not quiet:
        console.say(f"model: {spent.whole}")


def say_plan(plan: Plan, *, json: bool) -> None:
    """What a compile would ask: calls, tokens, price."""
    import msgspec

    from wikic.cli import console

    if json:
        console.say_json({"cost": plan.cost, **msgspec.to_builtins(plan)})
        return
    new = f"{len(plan.added):,} new, {len(plan.changed):,} changed"
    taken = console.count(len(plan.added) + len(plan.changed), "source")
    console.say(f"{taken} to take in ({new}), {plan.unchanged:,} unchanged")
    failed = [f"{each.key}: {each.reason}" for each in plan.failed]
    if not any(each.calls for each in plan.calls):
        console.say("no model would be asked")
    else:
        for each in plan.calls:
            said = f"{each.prompt:,} tokens sent, at most {each.completion:,} received"
            console.say(
                f"  {each.purpose:<8} {console.count(each.calls, 'call')}, {said}, {_dollars(each.cost)}"
            )
        console.say(f"at worst {_dollars(plan.cost)}, were every reply as long as it may be")
        console.say("Replies that must be asked for again (at most twice) and repairs come on top.")
        console.say("--max-cost and --max-tokens hold for all of it.")
    _say_list(f"{console.count(len(failed), 'document')} cannot be read:", failed)


def _dollars(cost: float | None) -> str:
    return "price unknown" if cost is None else f"${cost:,.2f}"


def say_report(report: Report, seconds: float, *, quiet: bool) -> None:
    """The summary of a compile, for people."""
    from wikic.cli import console

    taken = len(report.added) + len(report.changed)
    if not quiet:
        rate = f", {_rate(taken, seconds)}" if taken and seconds > 0 else ""
        would = "" if report.proposed is None else "would be "
        new = f"{len(report.added):,} new, {len(report.changed):,} changed"
        console.say(
            f"{console.count(taken, 'source')} {would}taken in ({new}), {report.unchanged:,} unchanged, "
            f"in {seconds:.1f} s{rate}"
        )
        if report.pending:
            console.say(f"{console.count(report.pending, 'source')} not yet taken in; run it again to go on")
        pages = f"{console.count(report.written, 'page')} {would}written"
        console.say(pages + (f", {report.deleted:,} {would}deleted" if report.deleted else ""))
        _say_list(
            f"{console.count(len(report.forgotten), 'source')} {would}forgotten:", list(report.forgotten)
        )
        _say_list(
            f"{console.count(len(report.gone), 'source')} whose documents are gone (--prune forgets them):",
            list(report.gone),
        )
        for line in report.steps:
            console.say(line)
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


def _rate(sources: int, seconds: float) -> str:
    """``30 a second``, or, where each waits for a model, ``2.5 s each``."""
    rate = sources / seconds
    return f"{rate:,.0f} a second" if rate >= 1 else f"{seconds / sources:,.1f} s each"


def _say_list(heading: str, lines: list[str]) -> None:
    from wikic.cli import console

    if lines:
        console.say(heading)
        for line in console.listed(lines):
            console.say(line)
