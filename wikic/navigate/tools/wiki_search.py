"""``wiki_search``: which pages there are for a query; names, summaries and one line each, no pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from wikic import layout
from wikic.navigate.library import Library
from wikic.navigate.reading import Reading
from wikic.navigate.result import Problem, Result
from wikic.navigate.tools.wiki_list import directory_of
from wikic.search.record import Matched

NAME: Final = "wiki_search"
DESCRIPTION: Final = (
    "Search the wiki's pages: exact names and aliases first, then names with typos, then tags, summaries and "
    "text. Returns names, summaries and the best line of each page, not the pages: read them with wiki_read. "
    "Search for one thing at a time, best by its name."
)
PARAMETERS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "A name, or words that the page must hold."},
        "directory": {
            "type": "string",
            "description": "Only pages in or below this directory, such as `people`.",
            "default": "",
        },
        "tag": {"type": "string", "description": "Only pages with this tag.", "default": ""},
        "limit": {
            "type": "integer",
            "description": "How many pages.",
            "minimum": 1,
            "maximum": 100,
            # LLM-Wiki, section 4.1: k = 5 per search
            "default": 5,
        },
    },
    "required": ["query"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Found:
    """A page found.

    path, title, directory, summary, score, matched, snippet: as ``search.record.Hit`` has them.
    read: whether this reader has read it.
    """

    path: str
    title: str
    directory: str
    summary: str
    score: float
    matched: Matched
    snippet: str
    read: bool


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    query: as asked.
    hits: best first.
    """

    query: str
    hits: tuple[Found, ...]

    @property
    def ok(self) -> bool:
        """Whether anything was found."""
        return bool(self.hits)

    def text(self) -> str:
        """Two lines a page: name with summary, the best line where it says something else."""
        if not self.hits:
            return (
                f"Nothing in the wiki matches {self.query[:200]!r}. Try a name or fewer words, or wiki_list."
            )
        lines = []
        for number, hit in enumerate(self.hits, start=1):
            stem = layout.stem(hit.path)
            name = f" {hit.title}" if layout.slug(hit.title) != stem else ""
            how = {
                "name": "",
                "alias": ", by an alias",
                "fuzzy": ", spelled alike",
                "source": ", in its source",
            }.get(hit.matched, "")
            seen = ", read" if hit.read else ""
            summary = f" -- {hit.summary}" if hit.summary else ""
            lines.append(f"{number}. [[{stem}]]{name} ({hit.directory}{how}{seen}){summary}")
            if hit.snippet and hit.snippet not in (hit.summary, hit.title):
                lines.append(f"   {hit.snippet}")
        return "\n".join(lines)


def run(library: Library, arguments: Mapping[str, Any], reading: Reading) -> Result:
    """The tool; arguments are checked."""
    query, directory = arguments["query"], directory_of(arguments["directory"])
    if not query.strip():
        return Problem("The query is empty.", next="Name what you look for, or browse with wiki_list.")
    if directory and not library.has_directory(directory):
        there = library.directory_names()
        return Problem(
            f"There is no directory {directory[:200]!r}.", there, "Search in one of these, or in all."
        )
    hits = library.search.search(
        query, limit=arguments["limit"], directory=directory or None, tag=arguments["tag"] or None
    )
    # The index may be a moment behind the tree: what is gone is not offered.
    hits = [hit for hit in hits if library.record(hit.path) is not None]
    reading.searches.append((query, len(hits)))
    reading.offer(*(hit.path for hit in hits))
    return SearchResult(
        query,
        tuple(
            Found(
                hit.path,
                hit.title,
                hit.directory,
                hit.summary,
                hit.score,
                hit.matched,
                hit.snippet,
                hit.path in reading.pages,
            )
            for hit in hits
        ),
    )
