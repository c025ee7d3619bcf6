"""``source_search`` and ``semantic_search`` (A-RAG, section 3.2): parts of the documents, and the sentences
for which they were found; by keywords, letter for letter, or by meaning where the wiki has vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from msgspec import Meta

from wikic.model.article import Article
from wikic.navigate.indexes.catalogue_view import SourceRef
from wikic.navigate.library import Library
from wikic.navigate.tools.arguments import Taken
from wikic.navigate.tools.result import Problem, Reading, Result
from wikic.navigate.tools.source_parts import (
    FoundPart,
    Parts,
    found_part,
    holds_keyword,
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


class Arguments(Taken, frozen=True):
    keywords: Annotated[
        tuple[str, ...],
        Meta(description="Names, numbers, terms, of 1 to 3 words each; any of them may be found."),
    ]
    limit: Parts = 5


SEMANTIC_NAME: Final = "semantic_search"
SEMANTIC_DESCRIPTION: Final = (
    "Find parts of the source documents by what their sentences mean, where the documents' own words are not "
    "known. Names, numbers and exact terms are found better by wiki_search and source_search. Read a part "
    "with source_read before you rely on it."
)


class SemanticArguments(Taken, frozen=True):
    query: Annotated[str, Meta(description="What is looked for, in words of your own.")]
    limit: Parts = 5


_SENTENCES: Final = 10  # that are ranked for each part wanted: a part may hold several of the nearest
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


def run(library: Library, asked: Arguments, reading: Reading) -> Result:
    """The tool; arguments are checked."""
    given = tuple(dict.fromkeys(each.strip() for each in asked.keywords if each.strip()))
    keywords = keywords_of(given)
    if not keywords:
        return Problem("The keywords are empty.", next="Name what you look for, in 1 to 3 words each.")
    if not library.catalogue.sources:
        return Problem(
            "This wiki keeps no documents beside its pages.", next="Search its pages: wiki_search."
        )
    limit = asked.limit
    found: list[FoundPart] = []
    for most, article, source in _candidate_articles(library, given, keywords):
        # No part of it, or of those that follow, comes before what is found already.
        if len(found) >= limit and found[limit - 1].score >= most:
            break
        found = sorted((*found, *_parts_of(source, article, keywords)), key=_part_order)
    best = found[:limit]
    reading.searches.append((", ".join(given), len(best)))
    return SourceSearch(given, tuple(replace(each, number=reading.number(each.digest)) for each in best))


def _part_order(part: FoundPart) -> tuple[float, str, int]:
    return -part.score, part.article, part.part


def _candidate_articles(
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
        holding = [each for each in blocks if holds_keyword(each.text, keywords)]
        # A heading is shown where nothing below it says as much.
        holding = [each for each in holding if each.kind != "heading"] or holding
        if holding:
            score = keyword_score("\n".join(each.text for each in blocks).casefold(), keywords)
            yield found_part(source, article, (place, len(cut_up)), score, holding)


def run_semantic(library: Library, asked: SemanticArguments, reading: Reading) -> Result:
    """The tool; arguments are checked. Raises what embedding raises."""
    query, limit = asked.query.strip(), asked.limit
    if library.meaning is None:
        return Problem("No vectors are kept for this wiki.", next="Search by words: source_search.")
    if not query:
        return Problem("The query is empty.", next="Say what you look for.")
    nearest: dict[str, dict[str, float]] = {}
    for path, block, cosine in library.meaning.nearest(query, limit * _SENTENCES):
        nearest.setdefault(path, {})[block] = cosine
    found = [part for path, blocks in nearest.items() for part in _near_parts(library, path, blocks)]
    best = sorted(found, key=lambda part: (-part.score, part.article, part.part))[:limit]
    reading.searches.append((query, len(best)))
    numbered = tuple(replace(each, number=reading.number(each.digest)) for each in best)
    return SourceSearch((query,), numbered)


def _near_parts(library: Library, path: str, cosines: Mapping[str, float]) -> list[FoundPart]:
    """The parts of an article that hold these sentences, nearest first; none where it changed since."""
    source, article = library.source(path), library.article(path)
    if source is None or article is None:
        return []
    cut_up = parts_of(article)
    found = []
    for place, blocks in enumerate(cut_up, start=1):
        near = {block.id: block for block in blocks if block.id in cosines}
        if near:
            ordered = sorted(near.values(), key=lambda block: (-cosines[block.id], block.number))
            score = round(cosines[ordered[0].id], 6)
            found.append(found_part(source, article, (place, len(cut_up)), score, ordered))
    return found
