"""Which terms are worth a page: a decision of the fold, by one name's counts and those of names around it.

Digests carry the counts (``model.statement.Term``). A name is judged by its own counts, by those of the names
that contain it, and by the number of documents rounded down to a power of two, never by a rank among all
names: so a document more changes the pages of the names it holds and of few others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log2
from typing import Final, TypeVar

from wikic.model.statement import Term
from wikic.text.normalise import fold_name
from wikic.wiki.fold.symbols import PEOPLE
from wikic.wiki.fold.tables import Kind, Overflow, Table

FEWEST: Final = 2  # documents that a term's page needs
COMMONEST: Final = 0.3  # share of the documents above which a name says nothing
MOST_LOWER: Final = 0.3  # share of uses in lower case
FEWEST_CAPITALS: Final = 2  # uses with a capital inside a sentence
FEWEST_ALONE: Final = 0.4  # share of uses that do not stand before another noun
RETURNING: Final = 2.0  # uses in each document of a name that is no sentence's subject,
RETURNING_WORD: Final = 3.0  # where it is one word: "SMS", "API" are mentioned in passing
FEWEST_RETURNING: Final = 7  # such uses
THRESHOLD: Final = 4.0  # C-value times idf; set on the visible libraries, see benchmarks/README.md
LONGEST: Final = 5  # words of a name whose parts are looked at

_Value = TypeVar("_Value")
_OF_DIGEST: Final[Kind[tuple[Term, ...]]] = Kind.of(tuple[Term, ...], weight=1_000)
_OF_NAME: Final[Kind[dict[str, Term]]] = Kind.of(dict[str, Term], weight=600)
_COUNTED: Final[Kind[dict[str, int]]] = Kind.of(dict[str, int], weight=400)


@dataclass(slots=True)
class Counts:
    """What all documents say of one name.

    documents: how many hold it.
    uses, capital, lower, before_noun: sums over them.
    headings: how many have it in a heading.
    about: sentences that say something of it.
    speaks: it is one who speaks in a document.
    """

    documents: int = 0
    uses: int = 0
    capital: int = 0
    lower: int = 0
    before_noun: int = 0
    headings: int = 0
    about: int = 0
    speaks: bool = False


class Terms:
    """The terms of all digests, kept in step with them."""

    def __init__(self, overflow: Overflow | None = None) -> None:
        """``overflow``: shared by all tables of the fold; one of its own where there is none."""
        overflow = overflow or Overflow()
        self._by_key: Table[tuple[Term, ...]] = Table(overflow, _OF_DIGEST)
        self._by_name: Table[dict[str, Term]] = Table(overflow, _OF_NAME)
        # part → names that contain it, counted
        self._longer: Table[dict[str, int]] = Table(overflow, _COUNTED)
        self._digests = 0  # that have terms

    def put(self, key: str, terms: tuple[Term, ...]) -> None:
        """Take the terms of a digest, in place of those of its key."""
        self.remove(key)
        if not terms:
            return
        self._by_key[key] = terms
        self._digests += 1
        for term in terms:
            name = fold_name(term.name)
            holders = self._by_name.get(name, {})
            holders[key] = term
            self._by_name[name] = holders
            for part in parts(name):
                longer = self._longer.get(part, {})
                longer[name] = longer.get(name, 0) + 1
                self._longer[part] = longer

    def remove(self, key: str) -> None:
        """Forget the terms of a digest."""
        terms = self._by_key.pop(key, ())
        self._digests -= bool(terms)
        for term in terms:
            name = fold_name(term.name)
            holders = self._by_name.get(name, {})
            holders.pop(key, None)
            _put_back(self._by_name, name, holders)
            for part in parts(name):
                longer = self._longer.get(part, {})
                longer[name] = longer.get(name, 1) - 1
                if not longer[name]:
                    del longer[name]
                _put_back(self._longer, part, longer)

    @property
    def bracket(self) -> int:
        """The number of documents with terms, rounded down to a power of two; 0 for none."""
        return 1 << (self._digests.bit_length() - 1) if self._digests else 0

    def names(self) -> Iterator[str]:
        """Every name, folded."""
        return iter(self._by_name)

    def around(self, names: Iterable[str]) -> set[str]:
        """Names whose worth depends on these: the shorter names inside them, and the chapters of works."""
        found: set[str] = set()
        for name in names:
            found.update(part for part in parts(name) if part in self._by_name)
            found.update(longer for longer in self._longer.get(name, ()) if chapter_of(longer) == name)
        return found

    def counts(self, name: str) -> Counts:
        """What the documents say of a folded name."""
        found = Counts()
        for term in self._by_name.get(name, {}).values():
            found.documents += 1
            found.uses += term.uses
            found.capital += term.capital
            found.lower += term.lower
            found.before_noun += term.before_noun
            found.headings += term.heading > 0
            found.about += term.about
            found.speaks = found.speaks or term.dimension == PEOPLE
        return found

    def fewest(self, name: str) -> int:
        """How many documents must speak of a name that has a page: of one who speaks himself, one.

        The persons of a story have counts, and need two.
        """
        counts = self.counts(name)
        return 1 if counts.speaks and not counts.capital else FEWEST

    def worthy(self, name: str) -> bool:
        """Whether the name has a page where no document is about it."""
        counts = self.counts(name)
        if counts.speaks:
            return counts.documents >= self.fewest(name)
        if counts.documents < FEWEST or self._holding(name) > max(3, COMMONEST * self.bracket):
            return False
        # Something is said of it, or its documents keep coming back to it.
        often = RETURNING if len(words_of(name)) > 1 else RETURNING_WORD
        returning = counts.uses >= max(FEWEST_RETURNING, often * counts.documents)
        if not (counts.about or counts.headings or returning) or self._is_piece(name):
            return False
        if counts.capital < FEWEST_CAPITALS or counts.lower > MOST_LOWER * counts.uses:
            return False
        if counts.uses - counts.before_noun < FEWEST_ALONE * counts.uses:
            return False
        return self.score(name, counts) >= THRESHOLD

    def _is_piece(self, name: str) -> bool:
        """Whether a name is a chapter of a work, or as many documents have a longer name around it."""
        own = len(self._by_name.get(name, ()))
        longer = (each for each in self._longer.get(name, ()) if not chapter_of(each))
        return chapter_of(name) in self._by_name or any(len(self._by_name[each]) >= own for each in longer)

    def _holding(self, name: str) -> int:
        """How many documents hold a name, or a longer one around it."""
        keys = set(self._by_name.get(name, ()))
        for other in self._longer.get(name, ()):
            keys.update(self._by_name[other])
        return len(keys)

    def score(self, name: str, counts: Counts) -> float:
        """C-value (Frantzi, Ananiadou and Mima, 2000) times idf, raised by headings."""
        longer = [each for each in self._longer.get(name, ()) if not chapter_of(each)]
        nested = sum(self.counts(other).uses for other in longer) / len(longer) if longer else 0.0
        c_value = log2(len(words_of(name)) + 1) * (counts.uses - nested)
        idf = log2(max(2.0, self.bracket / counts.documents))
        return c_value * idf * (1 + counts.headings / counts.documents)


def _put_back(table: Table[dict[str, _Value]], key: str, values: dict[str, _Value]) -> None:
    if values:
        table[key] = values
    else:
        table.pop(key, None)


def words_of(name: str) -> list[str]:
    """The words of a folded name; a name in Han script counts two characters as one."""
    spaced = name.split()
    if len(spaced) == 1 and not name.isascii() and "\u3400" <= name[0] <= "\u9fff":
        return [name[at : at + 2] for at in range(0, len(name), 2)]
    return spaced


def chapter_of(name: str) -> str:
    """The work whose chapter a folded name of Han script is, "" for others: 孟子·尽心 is one of 孟子."""
    work, dot, _ = name.partition("·")
    return work if dot and len(work) > 1 and not name.isascii() else ""


def parts(name: str) -> Iterator[str]:
    """The shorter names inside a name of several words."""
    if work := chapter_of(name):
        yield work
    words = name.split()[:LONGEST]
    for length in range(1, len(words)):
        for at in range(len(words) - length + 1):
            yield " ".join(words[at : at + length])
