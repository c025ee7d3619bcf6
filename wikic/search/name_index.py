"""Which pages a text names: titles and aliases found among the words of a question.

Nothing is loaded: every span of words is asked for in the term dictionary that the search index maps anyway
(``benchmarks/search.py`` has the times at 100,000 pages).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from wikic.search import spans
from wikic.search.fields import PATH, text_analyser
from wikic.search.index import SearchIndex
from wikic.search.name_keys import Word, base_name, name_key, words
from wikic.search.query import MAX_CHARS, key_query
from wikic.search.ranking import stored_names, stored_path
from wikic.search.saved_answers import but, saved
from wikic.search.tantivy_engine import read_faults

if TYPE_CHECKING:
    import tantivy

NameKind = Literal["title", "base", "alias", "fuzzy"]

# A name that more pages claim says nothing about which is meant; the first by path stand for all.
MAX_PATHS: Final = 50
_KINDS: Final[tuple[NameKind, ...]] = ("title", "base", "alias", "fuzzy")


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A known name in a text.

    start, end: character offsets in the text.
    name: as the wiki writes it.
    paths: page paths that claim it, at most 50: by title, by title without disambiguator, by alias; then
        by path.
    kind: how the first of ``paths`` claims it: ``title`` (or stem), ``base`` (title without its
        disambiguator), ``alias``; ``fuzzy`` for any of these, mistyped.
    claims: how many pages claim it.
    weight: specificity in (0, 1]: how rare the rarest of its words is among the pages, over ``claims``;
        a mistyped name counts half as much per edit.
    """

    start: int
    end: int
    name: str
    paths: tuple[str, ...]
    kind: NameKind
    claims: int
    weight: float


class NameIndex:
    """The names of the pages in a search index, those of saved answers left out."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index

    def find(self, text: str, *, typos: bool = True) -> list[NameMatch]:
        """The longest known names in ``text`` that do not overlap, in order.

        Words are compared as keys (``name_keys.py``): case and punctuation do not matter, scripts without
        spaces go by character. A word nobody knows, or a capitalised one that no name covers, may be
        mistyped. Only the first 4,096 characters count.

        typos: whether to look for mistyped names too; nearly all the time goes there.

        Raises FormatError when the index needs to be rebuilt.
        """
        searcher, schema = self._index.snapshot()
        with read_faults(self._index.directory):
            return _find(searcher, schema, text[:MAX_CHARS], typos)


def _find(searcher: tantivy.Searcher, schema: tantivy.Schema, text: str, typos: bool) -> list[NameMatch]:
    split = words(text)
    _, without = saved(searcher, schema)
    exact = spans.known(searcher, split)
    if without is not None:
        exact = [span for span in exact if _claimed(searcher, but(key_query(schema, span.key), without))]
    every = [*exact, *(spans.mistyped(searcher, schema, text, split, exact, without) if typos else ())]
    taken = [False] * len(split)
    found: list[NameMatch] = []
    for span in sorted(every, key=lambda each: (-each.length, bool(each.near), each.first)):
        if any(taken[span.first : span.last]):
            continue
        match = _match(searcher, schema, span, split[span.first : span.last], without)
        if match is not None:
            taken[span.first : span.last] = [True] * span.length
            found.append(match)
    return sorted(found, key=lambda match: match.start)


def _claimed(searcher: tantivy.Searcher, query: tantivy.Query) -> bool:
    return bool(searcher.search(query, limit=1, count=False).hits)


def _match(
    searcher: tantivy.Searcher,
    schema: tantivy.Schema,
    span: spans.Span,
    inside: list[Word],
    without: tantivy.Query | None,
) -> NameMatch | None:
    """What ``span`` names, or None when the pages that claimed it were deleted since."""
    import tantivy

    weight = _rarity(searcher, span.key)
    if span.near:
        weight *= 0.5 ** span.near[0].edits
        pages = [_claim(near.document, near.key) for near in span.near]
        claims = len(pages)
    else:
        result = searcher.search(
            but(key_query(schema, span.key), without),
            limit=MAX_PATHS,
            order_by_field=PATH,
            order=tantivy.Order.Asc,
        )
        pages = [_claim(searcher.doc(address), span.key) for _, address in result.hits]
        claims = result.count or 0  # type: ignore[attr-defined]  # not in tantivy's stubs
    if not pages:
        return None
    pages.sort(key=lambda page: (_KINDS.index(page[0]), page[2]))
    kind, name, _ = pages[0]
    # A page that is called just so is not divided by its namesakes: "Ann (ship)" is not Ann.
    equal = sum(page[0] == kind for page in pages) if kind == "title" else claims
    return NameMatch(
        start=inside[0].start,
        end=inside[-1].end,
        name=name,
        paths=tuple(path for _, _, path in pages),
        kind="fuzzy" if span.near else kind,
        claims=claims,
        weight=weight / equal,
    )


def _claim(document: tantivy.Document, key: str) -> tuple[NameKind, str, str]:
    """How a page claims ``key``: the kind, the name as it writes it, the page's path."""
    path = stored_path(document)
    title, aliases = stored_names(document)
    if key in (name_key(title), name_key(path.rpartition("/")[2])):
        return "title", title, path
    base = base_name(title)
    if base is not None and name_key(base) == key:
        return "base", base, path
    return "alias", next((alias for alias in aliases if name_key(alias) == key), title), path


def _rarity(searcher: tantivy.Searcher, key: str) -> float:
    """Inverse document frequency of the rarest word of ``key``, as a share of the greatest there can be."""
    pages = max(searcher.num_docs, 1)
    terms = text_analyser().analyze(key)
    seen = [max(searcher.doc_freq(field, term) for field in ("name", "body")) for term in terms]
    rarest = min((count for count in seen if count), default=1)
    return min(1.0, math.log1p(pages / rarest) / math.log1p(pages))
