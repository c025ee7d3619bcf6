"""The tools with which anything walks the wiki: the agent, MCP, HTTP and the command line use these alone.

Adding one: a file beside this one with a name, a description, ``Arguments`` and ``run``, a line in
``TOOLS``, a test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import convert

from wikic.errors import FormatError
from wikic.navigate.library import Library
from wikic.navigate.tools import (
    rerank,
    source_read,
    source_search,
    wiki_links,
    wiki_list,
    wiki_read,
    wiki_search,
)
from wikic.navigate.tools.arguments import Taken, check_arguments, schema_of
from wikic.navigate.tools.result import Problem, Reading, Result


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool.

    name: short snake_case.
    description: what it does and when to use it, for whoever chooses.
    arguments: what it takes. run: the tool over them.
    parameters: their JSON schema, an object.
    """

    name: str
    description: str
    arguments: type[Taken]
    run: Callable[[Library, Any, Reading], Result]
    parameters: Mapping[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", schema_of(self.arguments))

    def __call__(
        self, library: Library, arguments: Mapping[str, Any] | None = None, reading: Reading | None = None
    ) -> Result:
        """Check ``arguments`` and run; what is wrong with them, or with the wiki, is a ``Problem``."""
        taken = check_arguments(self.parameters, arguments or {})
        if isinstance(taken, Problem):
            return taken
        try:
            return self.run(
                library, convert(taken, self.arguments), reading if reading is not None else Reading()
            )
        except FormatError as error:
            # An index that was damaged while it was open; reading by path goes on.
            return Problem(f"{error}.", next="Read pages by path, or try again in a moment.")


TOOLS: Final[tuple[Tool, ...]] = tuple(
    Tool(each.NAME, each.DESCRIPTION, each.Arguments, each.run)
    for each in (wiki_search, wiki_read, wiki_list, wiki_links, source_search, source_read, rerank)
)


# Offered where the wiki has vectors.
SEMANTIC: Final = Tool(
    source_search.SEMANTIC_NAME,
    source_search.SEMANTIC_DESCRIPTION,
    source_search.SemanticArguments,
    source_search.run_semantic,
)


def tools_of(library: Library) -> tuple[Tool, ...]:
    """The tools there are for a wiki."""
    return TOOLS if library.meaning is None else (*TOOLS, SEMANTIC)


def find_tool(name: str) -> Tool | None:
    """The tool of that name, or None."""
    return next((each for each in (*TOOLS, SEMANTIC) if each.name == name), None)


def call(
    library: Library, name: str, arguments: Mapping[str, Any] | None = None, reading: Reading | None = None
) -> Result:
    """Run a tool by name, as agents do; an unknown name is a ``Problem``."""
    offered = tools_of(library)
    found = next((each for each in offered if each.name == name), None)
    if found is None:
        return Problem(
            f"There is no tool {name[:60]!r}.", tuple(each.name for each in offered), "Call one of these."
        )
    return found(library, arguments, reading)
