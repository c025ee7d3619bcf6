"""What the protocol serves, one wiki or many: the toolbox, two tools more, and pages as resources.

A page is ``wiki://page/people/Isaac-Dunn``. The list holds indexes, which lead to every page.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, unquote

from wikic import layout
from wikic.errors import WikicError
from wikic.mcp import wiki_ask, wiki_status
from wikic.mcp.replies import MAX_TOKENS, ToolReply, bound_text, value_of
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Problem, Reading, Result
from wikic.navigate.tools.toolbox import SEMANTIC, TOOLS, Tool, call
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


def list_resources(library: Library) -> tuple[Resource, ...]:
    """The root index and those of the directories at the top."""
    title, overview = library.overview()
    rows = [Resource(uri_of(layout.ROOT_INDEX), layout.ROOT_INDEX, title or "Wiki", overview)]
    for each in library.directories():
        if "/" not in each.path:
            index = layout.index_path(each.path)
            about = f"{each.pages + each.below:,} pages. {each.description}".strip()
            rows.append(Resource(uri_of(index), index, each.title, about))
    return tuple(rows)


def read_resource(library: Library, uri: str) -> str | Problem:
    """A page, index or source in reading form, complete by itself, within the limit."""
    path = path_of(uri)
    if not path:
        return Problem(f"{uri[:200]!r} is no page.", next=f"Pages are {TEMPLATE}, such as {uri_of('index')}.")
    result = call(library, "wiki_read", {"paths": [path], "max_tokens": MAX_TOKENS}, Reading())
    if isinstance(result, ReadResult) and result.ok:
        return bound_text(result.text())
    if isinstance(result, ReadResult):
        result = next((each for each in result.entries if isinstance(each, Problem)), result)
    return result if isinstance(result, Problem) else Problem(result.text())


def complete_path(library: Library, start: str) -> tuple[str, ...]:
    """Page paths that begin with ``start``, or whose name does; the first few."""
    wanted = start.casefold()
    found = (
        path
        for path in library.catalogue.pages
        if path.casefold().startswith(wanted) or layout.stem(path).casefold().startswith(wanted)
    )
    return tuple(path for path, _ in zip(found, range(MAX_COMPLETIONS), strict=False))


@dataclass(frozen=True, slots=True)
class ListedTool:
    """A tool as clients see it.

    name, description: of the tool.
    title: for people, who allow or forbid it.
    parameters: JSON schema of its arguments.
    example: arguments of a usual call.
    """

    name: str
    title: str
    description: str
    parameters: Mapping[str, Any]
    example: Mapping[str, Any]

    @property
    def schema(self) -> dict[str, Any]:
        """The schema with the example in it."""
        return {**self.parameters, "examples": [dict(self.example)]}


# Title and example of every tool; one without a line here is served under its name, without an example.
_SHOWN: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "wiki_search": ("Search the wiki", {"query": ["lighthouse keeper"], "limit": 5}),
    "wiki_read": ("Read pages of the wiki", {"paths": ["Isaac-Dunn", "people/Eleanor-Rooke"]}),
    "wiki_list": ("List what the wiki holds", {"directory": "people"}),
    "wiki_links": ("Follow links of a page", {"page": "Isaac-Dunn", "label": "born in"}),
    "source_search": ("Search the source documents", {"keywords": ["tide gauge", "1823"], "limit": 5}),
    SEMANTIC.name: ("Search the documents by meaning", {"query": "who looks after the light", "limit": 5}),
    "source_read": ("Read a source document", {"source": "1"}),
    "rerank": ("Put what was read in order", {"question": "Who looked after the light?", "limit": 5}),
    wiki_ask.NAME: ("Ask the wiki", {"question": "When was Eleanor Rooke born?"}),
    wiki_status.NAME: ("State of the wiki", {}),
}


def describe_tool(name: str, description: str, parameters: Mapping[str, Any]) -> ListedTool:
    """A tool with its title and example."""
    title, example = _SHOWN.get(name, (name, {}))
    return ListedTool(name, title, description, parameters, example)


def _list_tools(tools: tuple[Tool, ...]) -> tuple[ListedTool, ...]:
    return (
        *(describe_tool(each.name, each.description, each.parameters) for each in tools),
        describe_tool(wiki_ask.NAME, wiki_ask.DESCRIPTION, wiki_ask.PARAMETERS),
        describe_tool(wiki_status.NAME, wiki_status.DESCRIPTION, wiki_status.PARAMETERS),
    )


LISTED: Final = _list_tools(TOOLS)
_WITH_MEANING: Final = _list_tools((*TOOLS, SEMANTIC))


def listed_tools(*, meaning: bool) -> tuple[ListedTool, ...]:
    """The tools that clients see. meaning: whether the wiki is searched by meaning too."""
    return _WITH_MEANING if meaning else LISTED


class Serves(ABC):
    """``Service`` over one wiki, ``FederatedService`` over many. ``close`` it when the server ends.

    reader: name of the one who asks over HTTP, None for whoever may read everything.
    instructions: what a client's model is told. values: whether results carry their fields beside the text.
    """

    instructions: str

    def __init__(self, *, values: bool) -> None:
        self._values = values

    @property
    @abstractmethod
    def tools(self) -> tuple[ListedTool, ...]:
        """Those that clients may call."""

    @abstractmethod
    def resources(self, reader: str | None = None) -> tuple[Resource, ...]:
        """Indexes, which lead to every page."""

    @abstractmethod
    def read(self, uri: str, reader: str | None = None) -> str | Problem:
        """A page, index or source by its resource, in reading form."""

    @abstractmethod
    def complete(self, start: str, reader: str | None = None) -> tuple[str, ...]:
        """Page paths that begin so."""

    @abstractmethod
    def close(self) -> None:
        """End."""

    def call(
        self, client: str, name: str, arguments: Mapping[str, Any] | None, reader: str | None = None
    ) -> ToolReply:
        """Call a tool for a client session, "" where it has none; everything that can go wrong is told."""
        tool = next((each for each in self.tools if each.name == name), None)
        if tool is None:
            names = tuple(each.name for each in self.tools)
            problem = Problem(f"There is no tool {name[:60]!r}.", names, "Call one of these.")
            return ToolReply(bound_text(problem.text()), failed=True)
        try:
            result = self._run(client, tool, arguments or {}, reader)
        except WikicError as error:
            result = self._fault(error, reader)
        value = value_of(result) if self._values else None
        return ToolReply(bound_text(result.text()), self._has_failed(result), value)

    def _has_failed(self, result: Result) -> bool:
        """Finding nothing is an answer; a call that cannot be answered is not."""
        return isinstance(result, Problem) or (isinstance(result, ReadResult) and not result.ok)

    @abstractmethod
    def _run(self, client: str, tool: ListedTool, arguments: Mapping[str, Any], reader: str | None) -> Result:
        """What a tool gives. Raises WikicError."""

    @abstractmethod
    def _fault(self, error: WikicError, reader: str | None) -> Problem:
        """What a client is told of an error."""
