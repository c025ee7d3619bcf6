"""``wikic fix``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import Json, MaxCost, MaxTokens, Quiet, Record, Replay, Root


class FailOn(StrEnum):
    """What makes the exit code 1."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    NEVER = "never"


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
    select: Annotated[
        list[str] | None, typer.Option(help="Only these rules: codes, families or names, L001,C,long-page.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="All rules but these.")] = None,
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
    from wikic.cli import console, fixing
    from wikic.config import OFFLINE
    from wikic.errors import UsageError
    from wikic.session import Session

    session = Session.open(directory)
    wanted = fixing.wanted(session, paths or (), select, ignore, unsafe=unsafe, dry_run=diff)
    if model is not None and (diff or not wanted.inside):
        raise UsageError("--model repairs a wiki of wikic's, and takes no --diff: a model is asked at once")
    if model == OFFLINE:
        raise UsageError("--model names a language model; code fixes without it")
    if model is None:
        from wikic.fix.code.run import fix as fix_by_code

        report, spent = fix_by_code(wanted), None
    else:
        from wikic.curation import Limits

        limits = Limits(max_cost, max_tokens, record, replay)
        report, spent = fixing.by_model(session, wanted, model, limits, quiet=quiet)
    if (report.changes or report.steps) and not diff and wanted.inside:
        session.refresh()
    left = fixing.unknown(session, report)
    if json:
        console.say_json(
            fixing.as_json(directory, wanted, report, left) | ({"model": spent} if spent else {})
        )
    else:
        fixing.say(directory, wanted, report, left, quiet=quiet)
        if spent is not None and not quiet:
            console.say(f"model: {spent.whole}")
    raise typer.Exit(fixing.exit_code(left, fail_on or session.config.lint.fail_on))
