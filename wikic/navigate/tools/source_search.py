"""``source_search``: which parts of the documents hold keywords, and the sentences that do (A-RAG, 3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from wikic.model.article import Article
from wikic.navigate.indexes.catalogue_view import SourceRef
from wikic.navigate.library import Library
from wikic.navigate.tools.read_so_far import Reading
from wikic.navigate.tools.result import Problem, Result
from wikic.navigate.tools.source_parts import (
    LIMIT,
    FoundPart,
    found_part,
    holds,
    keyword_score,
    keywords_of,
    parts_of,
)
from wikic.text.normalise import normalise

NAME: Final = "source_search"
DESCRIPTION: Final = (
    "Search the source documents themselves, for what no page says: parts that hold keywords, letter for "
    "letter but for case, with the sentences that do. Short, specific keywords of 1 to 3 words find most. "
    "Read a part with source_read before you rely on it."
)
PARAMETERS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "keywords": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Names, numbers, terms, of 1 to 3 words each; any of them may be found.",
        },
        "limit": LIMIT,
    },
    "required": ["keywords"],
    "additionalProperties": False,
}
# Articles that are looked into for a keyword, best first by the index, which knows whole words.
_LOOKED_INTO: Final = 60


@dataclass(frozen=True, slots=True)
class SourceSearch:
    """What a search of the documents found.

    keywords: as asked. parts: best first.
    """

    keywords: tuple[str, ...]
    parts: tuple[FoundPart, ...]

    @property
    def ok(self) -> bool:
        """Whether anything was found."""
        return bool(self.parts)

    def text(self) -> str:
        """The parts, one after the other."""
        if not self.parts:
            said = ", ".join(repr(each[:60]) for each in self.keywords)
            return f"No document holds {said}. Try fewer or shorter words, or other names of the same."
        return "\n\n".join(each.text() for each in self.parts)


def run(library: Library, arguments: Mapping[str, Any], reading: Reading) -> Result:
    """The tool; arguments are checked."""
    given = tuple(dict.fromkeys(each.strip() for each in arguments["keywords"] if each.strip()))
    keywords = keywords_of(given)
    if not keywords:
        return Problem("The keywords are empty.", next="Name what you look for, in 1 to 3 words each.")
    if not library.catalogue.sources:
        return Problem(
            "This wiki keeps no documents beside its pages.", next="Search its pages: wiki_search."
        )
    limit = arguments["limit"]
    found: list[FoundPart] = []
    for most, article, source in _candidates(library, given, keywords):
        # No part of it, or of those that follow, comes before what is found already.
        if len(found) >= limit and found[limit - 1].score >= most:
            break
        found = sorted((*found, *_parts_of(source, article, keywords)), key=_order)
    best = found[:limit]
    reading.searches.append((", ".join(given), len(best)))
    return SourceSearch(given, tuple(replace(each, number=reading.number(each.digest)) for each in best))


def _order(part: FoundPart) -> tuple[float, str, int]:
    return -part.score, part.article, part.part


def _candidates(
    library: Library, given: Iterable[str], keywords: Sequence[str]
) -> list[tuple[int, Article, SourceRef]]:
    """Articles that hold a keyword, with the most that a part of each may score, best first."""
    index = library.source_search
    paths = dict.fromkeys(hit.path for each in given for hit in index.search(each, limit=_LOOKED_INTO))
    found = []
    for path in paths:
        source, article = library.source(path), library.article(path)
        if source is None or article is None:
            continue
        score = keyword_score(normalise(article.text).casefold(), keywords)
        if score:
            found.append((score, article, source))
    return sorted(found, key=lambda each: (-each[0], each[2].article))


def _parts_of(source: SourceRef, article: Article, keywords: Sequence[str]) -> Iterator[FoundPart]:
    """The parts of an article that hold keywords; their documents have no number yet."""
    cut_up = parts_of(article)
    for place, blocks in enumerate(cut_up, start=1):
        holding = [each for each in blocks if holds(each.text, keywords)]
        # A heading is shown where nothing below it says as much.
        holding = [each for each in holding if each.kind != "heading"] or holding
        if holding:
            score = keyword_score("\n".join(each.text for each in blocks).casefold(), keywords)
            yield found_part(source, article, (place, len(cut_up)), score, holding)
