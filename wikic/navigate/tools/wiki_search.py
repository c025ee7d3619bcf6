"""``wiki_search``: which pages there are for a query; names, summaries and one line each, no pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from wikic import layout
from wikic.navigate.library import Library
from wikic.navigate.tools.arguments import Taken
from wikic.navigate.tools.result import Problem, Reading, Result
from wikic.navigate.tools.wiki_list import directory_of
from wikic.search.fields import Matched

NAME: Final = "wiki_search"
DESCRIPTION: Final = (
    "Search the wiki's pages by name, alias, tags, summary and text: names first. Gives names, summaries and "
    "the best line of each page: read them with wiki_read. One thing a query, best by its name."
)


class Arguments(Taken, frozen=True):
    query: Annotated[
        tuple[str, ...],
        Meta(description="Names, or words that the page must hold; several queries are answered apart."),
    ]
    directory: Annotated[str, Meta(description="Only pages in or below it, such as `people`.")] = ""
    tag: Annotated[str, Meta(description="Only pages with this tag.")] = ""
    # LLM-Wiki, section 4.1: k = 5 per search
    limit: Annotated[int, Meta(description="How many pages for a query.", ge=1, le=100)] = 5


@dataclass(frozen=True, slots=True)
class Found:
    """A page found.

    path, title, directory, summary, score, matched, snippet: as ``search.record.Hit`` has them.
    facts: whether its page states any.
    read: whether this reader has read it.
    """

    path: str
    title: str
    directory: str
    summary: str
    score: float
    matched: Matched
    snippet: str
    facts: bool
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
        """Two lines a page: name with summary, how it was found, the best line where it says more."""
        if not self.hits:
            return (
                f"Nothing in the wiki matches {self.query[:200]!r}. Try a name or fewer words, or wiki_list."
            )
        lines = []
        if not any(hit.matched in ("name", "alias") for hit in self.hits):
            lines.append(f"No page is called {self.query[:100]!r}.")
        for number, hit in enumerate(self.hits, start=1):
            stem = layout.stem(hit.path)
            name = f" {hit.title}" if layout.page_stem(hit.title) != stem else ""
            how = {
                "name": ", its name",
                "alias": ", by an alias",
                "fuzzy": ", spelled alike",
                "source": ", in its source",
            }.get(hit.matched, ", in its text")
            how += "" if hit.facts else ", no facts"
            seen = ", read" if hit.read else ""
            summary = f" -- {hit.summary}" if hit.summary else ""
            lines.append(f"{number}. [[{stem}]]{name} ({hit.directory}{how}{seen}){summary}")
            if hit.snippet and hit.snippet not in (hit.summary, hit.title):
                lines.append(f"   {hit.snippet}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Searches:
    """What several queries found, in order."""

    results: tuple[SearchResult | Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether any of them found something."""
        return any(each.ok for each in self.results)

    def text(self) -> str:
        """One after the other, each under its query."""
        return "\n\n".join(
            f"# {each.query}\n{each.text()}" if isinstance(each, SearchResult) else each.text()
            for each in self.results
        )


def run(library: Library, asked: Arguments, reading: Reading) -> Result:
    """The tool; arguments are checked."""
    queries = dict.fromkeys(asked.query)
    results = tuple(_search_query(library, query, asked, reading) for query in queries)
    return results[0] if len(results) == 1 else Searches(results)


def _search_query(library: Library, query: str, asked: Arguments, reading: Reading) -> SearchResult | Problem:
    directory = directory_of(library, asked.directory)
    if not query.strip():
        return Problem("The query is empty.", next="Name what you look for, or browse with wiki_list.")
    if directory and not library.has_directory(directory):
        there = library.directory_names()
        return Problem(
            f"There is no directory {directory[:200]!r}.", there, "Search in one of these, or in all."
        )
    hits = library.search.search(
        query,
        limit=asked.limit,
        directory=directory or None,
        tag=asked.tag or None,
        answers=not reading.answering,
    )
    # The index may be a moment behind the tree: what is gone is not offered.
    hits = [hit for hit in hits if library.record(hit.path) is not None]
    reading.searches.append((query, len(hits)))
    reading.offer(*(hit.path for hit in hits), origin="search")
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
                bool(view.facts),
                hit.path in reading.pages,
            )
            for hit in hits
            if (view := library.view(hit.path)) is not None
        ),
    )
