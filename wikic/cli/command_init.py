"""``wikic init``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import Collection, Documents, Json, Model, Quiet, Root


def init(
    documents: Documents,
    directory: Root = Path(),
    title: Annotated[
        str | None,
        typer.Option(help="Title of the wiki.  [default: the directory's name]", show_default=False),
    ] = None,
    collection: Collection = None,
    model: Model = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Propose a schema from a sample of the documents and start a wiki.

    Writes wikic.toml, wiki/schema.yaml (yours to edit), an empty index, and the lines git needs. No
    document is taken in yet; that is `wikic compile`.
    """
    from wikic.cli import console
    from wikic.schema.start import start
    from wikic.session import Session

    session = Session.open(directory)
    with console.progress(quiet) as progress:
        started = start(
            directory, documents, session.curator(model), title, collection=collection, progress=progress
        )
    if json:
        console.say_json(started)
        return
    if quiet:
        return
    sampled = "" if started.sampled == started.documents else f", {started.sampled} of them sampled"
    console.say(
        f"{directory / 'wiki'}: a schema from {console.count(started.documents, 'document')}{sampled}"
    )
    if started.unreadable:
        console.say(
            f"{console.count(started.unreadable, 'document')} cannot be read; `wikic compile` says why"
        )
    width = max(len(dimension.name) for dimension in started.schema.dimensions)
    for dimension in started.schema.dimensions:
        console.say(f"  {dimension.name:<{width}}  {dimension.description}")
    console.say(f"Edit {directory / 'wiki/schema.yaml'} if this is not what you want, then:")
    console.say(f"  wikic compile {' '.join(map(str, documents))} -C {directory}")
