"""Written articles in the fold: what they are composed of, whose page they are on, what of them still holds.

An article stands as long as every document it was composed of is there: forgetting one takes it whole, so the
wiki without a document never says what only that said. Where a document says something else by now, code
looks again, and sentences that nothing bears out any more are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.model.digest import Digest
from wikic.model.page import Citation, Fact
from wikic.model.statement import Statement
from wikic.model.written import Part, Sentence, Unit, Written
from wikic.text.compare import same_fact, unsupported
from wikic.wiki.fold.differing import differing_statements
from wikic.wiki.fold.resolve import GroupId, Member, Resolver
from wikic.wiki.fold.symbols import shown
from wikic.wiki.written_text import Said, write_article

MAX_UNITS: Final = 60
OF_ONE: Final = MAX_UNITS // 3  # units of one document
FEWEST: Final = 4  # units: fewer facts are read as quickly as an article
_OWN: Final = 5  # one unit in so many, and two at least, are of the thing itself
_CITED: Final = 6  # blocks that one sentence cites

Load = Callable[[str], Digest]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A unit as a writer is shown it.

    unit: what it is. document: title of its document. date: of that, or "".
    place: headings above it. said: who claims, judges or says it, with the kind of statement, or "".
    about: whether the document is about the thing. own: whether the statement is.
    """

    unit: Unit
    document: str
    date: str
    place: str
    said: str
    about: bool
    own: bool


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing to write about.

    group: whose page it is on. title, aliases: what it is called.
    things: key and title of its entity in each document.
    units: in the order of documents and their sentences.
    differing: places of units of which only one group can hold, with the value that each gives.
    """

    group: GroupId
    title: str
    aliases: tuple[str, ...]
    things: tuple[tuple[str, str], ...]
    units: tuple[Evidence, ...]
    differing: tuple[tuple[tuple[int, str], ...], ...] = ()

    @property
    def is_told_of(self) -> bool:
        """Whether enough is said of the thing itself: of a country that films are shot in nothing is."""
        own = sum(each.own for each in self.units)
        return len(self.units) >= FEWEST and self.documents > 1 and own >= max(2, len(self.units) / _OWN)

    @property
    def documents(self) -> int:
        """How many documents it is composed of."""
        return len({each.unit.key for each in self.units})


def evidence(resolver: Resolver, members: Sequence[Member], load: Load) -> Iterator[Evidence]:
    """What documents say of a page's thing, in the order of documents and their sentences; bounded as above.

    Of more it takes what is disputed first, then what documents about the thing say, then of each in turn.
    """
    gathering = _Gathering(resolver, members, load)
    found = [gathering.told_in(key) for key in gathering.documents()]
    chosen = gathering.chosen(found)
    for told in found:
        place = {block.id: block.number for block in told.digest.blocks}
        for each in sorted(told.statements, key=lambda said: [place.get(at, 0) for at in said.blocks]):
            if (told.digest.key, each.id) in chosen:
                yield gathering.shown(told, each)


@dataclass(frozen=True, slots=True)
class _Told:
    """What one document says of the thing.

    about: whether it is about the thing. statements: at most ``OF_ONE``, those that count most first.
    """

    digest: Digest
    about: bool
    statements: tuple[Statement, ...]


class _Gathering:
    """Finds what documents say of the thing that members are."""

    def __init__(self, resolver: Resolver, members: Sequence[Member], load: Load) -> None:
        self._resolver = resolver
        self._members = members
        self._load = load
        self._entities: dict[str, set[str]] = {}  # local ids, by document
        self._named: dict[str, re.Pattern[str]] = {}  # a term, by document
        self._known: set[tuple[str, str]] = set()  # statements that the symbol tables name
        self._own: set[tuple[str, str]] = set()  # of these, those that a term is the subject of
        for key, at in members:
            symbol = resolver.digests[key].symbols[at]
            told = {(key, each) for each in resolver.told((key, at))}
            self._entities.setdefault(key, set()).add(symbol.entity)
            self._known |= told | {(key, each) for each in resolver.statements((key, at))}
            if symbol.term is not None:
                self._named[key] = re.compile(rf"(?<!\w){re.escape(symbol.title)}(?!\w)")
                self._own |= told if symbol.term.about else set()
        groups = differing_statements(resolver, members)
        self._disputed = {(key, id) for group in groups for key, id, _ in group}

    def documents(self) -> list[str]:
        """The documents that are looked at, in order: of a thing that thousands name those that say most."""
        said: Counter[str] = Counter()
        for key, at in self._members:
            symbol = self._resolver.symbol((key, at))
            said[key] += 10 * symbol.principal + 2 * len(symbol.statements) + len(symbol.told)
        order = {key: self._resolver.digests[key].order for key in said}
        ranked = sorted(said, key=lambda key: (-said[key], order[key]))[: 2 * MAX_UNITS]
        return sorted((key for key in ranked if said[key]), key=lambda key: order[key])

    def told_in(self, key: str) -> _Told:
        """What a document says of the thing."""
        digest, left_out = self._load(key), self._resolver.shared.left_out(key)
        said = [
            each
            for each in digest.statements
            if shown(each) and not each.superseded and each.id not in left_out and self._speaks(key, each)
        ]
        said.sort(key=lambda each: self._worth(key, each))
        own = (each for each in digest.entities if each.id in self._entities[key])
        return _Told(digest, any(each.principal or each.self_ for each in own), tuple(said[:OF_ONE]))

    def _speaks(self, key: str, statement: Statement) -> bool:
        """Whether a statement speaks of the thing; a question says nothing."""
        if statement.form == "sentence" and statement.text.endswith(("?", "？")):
            return False
        ends = {statement.of, *(end.entity for end in statement.relations)}
        named = self._named.get(key)
        return (
            (key, statement.id) in self._known
            or not ends.isdisjoint(self._entities[key])
            or (named is not None and named.search(statement.text) is not None)
        )

    def _worth(self, key: str, statement: Statement) -> tuple[bool, bool, bool]:
        here = (key, statement.id)
        return here not in self._disputed, statement.of not in self._entities[key], here not in self._known

    def chosen(self, found: Sequence[_Told]) -> set[tuple[str, str]]:
        """The units that are taken, as key and id of statement; what two documents say alike once."""
        ranked = sorted(found, key=lambda told: not told.about)
        rows = [[(told.digest.key, each.id) for each in told.statements] for told in ranked]
        order = [each for row in rows for each in row if each in self._disputed]
        order += [each for told, row in zip(ranked, rows, strict=True) if told.about for each in row]
        order += [row[at] for at in range(OF_ONE) for row in rows if at < len(row)]
        taken: set[tuple[str, str]] = set()
        seen: set[str] = set()
        for each in order:
            if len(taken) < MAX_UNITS and each[1] not in seen:
                taken.add(each)
                seen.add(each[1])
        return taken

    def shown(self, told: _Told, statement: Statement) -> Evidence:
        """A statement as a writer is shown it."""
        key = told.digest.key
        return Evidence(
            unit=Unit(key, statement.id, " ".join(statement.text.split())),
            document=told.digest.title,
            date=told.digest.date or "",
            place=" › ".join(statement.place or ()),
            said=f"{statement.kind} of {statement.holder or '?'}" if statement.kind != "fact" else "",
            about=told.about,
            own=statement.of in self._entities[key] or (key, statement.id) in self._own,
        )


class Articles:
    """The written articles of a wiki, by their files and by the groups whose pages they are on.

    unsettled: files of those that may not stand any more.
    """

    def __init__(self, resolver: Resolver) -> None:
        self.files: dict[str, Written] = {}
        self.unsettled: set[str] = set()
        self._resolver = resolver
        self._groups: dict[str, GroupId | None] = {}  # by file; told when asked for
        self._on: dict[GroupId, set[str]] = {}

    def put(self, file: str, written: Written) -> None:
        """Take an article in."""
        if file in self.files:
            self.remove(file)
        self.files[file] = written
        self.unsettled.add(file)

    def spoil(self) -> None:
        """Documents came, changed or went: things may have become one, or two."""
        self.unsettled.update(self.files)
        self._groups.clear()
        self._on.clear()

    def remove(self, file: str) -> None:
        """Let go of an article."""
        del self.files[file]
        self.unsettled.discard(file)
        group = self._groups.pop(file, None)
        if group is not None:
            self._on[group].discard(file)

    def by_group(self) -> dict[GroupId, set[str]]:
        """The files of the articles on each page; without those that do not stand."""
        if len(self._groups) < len(self.files):
            for file in self.files.keys() - self._groups.keys():
                group = self._groups[file] = group_of(self.files[file], self._resolver)
                if group is not None:
                    self._on.setdefault(group, set()).add(file)
        return self._on

    def on_page(self, group: GroupId) -> list[str]:
        """The files of articles about a group's thing."""
        return sorted(self.by_group().get(group, ()))

    def chosen(self, group: GroupId) -> str | None:
        """The file of the article of a group's page: of several one whose units all stand, then of the newest
        documents.
        """
        standing = self.on_page(group)
        if len(standing) < 2:
            return standing[0] if standing else None
        return max(standing, key=lambda file: (*_rank(self.files[file], self._resolver), file))


def group_of(written: Written, resolver: Resolver) -> GroupId | None:
    """The group whose page an article is on: where most entities of its thing are by now.

    None where a document is gone that it was composed of, and so it does not stand.
    """
    if any(each.key not in resolver.digests for each in written.units):
        return None
    roots: Counter[GroupId] = Counter()
    for key, title in written.things:
        symbols = resolver.digests[key].symbols if key in resolver.digests else ()
        roots.update(resolver.root_of((key, at)) for at, each in enumerate(symbols) if each.title == title)
    return min(roots, key=lambda each: (-roots[each], each), default=None)


def _rank(written: Written, resolver: Resolver) -> tuple[bool, tuple[str, str], int]:
    digests = {each.key: resolver.digests[each.key] for each in written.units}
    said = {(key, id) for key, each in digests.items() for symbol in each.symbols for id in symbol.statements}
    stands = all((each.key, each.statement) in said for each in written.units)
    newest = max((each.ingested, each.date or "") for each in digests.values())
    return stands, newest, len(written.units)


@dataclass(frozen=True, slots=True)
class ShownArticle:
    """An article as its page shows it.

    file: its file path. text: Markdown, "" where nothing is left of its lead.
    sentences: what is shown, with the blocks it rests on.
    keys: of the documents that those rest on.
    stale: the words of those that do not hold any more.
    units, documents: how many it was composed of.
    """

    file: str
    text: str
    sentences: tuple[Fact, ...]
    keys: tuple[str, ...]
    stale: tuple[str, ...]
    units: int
    documents: int

    @property
    def label(self) -> str:
        """How much a reader has before him, and on what it rests; "" where nothing is shown."""
        if not self.text:
            return ""
        lost = f"; {len(self.stale)} left out, for documents have changed" if self.stale else ""
        said = f"{len(self.sentences)} sentences from {self.units} statements of {self.documents} documents"
        return said + lost


def shown_article(file: str, written: Written, resolver: Resolver, load: Load) -> ShownArticle:
    """What of an article holds by now."""
    now = [_standing(each, load(each.key)) for each in written.units]
    named = [written.title, *(resolver.digests[each.key].title for each in written.units)]
    parts: list[tuple[Part, list[Said]]] = []
    sentences: dict[str, Fact] = {}
    keys: dict[str, None] = {}
    stale: list[str] = []
    for part in written.parts:
        kept: list[Said] = []
        for each in part.sentences:
            spoken = part.spoken(each)
            if _holds(spoken, each, written, now, named):
                id = layout.sentence_id(each.cells)
                kept.append((each, id))
                rests_on = [(written.units[at].key, now[at]) for at in each.units]
                sentences.setdefault(id, _fact(id, spoken, rests_on, load))  # of equal ones the first
                keys.update((key, None) for key, _ in rests_on)
            else:
                stale.append(spoken)
        parts.append((part, kept))
    units, documents = len(written.units), len({each.key for each in written.units})
    if not parts[0][1]:  # without its lead it says nothing that stands alone
        return ShownArticle(file, "", (), (), tuple(stale), units, documents)
    text = write_article(parts)
    return ShownArticle(file, text, tuple(sentences.values()), tuple(keys), tuple(stale), units, documents)


def _standing(unit: Unit, digest: Digest) -> Statement | None:
    """The statement that says what a unit did: itself, or one in whose words the document says it now."""
    said = [each for each in digest.statements if shown(each) and not each.superseded]
    same = next((each for each in said if each.id == unit.statement), None)
    return same or next((each for each in said if same_fact(unit.text, each.text)), None)


def _holds(
    spoken: str, sentence: Sentence, written: Written, now: Sequence[Statement | None], named: Sequence[str]
) -> bool:
    found = [(written.units[at], now[at]) for at in sentence.units]
    if any(statement is None for _, statement in found):
        return False
    if all(statement is not None and statement.id == unit.statement for unit, statement in found):
        return True
    # What it has from elsewhere, a date, an alias or a sum, its units did not say then either.
    then = unsupported(spoken, [*named, *(unit.text for unit, _ in found)])
    texts = [statement.text for _, statement in found if statement is not None]
    return set(unsupported(spoken, [*named, *texts])) <= set(then)


def _fact(id: str, spoken: str, rests_on: Sequence[tuple[str, Statement | None]], load: Load) -> Fact:
    cited: dict[Citation, str] = {}
    for key, statement in rests_on:
        digest = load(key)
        said = {block.id: block.text for block in digest.blocks}
        blocks = statement.blocks if statement is not None else ()
        for block in blocks[:1] if digest.derived else blocks:
            cite = Citation(layout.digest_path(key), block, digest.derived)
            cited.setdefault(cite, said.get(block, ""))
    pairs = list(cited.items())[:_CITED]
    return Fact(id, spoken, tuple(cite for cite, _ in pairs), quotes=tuple(quote for _, quote in pairs))
