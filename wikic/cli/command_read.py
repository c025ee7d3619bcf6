"""``wikic read``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import Json, Root, Store, Verbose


def read(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Pages by path, name or alias; directories; sources by key."),
    ],
    directory: Root = Path(),
    limit: Annotated[
        int, typer.Option("--limit", metavar="TOKENS", min=100, max=50_000, help="How much to print at most.")
    ] = 10_000,
    after: Annotated[str, typer.Option(metavar="CURSOR", help="Go on where an earlier result ended.")] = "",
    blocks: Annotated[
        bool, typer.Option("--blocks", help="Also show the ids of facts and of the blocks they cite.")
    ] = False,
    store: Store = "",
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Read pages: facts with numbered sources, relations, and what links to them.

    `wikic read /` shows what the wiki holds, `wikic read people` the pages of a directory. Exit code 1 when
    nothing is found. Pages of an adopted directory are shown as they were written.
    """
    from wikic import build_dir
    from wikic.cli import console
    from wikic.navigate.read_so_far import Reading
    from wikic.navigate.retrieval import note_read
    from wikic.navigate.toolbox import call
    from wikic.navigate.tools.wiki_read import ReadResult
    from wikic.session import Session
    from wikic.store.access_log import AccessLog

    session = Session.open(directory)
    with console.progress(quiet=False) as progress:
        library = session.reading(store, progress)
    reading = Reading()
    with library, AccessLog(build_dir.at(library.root)) as log:
        arguments = {"paths": paths, "max_tokens": limit, "after": after, "blocks": blocks}
        result = call(library, "wiki_read", arguments, reading)
        note_read(log, list(reading.pages), reading)
        if json:
            console.say_json(result)
        elif isinstance(result, ReadResult) and result.ok:
            console.say_text(replace(result, next="").text())
            if result.next:
                console.complain(
                    f"There is more: --after {result.next!r} goes on, --limit shows more at once."
                )
        else:
            console.complain(*console.advice(result.text()))
        console.complain(*(library.notes if verbose else library.said))
    raise typer.Exit(0 if result.ok else 1)
