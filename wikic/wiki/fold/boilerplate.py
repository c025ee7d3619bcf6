"""Statements that many documents of a library share: boilerplate of a site, a filing, a publisher.

They stay in the digests and stand on no page. A statement's id is the hash of its normal form, so equal ids
are equal sentences, whatever the language. Which are shared depends on how many documents of a collection
hold each, and on the number of its documents rounded down to a power of two: never on an order.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from math import ceil
from typing import Final

from wikic.wiki.fold.tables import Kind, Multimap, Overflow, Table

FEWEST: Final = 3  # documents that share a sentence which is boilerplate, or
SHARE: Final = 0.015  # this share of the collection
MOST: Final = 0.5  # of a document: a copy of others, or a new edition, says what they say and is kept whole

_SUMMARY: Final = "summary:"
_NONE: Final[frozenset[str]] = frozenset()
_IDS: Final[Kind[frozenset[str]]] = Kind.of(frozenset[str], weight=1_500)


def _of_summary(summary: str) -> str:
    """What stands for a document's summary among the ids of its statements."""
    return f"{_SUMMARY}{summary}"


def _is_summary(id: str) -> bool:
    return id.startswith(_SUMMARY)


class Shared:
    """The statements of all documents of libraries, kept in step with their digests."""

    def __init__(self, overflow: Overflow) -> None:
        self._ids: Table[frozenset[str]] = Table(overflow, _IDS)  # of a document, by its key
        self._holders = Multimap[str](overflow, str)  # documents, by collection and id
        self._documents: dict[str, int] = {}  # of a collection
        self._common: set[str] = set()  # collection and id
        self._settled: dict[str, int] = {}  # threshold of a collection when settled last
        self._touched: set[str] = set()

    def put(self, key: str, ids: Iterable[str], summaries: Iterable[str] = ()) -> None:
        """Take a document's statements and summaries, in place of those it had."""
        self.remove(key)
        collection = _collection(key)
        self._ids[key] = frozenset((*ids, *map(_of_summary, filter(None, summaries))))
        self._documents[collection] = self._documents.get(collection, 0) + 1
        for each in self._ids[key]:
            self._holders.add(_place(collection, each), key)
            self._touched.add(_place(collection, each))

    def remove(self, key: str) -> None:
        """Forget a document; nothing happens when it is not there."""
        collection = _collection(key)
        ids = self._ids.pop(key, None)
        if ids is None:
            return
        self._documents[collection] -= 1
        for each in ids:
            self._holders.discard(_place(collection, each), key)
            self._touched.add(_place(collection, each))

    def settle(self) -> set[str]:
        """Decide anew what is shared; the keys of documents that hold a statement of which that changed."""
        looked, self._touched = self._touched, set()
        anew: set[str] = set()
        for collection in self._documents:
            threshold = self._threshold(collection)
            if self._settled.get(collection) != threshold:
                self._settled[collection] = threshold
                anew.add(collection)
        changed: set[str] = set()
        every = (each for each in self._holders if _collection(each) in anew) if anew else ()
        for each in chain(looked, every):
            holders = self._holders.get(each)
            common = len(holders) >= self._settled[_collection(each)]
            if common != (each in self._common):
                changed.update(holders)
                (self._common.add if common else self._common.discard)(each)
        return changed

    def left_out(self, key: str) -> frozenset[str]:
        """Ids of the statements of a document that stand on no page, as settled last."""
        ids = self._ids.get(key)
        if ids is None or not self._common:
            return _NONE
        collection = _collection(key)
        found = frozenset(each for each in ids if _place(collection, each) in self._common)
        if not found:
            return _NONE
        shared, every = ({each for each in some if not _is_summary(each)} for some in (found, ids))
        return found if len(shared) <= MOST * len(every) else _NONE

    def is_shared(self, key: str, summary: str) -> bool:
        """Whether many documents have a document's summary, as settled last."""
        return _of_summary(summary) in self.left_out(key)

    def _threshold(self, collection: str) -> int:
        documents = self._documents[collection]
        bracket = 1 << (documents.bit_length() - 1) if documents else 0
        return max(FEWEST, ceil(SHARE * bracket))


def _place(collection: str, id: str) -> str:
    """Under what a statement's documents are found; begins with the collection, as a key does."""
    return f"{collection}/{id}"


def _collection(key: str) -> str:
    return key.partition("/")[0]
