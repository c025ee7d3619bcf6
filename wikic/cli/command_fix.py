"""``wikic fix``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli import console
from wikic.cli.options import FailOn, Ignore, Json, MaxCost, MaxTokens, Quiet, Record, Replay, Root, Select


def fix(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATHS]...",
            help="Pages, or directories with all they hold.  \\[default: the whole wiki]",
            show_default=False,
        ),
    ] = None,
    directory: Root = Path(),
    diff: Annotated[
        bool,
        typer.Option("--diff", "--dry-run", help="Change nothing; print what would change, as a diff."),
    ] = False,
    unsafe: Annotated[
        bool, typer.Option("--unsafe", help="Make edits too that are only likely to be right.")
    ] = False,
    select: Select = None,
    ignore: Ignore = None,
    fail_on: Annotated[
        FailOn | None,
        typer.Option(
            help="Exit with 1 at findings this bad or worse that are left.  \\[default: error]",
            show_default=False,
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="Then have a language model repair what code cannot: its name, as litellm names it.",
            show_default=False,
        ),
    ] = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Repair what `wikic lint` finds, where the repair is certain.

    Edits change what they name and not a byte more; pages that wikic wrote are folded again. Everything lands
    at once or not at all, never over what somebody saves meanwhile. `--diff` shows it first; fixing twice
    changes nothing the second time.

    Exit code 1 when an error is left, or what --fail-on says; else 0.
    """
    from wikic.cli import fix_report
    from wikic.config import OFFLINE
    from wikic.errors import UsageError
    from wikic.session import Session

    session = Session.open(directory)
    request = fix_report.fix_request(session, paths or (), select, ignore, unsafe=unsafe, dry_run=diff)
    if model is not None and (diff or not request.inside):
        raise UsageError("--model repairs a wiki of wikic's, and takes no --diff: a model is asked at once")
    if model == OFFLINE:
        raise UsageError("--model names a language model; code fixes without it")
    if model is None:
        from wikic.fix.by_code import fix as fix_by_code

        report, spent = fix_by_code(request), None
    else:
        from wikic.llm.limits import Limits

        limits = Limits(max_cost, max_tokens, record, replay)
        report, spent = fix_report.by_model(session, request, model, limits, quiet=quiet)
    if (report.changes or report.steps) and not diff and request.inside:
        session.refresh()
    left = fix_report.unknown(session, report)
    if json:
        console.say_json(
            fix_report.as_json(directory, request, report, left) | ({"model": spent} if spent else {})
        )
    else:
        fix_report.say(directory, request, report, left, quiet=quiet)
        if spent is not None and not quiet:
            console.say(f"model: {spent.whole}")
    raise typer.Exit(fix_report.exit_code(left, fail_on or session.config.lint.fail_on))
