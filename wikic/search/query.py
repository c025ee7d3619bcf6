"""Questions as tantivy queries, built term by term: nothing that a person types is an error.

Saved answers are searched and read as all pages are, and are no evidence for another answer. Only what
`/save` marked counts: `notes/` may be a directory of documents as well, or of people's own pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.search.fields import HANGUL, KEY, PATH, TAG_KEY, UNDER, WEIGHTS, storable, tag_key, text_analyser
from wikic.search.name_keys import is_unspaced
from wikic.text.normalise import normalise

if TYPE_CHECKING:
    import tantivy

# A question is a sentence or two; what stands beyond this says nothing new and only costs time.
MAX_CHARS: Final = 4096
# More terms than this drown each other; the rarest are kept.
MAX_TERMS: Final = 32
# A word the wiki does not hold is looked for one edit away, among names only.
_MIN_FUZZY: Final = 4
_QUOTED: Final = re.compile(r"[\"“„]([^\"“”„]{3,200})[\"”“]")
# What a field adds where another says the term better: a title often only repeats its page.
_BESIDE: Final = 0.3
_FIELDS: Final = tuple(field for field, _ in WEIGHTS)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a query asks for.

    words: terms, each once.
    pairs: neighbouring characters of scripts without spaces, asked for as phrases.
    unknown: words that no field holds.
    phrases: words that stand side by side, as they do between quotation marks in the question.
    """

    words: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.words or self.pairs or self.unknown)


def shorten_query(query: str) -> str:
    """``query`` normalised and cut to ``MAX_CHARS``; lone surrogates become ``?``."""
    return normalise(query[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8"))


def terms_of(searcher: tantivy.Searcher, text: str) -> Terms:
    """The terms of ``text``, at most ``MAX_TERMS``, the rarest first."""
    words: dict[str, None] = {}
    pairs: dict[tuple[str, str], None] = {}
    tokens = text_analyser().pre_tokenize(text).tokens
    for at, token in enumerate(tokens):
        if not _is_character(token.text):
            words[token.text] = None
            continue
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        before = tokens[at - 1] if at else None
        if after is not None and _is_character(after.text) and after.char_offset_from == token.char_offset_to:
            pairs[token.text, after.text] = None
        elif (
            before is None
            or not _is_character(before.text)
            or before.char_offset_to != token.char_offset_from
        ):
            words[token.text] = None  # a single character between others
    seen = {word: _count_pages(searcher, word) for word in words}
    known = sorted((word for word in words if seen[word]), key=lambda word: (seen[word], word))
    rare = sorted(pairs, key=lambda pair: (min(_count_pages(searcher, each) for each in pair), pair))
    unknown = [word for word in words if not seen[word] and not _is_character(word)]
    quoted = (
        tuple(each.text for each in text_analyser().pre_tokenize(said).tokens)
        for said in _QUOTED.findall(text)
    )
    return Terms(
        tuple(known[:MAX_TERMS]),
        tuple(rare[:MAX_TERMS]),
        tuple(sorted(unknown)[:MAX_TERMS]),
        tuple(phrase for phrase in quoted if len(phrase) > 1)[:MAX_TERMS],
    )


def text_query(searcher: tantivy.Searcher, schema: tantivy.Schema, terms: Terms) -> tantivy.Query | None:
    """Any term in any field, weighted; None when nothing is asked for."""
    from tantivy import Occur, Query

    clauses: list[tuple[Occur, Query]] = []
    clauses += [(Occur.Should, word_query(searcher, schema, word, WEIGHTS)) for word in terms.words]
    for field, weight in WEIGHTS:
        for pair in terms.pairs:
            phrase = Query.phrase_query(schema, field, list(pair))
            clauses.append((Occur.Should, Query.boost_query(phrase, weight)))
    for word in terms.unknown:
        if len(word) >= _MIN_FUZZY:
            for field in ("name", "aliases"):
                guess = Query.fuzzy_term_query(schema, field, word, distance=1)
                clauses.append((Occur.Should, guess))
    return Query.boolean_query(clauses) if clauses else None


def phrase_query(schema: tantivy.Schema, phrases: Iterable[tuple[str, ...]]) -> tantivy.Query:
    """Pages that hold each phrase in some field; every page scores nothing."""
    from tantivy import Occur, Query

    held = [
        Query.boolean_query(
            [(Occur.Should, Query.phrase_query(schema, field, list(phrase))) for field in _FIELDS]
        )
        for phrase in phrases
    ]
    return Query.const_score_query(Query.boolean_query([(Occur.Must, each) for each in held]), 0.0)


def word_query(
    searcher: tantivy.Searcher, schema: tantivy.Schema, word: str, weights: Sequence[tuple[str, float]]
) -> tantivy.Query:
    """A word in the fields of ``weights``: it counts where it weighs most, other fields add a little.

    It weighs by how rare it is over whole pages: a common word is no rarer for standing in few titles.
    """
    from tantivy import Query

    seen = {field: searcher.doc_freq(field, word) for field, _ in weights}
    rarity = _term_rarity(searcher, max(seen.values()))
    fields = [
        Query.boost_query(
            Query.term_query(schema, field, word), weight * rarity / _term_rarity(searcher, seen[field])
        )
        for field, weight in weights
        if seen[field]
    ]
    return Query.disjunction_max_query(fields, _BESIDE)


def key_query(schema: tantivy.Schema, key: str) -> tantivy.Query:
    """Pages that have a name with this key; every page scores nothing."""
    from tantivy import Query

    return Query.const_score_query(Query.term_query(schema, KEY, key, index_option="basic"), 0.0)


def filter_query(
    schema: tantivy.Schema, directory: str | None, tag: str | None, among: Iterable[str] | None = None
) -> tantivy.Query | None:
    """Pages below ``directory`` that carry ``tag`` and are ``among`` page paths; None when none is given."""
    from tantivy import Occur, Query

    wanted: list[tuple[Occur, Query]] = []
    if directory is not None and directory.strip("/"):
        name = shorten_query(directory.strip("/"))
        wanted.append((Occur.Must, Query.term_query(schema, UNDER, name, index_option="basic")))
    if tag is not None:
        wanted.append((Occur.Must, Query.term_query(schema, TAG_KEY, tag_key(tag), index_option="basic")))
    if among is not None:
        paths = sorted(storable(path) for path in among)
        wanted.append((Occur.Must, Query.term_set_query(schema, PATH, paths)))
    return Query.const_score_query(Query.boolean_query(wanted), 0.0) if wanted else None


def _is_character(term: str) -> bool:
    return len(term) == 1 and (is_unspaced(term) or HANGUL[0] <= term <= HANGUL[1])


def _term_rarity(searcher: tantivy.Searcher, seen: int) -> float:
    """What BM25 counts a term that ``seen`` pages hold, of all."""
    return log(1 + (searcher.num_docs - seen + 0.5) / (seen + 0.5))


def _count_pages(searcher: tantivy.Searcher, term: str) -> int:
    """How many pages hold ``term`` in some field, at most (a page is counted once per field)."""
    return sum(searcher.doc_freq(field, term) for field in _FIELDS)


def is_saved_answer(path: str, tags: Iterable[str]) -> bool:
    """Whether a page is an answer that was saved."""
    return path.startswith(f"{layout.NOTES_DIR}/") and any(tag_key(tag) == layout.NOTES_TAG for tag in tags)


def saved_answers(searcher: tantivy.Searcher, schema: tantivy.Schema) -> tuple[int, tantivy.Query | None]:
    """How many saved answers there are, and the query that finds them; None where there are none."""
    query = filter_query(schema, layout.NOTES_DIR, layout.NOTES_TAG)
    found = searcher.search(query, limit=1) if query is not None else None
    count = int(found.count or 0) if found is not None else 0  # type: ignore[attr-defined]  # not in its stubs
    return count, query if count else None


def exclude_query(query: tantivy.Query, without: tantivy.Query | None) -> tantivy.Query:
    """``query``, but for the pages that ``without`` finds."""
    from tantivy import Occur, Query

    return query if without is None else Query.boolean_query([(Occur.Must, query), (Occur.MustNot, without)])
