"""What is kept of each document while a corpus is surveyed: a few hundred bytes, never its text."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from sys import intern
from typing import Final
from zlib import crc32

from wikic.curator.encyclopaedia.english.vocabulary import COMMON
from wikic.model.article import Article
from wikic.remembered import remembered
from wikic.schema.filter import duplicates
from wikic.schema.filter.document_view import DocumentView, is_han
from wikic.schema.filter.kinds import kind_of
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


def record(article: Article) -> Record:
    """What is kept of ``article``."""
    view = DocumentView.at(article)
    kind = kind_of(view)
    length = view.size if len(article.text) <= 6 * view.size else len(article.text) // 6
    return Record(
        key=article.key,
        rank=blake2b(article.key.encode("utf-8", "surrogatepass"), digest_size=8).digest(),
        kind=kind,
        sketch=b"" if kind else duplicates.sketch(view.words),
        terms=array("I", _first(article.title, view)).tobytes(),
        group=intern(article.key.rpartition("/")[0]),
        language=intern(article.language),
        octave=length.bit_length(),
        date=article.date,
    )


def terms_of(each: Record) -> array[int]:
    """The hashes of a document's content words."""
    return array("I", each.terms)


def _first(title: str, view: DocumentView) -> list[int]:
    found: dict[int, None] = {}
    for words in (tokens(title), view.words):
        for term in _content(words):
            found[_term(term)] = None
            if len(found) >= TERMS:
                return list(found)
    return list(found)


def _content(words: list[str] | tuple[str, ...]) -> Iterator[str]:
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
def _term(word: str) -> int:
    return crc32(word.encode("utf-8", "surrogatepass")) & (SPACE - 1)
