"""``wikic search``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Json, Root, Store, Verbose

if TYPE_CHECKING:
    from wikic.navigate.library import Library
    from wikic.navigate.tools.result import Result
    from wikic.session import Session


def search(
    query: Annotated[
        list[str], typer.Argument(metavar="QUERY...", help="A name, or words that the page must hold.")
    ],
    directory: Root = Path(),
    inside: Annotated[
        str, typer.Option("--in", metavar="DIR", help="Only pages in or below this directory: people.")
    ] = "",
    tag: Annotated[str, typer.Option(help="Only pages with this tag.")] = "",
    sources: Annotated[
        bool,
        typer.Option(
            "--sources",
            help="Search the documents themselves: parts that hold the words, in any case.",
        ),
    ] = False,
    semantic: Annotated[
        bool,
        typer.Option(
            "--semantic", help="Search the documents by what their sentences mean; see `wikic embed`."
        ),
    ] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many pages.")] = 10,
    store: Store = "",
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Find pages by name, alias, tag or text; typos in names are forgiven.

    Nothing in a query is syntax. Exit code 1 when nothing is found. Works on adopted directories, too.

    With --sources every QUERY is a keyword or phrase of its own: wikic search --sources "tide gauge" 1823
    shows the parts of documents that hold them most, with the sentences that do.
    """
    from wikic.errors import UsageError
    from wikic.session import Session

    if (sources or semantic) and (inside or tag):
        option = "--sources" if sources else "--semantic"
        raise UsageError(f"{option} and --in or --tag exclude each other: documents have no directory or tag")
    if sources and semantic:
        raise UsageError("--sources and --semantic exclude each other")
    session = Session.open(directory)
    with console.progress(quiet=False) as progress:
        library = session.reading(store, progress)
    with library:
        if sources:
            result = _in_sources(library, query, limit)
        elif semantic:
            result = _by_meaning(session, library, " ".join(query), limit)
        else:
            result = _in_pages(library, " ".join(query), inside, tag, limit)
        if json:
            console.say_json(result)
        elif result.ok:
            _say(result)
        else:
            console.complain(*console.advice(result.text()))
        console.complain(*(library.notes if verbose else library.said))
    raise typer.Exit(0 if result.ok else 1)


def _in_pages(library: Library, query: str, inside: str, tag: str, limit: int) -> Result:
    from wikic.navigate.tools.toolbox import call

    return call(library, "wiki_search", {"query": [query], "directory": inside, "tag": tag, "limit": limit})


def _in_sources(library: Library, keywords: list[str], limit: int) -> Result:
    from wikic.navigate.tools.toolbox import call

    return call(library, "source_search", {"keywords": keywords, "limit": limit})


def _by_meaning(session: Session, library: Library, query: str, limit: int) -> Result:
    """Raises UsageError where there are no vectors to compare with."""
    from wikic.errors import UsageError
    from wikic.navigate.tools.toolbox import call

    with session.models() as models:
        library.meaning = session.meaning(models)
        if library.meaning is None:
            raise UsageError(
                "no vectors are kept for this wiki",
                hint="name a model as [embedding] model, then: wikic embed",
            )
        return call(library, "semantic_search", {"query": query, "limit": limit})


def _say(result: Result) -> None:
    """Each page's path and title, what it is, its best line; of a document its key and the sentences."""
    from wikic.navigate.tools.source_search import SourceSearch
    from wikic.navigate.tools.wiki_search import SearchResult

    if isinstance(result, SearchResult):
        for hit in result.hits:
            how = {
                "alias": "  (by an alias)",
                "fuzzy": "  (spelled alike)",
                "source": "  (in the source)",
            }.get(hit.matched, "")
            console.say_strong(hit.path, f"  {hit.title}{how}")
            lines = (hit.snippet,) if _tells(hit.snippet, hit.summary) else (hit.summary, hit.snippet)
            for line in lines:
                if line and line != hit.title:
                    console.say_text(f"    {line}")
    elif isinstance(result, SourceSearch):
        for part in result.parts:
            where = f"  (part {part.part} of {part.parts})" if part.parts > 1 else ""
            console.say_strong(part.key or part.article, f"  {part.title}{where}")
            for sentence in part.sentences:
                console.say_text(f"    {sentence.text}")
            if part.more:
                console.say_text(f"    ({console.count(part.more, 'more sentence')})")


def _tells(sentence: str, summary: str) -> bool:
    """Whether a sentence says all that a summary does, in words of its own order."""
    words = re.findall(r"\w+", summary.casefold())
    said = sentence.casefold()
    return all(word in said for word in words)
