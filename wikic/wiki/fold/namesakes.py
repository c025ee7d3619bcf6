"""Whom a name means that several could bear: decided for each document by itself, by what it says beside it.

Names wander. A bare name that several documents are about, each with a disambiguator ("Thomas
Penhale", of two), is the one whom the document's own words tell. A title before a surname that the wiki knows
("Captain Aarvik") is the one bearer of that surname who is called so, or the only one. Where that does not
decide, the name makes no page: what its document says of it stands with the document's own subject.

A clipped name ("Harbour Board", "Great Storm") is the one document's that has it with its place before it or
its year behind it, when that document speaks of what half of those who clip it are about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import InitVar, dataclass, field
from functools import lru_cache

from wikic import language
from wikic.text import names as name_rules
from wikic.text.normalise import fold_name
from wikic.text.relation_labels import MENTIONS, inverse
from wikic.wiki.fold.symbols import DigestSymbols, Symbol
from wikic.wiki.fold.tables import Multimap, Overflow

_HAN_NAME = range(2, 5)  # characters of a Chinese name


@dataclass(frozen=True, slots=True)
class Address:
    """A title or form of address and the surname beside it.

    form, surname: case folded.
    family: whether all who bear the surname may be addressed so.
    """

    form: str
    surname: str
    family: bool


@lru_cache(maxsize=1)
def _forms() -> dict[str, bool]:
    packs = [language.pack(code) for code in language.codes()]
    ranks = {form: False for each in packs for form in each.ranks}
    return ranks | {form: True for each in packs for form in each.addresses}


def read_address(name: str) -> Address | None:
    """What a folded name says if it is a title and a surname, else None."""
    words = name.split()
    forms = _forms()
    if len(words) == 2 and words[0] in forms and words[1] not in forms:
        return Address(words[0], words[1], forms[words[0]])
    if len(words) != 1 or not _is_han(name):
        return None
    for size in (1, 2):
        if name[size:] in forms:
            return Address(name[size:], name[:size], forms[name[size:]])
    return None


def surnames(name: str) -> tuple[str, ...]:
    """The surnames that who is called by a whole folded name may bear; () for what is no whole name."""
    words = name.split()
    if len(words) > 1:
        return () if read_address(name) is not None else (words[-1],)
    if _is_han(name) and len(name) in _HAN_NAME and read_address(name) is None:
        return (name[:1], name[:2])
    return ()


def _is_han(name: str) -> bool:
    return all("\u3400" <= letter <= "\u9fff" for letter in name)


# A member is one entity of one digest: (source key, index into the digest's symbols).
Member = tuple[str, int]
_Table = Multimap[Member]

_OF_YEAR = re.compile(r" of \d{4}$")
_WORD = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class Namesakes:
    """The names of all digests that wander, kept in step with them.

    digests: symbol tables by source key; the resolver's own.
    fallback: the dimension that is no evidence of what a thing is.
    named: by source key the names that its entities group under and claim; the resolver's own.
    titled: the entities of each such name; the resolver's own.
    overflow: shared by all tables of the fold.
    """

    digests: Mapping[str, DigestSymbols]
    fallback: str
    named: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]
    titled: _Table
    overflow: InitVar[Overflow]
    _based: _Table = field(init=False)  # bare name → documents on its bearers
    _clipped: _Table = field(init=False)  # clipped name → documents
    _placed: _Table = field(init=False)  # first words → documents
    _surnamed: _Table = field(init=False)  # surname → whole names
    _addressed: _Table = field(init=False)  # surname → titles with it
    _places: dict[Member, Member | None] = field(default_factory=dict)

    def __post_init__(self, overflow: Overflow) -> None:
        tables = (Multimap[Member](overflow, Member) for _ in range(5))
        self._based, self._clipped, self._placed, self._surnamed, self._addressed = tables

    def put(self, member: Member, name: str) -> None:
        """Take in an entity that groups under ``name``."""
        for table, key in self._keys(member, name):
            table.add(key, member)
        self._places.clear()

    def remove(self, member: Member) -> None:
        """Forget an entity, while its digest is still there."""
        for table, key in self._keys(member, self._name(member)):
            table.discard(key, member)
        self._places.clear()

    def _keys(self, member: Member, name: str) -> Iterator[tuple[_Table, str]]:
        styled = read_address(name)
        if styled is not None:
            yield self._addressed, styled.surname
        bare = _base(name)
        for surname in surnames(bare):
            yield self._surnamed, surname
        if bare != name and self._symbol(member).principal:
            yield self._based, bare
        if self._symbol(member).principal:
            for clipped, place in _clipped(bare):
                yield self._clipped, clipped
                if place:
                    yield self._placed, place

    def forget_answers(self) -> None:
        """Find out anew where each entity is."""
        self._places.clear()

    def place(self, member: Member) -> Member | None:
        """The entity on whose page ``member`` is, None where its name alone decides."""
        if member not in self._places:
            self._places[member] = self._find(member)
        return self._places[member]

    def nameless(self, member: Member) -> bool:
        """Whether what is said of ``member`` stands with its document, for want of knowing whom it means."""
        other = self.place(member)
        return other is not None and other[0] == member[0]

    def near(self, member: Member) -> Iterator[Member]:
        """Entities that may be on the page of ``member``, besides those of its name."""
        name = self._name(member)
        bare = _base(name)
        for surname in surnames(bare):
            yield from self._addressed.get(surname)
        if self._symbol(member).principal:
            for each in (bare, *(clipped for clipped, _ in _clipped(bare))):
                if each != name:
                    yield from self.titled.get(each)
            key = member[0]
            for at in range(len(self.digests[key].symbols)):
                if at != member[1] and self._may_wander(self._name((key, at))):
                    yield key, at

    def touched(self, name: str) -> Iterator[Member]:
        """Entities whose place may be another when one with this name comes, goes or changes."""
        bare = _base(name)
        longer = [_base(self._name(each)) for each in self._placed.get(bare)]
        for each in (bare, *(clipped for whole in (bare, *longer) for clipped, _ in _clipped(whole))):
            if self._may_wander(each):
                yield from self.titled.get(each)
        for surname in surnames(bare):
            yield from self._addressed.get(surname)

    def _may_wander(self, name: str) -> bool:
        return name in self._based or name in self._clipped or read_address(name) is not None

    def _name(self, member: Member) -> str:
        """The name that an entity groups under."""
        return self.named[member[0]][member[1]][0]

    def _symbol(self, member: Member) -> Symbol:
        return self.digests[member[0]].symbols[member[1]]

    def _find(self, member: Member) -> Member | None:
        name = self._name(member)
        if not self._may_wander(name) or not self._symbol(member).entity:
            return None
        if any(self._symbol(each).principal for each in self.titled.get(name)):
            return None  # a document is about what has just this name
        styled = read_address(name)
        if styled is not None:
            found = self._bearers(member, styled)
        elif name in self._based:
            found = self._documents(member, name)
        else:
            found = self._whole(member, name)
        if found is None:
            return None
        return found[0] if len(found) == 1 else self._principal(member)

    def _principal(self, member: Member) -> Member | None:
        symbols = self.digests[member[0]].symbols
        return next(((member[0], at) for at, each in enumerate(symbols) if each.principal), None)

    def _bearers(self, member: Member, styled: Address) -> list[Member] | None:
        """One entity for each who may be called so; None where no document is about one of that surname."""
        dimension = self._symbol(member).dimension
        people: dict[str, list[Member]] = {}
        for each in sorted(self._surnamed.get(styled.surname)):
            if self._symbol(each).dimension == dimension:
                people.setdefault(_base(self._name(each)), []).append(each)
        if not any(self._symbol(one).principal for each in people.values() for one in each):
            return None  # nobody of that surname is known well: "Doctor Who" is a name like any other
        called = {
            name: each
            for name, each in people.items()
            if any(_is_called(self._symbol(one), styled, self._name(member)) for one in each)
        }
        some = called if called or styled.family else people
        documents = [name for name in some if len(self._based.get(name)) > 1]
        return [_first(some[name], self._symbol) for name in some] if not documents else []

    def _documents(self, member: Member, name: str) -> list[Member] | None:
        """Of the documents on bearers of a bare name those it may mean; None where there is only one."""
        rivals = sorted(self._based.get(name))
        if len({self._name(each) for each in rivals}) < 2:
            return None
        symbol = self._symbol(member)
        if symbol.dimension not in ("", self.fallback):
            same = [each for each in rivals if self._symbol(each).dimension == symbol.dimension]
            rivals = same or rivals
        for fits in (self._told, self._related, self._acquainted):
            left = [each for each in rivals if fits(member, each)]
            rivals = left or rivals
            if len(rivals) == 1:
                return rivals
        return rivals

    def _whole(self, member: Member, name: str) -> list[Member] | None:
        """The document whose title a name clips; None for several, or where they have nothing in common."""
        titles = {self._name(each) for each in self._clipped.get(name)}
        one = min(self._clipped.get(name))
        dimension = self._symbol(member).dimension
        if len(titles) > 1 or dimension not in ("", self.fallback, self._symbol(one).dimension):
            return None
        place = next(place for clipped, place in _clipped(_base(self._name(one))) if clipped == name)
        if place and not any(self._symbol(each).principal for each in self.titled.get(place)):
            return None  # "Love Song" is not "Another Love Song"
        known = [each for each in self.titled.get(name) if self._acquainted(each, one)]
        return [one] if member in known or 2 * len(known) >= len(self.titled.get(name)) else None

    def _told(self, member: Member, rival: Member) -> bool:
        """The words beside the name say what the rival is: "the painter Thomas Penhale"."""
        said = {word for tag in self._symbol(member).tags for word in _words(tag)}
        other = self._symbol(rival)
        is_ = [other.title.removeprefix(name_rules.base(other.title)), *other.tags, other.summary]
        return bool(said & {word for text in is_ for word in _words(text)})

    def _related(self, member: Member, rival: Member) -> bool:
        """A typed relation of the name is one that the rival's document tells too."""
        return bool(self._relations(member) & self._relations(rival))

    def _relations(self, member: Member) -> set[tuple[str, str]]:
        key, at = member
        found: set[tuple[str, str]] = set()
        for source, label, target in self.digests[key].edges:
            if label != MENTIONS and target == at:
                found.add((self._name((key, source)), label))
            if label != MENTIONS and source == at:
                found.add((self._name((key, target)), inverse(label)))
        return found

    def _acquainted(self, member: Member, rival: Member) -> bool:
        """The rival's document names what the member's document is about."""
        about = self._principal(member)
        key = rival[0]
        return about is not None and any(
            _base(self._name((key, at))) == _base(self._name(about))
            for at in range(len(self.digests[key].symbols))
        )


def _is_called(symbol: Symbol, styled: Address, name: str) -> bool:
    """Whether a digest calls somebody by the form: "Captain Nils Aarvik", a ship's captain."""
    for alias in map(fold_name, symbol.aliases):
        if alias == name or alias.startswith(f"{styled.form} "):
            return True
    return not styled.family and any(styled.form in _words(text) for text in (*symbol.tags, symbol.summary))


def _first(members: Iterable[Member], symbol_of: Callable[[Member], Symbol]) -> Member:
    return min(members, key=lambda each: (not symbol_of(each).principal, each))


def _clipped(name: str) -> Iterator[tuple[str, str]]:
    """The names that leave out the year at a name's end or the place before it, each with that place."""
    whole = _OF_YEAR.sub("", name)
    if whole != name and " " in whole:
        yield whole, ""
    words = name.split()
    for cut in range(1, min(3, len(words) - 1)):
        yield " ".join(words[cut:]), " ".join(words[:cut])


def _base(name: str) -> str:
    return fold_name(name_rules.base(name)) if name.endswith((")", "）")) else name


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
