"""Which documents a schema is made from: spread over topic, length, time, language and folder, not uniform.

A uniform sample of 200 holds two documents of a topic that one in a hundred is about, or none. Here a
document is worth the features it adds, each less the more of the sample has it already: coverage with
diminishing returns, drawn greedily (Lin and Bilmes, A Class of Submodular Functions for Document
Summarization, 2011). Of each document a few hundred bytes are kept for that, never its text.
Words weigh by inverse document frequency, those of fewer than three documents nothing: a topic shows as words
that several documents share and most do not. What comes out depends on the set of documents alone.
"""

from __future__ import annotations

import heapq
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import log2, sqrt
from sys import intern
from typing import Final
from zlib import crc32

from wikic.curator.encyclopaedia.english.vocabulary import COMMON
from wikic.model.article import Article
from wikic.remembered import remembered
from wikic.schema import low_information
from wikic.schema.low_information import DocumentView, is_han, kind_of
from wikic.text.tokens import tokens

TERMS: Final = 32  # of one document: its title's and those it begins with, where it says what it is about
SPACE: Final = 1 << 18  # terms are known by their hash
_SHORTEST: Final = 3  # letters of a term


@dataclass(frozen=True, slots=True)
class Record:
    """One document of the corpus.

    key: its key.
    rank: a hash of the key: a draw that does not depend on the order of reading.
    kind: of low-information document, or "".
    sketch: of its words, for comparing; b"" where ``kind`` says enough.
    terms: hashes of content words, each once, 32 bits each.
    group: the folder it lies in.
    language: as guessed.
    octave: how often its number of words can be halved.
    date: its own date, or None.
    """

    key: str
    rank: bytes
    kind: str
    sketch: bytes
    terms: bytes
    group: str
    language: str
    octave: int
    date: str | None


def keep_record(article: Article) -> Record:
    """What is kept of ``article``."""
    view = DocumentView.at(article)
    kind = kind_of(view)
    length = view.size if len(article.text) <= 6 * view.size else len(article.text) // 6
    return Record(
        key=article.key,
        rank=blake2b(article.key.encode("utf-8", "surrogatepass"), digest_size=8).digest(),
        kind=kind,
        sketch=b"" if kind else low_information.make_sketch(view.words),
        terms=array("I", _first_terms(article.title, view)).tobytes(),
        group=intern(article.key.rpartition("/")[0]),
        language=intern(article.language),
        octave=length.bit_length(),
        date=article.date,
    )


def terms_of(each: Record) -> array[int]:
    """The hashes of a document's content words."""
    return array("I", each.terms)


def _first_terms(title: str, view: DocumentView) -> list[int]:
    found: dict[int, None] = {}
    for words in (tokens(title), view.words):
        for term in _content_words(words):
            found[_hash_of(term)] = None
            if len(found) >= TERMS:
                return list(found)
    return list(found)


def _content_words(words: list[str] | tuple[str, ...]) -> Iterator[str]:
    """Words that are not everybody's; of Chinese pairs of characters, which are mostly words."""
    before = ""
    for word in words:
        if is_han(word):
            if before:
                yield before + word
            before = word
            continue
        before = ""
        if len(word) >= _SHORTEST and word not in COMMON and not word.isdigit():
            yield word


@remembered(1 << 16)
def _hash_of(word: str) -> int:
    return crc32(word.encode("utf-8", "surrogatepass")) & (SPACE - 1)


# IASI consumes a sample whose size does not depend on the corpus (WikiKV, section III-C).
SIZE: Final = 200

_FEWEST: Final = 3  # documents that share a word before it is a topic's,
_SCARCE: Final = 5_000  # and one in so many
_MOST: Final = 0.4  # share of documents from which a word tells nothing apart
_ASPECT: Final = 4.0  # what length, date, language or folder weighs beside one word
_DATES: Final = 8  # parts of equal size into which the dates are cut
# Of a very large corpus only the first documents of each feature, by hash, can be drawn: what a draw costs
# then has a bound, and each feature has more candidates than places.
_ALL: Final = 5_000
_PER_WORD: Final = 6
_PER_ASPECT: Final = 100


def spread_sample(records: Sequence[Record], size: int = SIZE) -> list[Record]:
    """At most ``size`` of ``records``, sorted by key: all of them when there are no more."""
    if len(records) <= size:
        return sorted(records, key=lambda each: each.key)
    ordered = sorted(records, key=lambda each: (each.rank, each.key))
    cuts = _date_cuts(ordered)
    worth = _words_worth(ordered)
    aspects = Counter(aspect for each in ordered for aspect in _document_aspects(each, cuts))
    rarity = {name: _ASPECT * log2(1 + count) for name, count in aspects.items()}
    pool = _sampling_pool(ordered, worth, cuts)
    return sorted(_draw_sample(pool, worth, rarity, size), key=lambda each: each.key)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A document that can be drawn: what it has of words that count, and of the other aspects."""

    record: Record
    words: tuple[int, ...]
    aspects: tuple[str, ...]


def _draw_sample(
    pool: Sequence[_Candidate], words: dict[int, float], aspects: dict[str, float], size: int
) -> list[Record]:
    """Greedily, lazily: a gain only falls, so what was worth less before need not be counted again."""
    word_now, aspect_now = dict(words), dict(aspects)
    had: Counter[int | str] = Counter()

    def gain(each: _Candidate) -> float:
        # A long document has more words than a short one and is not worth more for that.
        said = sum(map(word_now.__getitem__, each.words)) / sqrt(len(each.words) or 1)
        return said + sum(map(aspect_now.__getitem__, each.aspects))

    heap = [(-gain(each), at) for at, each in enumerate(pool)]
    heapq.heapify(heap)
    drawn: list[Record] = []
    while heap and len(drawn) < size:
        at = heap[0][1]
        best = pool[at]
        now = (-gain(best), at)
        if len(heap) > 1 and now > min(heap[1:3]):
            heapq.heapreplace(heap, now)
            continue
        heapq.heappop(heap)
        drawn.append(best.record)
        had.update(best.words)
        had.update(best.aspects)
        word_now.update((each, words[each] / (1 + had[each])) for each in best.words)
        aspect_now.update((each, aspects[each] / (1 + had[each])) for each in best.aspects)
    return drawn


def _sampling_pool(
    ordered: Sequence[Record], words: dict[int, float], cuts: Sequence[str]
) -> list[_Candidate]:
    """The documents that a sample may be drawn from."""
    taken: Counter[int | str] = Counter()
    pool: list[_Candidate] = []
    for record in ordered:
        each = _Candidate(
            record,
            tuple(term for term in terms_of(record) if term in words),
            tuple(_document_aspects(record, cuts)),
        )
        if (
            len(ordered) <= _ALL
            or any(taken[name] < _PER_WORD for name in each.words)
            or any(taken[name] < _PER_ASPECT for name in each.aspects)
        ):
            taken.update(each.words)
            taken.update(each.aspects)
            pool.append(each)
    return pool


def _words_worth(records: Sequence[Record]) -> dict[int, float]:
    """What each word is worth, by the share of documents that have it."""
    counts = array("I", bytes(4 * SPACE))
    for each in records:
        for term in terms_of(each):
            counts[term] += 1
    least, most = max(_FEWEST, len(records) / _SCARCE), _MOST * len(records)
    return {term: log2(len(records) / count) for term, count in enumerate(counts) if least <= count <= most}


def _date_cuts(records: Sequence[Record]) -> list[str]:
    """Dates that cut those of the corpus into parts of equal size."""
    dates = sorted(each.date for each in records if each.date)
    return sorted({dates[len(dates) * part // _DATES] for part in range(1, _DATES)}) if dates else []


def _document_aspects(each: Record, cuts: Sequence[str]) -> Iterator[str]:
    """Length, time, language and folder of a document as features."""
    yield f"octave {each.octave}"
    yield f"language {each.language}"
    yield f"folder {each.group}"
    date = each.date
    yield "undated" if date is None else f"date {sum(date >= cut for cut in cuts)}"
    if date is not None:
        yield f"century {date[:2]}"
