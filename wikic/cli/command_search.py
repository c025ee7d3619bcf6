"""``wikic search``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli.options import Json, Root, Verbose

if TYPE_CHECKING:
    from wikic.navigate.tools.wiki_search import SearchResult


def search(
    query: Annotated[
        list[str], typer.Argument(metavar="QUERY...", help="A name, or words that the page must hold.")
    ],
    directory: Root = Path(),
    inside: Annotated[
        str, typer.Option("--in", metavar="DIR", help="Only pages in or below this directory: people.")
    ] = "",
    tag: Annotated[str, typer.Option(help="Only pages with this tag.")] = "",
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many pages.")] = 10,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Find pages by name, alias, tag or text; typos in names are forgiven.

    Nothing in a query is syntax. Exit code 1 when nothing is found. Works on adopted directories, too.
    """
    from wikic.cli import console
    from wikic.navigate.toolbox import call
    from wikic.navigate.tools.wiki_search import SearchResult
    from wikic.session import Session

    session = Session.open(directory)
    with console.progress(quiet=False) as progress:
        library = session.library(progress, adopted=True)
    with library:
        arguments = {"query": [" ".join(query)], "directory": inside, "tag": tag, "limit": limit}
        result = call(library, "wiki_search", arguments)
        if json:
            console.say_json(result)
        elif isinstance(result, SearchResult) and result.hits:
            _say(result)
        else:
            console.complain(*console.advice(result.text()))
        console.complain(*(library.notes if verbose else library.said))
    raise typer.Exit(0 if result.ok else 1)


def _say(result: SearchResult) -> None:
    """Each page's path and title, what it is, its best line."""
    from wikic.cli import console

    for hit in result.hits:
        how = {"alias": "  (by an alias)", "fuzzy": "  (spelled alike)", "source": "  (in the source)"}.get(
            hit.matched, ""
        )
        console.say_strong(hit.path, f"  {hit.title}{how}")
        for line in dict.fromkeys((hit.summary, hit.snippet)):
            if line and line != hit.title:
                console.say_text(f"    {line}")
