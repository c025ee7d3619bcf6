"""What a wiki of mostly Chinese documents is about, and its directories, from what a sample names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from wikic.curator.encyclopaedia.chinese.definitions import CHINESE_DIMENSIONS
from wikic.curator.encyclopaedia.chinese.name_shapes import PACK
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning

_WORDING: Final = {row[0]: row[1] for row in PACK.rows("positioning")}
_TITLES: Final = {dimension.name: dimension.title for dimension in CHINESE_DIMENSIONS}
_ALWAYS: Final = frozenset(("people", "works", "concepts"))
_BOOKS: Final = 6  # that are named
_KINDS: Final = 4


def positioning(sample: Sequence[Article], extractions: Sequence[Extraction], works: float) -> Positioning:
    """A focus, audience and bias; ``works``: share of documents that are works from which it is of works."""
    named = Counter(_TITLES[entity.dimension] for each in extractions for entity in each.entities)
    kinds = [name for name, _ in named.most_common(_KINDS)]
    books = _books(sample)
    if sum(entity.self_ for each in extractions for entity in each.entities) < works * len(sample):
        focus = _said("things", "、".join(kinds) or _WORDING["all_things"])
        return Positioning(
            focus + (_said("from_books", books) if books else ""), _WORDING["readers"], _WORDING["bias"]
        )
    spoken = "、".join(name for name in kinds if name != _TITLES["works"])
    focus = _said("works_of", books) if books else _WORDING["works"]
    return Positioning(
        focus=focus + (_said("speaking_of", spoken) if spoken else ""),
        audience=_WORDING["readers_of_works"],
        bias=_WORDING["bias"],
    )


def scaffold(extractions: Iterable[Extraction]) -> tuple[Dimension, ...]:
    """The Chinese directories that the sample has something for; people, works and concepts always."""
    seen = {entity.dimension for each in extractions for entity in each.entities} | _ALWAYS
    return tuple(dimension for dimension in CHINESE_DIMENSIONS if dimension.name in seen)


def _books(sample: Sequence[Article]) -> str:
    books = Counter(article.collection_title for article in sample if article.collection_title)
    listed = "".join(f"《{book}》" for book, _ in books.most_common(_BOOKS))
    return listed + _said("more_books", str(len(books))) if len(books) > _BOOKS else listed


def _said(what: str, named: str) -> str:
    return _WORDING[what].replace("{}", named)
