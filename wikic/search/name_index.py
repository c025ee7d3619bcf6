"""Which pages a text names: titles and aliases found among the words of a question, but for a typo too.

Nothing is loaded: every span of words is asked for in the term dictionary that the search index maps anyway
(``benchmarks/search.py`` has the times at 100,000 pages).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from wikic.search import typos
from wikic.search.fields import KEY, PATH, text_analyser
from wikic.search.generation import read_faults
from wikic.search.index import SearchIndex
from wikic.search.name_keys import Word, base_name, key_of, name_key, split_words
from wikic.search.query import MAX_CHARS, exclude_query, key_query, saved_answers
from wikic.search.ranking import stored_names, stored_path

if TYPE_CHECKING:
    import tantivy

# Titles of works reach 20 words; a name longer than this is written in full by nobody.
MAX_WORDS: Final = 24
# Automaton walks per text, 0.1 to 0.5 ms each: a question stays within a few milliseconds.
_MAX_TYPOS: Final = 24
_MAX_TYPO_WORDS: Final = 8  # words of a name
# Words that join the parts of a proper name and neither begin nor end one.
_ROMANCE: Final = (
    "de",
    "del",
    "della",
    "di",
    "da",
    "do",
    "dos",
    "du",
    "des",
    "la",
    "le",
    "les",
    "el",
    "y",
    "e",
    "i",
)
_GERMANIC: Final = ("of", "the", "and", "van", "von", "der", "den", "zu", "zur", "av", "af")
_JOINERS: Final = frozenset((*_GERMANIC, *_ROMANCE, "al", "bin", "ibn"))
# What stands between two words of one name: spaces, an initial's dot, a comma, a hyphen, an apostrophe.
_GAP: Final = re.compile(r"[\s.,'’\-–()]*")
_QUOTED: Final = re.compile('《([^《》]+)》|「([^「」]+)」|『([^『』]+)』|“([^“”]+)”|"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive words that may be a name.

    first, last: places among the words, ``last`` exclusive.
    key: of the words.
    near: pages with a name close to it, or () when the key itself is known.
    """

    first: int
    last: int
    key: str
    near: tuple[typos.Near, ...] = ()

    @property
    def length(self) -> int:
        return self.last - self.first


def known_spans(searcher: tantivy.Searcher, words: Sequence[Word]) -> list[Span]:
    """Every span of ``words`` that is the key of a name."""
    found: list[Span] = []
    for first in range(len(words)):
        for last in range(first + 1, min(first + MAX_WORDS, len(words)) + 1):
            key = key_of(words[first:last])
            if searcher.doc_freq(KEY, key):
                found.append(Span(first, last, key))
    return found


def mistyped_spans(
    searcher: tantivy.Searcher,
    schema: tantivy.Schema,
    text: str,
    words: Sequence[Word],
    exact: Sequence[Span],
    without: tantivy.Query | None = None,
) -> list[Span]:
    """Spans close to a name that hold a suspect: a word outside ``exact`` that is unknown or capitalised.

    without: pages whose names do not count.
    """
    covered = {at for span in exact for at in range(span.first, span.last)}
    open_ = [at for at in range(len(words)) if at not in covered]
    unknown = {at for at in open_ if _is_unknown(searcher, words[at])}
    suspects = unknown | {at for at in open_ if text[words[at].start].isupper()}
    tried = {(span.first, span.last) for span in exact}
    found: list[Span] = []
    walks = 0
    for first, last in [*_quoted_spans(text, words), *_capital_runs(text, words, unknown)]:
        # Alone, a known word is that word: "Which" is no mistyped "Witch".
        alone = last - first == 1 and first not in unknown
        if alone or (first, last) in tried or suspects.isdisjoint(range(first, last)):
            continue
        tried.add((first, last))
        walks += 1
        if walks > _MAX_TYPOS:
            break
        key = key_of(words[first:last])
        near = typos.near_names(searcher, schema, key, without=without)
        if near:
            found.append(Span(first, last, key, tuple(near)))
    return found


def _quoted_spans(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Spans that quotation marks enclose."""
    for quote in _QUOTED.finditer(text):
        start, end = quote.span()
        inside = [at for at, word in enumerate(words) if start <= word.start < end]
        if 0 < len(inside) <= MAX_WORDS:
            yield inside[0], inside[-1] + 1


def _capital_runs(text: str, words: Sequence[Word], unknown: set[int]) -> Iterator[tuple[int, int]]:
    """Spans of the shape of a proper name, the longest of a run first.

    A run is a row of capitalised and unknown words and what joins them. Scripts without spaces have no
    such shape: there only quotation marks tell.
    """
    run: list[int] = []
    runs: list[list[int]] = [run]
    for at, word in enumerate(words):
        fits = at in unknown or text[word.start].isupper() or word.key in _JOINERS or word.key.isdigit()
        if not fits or word.joined:
            runs.append(run := [])
            continue
        if run and not _GAP.fullmatch(text, words[at - 1].end, word.start):
            runs.append(run := [])
        run.append(at)
    for run in runs:
        for length in range(min(len(run), _MAX_TYPO_WORDS), 0, -1):
            for first in run[: len(run) - length + 1]:
                if words[first].key not in _JOINERS and words[first + length - 1].key not in _JOINERS:
                    yield first, first + length


def _is_unknown(searcher: tantivy.Searcher, word: Word) -> bool:
    """Whether no page holds the word."""
    terms = text_analyser().analyze(word.key)
    return not word.joined and not any(
        searcher.doc_freq(field, term) for term in terms for field in ("name", "aliases", "body")
    )


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
            return _find_names(searcher, schema, text[:MAX_CHARS], typos)


def _find_names(
    searcher: tantivy.Searcher, schema: tantivy.Schema, text: str, typos: bool
) -> list[NameMatch]:
    split = split_words(text)
    _, without = saved_answers(searcher, schema)
    exact = known_spans(searcher, split)
    if without is not None:
        exact = [
            span
            for span in exact
            if _is_claimed(searcher, exclude_query(key_query(schema, span.key), without))
        ]
    every = [*exact, *(mistyped_spans(searcher, schema, text, split, exact, without) if typos else ())]
    taken = [False] * len(split)
    found: list[NameMatch] = []
    for span in sorted(every, key=lambda each: (-each.length, bool(each.near), each.first)):
        if any(taken[span.first : span.last]):
            continue
        match = _match_span(searcher, schema, span, split[span.first : span.last], without)
        if match is not None:
            taken[span.first : span.last] = [True] * span.length
            found.append(match)
    return sorted(found, key=lambda match: match.start)


def _is_claimed(searcher: tantivy.Searcher, query: tantivy.Query) -> bool:
    return bool(searcher.search(query, limit=1, count=False).hits)


def _match_span(
    searcher: tantivy.Searcher,
    schema: tantivy.Schema,
    span: Span,
    inside: list[Word],
    without: tantivy.Query | None,
) -> NameMatch | None:
    """What ``span`` names, or None when the pages that claimed it were deleted since."""
    import tantivy

    weight = _key_rarity(searcher, span.key)
    if span.near:
        weight *= 0.5 ** span.near[0].edits
        pages = [_claim_of(near.document, near.key) for near in span.near]
        claims = len(pages)
    else:
        result = searcher.search(
            exclude_query(key_query(schema, span.key), without),
            limit=MAX_PATHS,
            order_by_field=PATH,
            order=tantivy.Order.Asc,
        )
        pages = [_claim_of(searcher.doc(address), span.key) for _, address in result.hits]
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


def _claim_of(document: tantivy.Document, key: str) -> tuple[NameKind, str, str]:
    """How a page claims ``key``: the kind, the name as it writes it, the page's path."""
    path = stored_path(document)
    title, aliases = stored_names(document)
    if key in (name_key(title), name_key(path.rpartition("/")[2])):
        return "title", title, path
    base = base_name(title)
    if base is not None and name_key(base) == key:
        return "base", base, path
    return "alias", next((alias for alias in aliases if name_key(alias) == key), title), path


def _key_rarity(searcher: tantivy.Searcher, key: str) -> float:
    """Inverse document frequency of the rarest word of ``key``, as a share of the greatest there can be."""
    pages = max(searcher.num_docs, 1)
    terms = text_analyser().analyze(key)
    seen = [max(searcher.doc_freq(field, term) for field in ("name", "body")) for term in terms]
    rarest = min((count for count in seen if count), default=1)
    return min(1.0, math.log1p(pages / rarest) / math.log1p(pages))
