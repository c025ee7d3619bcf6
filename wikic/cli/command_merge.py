"""``wikic merge``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.completion import pages
from wikic.cli.options import DryRun, Json, Quiet, Root


def merge(
    kept: Annotated[
        str, typer.Argument(metavar="A", help="The page or directory that stays.", autocompletion=pages)
    ],
    other: Annotated[
        str, typer.Argument(metavar="B", help="The one that becomes part of it.", autocompletion=pages)
    ],
    directory: Root = Path(),
    despite_veto: Annotated[
        bool, typer.Option("--despite-veto", help="Merge even where names or sources say they are two.")
    ] = False,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Make two pages, or two directories, one.

    The decision goes to `identity.yaml` or `schema.yaml` and the pages follow; no fact and no citation is
    lost, links to B lead to A. One `git revert` undoes it. Names that exclude each other (numbers, opposites,
    disambiguators) are a veto.
    """
    from wikic.cli.restructure import change
    from wikic.evolve.by_hand import merge as decide

    change(
        directory,
        lambda space: decide(space, kept, other, despite=despite_veto),
        dry_run=dry_run,
        quiet=quiet,
        json=json,
    )
