"""``wikic adopt``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Json, Quiet


def adopt(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="A directory of Markdown: a vault, a wiki, documentation.")
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; print wikic.toml as it would be.")
    ] = False,
    no_ignore: Annotated[
        bool, typer.Option("--no-ignore", help="Take in pages, too, that .gitignore names.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Let wikic lint, search, ask and serve a directory of Markdown that it did not make.

    Looks through the pages and writes the wikic.toml that fits them: where pages and raw documents lie,
    what is not checked, whether links to pages that are not written yet are errors, which names the
    frontmatter's keys have. No page is touched. A wikic.toml that is there is never overwritten.

    Then `wikic lint` checks it, and search, read, ask, serve, mcp and export site show its pages as they are.
    """
    from wikic.lint.vault.survey import render_config, survey, write_config

    found = survey(directory, ignoring=not no_ignore)
    if dry_run and not json:
        console.say_text(render_config(found).removesuffix("\n"))
        return
    written = None if dry_run else write_config(directory, found)
    if json:
        console.say_json(found)
    elif not quiet:
        pages = console.count(found.pages, "page")
        console.say(f"{written}: {pages}, {console.count(found.indexes, 'index', 'indexes')}")
        for line in found.assumed:
            console.say(f"  {line}")
        console.say(f"Edit it where that is wrong, then: wikic lint -C {directory}")
