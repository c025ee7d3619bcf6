"""``wikic export site``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Json, Quiet, Root


def site(
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="[OUT]",
            help="Directory for the site; of an adopted directory one outside it."
            "  \\[default: site/ beside wiki/]",
            show_default=False,
        ),
    ] = None,
    directory: Root = Path(),
    sources: Annotated[
        bool,
        typer.Option(
            "--sources/--no-sources",
            help="The documents themselves as pages; without them quotes are shown, not what stands around.",
        ),
    ] = True,
    mapped: Annotated[
        bool, typer.Option("--map", help="A map of the whole wiki too, its most linked 2,000 pages.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write over files in OUT that are not wikic's.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the wiki as a website of files: pages, directories, sources, search. It needs no server.

    Open OUT/index.html in a browser, or publish OUT on GitHub Pages or any web space, below any address:
    links are relative. Pointing at a citation shows the sentence it rests on; a click opens the document at
    that sentence. Pages can be read without scripts; quotes on pointing and search take one.

    The same wiki gives the same bytes; files that are as they should be are not written again, and files
    of pages that are gone are taken away. What lies in OUT and is not wikic's stays, and is not written over
    without --force.
    """
    from wikic.errors import UsageError
    from wikic.export.site.run import Options, export_site
    from wikic.session import Session

    session = Session.open(directory)
    options = Options(sources, force, mapped)
    if out is None and session.config.lint.profile == "vault":
        # Nothing is written among a person's notes.
        hint = f"wikic export site -C {directory} OUT, outside of it"
        raise UsageError("OUT is missing: the site of an adopted directory lies elsewhere", hint=hint)
    with console.progress(quiet) as progress, session.library(progress, adopted=True) as library:
        done = export_site(library, out or directory / "site", options, progress=progress)
        console.complain(
            *library.said, *(f"{each}: left out, for it is no SVG that can be read" for each in done.left_out)
        )
    if json:
        console.say_json(done)
    elif not quiet:
        counts = f"{console.count(done.pages, 'page')}, {console.count(done.sources, 'source')}"
        changed = (
            f"{console.count(done.changed, 'file')} written" if done.changed or done.gone else "unchanged"
        )
        gone = f", {done.gone:,} gone" if done.gone else ""
        console.say(f"{done.path}: {counts}; {changed}{gone}. Open {Path(done.path) / 'index.html'}")
