"""What a client is told: a text for its model, bounded; values for programs that ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from wikic.mcp import wiki_ask, wiki_status
from wikic.navigate.result import Problem, Result
from wikic.navigate.token_estimate import cut, tokens
from wikic.navigate.toolbox import SEMANTIC, TOOLS, Tool
from wikic.navigate.tools.wiki_read import ReadResult

# Clients cut or refuse longer results; Claude Code does at 25,000 tokens of its own counting.
MAX_TOKENS: Final = 20_000
MARGIN: Final = 500  # of them for what stands around a result
_CUT: Final = "\n… (cut: ask for less at once, with a smaller `limit` or fewer paths)"


@dataclass(frozen=True, slots=True)
class ToolReply:
    """A result on its way to a client.

    text: the reading form.
    failed: whether it is a problem; the text says what to do next.
    value: the same as plain values, or None.
    """

    text: str
    failed: bool = False
    value: dict[str, Any] | None = None


def reply_of(result: Result, *, values: bool) -> ToolReply:
    """A tool's result within the limit; with ``values``, its fields too where they keep to it."""
    return ToolReply(bounded(result.text()), failed(result), value_of(result) if values else None)


def bounded(text: str) -> str:
    """``text`` in at most ``MAX_TOKENS`` tokens."""
    if tokens(text) <= MAX_TOKENS:
        return text
    return cut(text, MAX_TOKENS - tokens(_CUT)) + _CUT


def failed(result: Result) -> bool:
    """Finding nothing is an answer; a call that cannot be answered is not."""
    return isinstance(result, Problem) or (isinstance(result, ReadResult) and not result.ok)


def value_of(result: Result) -> dict[str, Any] | None:
    """Its fields as plain values, None where they are too many."""
    import msgspec

    value = msgspec.to_builtins(result)
    whole = isinstance(value, dict) and tokens(msgspec.json.encode(value).decode()) <= 2 * MAX_TOKENS
    return value if whole else None


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
