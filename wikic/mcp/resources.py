"""Pages as resources: ``wiki://page/people/Isaac-Dunn``. The list holds indexes, which lead to every page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from wikic import layout
from wikic.mcp.replies import MAX_TOKENS, bounded
from wikic.navigate.library import Library
from wikic.navigate.tools.read_so_far import Reading
from wikic.navigate.tools.result import Problem
from wikic.navigate.tools.toolbox import call
from wikic.navigate.tools.wiki_read import ReadResult

_SCHEME: Final = "wiki://page/"
TEMPLATE: Final = _SCHEME + "{path}"
# Pages whose path begins as a person typed it; clients show a few.
MAX_COMPLETIONS: Final = 50


@dataclass(frozen=True, slots=True)
class Resource:
    """An index that a client may show in a list.

    uri: of the resource.
    name: page path.
    title: for people.
    description: what is there.
    """

    uri: str
    name: str
    title: str
    description: str


def uri_of(path: str) -> str:
    """The resource of a page path."""
    return _SCHEME + quote(path, safe="/")


def path_of(uri: str) -> str | None:
    """The page path of a resource, written as the template says or as people write it; None for others."""
    if not uri.startswith(_SCHEME):
        return None
    return unquote(uri.removeprefix(_SCHEME)).strip("/")


def listed(library: Library) -> tuple[Resource, ...]:
    """The root index and those of the directories at the top."""
    title, overview = library.overview()
    rows = [Resource(uri_of(layout.ROOT_INDEX), layout.ROOT_INDEX, title or "Wiki", overview)]
    for each in library.directories():
        if "/" not in each.path:
            index = layout.index_path(each.path)
            about = f"{each.pages + each.below:,} pages. {each.description}".strip()
            rows.append(Resource(uri_of(index), index, each.title, about))
    return tuple(rows)


def read(library: Library, uri: str) -> str | Problem:
    """A page, index or source in reading form, complete by itself, within the limit."""
    path = path_of(uri)
    if not path:
        return Problem(f"{uri[:200]!r} is no page.", next=f"Pages are {TEMPLATE}, such as {uri_of('index')}.")
    result = call(library, "wiki_read", {"paths": [path], "max_tokens": MAX_TOKENS}, Reading())
    if isinstance(result, ReadResult) and result.ok:
        return bounded(result.text())
    if isinstance(result, ReadResult):
        result = next((each for each in result.entries if isinstance(each, Problem)), result)
    return result if isinstance(result, Problem) else Problem(result.text())


def complete(library: Library, start: str) -> tuple[str, ...]:
    """Page paths that begin with ``start``, or whose name does; the first few."""
    wanted = start.casefold()
    found = (
        path
        for path in library.catalogue.pages
        if path.casefold().startswith(wanted) or layout.stem(path).casefold().startswith(wanted)
    )
    return tuple(path for path, _ in zip(found, range(MAX_COMPLETIONS), strict=False))
