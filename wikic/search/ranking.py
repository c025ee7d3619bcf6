"""From a query to hits: four tiers, each ordered by score, then path; each with the line that says most."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from wikic.remembered import remembered
from wikic.search import typos
from wikic.search.fields import (
    ARTICLE,
    BORROWED,
    PATH,
    UNDER,
    Hit,
    Matched,
    SearchRecord,
    keys_of,
    text_analyser,
)
from wikic.search.name_keys import name_key
from wikic.search.query import Terms, key_query, phrase_query, terms_of, text_query
from wikic.text.normalise import fold_name

if TYPE_CHECKING:
    import tantivy

MAX_SNIPPET: Final = 240  # characters
# A snippet is for the eye: past this much of a page the search for a better line stops.
_MAX_BODY: Final = 65_536
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_MARKS: Final = ("- ", "* ", "> ", "# ")


def best_line(body: str, weights: Mapping[str, float]) -> tuple[float, str]:
    """The line of ``body`` whose distinct terms weigh most, the first of equals, after its weight.

    weights: term to weight, rarer terms weighing more. A text none of whose lines holds a term has none.
    """
    best, best_weight = "", 0.0
    for line in body[:_MAX_BODY].splitlines():
        weight = sum(weights[term] for term in _line_terms(line) if term in weights)
        if weight > best_weight:
            best, best_weight = line, weight
    return best_weight, best


def cut_snippet(line: str, weights: Mapping[str, float]) -> str:
    """``line`` without list marks, cut to ``MAX_SNIPPET`` characters around its first weighty term."""
    for mark in _MARKS:
        line = line.removeprefix(mark)
    if len(line) <= MAX_SNIPPET:
        return line
    tokens = text_analyser().pre_tokenize(line[:_MAX_BODY]).tokens
    first = next((token.char_offset_from for token in tokens if token.text in weights), 0)
    # A third of the room before the term, so that it is read in its sentence.
    start = max(0, min(first - MAX_SNIPPET // 3, len(line) - MAX_SNIPPET + 2))
    end = start + MAX_SNIPPET - 2
    return ("…" if start else "") + line[start:end].strip() + ("…" if end < len(line) else "")


def _line_terms(line: str) -> set[str]:
    """The distinct terms of a line. A page's lines repeat its words, so words of ASCII are kept."""
    if not line.isascii():
        return set(text_analyser().analyze(line))
    return {term for word in set(_WORD.findall(line)) for term in _word_terms(word)}


@remembered(32_768)
def _word_terms(word: str) -> tuple[str, ...]:
    return tuple(text_analyser().analyze(word))


# Hits of one score are fetched past the limit until the score falls, so that path decides and not the
# place in a segment; a query that matches this many pages equally well says too little to go on.
_MOST_TIES: Final = 1024
# Sums of floats differ in the last bits with the order of segments; four digits do not.
_DIGITS: Final = 4
# Fetched beyond the limit at first, to see a tie at its end.
_SPARE: Final = 8
_EXACT_TIERS: Final[tuple[tuple[Matched, bool], ...]] = (
    ("name", True),
    ("name", False),
    ("alias", True),
    ("alias", False),
)

_Scored: TypeAlias = tuple[float, "tantivy.Document"]


@dataclass(slots=True)
class _Ranking:
    """One search under way.

    text: the query for its words, or None when it has none.
    within: the filter, or None.
    found: path to hit and its document, in order.
    """

    searcher: tantivy.Searcher
    schema: tantivy.Schema
    text: tantivy.Query | None
    within: tantivy.Query | None
    limit: int
    found: dict[str, tuple[float, Matched, tantivy.Document]]

    def add(self, matched: Matched, tier: list[_Scored]) -> None:
        for score, document in sorted(tier, key=lambda each: (-each[0], stored_path(each[1]))):
            if len(self.found) < self.limit:
                self.found.setdefault(stored_path(document), (score, matched, document))


def rank_pages(
    searcher: tantivy.Searcher, schema: tantivy.Schema, text: str, limit: int, within: tantivy.Query | None
) -> list[Hit]:
    """The best ``limit`` pages for ``text``, which is normalised and not empty.

    What stands between quotation marks stands so on the pages, where any page has it; in a question such
    marks ask for nothing.
    """
    from tantivy import Occur, Query

    terms = terms_of(searcher, text)
    if terms.phrases and not text.endswith(("?", "？")):
        held = phrase_query(schema, terms.phrases)
        both = held if within is None else Query.boolean_query([(Occur.Must, held), (Occur.Must, within)])
        within = both if searcher.search(both, limit=1).hits else within
    state = _Ranking(searcher, schema, text_query(searcher, schema, terms), within, limit, {})
    key = name_key(text)
    _add_exact(state, key, text)
    if not state.found:
        near = typos.near_names(searcher, schema, key, within)
        # One over one plus the edits: a page that differs by accents alone comes first.
        state.add("fuzzy", [(_round_score(1 / (1 + each.edits)), each.document) for each in near])
    if state.text is not None and len(state.found) < limit:
        state.add("text", _matching_pages(state, state.text, limit))
    weights = _term_weights(searcher, terms)
    return [_make_hit(score, matched, document, weights) for score, matched, document in state.found.values()]


def all_records(searcher: tantivy.Searcher) -> Iterator[SearchRecord]:
    """Every record in the index."""
    import tantivy

    if not searcher.num_docs:
        return
    for _, address in searcher.search(tantivy.Query.all_query(), limit=searcher.num_docs, count=False).hits:
        yield record_of(searcher.doc(address))


def record_of(document: tantivy.Document) -> SearchRecord:
    """The record that a stored page was made from."""
    title, aliases = stored_names(document)
    return SearchRecord(
        path=stored_path(document),
        title=title,
        aliases=aliases,
        tags=tuple(document.get_all("tags")),
        summary=str(document.get_first("summary") or ""),
        body=str(document.get_first("body") or ""),
        borrowed=_stored_text(document, BORROWED),
        unshown=str(document.get_first("unshown") or ""),
        article=_stored_text(document, ARTICLE),
        directory=_stored_directory(document),
    )


def stored_path(document: tantivy.Document) -> str:
    """Page path of a stored page."""
    return str(document.get_first(PATH))


def stored_names(document: tantivy.Document) -> tuple[str, tuple[str, ...]]:
    """Title and aliases of a stored page."""
    return str(document.get_first("name")), tuple(document.get_all("aliases"))


def _stored_text(document: tantivy.Document, field: str) -> str:
    """A text that is stored and not searched."""
    return bytes(document.get_first(field) or b"").decode()


def _add_exact(state: _Ranking, key: str, text: str) -> None:
    """Add the pages called ``text``: those spelled just so before those of the same key (``C``, ``C.``)."""
    from tantivy import Occur, Query

    called = key_query(state.schema, key)
    if state.text is not None:
        called = Query.boolean_query([(Occur.Must, called), (Occur.Should, state.text)])
    folded = fold_name(text)
    tiers: dict[tuple[Matched, bool], list[_Scored]] = {}
    for score, document in _matching_pages(state, called, state.limit):
        title, aliases = stored_names(document)
        names, _ = keys_of(stored_path(document), title, aliases)
        matched: Matched = "name" if key in names else "alias"
        spelled = (title,) if matched == "name" else aliases
        same = any(fold_name(each) == folded for each in spelled)
        tiers.setdefault((matched, same), []).append((score, document))
    for matched, same in _EXACT_TIERS:
        state.add(matched, tiers.get((matched, same), []))


def _matching_pages(state: _Ranking, query: tantivy.Query, limit: int) -> list[_Scored]:
    """The best ``limit`` pages, and all others that score as the last of them does."""
    from tantivy import Occur, Query

    if state.within is not None:
        query = Query.boolean_query([(Occur.Must, query), (Occur.Must, state.within)])
    wanted = limit + _SPARE
    while True:
        found = state.searcher.search(query, limit=wanted, count=False).hits
        hits = [(_round_score(score), address) for score, address in found]
        tied = len(hits) == wanted and hits[-1][0] == hits[limit - 1][0]
        if not tied or wanted > limit + _MOST_TIES:
            break
        wanted *= 4
    floor = hits[limit - 1][0] if len(hits) >= limit else 0.0
    return [(score, state.searcher.doc(address)) for score, address in hits if score >= floor]


def _term_weights(searcher: tantivy.Searcher, terms: Terms) -> dict[str, float]:
    """How much each term says, for choosing snippets: inverse document frequency in the body."""
    every = {*terms.words, *(character for pair in terms.pairs for character in pair)}
    pages = searcher.num_docs
    return {term: math.log1p(pages / (1 + searcher.doc_freq("body", term))) for term in every}


def _make_hit(score: float, matched: Matched, document: tantivy.Document, weights: dict[str, float]) -> Hit:
    page = record_of(document)
    weight, line = best_line(page.body or page.borrowed, weights)
    beside, unshown = best_line(page.unshown, weights)
    if matched == "text" and beside > weight:
        matched, line = "source", unshown
    return Hit(
        path=page.path,
        title=page.title,
        directory=page.directory,
        summary=page.summary,
        score=score,
        matched=matched,
        snippet=cut_snippet(line.strip() or page.summary, weights),
    )


def _stored_directory(document: tantivy.Document) -> str:
    # Ancestors are stored from the top down.
    return str(([*document.get_all(UNDER)] or [""])[-1])


def _round_score(score: float) -> float:
    return float(f"{score:.{_DIGITS}g}")
