"""The entities of a set of digests by the names they have and claim, and the statements that many share.

Everything is looked up by name, so that a digest that comes or goes costs what it holds. What documents of a
library share is boilerplate of a site, a filing, a publisher: it stays in the digests and stands on no page.
A statement's id is the hash of its normal form, so equal ids are equal sentences, whatever the language.
Which are shared depends on how many documents of a collection hold each, and on the number of its documents
rounded down to a power of two: never on an order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import ceil
from typing import Final

from wikic.model.schema import Identity
from wikic.text.normalise import fold_name
from wikic.wiki.fold.document_links import DocumentLinks
from wikic.wiki.fold.namesakes import Member
from wikic.wiki.fold.symbols import DigestSymbols, Symbol
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


class IdentityChoices:
    """``identity.yaml`` by folded name, as symbol resolution asks it."""

    def __init__(self, identity: Identity) -> None:
        self._same = {fold_name(title): titles[0] for titles in identity.same if titles for title in titles}
        self._chosen = {fold_name(titles[0]): titles[0] for titles in identity.same if titles}
        self._pins = {(pin.key, fold_name(pin.entity)): pin.title for pin in identity.pins}
        self._chosen.update({fold_name(pin.title): pin.title for pin in identity.pins})
        self._distinct: dict[str, set[int]] = {}
        for number, titles in enumerate(identity.distinct):
            for title in titles:
                self._distinct.setdefault(fold_name(title), set()).add(number)

    def title(self, key: str, written: str, *, own: bool) -> str:
        """The title of the entity that the digest of ``key`` calls ``written``.

        own: whether it is the document itself: a name that is one thing with others leaves it alone.
        """
        if not self._pins and not self._same:
            return written
        pinned = self.pinned(key, written)
        title = pinned if pinned is not None else written
        return title if own and pinned is None else self._same.get(fold_name(title), title)

    def pinned(self, key: str, written: str) -> str | None:
        """The title that a pin gives an entity of the digest of ``key``, or None."""
        return self._pins.get((key, fold_name(written)))

    def chosen(self, name: str) -> str | None:
        """The title that people gave the thing called ``name``, folded, or None."""
        return self._chosen.get(name)

    def is_distinct(self, name: str) -> bool:
        """Whether ``name``, folded, is kept apart from another one."""
        return name in self._distinct

    def kept_apart(self, title: str, other: str) -> bool:
        """Whether two titles are said to be two things."""
        return bool(self._distinct.get(fold_name(title), set()) & self._distinct.get(fold_name(other), set()))

    def given_instead(self, name: str) -> set[str]:
        """The folded titles that entities called ``name``, folded, have by people's choice."""
        new = self._same.get(name)
        titles = {fold_name(new)} if new is not None else set()
        titles.update(fold_name(title) for (_, entity), title in self._pins.items() if entity == name)
        return titles


# The name an entity groups under, and the names it claims besides.
_Named = tuple[str, tuple[str, ...]]

_DIGESTS: Final[Kind[DigestSymbols]] = Kind.of(DigestSymbols, weight=4_000)
_NAMED: Final[Kind[tuple[_Named, ...]]] = Kind.of(tuple[_Named, ...], weight=1_000)

# What the name of a document that is itself the subject begins with; its key follows.
SELF = "\0\0"


class NamedEntities:
    """Entities of digests, by name; people's choices in ``identity.yaml`` rename them.

    ``digests`` maps source keys to symbol tables; change it through ``put`` and ``remove`` only.
    """

    def __init__(self, identity: Identity, overflow: Overflow) -> None:
        self.digests: Table[DigestSymbols] = Table(overflow, _DIGESTS)
        self.shared = Shared(overflow)
        self.links = DocumentLinks(self.digests, overflow)
        self.identity = identity
        self._choices = IdentityChoices(identity)
        self._named: Table[tuple[_Named, ...]] = Table(overflow, _NAMED)
        self._titled = Multimap[Member](overflow, Member)
        self._claimed = Multimap[Member](overflow, Member)

    def put(self, digest: DigestSymbols) -> None:
        """Take a digest in, in place of the one of its key."""
        self.remove(digest.key)
        self.digests[digest.key] = digest
        self.links.put(digest)
        named = tuple(self._names(digest.key, symbol) for symbol in digest.symbols)
        self._named[digest.key] = named
        for at, (name, aliases) in enumerate(named):
            member = digest.key, at
            self._titled.add(name, member)
            for alias in aliases:
                self._claimed.add(alias, member)

    def remove(self, key: str) -> None:
        """Forget a digest; nothing happens when it is not there."""
        digest = self.digests.get(key)
        if digest is None:
            return
        for at, (name, aliases) in enumerate(self._named.pop(key)):
            self._titled.discard(name, (key, at))
            for alias in aliases:
                self._claimed.discard(alias, (key, at))
        self.links.remove(digest)
        del self.digests[key]

    def titled(self, name: str) -> Iterable[Member]:
        """The entities and names that group under ``name``, folded."""
        return self._titled.get(name)

    def title(self, key: str, symbol: Symbol) -> str:
        """The entity's title after ``identity.yaml``."""
        return self._choices.title(key, symbol.title, own=symbol.self_)

    def _names(self, key: str, symbol: Symbol) -> _Named:
        """The name the entity groups under, and the names it claims besides; a work claims its title."""
        title = fold_name(self.title(key, symbol))
        own = SELF + key if symbol.self_ and self._choices.chosen(title) is None else title
        claimed = [fold_name(alias) for alias in symbol.aliases]
        written = fold_name(symbol.title)
        if written != own and self._choices.pinned(key, symbol.title) is None:
            claimed.append(written)
        return own, tuple(alias for alias in dict.fromkeys(claimed) if alias and alias != own)

    def names_of(self, key: str) -> set[str]:
        """Every name that the entities of a digest have or claim; empty when it is not there."""
        found: set[str] = set()
        for name, aliases in self._named.get(key, ()):
            found.add(name)
            found.update(aliases)
        return found

    def names(self) -> Iterator[str]:
        """Every name that an entity has or claims, some twice; the keys of works are no names."""
        yield from (name for name in self._titled if not name.startswith(SELF))
        yield from self._claimed

    def names_in(self, digest: DigestSymbols) -> set[str]:
        """Every name that the entities of a digest would have or claim."""
        named = (self._names(digest.key, symbol) for symbol in digest.symbols)
        return {name for own, aliases in named for name in (own, *aliases)}

    def symbol(self, member: Member) -> Symbol:
        """The entity behind a member."""
        return self.digests[member[0]].symbols[member[1]]

    def statements(self, member: Member) -> tuple[str, ...]:
        """Ids of the statements of an entity that stand on its page, in its digest's order."""
        left_out = self.shared.left_out(member[0])
        return tuple(each for each in self.symbol(member).statements if each not in left_out)

    def told(self, member: Member) -> tuple[str, ...]:
        """Ids of statements of other entities that speak of one and stand on theirs, best first."""
        left_out = self.shared.left_out(member[0])
        return tuple(each for each in self.symbol(member).told if each not in left_out)

    def own(self, key: str) -> Member | None:
        """The entity that a document is about or is itself, None where it has none or is not there."""
        at = self.digests[key].own if key in self.digests else None
        return None if at is None else (key, at)
