"""The tools that clients see: the toolbox's as they are, two of the server's own, an example of each call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from wikic.mcp import wiki_ask, wiki_status
from wikic.navigate.tools.toolbox import SEMANTIC, TOOLS, Tool


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


def shown(name: str, description: str, parameters: Mapping[str, Any]) -> ListedTool:
    """A tool with its title and example."""
    title, example = _SHOWN.get(name, (name, {}))
    return ListedTool(name, title, description, parameters, example)


def _listed(tools: tuple[Tool, ...]) -> tuple[ListedTool, ...]:
    return (
        *(shown(each.name, each.description, each.parameters) for each in tools),
        shown(wiki_ask.NAME, wiki_ask.DESCRIPTION, wiki_ask.PARAMETERS),
        shown(wiki_status.NAME, wiki_status.DESCRIPTION, wiki_status.PARAMETERS),
    )


LISTED: Final = _listed(TOOLS)
_WITH_MEANING: Final = _listed((*TOOLS, SEMANTIC))


def listed(*, meaning: bool) -> tuple[ListedTool, ...]:
    """The tools that clients see. meaning: whether the wiki is searched by meaning too."""
    return _WITH_MEANING if meaning else LISTED
