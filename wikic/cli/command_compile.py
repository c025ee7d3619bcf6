"""``wikic compile``."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wikic.cli import console
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
    staged,
)
from wikic.copy_origin import origin
from wikic.errors import UsageError

if TYPE_CHECKING:
    from wikic.cli import compile_run
    from wikic.llm.agent_work import AgentWork


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
        bool, typer.Option("--prune", help="Forget sources whose documents are gone or empty.")
    ] = False,
    review: Annotated[
        bool,
        typer.Option(
            "--review", help="Put what is extracted aside, for `wikic review`; wiki/ stays as it is."
        ),
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
    fallback: Annotated[
        Literal["rules", "none"],
        typer.Option("--fallback", help="Who reads a document that a model cannot; the next run asks again."),
    ] = "rules",
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Say what a model would be asked and its price at worst; ask nothing."),
    ] = False,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    dry_run: DryRun = False,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", "-w", help="Stay, and take in documents whenever they change; Ctrl-C ends it."
        ),
    ] = False,
    poll: Annotated[
        bool, typer.Option("--poll", help="With --watch: look at the files every second, for network disks.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Take documents into the wiki: extract facts, cite them, fold them into pages.

    Documents are files, folders, .zip files and addresses (s3://…, gs://…, https://…), of which only what
    changed is copied.

    Only new and changed documents are extracted; a second run changes nothing. What people edited in the
    wiki stays. Without documents, only what people changed in the wiki is folded. A file or folder named
    alone that lies in a folder taken in before is taken as that folder's.

    With --model, a language model extracts; nothing it says is taken that the document does not bear out.
    Keys come from the environment or .env. Its replies are kept, so a run that ended early goes on for free.
    With --model agent, the agent that runs this command does it, without a key: what is asked is written down
    for `wikic work`, and the same command takes in what was answered.

    With --review nothing lands: what documents say waits in review/ until a person accepts it with `wikic
    review`. What waits is not extracted again; a document that changes while it waits replaces what waits.

    With --watch it stays: what changes among the documents is taken in half a second after the last save, and
    what is wrong is said once. Limits hold for all of it. With --json, a line for each round.

    Exit code 1 when a document could not be taken in; it is listed with its reason. An empty one is no
    failure.
    """
    from wikic.cli import change_report, compile_run
    from wikic.curation import curating
    from wikic.llm.agent_model import AGENT
    from wikic.llm.limits import Limits
    from wikic.session import Session

    named = tuple(documents or ())
    session = Session.open(directory)
    if watch:
        asks = (model or session.config.compile.model) == AGENT
        _refuse_beside_watch(named, {"--plan": plan, "--dry-run": dry_run, "--model agent": asks})
    elif poll:
        raise UsageError("--poll goes with --watch")
    if review and dry_run:
        raise UsageError(
            "--review and --dry-run exclude each other: --review puts aside, --dry-run shows what would land"
        )
    named = staged(named, quiet=quiet)
    request = compile_run.Request(
        named,
        jobs=jobs,
        collection=collection,
        stale=stale,
        prune=prune,
        dry_run=dry_run,
        lessons=lessons,
        review=review,
    )
    limits = Limits(max_cost, max_tokens, record, replay)
    with curating(session, model, limits, fallback=fallback == "rules", agent=True) as curation:
        if watch:
            compile_run.follow(curation, request, polling=poll, quiet=quiet, json=json)
            return
        if plan:
            with console.progress(quiet) as progress:
                found = curation.plan(named, compile_run.options(curation, request), progress)
            change_report.say_plan(found, json=json)
            raise typer.Exit(1 if found.failed else 0)
        done = compile_run.run(curation, request, quiet=quiet)
        spent = curation.totals()
        work = curation.models.work if curation.models is not None else None
    report = done.report
    if work is not None and report.awaited and not dry_run:
        work.keep_command(_command(request, directory, named_model=model))
    if done.error is not None:
        if not json:
            change_report.say_stopped(report, spent, done.seconds, quiet=quiet)
        raise done.error
    if json:
        console.say_json(change_report.report_json(directory, report), model=spent)
    else:
        if report.proposed is not None:
            change_report.say_changes(directory, report.proposed)
        change_report.say_done(report, spent, done.seconds, quiet=quiet)
        if work is not None and report.awaited:
            _say_awaited(work, report.awaited, directory, dry_run=dry_run)
    raise typer.Exit(0 if report.clean else 1)


def _command(request: compile_run.Request, directory: Path, *, named_model: str | None) -> str:
    """The command that goes on where this one waits for answers."""
    words = ["wikic", "compile", *map(origin, request.documents)]
    words += ["-C", str(directory)] if directory != Path() else []
    words += ["--model", named_model] if named_model else []
    words += ["--collection", request.collection] if request.collection else []
    words += [f"--{name}" for name in ("stale", "prune", "review") if getattr(request, name)]
    return shlex.join(words)


def _say_awaited(work: AgentWork, awaited: Sequence[str], directory: Path, *, dry_run: bool) -> None:
    left = [state for _, state in work.all() if state != "answered"]
    where = "" if directory == Path() else f" -C {shlex.quote(str(directory))}"
    waits = f"{console.count(len(awaited), 'document')} {'waits' if len(awaited) == 1 else 'wait'}"
    if dry_run:
        console.say(f"{waits} for answers of an agent")
        return
    console.say_text(
        f"{waits} for answers to {console.count(len(left), 'request')} in {work.folder}; "
        f"next: wikic work next{where}"
    )


def _refuse_beside_watch(documents: Sequence[Path], others: Mapping[str, bool]) -> None:
    """Raise UsageError for what makes no sense with --watch."""
    for name, given in others.items():
        if given:
            raise UsageError(f"--watch and {name} exclude each other: {name} ends, and --watch stays")
    if not documents:
        raise UsageError("--watch needs documents to follow", hint="name the folder that holds them")
    from wikic.staging.address import shown
    from wikic.staging.stage import is_elsewhere

    for each in documents:
        if is_elsewhere(each):
            raise UsageError(
                f"--watch follows files and folders, and {shown(each)} is neither",
                hint="compile it again from time to time: only what changed is copied",
            )
