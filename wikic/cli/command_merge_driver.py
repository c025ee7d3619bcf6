"""``wikic merge-driver``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def merge_driver(
    base: Annotated[Path, typer.Argument(metavar="%O", help="The common ancestor's version.")],
    ours: Annotated[Path, typer.Argument(metavar="%A", help="Our version; the result is written here.")],
    theirs: Annotated[Path, typer.Argument(metavar="%B", help="Their version.")],
    path: Annotated[str, typer.Argument(metavar="%P", help="Where the file stands in the repository.")],
    marker_size: Annotated[int, typer.Argument(metavar="%L", help="Length of conflict markers.")] = 7,
) -> None:
    """Merge one file of a wiki by unit, for git: facts by id, index entries by page, lists as sets.

    wikic init names it in .gitattributes. Register it once in each clone:

    git config merge.wikic.driver "wikic merge-driver %O %A %B %P %L"

    Exit code 1 when people changed the same words in two ways; both stand in the file, between git's markers.
    After the merge, wikic compile folds what came together.
    """
    from wikic.wiki.merging.driver import merge_files

    raise typer.Exit(1 if merge_files(base, ours, theirs, path, marker_size) else 0)
