"""``wikic split``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import DryRun, Json, Page, Quiet, Root


def split(
    page: Page,
    directory: Root = Path(),
    into: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TITLE",
            help="A page it becomes; once for each. Sources go where their words fit, the rest to the first.",
            show_default=False,
        ),
    ] = None,
    pin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT=TITLE",
            help="What goes where: a source's key or a fact's id, and the title.",
            show_default=False,
        ),
    ] = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Part a page that speaks of several things.

    Without titles its sources go apart by the pages they are related to. The decision goes to `identity.yaml`
    as pins; no fact and no citation is lost, and one `git revert` undoes it.
    """
    from wikic.cli.restructure import change
    from wikic.errors import UsageError
    from wikic.evolve.split import split as decide

    pins: dict[str, str] = {}
    for each in pin or ():
        what, sign, title = each.partition("=")
        if not sign or not title.strip():
            raise UsageError(f"--pin {each!r} names no title", hint="write --pin KEY=TITLE")
        pins[what.strip().removeprefix("^")] = title.strip()
    change(
        directory,
        lambda space: decide(space, page, into or (), pins),
        dry_run=dry_run,
        quiet=quiet,
        json=json,
    )
