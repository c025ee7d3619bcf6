"""``wikic read``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wikic.cli import console
from wikic.cli.options import Json, Root, Store, Verbose, Wikis, readable

if TYPE_CHECKING:
    from wikic.navigate.tools.result import Result

_NAMED: Final = 20


def read(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            help="Pages by path, name or alias; directories; sources by key.",
            autocompletion=readable,
        ),
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
    wikis: Wikis = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Read pages: facts with numbered sources, relations, and what links to them.

    `wikic read /` shows what the wiki holds, `wikic read people` the pages of a directory. Exit code 1 when
    nothing is found. Pages of an adopted directory are shown as they were written.

    With --wikis paths begin with a wiki, as in what `wikic ask --wikis` says: ada:people/Isaac-Dunn.
    """
    from wikic import build_dir
    from wikic.errors import UsageError
    from wikic.navigate.ask.asker import note_read
    from wikic.navigate.tools.result import Reading
    from wikic.navigate.tools.toolbox import call
    from wikic.navigate.tools.wiki_read import ReadResult
    from wikic.session import Session
    from wikic.store.access_log import AccessLog

    wiki = ""
    if wikis is not None:
        if directory != Path() or store:
            raise UsageError("--wikis names the wikis: leave out -C and --store")
        wiki, directory, paths = _among(wikis, paths)
    session = Session.open(directory)
    with console.progress(quiet=False) as progress:
        library = session.reading(store, progress)
    reading = Reading()
    with library, AccessLog(build_dir.at(library.root)) as log:
        arguments = {"paths": paths, "max_tokens": limit, "after": after, "blocks": blocks}
        result = call(library, "wiki_read", arguments, reading)
        if wiki:
            result = _addressed(wiki, result)
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


def _addressed(wiki: str, result: Result) -> Result:
    """What was read in one of many wikis: what else may have been meant is said with its name."""
    from wikic.federation.members import qualified
    from wikic.navigate.tools.result import Problem
    from wikic.navigate.tools.wiki_read import ReadResult

    def named(problem: Problem) -> Problem:
        return replace(problem, suggestions=tuple(qualified(wiki, each) for each in problem.suggestions))

    if isinstance(result, ReadResult):
        entries = tuple(named(each) if isinstance(each, Problem) else each for each in result.entries)
        return replace(result, entries=entries)
    return named(result) if isinstance(result, Problem) else result


def _among(where: Path, addresses: list[str]) -> tuple[str, Path, list[str]]:
    """The wiki that addresses begin with, its directory, and the paths in it.

    Raises UsageError where one begins with none, or two with several; InputError for what holds no wikis.
    """
    from wikic.errors import UsageError
    from wikic.federation import members
    from wikic.federation.members import parted

    roots = {each.name: each.root for each in members.read_members(where)}
    parts = [parted(each, roots) for each in addresses]
    for (wiki, _), address in zip(parts, addresses, strict=True):
        if not wiki:
            raise UsageError(
                f"{address} begins with no wiki of {where}", hint=f"there are {_named(sorted(roots))}"
            )
    if len({wiki for wiki, _ in parts}) > 1:
        raise UsageError("these are pages of several wikis", hint="read those of one at a time")
    wiki = parts[0][0]
    return wiki, roots[wiki], [path for _, path in parts]


def _named(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
