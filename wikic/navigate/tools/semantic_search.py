"""``semantic_search``: parts of the documents by the meaning of their sentences (A-RAG, 3.2).

Offered only where an embedding model is named and its vectors are there: ``toolbox.tools_of``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from wikic.navigate.library import Library
from wikic.navigate.tools.read_so_far import Reading
from wikic.navigate.tools.result import Problem, Result
from wikic.navigate.tools.source_parts import LIMIT, FoundPart, found_part, parts_of
from wikic.navigate.tools.source_search import SourceSearch

NAME: Final = "semantic_search"
DESCRIPTION: Final = (
    "Find parts of the source documents by what their sentences mean, where the documents' own words are not "
    "known. Names, numbers and exact terms are found better by wiki_search and source_search. Read a part "
    "with source_read before you rely on it."
)
PARAMETERS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "What is looked for, in words of your own."},
        "limit": LIMIT,
    },
    "required": ["query"],
    "additionalProperties": False,
}
_SENTENCES: Final = 10  # that are ranked for each part wanted: a part may hold several of the nearest


def run(library: Library, arguments: Mapping[str, Any], reading: Reading) -> Result:
    """The tool; arguments are checked. Raises what embedding raises."""
    query, limit = arguments["query"].strip(), arguments["limit"]
    if library.meaning is None:
        return Problem("No vectors are kept for this wiki.", next="Search by words: source_search.")
    if not query:
        return Problem("The query is empty.", next="Say what you look for.")
    nearest: dict[str, dict[str, float]] = {}
    for path, block, cosine in library.meaning.nearest(query, limit * _SENTENCES):
        nearest.setdefault(path, {})[block] = cosine
    found = [part for path, blocks in nearest.items() for part in _parts(library, path, blocks)]
    best = sorted(found, key=lambda part: (-part.score, part.article, part.part))[:limit]
    reading.searches.append((query, len(best)))
    numbered = tuple(replace(each, number=reading.number(each.digest)) for each in best)
    return SourceSearch((query,), numbered)


def _parts(library: Library, path: str, cosines: Mapping[str, float]) -> list[FoundPart]:
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
