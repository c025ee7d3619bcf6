"""The search index as the controller asks it: how rare a term is, which pages hold some, what a page says;
and which other words of the wiki say what a word of a question says: bent, joined, or mistyped.

The index folds words as English does, so "leitet" and "Leitung" are strangers to it, as "mucho" and "mucha"
are, and nobody who asks for the "Windstärke" finds wind of "Stärke 6". In every language but English a word
stands for those that begin as it does, and one that no page holds for the two words that it joins. In all
languages one that is held in no form is taken for one a slip of the keyboard away. Lists of a language's
endings find fewer: of 198 German questions R@5 was 92.4 with them, 93.4 without (benchmarks/README.md).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.navigate.ask.heuristic.term_forms import (
    asked_in,
    fold_text,
    is_pair,
    is_phrase,
    stem_text,
    stop_words,
)
from wikic.search.fields import PATH, SearchRecord
from wikic.search.generation import read_faults
from wikic.search.index import SearchIndex
from wikic.search.name_keys import is_unspaced
from wikic.search.query import exclude_query, is_saved_answer, saved_answers
from wikic.search.ranking import record_of, stored_path

if TYPE_CHECKING:
    import tantivy

# As steep as the field weights of search/fields.py that were found by measuring there; tags and summary only
# repeat what the facts say.
_FIELDS: Final = (("name", 1.5), ("aliases", 1.2), ("body", 1.0))
_EXAMPLES: Final = 12  # pages whose words say in which forms a word is written
_UNSHOWN: Final = ("unshown", 0.5)
_NAMING: Final = ("body", "name", "aliases")
# Where a word counts as said by a page.
_SAYING: Final = ("body", "name")


class TermStatistics:
    """One commit of the search index; it does not change while a question is answered.

    Saved answers are left out: nothing here knows of them.
    """

    def __init__(self, index: SearchIndex, *, sources: bool = True) -> None:
        """sources: whether what documents say and no page shows counts."""
        self._fields = (*_FIELDS, _UNSHOWN) if sources else _FIELDS
        self._saying = (*_SAYING, _UNSHOWN[0]) if sources else _SAYING
        self.searcher, self._schema = index.snapshot()
        self._directory = index.directory
        count, self._saved = saved_answers(self.searcher, self._schema)
        self.pages = max(self.searcher.num_docs - count, 1)

    def rarity(self, term: str) -> float:
        """Inverse document frequency of a term, at least a little above 0."""
        return math.log(1 + self.pages / (1 + self._count(term)))

    def holds(self, term: str) -> bool:
        """Whether a page holds a term."""
        return self._count(term) > 0

    def writes(self, name: str) -> bool:
        """Whether a page has the words of ``name`` next to each other, or is called so."""
        words = " ".join(stem_text(name))
        fields = (*self._saying, "aliases")
        return bool(words) and any(self._matching(self._term(field, words)) for field in fields)

    @property
    def most(self) -> float:
        """The rarity of a term that no page holds."""
        return math.log(1 + self.pages)

    def _count(self, term: str) -> int:
        if is_pair(term) or is_phrase(term):
            fields = self._saying if is_phrase(term) else self._saying[:1]
            return max(self._matching(self._term(field, term)) for field in fields)
        return max(self._frequency(field, term) for field in self._saying)

    def _frequency(self, field: str, term: str) -> int:
        count = self.searcher.doc_freq(field, term)
        if self._saved is None or not count:
            return count
        return max(count - self._found(self._term(field, term).and_must_match(self._saved)), 0)

    def _matching(self, query: tantivy.Query) -> int:
        return self._found(exclude_query(query, self._saved))

    def _found(self, query: tantivy.Query) -> int:
        found = self.searcher.search(query, limit=1)
        return int(found.count or 0)  # type: ignore[attr-defined]  # not in tantivy's stubs

    def holding(self, terms: Sequence[str], limit: int, *, naming: str = "") -> dict[str, float]:
        """Page paths that hold most of ``terms``, best first, each with its score.

        Only pages that name ``naming`` when given.
        """
        from tantivy import Occur, Query

        clauses = [
            (Occur.Should, Query.boost_query(self._term(field, term), weight))
            for field, weight in self._fields
            for term in terms
        ]
        if not clauses or limit < 1:
            return {}
        if naming:
            must = self._naming(naming)
            if must is None:
                return {}
            clauses.append((Occur.Must, must))
        if self._saved is not None:
            clauses.append((Occur.MustNot, self._saved))
        with read_faults(self._directory):
            hits = self.searcher.search(Query.boolean_query(clauses), limit=limit, count=False).hits
            found = {stored_path(self.searcher.doc(address)): score for score, address in hits}
        return {path: found[path] for path in _rank_pages((score, path) for path, score in found.items())}

    def beginning(self, stem: str, more: int) -> frozenset[str]:
        """Terms of pages that are ``stem`` and at most ``more`` letters: the best pages say which."""
        from tantivy import Occur, Query

        pattern = f"{re.escape(stem)}.{{0,{more}}}"
        either = [(Occur.Should, Query.regex_query(self._schema, field, pattern)) for field in self._saying]
        query = exclude_query(Query.boolean_query(either), self._saved)
        words = re.compile(rf"(?<!\w){re.escape(stem)}[^\W\d_]{{0,{more}}}(?!\w)")
        with read_faults(self._directory):
            hits = self.searcher.search(query, limit=_EXAMPLES, count=False).hits
            texts = (record_of(self.searcher.doc(address)) for _, address in hits)
            said = [fold_text(f"{each.title}\n{each.body}\n{each.unshown}") for each in texts]
        found = {word for text in said for word in words.findall(text)}
        return frozenset(term for word in found for term in stem_text(word) if self.holds(term))

    def described(self, terms: Iterable[str], limit: int) -> list[str]:
        """Page paths whose tags or summary hold all of ``terms``: what things of a kind are listed by."""
        from tantivy import Occur, Query

        wanted: list[tuple[Occur, Query]] = []
        for term in terms:
            either = [(Occur.Should, self._term(field, term)) for field in ("tags", "summary")]
            wanted.append((Occur.Must, Query.boolean_query(either)))
        if not wanted:
            return []
        if self._saved is not None:
            wanted.append((Occur.MustNot, self._saved))
        with read_faults(self._directory):
            hits = self.searcher.search(Query.boolean_query(wanted), limit=limit, count=False).hits
            found = [(score, stored_path(self.searcher.doc(address))) for score, address in hits]
        return _rank_pages(found)

    def page(self, path: str) -> SearchRecord | None:
        """A page as the index has it; None when it does not hold it, or a saved answer."""
        from tantivy import Query

        with read_faults(self._directory):
            query = Query.term_query(self._schema, PATH, path, index_option="basic")
            hits = self.searcher.search(query, limit=1, count=False).hits
            if not hits:
                return None
            record = record_of(self.searcher.doc(hits[0][1]))
        return None if is_saved_answer(record.path, record.tags) else record

    def _term(self, field: str, term: str) -> tantivy.Query:
        from tantivy import Query

        words: list[str | tuple[int, str]] = [*(term.split() if is_phrase(term) else term)]
        if is_pair(term) or is_phrase(term):
            return Query.phrase_query(self._schema, field, words)
        return Query.term_query(self._schema, field, term)

    def _naming(self, name: str) -> tantivy.Query | None:
        """Pages that hold ``name``, word by word; they score nothing for it."""
        from tantivy import Occur, Query

        words = stem_text(name)
        if not words:
            return None
        either = [
            (
                Occur.Should,
                Query.phrase_query(self._schema, field, list(words))
                if len(words) > 1
                else Query.term_query(self._schema, field, words[0]),
            )
            for field in _NAMING
        ]
        return Query.const_score_query(Query.boolean_query(either), 0.0)


def _rank_pages(found: Iterable[tuple[float, str]]) -> list[str]:
    """Pages by score; those of one score by stem, not by their place in a segment or in a directory."""
    return [
        path for _, path in sorted(found, key=lambda hit: (-round(hit[0], 4), layout.stem(hit[1]), hit[1]))
    ]


_WORD: Final = re.compile(r"[^\W\d_]+")
# Letters that a stem has, and each half of a joined word: fewer are in many words by chance.
_STEM: Final = 4
_LONGER: Final = 3  # letters that another form may have beyond those of the word
_UNBENT: Final = frozenset(("", "vi"))  # English is stemmed by the index, Vietnamese bends no words
_LATIN_LETTERS: Final = "\u024f"
_HANGUL: Final = "\uac00"
_SLIP: Final = 5  # letters of a word that may be mistyped
_LONGEST: Final = 64  # letters of a word; a longer one is no slip of a word, and has too many
_STRANGE: Final = 16  # words looked for in other forms: a log pasted as a question has hundreds


@dataclass(frozen=True, slots=True)
class Forms:
    """What pages hold instead of a question's words.

    kin: for a term, the terms that pages hold for it.
    parts: for a term that no page holds in any form, the terms of the two words that it joins.
    """

    kin: Mapping[str, frozenset[str]] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def word_forms(text: str, statistics: TermStatistics) -> Forms:
    """The forms of a question's words."""
    bends = _may_bend(text)
    stop = stop_words(asked_in(text))
    kin: dict[str, frozenset[str]] = {}
    parts: dict[str, tuple[str, ...]] = {}

    def known(word: str) -> bool:
        """Whether pages hold a form of a word; notes which."""
        term = _as_term(word)
        if term not in kin:
            kin[term] = frozenset((term,)) if statistics.holds(term) else frozenset()
            if bends and (stem := _common_stem(word)):
                kin[term] |= statistics.beginning(stem, len(word) - len(stem) + _LONGER)
        return bool(kin[term])

    said = dict.fromkeys(word for word in map(fold_text, _WORD.findall(text)) if _as_term(word) not in stop)
    strange = [word for word in said if len(word) >= _STEM and not known(word)]
    for word in strange[:_STRANGE]:
        cuts = range(_STEM, len(word) - _STEM + 1) if bends else ()
        halves = ((word[:at], word[at:]) for at in cuts)
        joined = next((half for half in halves if all(map(known, half))), None)
        if joined is not None:
            parts[_as_term(word)] = tuple(map(_as_term, joined))
        else:
            kin[_as_term(word)] = _find_slips(word, statistics)
    return Forms({term: held for term, held in kin.items() if held - {term}}, parts)


def _as_term(word: str) -> str:
    return " ".join(stem_text(word))


def _may_bend(text: str) -> bool:
    """Whether a question is in a language that may bend its words in other ways than English."""
    letters = (each for each in text if each > _LATIN_LETTERS and each.isalpha() and not is_unspaced(each))
    return asked_in(text) not in _UNBENT or any(letters)


def _common_stem(word: str) -> str:
    """What all forms of a word have in common, as far as its length tells; "" for a short one.

    A syllable of Hangul is two or three letters: "서울은", "서울에서".
    """
    if word[0] >= _HANGUL:
        return word[: max(2, len(word) - 2)] if len(word) > 1 else ""
    return word[: max(_STEM, len(word) - max(2, len(word) // 3))] if len(word) > _STEM else ""


def _find_slips(word: str, statistics: TermStatistics) -> frozenset[str]:
    """The terms that pages hold of words one slip away: two letters in each other's place, else one too many,
    else one that is missing or another.

    The first letter is right (people see when it is not), and short words are near to too many.
    """
    if not _SLIP <= len(word) <= _LONGEST:
        return frozenset()
    cuts = [(word[:at], word[at:]) for at in range(1, len(word) + 1)]
    letters = ascii_lowercase if word.isascii() else "".join(sorted(set(word)))
    kinds: tuple[Iterable[str], ...] = (
        (f"{left}{right[1]}{right[0]}{right[2:]}" for left, right in cuts if len(right) > 1),
        (f"{left}{right[1:]}" for left, right in cuts),
        (f"{left}{one}{right[gone:]}" for left, right in cuts for one in letters for gone in (0, 1)),
    )
    for slips in kinds:
        if found := frozenset(filter(statistics.holds, set(map(_as_term, slips)) - {_as_term(word)})):
            return found
    return frozenset()
