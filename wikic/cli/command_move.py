"""``wikic move``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import DryRun, Json, Page, Quiet, Root


def move(
    page: Page,
    to: Annotated[str, typer.Argument(metavar="DIR", help="A directory of the wiki, such as people/rulers.")],
    directory: Root = Path(),
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Move a page to another directory.

    Links name pages by their stem, so none has to be rewritten. The page notes its new home.
    """
    from wikic.cli.restructure import change
    from wikic.evolve.by_hand import move as decide

    change(directory, lambda space: decide(space, page, to), dry_run=dry_run, quiet=quiet, json=json)
