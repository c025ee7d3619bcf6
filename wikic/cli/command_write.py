"""``wikic write``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console
from wikic.cli.options import DryRun, Json, MaxCost, MaxTokens, Model, Quiet, Record, Replay, Root, pages

if TYPE_CHECKING:
    from wikic.compiler.article_writing import Written


def write(
    named: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PAGE]...",
            help="Paths, names or titles of pages; without one, all that are due.",
            autocompletion=pages,
            show_default=False,
        ),
    ] = None,
    directory: Root = Path(),
    model: Model = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=1, metavar="N", help="At most so many articles.", show_default=False),
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Also those that hold, where another model or version wrote them.")
    ] = False,
    plan: Annotated[
        bool, typer.Option("--plan", help="Say what would be written and its price at worst; ask nothing.")
    ] = False,
    review: Annotated[
        bool, typer.Option("--review", help="Put articles aside, for `wikic review`; wiki/ stays as it is.")
    ] = False,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Have a model write the top of pages: what the thing is, why it matters here, then what else is known.

    An article is composed of what two documents or more say of one thing; it stands above the facts, which
    stay. Each sentence names what it rests on and is checked, by rules and by the model that verifies; one
    that nothing bears out is asked for once more, then left out. The page of a document gets none.

    Pages that are read and linked most come first. An article is due where there is none, where documents
    changed so that a sentence does not hold any more, or where a fifth of what they say is new. A second run
    asks nothing. What you change on the page stays; who deletes its file in wiki/sources/written/ has the
    facts alone.

    When a document is forgotten, every article that was composed of it goes with it: the facts show until it
    is written anew. `wikic status` names articles that are stale.

    Exit code 1 when a page that was due got no article; it is listed with the reason.
    """
    from dataclasses import replace

    from wikic import build_dir
    from wikic.cli import change_report
    from wikic.compiler.article_writing import Wanted, WritingRun
    from wikic.curation import curating
    from wikic.curator.written_articles import ArticleCurator
    from wikic.errors import UsageError, WikicError
    from wikic.llm.limits import Limits
    from wikic.session import Session
    from wikic.store.access_log import count_reads

    session = Session.open(directory)
    reads = count_reads(build_dir.at(session.root))
    wanted = Wanted(pages=tuple(named or ()), limit=limit, anew=anew, reads=reads)
    with curating(session, model, Limits(max_cost, max_tokens, record, replay)) as curation:
        curator = curation.curator
        if not isinstance(curator, ArticleCurator):
            raise UsageError(
                "articles are written by a language model, and none is named",
                hint="--model openai/gpt-5-mini, or in wikic.toml: [compile] model or [model] write",
            )
        options = replace(curation.options(dry_run=dry_run), review=review)
        if plan:
            found = curation.plan_articles(wanted, options)
            change_report.say_plan(found, json=json, what="article", do="write")
            return
        with console.progress(quiet) as progress:
            run = WritingRun(session.root, curator, options, progress=progress)
            error: WikicError | KeyboardInterrupt | None = None
            try:
                run.write(wanted)
            except (WikicError, KeyboardInterrupt) as stopped:
                error = stopped
        done = run.result()
        if done.written and not (dry_run or review):
            change_report.refresh(session, done.report)
        spent = curation.totals()
    if json:
        console.say_json(_record(directory, done), model=spent)
    else:
        change_report.say_changes(directory, done.report.proposed or ())
        _say(done, quiet=quiet, review=review)
        if spent is not None and not quiet:
            console.say(f"model: {spent.whole}")
    if error is not None:
        raise error
    raise typer.Exit(0 if done.clean else 1)


def _say(found: Written, *, quiet: bool, review: bool) -> None:
    from wikic.cli import change_report

    if not quiet:
        would = "" if found.report.proposed is None else "would be "
        aside = " and put aside; `wikic review` shows them" if review else ""
        number = console.count(len(found.written), "article")
        console.say_list(f"{number} {would}written{aside}:", found.written)
        if not found.written:
            console.say("no article written")
        if found.current:
            console.say(f"{console.count(found.current, 'article')} unchanged")
        if found.decided:
            number = console.count(found.decided, "page")
            console.say(f"{number} whose article waits for review or was rejected; `wikic review` lists them")
        refused = (f"{path}: {why}" for path, why in found.refused)
        number = console.count(len(found.refused), "sentence")
        console.say_list(f"{number} left out, for the documents do not bear them out:", refused)
        console.say_list(
            f"{console.count(len(found.left), 'page')} not yet written; run it again to go on:", found.left
        )
    console.say_list(f"{console.count(len(found.failed), 'page')} failed:", map(str, found.failed))
    change_report.say_problems(found.report)


def _record(root: Path, found: Written) -> dict[str, object]:
    """What was done, for programs."""
    import msgspec

    from wikic.cli import change_report

    fields: dict[str, object] = msgspec.to_builtins(found)
    report = change_report.report_json(root, found.report)
    del fields["report"]
    return fields | {name: report[name] for name in ("notices", "findings", "proposed") if name in report}
