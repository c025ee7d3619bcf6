"""``wikic rename``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import DryRun, Json, Page, Quiet, Root


def rename(
    page: Page,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What it is called from now on.")],
    directory: Root = Path(),
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Give a page another title.

    Its file follows, links that wikic wrote name the new one, and its old name leads to it.
    """
    from wikic.cli.restructure import change
    from wikic.evolve.by_hand import rename as decide

    change(directory, lambda space: decide(space, page, title), dry_run=dry_run, quiet=quiet, json=json)
