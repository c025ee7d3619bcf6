"""Spans of a text that may be names: those the index knows, and those it knows but for a typo."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wikic.search import typos
from wikic.search.fields import KEY, text_analyser
from wikic.search.name_keys import Word, key_of

if TYPE_CHECKING:
    import tantivy

# Titles of works reach 20 words; a name longer than this is written in full by nobody.
MAX_WORDS: Final = 24
# Automaton walks per text, 0.1 to 0.5 ms each: a question stays within a few milliseconds.
_MAX_TYPOS: Final = 24
_MAX_TYPO_WORDS: Final = 8
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


def known(searcher: tantivy.Searcher, words: Sequence[Word]) -> list[Span]:
    """Every span of ``words`` that is the key of a name."""
    found: list[Span] = []
    for first in range(len(words)):
        for last in range(first + 1, min(first + MAX_WORDS, len(words)) + 1):
            key = key_of(words[first:last])
            if searcher.doc_freq(KEY, key):
                found.append(Span(first, last, key))
    return found


def mistyped(
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
    for first, last in [*_quoted(text, words), *_runs(text, words, unknown)]:
        # Alone, a known word is that word: "Which" is no mistyped "Witch".
        alone = last - first == 1 and first not in unknown
        if alone or (first, last) in tried or suspects.isdisjoint(range(first, last)):
            continue
        tried.add((first, last))
        walks += 1
        if walks > _MAX_TYPOS:
            break
        key = key_of(words[first:last])
        near = typos.near(searcher, schema, key, without=without)
        if near:
            found.append(Span(first, last, key, tuple(near)))
    return found


def _quoted(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Spans that quotation marks enclose."""
    for quote in _QUOTED.finditer(text):
        start, end = quote.span()
        inside = [at for at, word in enumerate(words) if start <= word.start < end]
        if 0 < len(inside) <= MAX_WORDS:
            yield inside[0], inside[-1] + 1


def _runs(text: str, words: Sequence[Word], unknown: set[int]) -> Iterator[tuple[int, int]]:
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
