"""``wikic export graph``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Quiet, Root


class Format(StrEnum):
    """What the graph is written as."""

    JSONLD = "jsonld"
    GRAPHML = "graphml"


def graph(
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="[OUT]",
            help="File for the graph, such as wiki.jsonld or wiki.graphml; - prints it."
            "  \\[default: graph.jsonld beside wiki/]",
            show_default=False,
        ),
    ] = None,
    directory: Root = Path(),
    format: Annotated[
        Format | None,
        typer.Option(
            "--format", "-f", help="What is written.  \\[default: by the name of OUT]", show_default=False
        ),
    ] = None,
    facts: Annotated[
        bool,
        typer.Option("--facts", help="Facts as nodes too, with their quotes and the pages they name."),
    ] = False,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="What addresses begin with, such as https://example.org/wiki/."
            "  \\[default: urn:wikic:TITLE: in JSON-LD, nothing in GraphML]",
            show_default=False,
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write the wiki as a graph: RDF (JSON-LD in terms of schema.org) or GraphML.

    Pages, directories and sources are nodes; they are joined by relations with their labels, links, mentions,
    what is part of what, and which page cites which source. With --facts each fact is a node, with the
    sentences it rests on. rdflib, Jena and triple stores read JSON-LD; Gephi, yEd, Cytoscape and networkx
    read GraphML.

    The same wiki gives the same bytes. A file that is no earlier graph is not written over.
    """
    import sys

    from wikic.cli import output_file
    from wikic.errors import UsageError
    from wikic.export.graph import graph_ml_lines, graph_of, json_ld_lines
    from wikic.export.skill import name_of
    from wikic.session import Session

    session = Session.open(directory)
    if out is None and session.config.lint.profile == "vault":
        hint = f"wikic export graph -C {directory} OUT, outside of it"
        raise UsageError("OUT is missing: nothing is written among a person's notes", hint=hint)
    printed = out == Path("-")
    path = out if out is not None else directory / f"graph.{format or Format.JSONLD}"
    chosen = format or _by_name(path, printed)
    if not printed:
        output_file.require(path, output_file.GRAPH)
    with console.progress(quiet) as progress, session.library(progress, adopted=True) as library:
        library.hold()
        named = f"urn:wikic:{name_of(library.overview()[0] or 'Wiki')}:" if chosen is Format.JSONLD else ""
        start = base if base is not None else named
        found = graph_of(library, facts=facts, progress=progress)
        lines = json_ld_lines(found, start) if chosen is Format.JSONLD else graph_ml_lines(found, start)
        if printed:
            for line in lines:
                sys.stdout.write(f"{line}\n")
        else:
            output_file.write_lines(path, lines, output_file.GRAPH)
        console.complain(*library.said)
        pages = len(library.catalogue.pages)
    if not (printed or quiet):
        console.say(f"{path}: {console.count(pages, 'page')}")


def _by_name(path: Path, printed: bool) -> Format:
    """The format of a file's name. Raises UsageError where it tells none."""
    from wikic.errors import UsageError

    endings = {".jsonld": Format.JSONLD, ".json": Format.JSONLD, ".graphml": Format.GRAPHML}
    ending = ".jsonld" if printed else path.suffix.casefold()
    if ending not in endings:
        raise UsageError(f"{path}: which format?", hint="name it .jsonld or .graphml, or say --format")
    return endings[ending]
