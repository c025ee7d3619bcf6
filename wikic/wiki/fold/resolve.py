"""Symbol resolution: which entities of which digests are the same page.

A pure function of the set of digests and ``identity.yaml``; the order in which digests arrive never
enters. Kept up to date digest by digest: everything is looked up by name, so that a change costs what
it touches. The rules:

1. ``identity.yaml`` renames entities (``same``, pins) and forbids joins (``distinct``).
2. Entities group by normalised title; members with different disambiguators part. A document that is
   itself the subject is a group of its own, whatever its title.
3. A group joins another through an alias only if exactly one group claims that alias, nothing
   conflicts, and the other joins nothing itself. Doubt means two pages.
4. A bare name that several documents claim, and a title before a known surname, go entity by entity to whom
   their document means, else to what that document is about (``fold.namesakes``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from wikic.model.schema import Identity
from wikic.text import names as name_rules
from wikic.text.normalise import fold_name
from wikic.wiki.fold.named_entities import SELF, NamedEntities
from wikic.wiki.fold.namesakes import Member as Member
from wikic.wiki.fold.namesakes import Namesakes
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.fold.tables import Overflow

_ANSWERS: Final = 10_000  # names
_NONE: Final = frozenset[str]()  # one for all that claim nothing

# A group's id: the normalised title, "\0" and a disambiguator where that parts it; or "\0\0" and a key.
GroupId = str


class Resolver(NamedEntities):
    """Groups of entities over a set of digests."""

    def __init__(self, identity: Identity, fallback: str, overflow: Overflow | None = None) -> None:
        """``fallback`` is the schema's dimension for what has none: it is no evidence of what a thing is.

        overflow: shared by all tables of the fold; one of its own where there is none.
        """
        overflow = overflow or Overflow()
        super().__init__(identity, overflow)
        self._fallback = fallback
        self._namesakes = Namesakes(self.digests, fallback, self._named, self._titled, overflow)
        # Answers that hold until the next change.
        self._parted: dict[str, bool] = {}
        self._members: dict[GroupId, tuple[Member, ...]] = {}
        self._claims: dict[GroupId, frozenset[str]] = {}
        self._targets: dict[GroupId, GroupId] = {}

    def put(self, digest: DigestSymbols) -> None:
        """Take a digest in, in place of the one of its key."""
        super().put(digest)
        for at, (name, _) in enumerate(self._named[digest.key]):
            self._namesakes.put((digest.key, at), name)
        self.forget_answers()

    def remove(self, key: str) -> None:
        """Forget a digest; nothing happens when it is not there."""
        for at in range(len(self._named.get(key, ()))):
            self._namesakes.remove((key, at))
        super().remove(key)
        self.forget_answers()

    def forget_answers(self) -> None:
        """Let go of what was found out, to find it out again when it is asked for."""
        self._namesakes.forget_answers()
        for answers in (self._parted, self._members, self._claims, self._targets):
            answers.clear()

    # --- groups ---------------------------------------------------------------------------------

    def group_of(self, member: Member) -> GroupId:
        """The group an entity is in before any join."""
        other = self._place(member)
        if other is not None:
            return self.group_of(other)
        name = self._named[member[0]][member[1]][0]
        if not self._is_parted(name):
            return name
        disambiguator = self.symbol(member).disambiguator
        return f"{name}\0{fold_name(disambiguator)}" if disambiguator else name

    def _place(self, member: Member) -> Member | None:
        """The entity in whose group one is that its own name does not place; people's choices come first."""
        name = self._named[member[0]][member[1]][0]
        if self._choices.chosen(name) is not None or self._choices.is_distinct(name):
            return None
        return self._namesakes.place(member)

    def wanders(self, member: Member) -> bool:
        """Whether an entity is on the page of another name than its own, or of its document."""
        return self._place(member) is not None

    def root_of(self, member: Member) -> GroupId:
        """The group whose page an entity is on."""
        return self.root(self.group_of(member))

    def _is_parted(self, name: str) -> bool:
        """Whether members titled ``name`` carry different disambiguators."""
        parted = self._parted.get(name)
        if parted is None:
            seen = {self.symbol(member).disambiguator or "" for member in self._titled.get(name)}
            different = {fold_name(each) for each in seen if each}
            parted = len(different) > 1 and not name.startswith(SELF)
            self._parted[name] = parted
        return parted

    def groups_titled(self, name: str) -> list[GroupId]:
        """The groups whose title normalises to ``name``, in order."""
        titled = self._titled.get(name)
        if not titled:
            return []
        if not self._is_parted(name):
            return [name]
        return sorted({self.group_of(member) for member in titled})

    def holders(self, name: str) -> list[GroupId]:
        """The groups that have or claim ``name``, in order."""
        found = set(self.groups_titled(name))
        found.update(self.group_of(member) for member in self._claimed.get(name))
        return sorted(found)

    def chosen_title(self, group: GroupId) -> str | None:
        """The title people gave the group in ``identity.yaml``, or None."""
        return self._choices.chosen(group.split("\0")[0])

    def members(self, group: GroupId) -> tuple[Member, ...]:
        """The group's entities, in order of key and position; empty when there is no such group."""
        own = self._own(group)
        near = {each for member in own for each in self._namesakes.near(member) if self._place(each)}
        return (
            tuple(sorted({*own, *(each for each in near if self.group_of(each) == group)})) if near else own
        )

    def _own(self, group: GroupId) -> tuple[Member, ...]:
        """The entities that their own names place in the group: what it is decided by."""
        found = self._members.get(group)
        if found is None:
            titled = self._titled.get(_name_part(group))
            found = tuple(
                sorted(each for each in titled if self._place(each) is None and self.group_of(each) == group)
            )
            self._members[group] = found
        return found

    def renamed(self, group: GroupId) -> tuple[Member, ...]:
        """Entities that ``identity.yaml`` has taken out of a group of which none is left, in order."""
        name = _name_part(group)
        found = {
            member
            for title in self._choices.given_instead(name)
            for member in self._titled.get(title)
            if fold_name(self.symbol(member).title) == name
        }
        if group.startswith(SELF) and group[len(SELF) :] in self.digests:
            key = group[len(SELF) :]
            symbols = self.digests[key].symbols
            found = {(key, at) for at, symbol in enumerate(symbols) if symbol.self_}
        return tuple(sorted(found))

    def all_members(self, root: GroupId) -> list[Member]:
        """Entities of the root and of every group that joins it, in order."""
        found = list(self.members(root))
        for joiner in self.joiners(root):
            found += self.members(joiner)
        return sorted(found)

    def joiners(self, root: GroupId) -> list[GroupId]:
        """Groups that join ``root``."""
        found = {
            group
            for alias in self.claims(root)
            for group in self.groups_titled(alias)
            if group != root and self.root(group) == root
        }
        return sorted(found)

    def root(self, group: GroupId) -> GroupId:
        """The group that ``group`` joins, or itself."""
        target = self._targets.get(group)
        if target is None:
            target = self._find_target(group)
            self._targets[group] = target
        return target

    def _find_target(self, group: GroupId) -> GroupId:
        other = self._candidate(group)
        if other is None:
            return group
        back = self._candidate(other)
        if back is None or (back == group and self._stronger(other, group)):
            return other
        return group

    def _candidate(self, group: GroupId) -> GroupId | None:
        """The one group that claims this group's title as an alias and that nothing keeps apart from it."""
        if group.startswith(SELF) or not self._own(group):
            return None
        claimers = {self.group_of(member) for member in self._claimed.get(_name_part(group))}
        claimers.discard(group)
        if len(claimers) != 1 or len(self.groups_titled(_name_part(group))) != 1:
            return None
        other = claimers.pop()
        return None if self._conflict(group, other) else other

    def claims(self, group: GroupId) -> frozenset[str]:
        """Names the group's own entities claim besides its title."""
        found = self._claims.get(group)
        if found is None:
            members = self._own(group)
            found = frozenset(alias for key, at in members for alias in self._named[key][at][1]) or _NONE
            self._claims[group] = found
        return found

    def _conflict(self, group: GroupId, other: GroupId) -> bool:
        """Whether anything says the two are different things."""
        ours, theirs = self._titles(group), self._titles(other)
        for mine in ours:
            for its in theirs:
                if self._choices.kept_apart(mine, its) or name_rules.conflict(mine, its):
                    return True
        if self._principal(group) and any(name_rules.disambiguator(its) for its in theirs):
            return True  # a document on "Lilu" is not the one on "Lilu (mythology)"
        if all(self.symbol(member).common for member in self._own(group)):
            return False  # nothing tells what it is
        dimension = self.dimension(self._own(group))
        their_dimension = self.dimension(self._own(other))
        return bool(dimension and their_dimension and dimension != their_dimension)

    def dimension(self, members: Iterable[Member]) -> str:
        """What most of the entities are; those documents are about count before those only named, terms last.

        "" when none is more than the fallback. Ties fall to code-point order.
        """
        votes: tuple[dict[str, int], ...] = ({}, {}, {})
        for member in members:
            symbol = self.symbol(member)
            if symbol.dimension != self._fallback or symbol.principal:
                counts = votes[0 if symbol.principal else 1 + symbol.common]
                counts[symbol.dimension] = counts.get(symbol.dimension, 0) + 1
        counts = next(filter(None, votes), {})
        return min(counts, key=lambda each: (-counts[each], each)) if counts else ""

    def document(self, members: Iterable[Member]) -> str | None:
        """The key of the document whose page the entities are on, None where it is no document's."""
        return next((member[0] for member in members if self.symbol(member).self_), None)

    def _titles(self, group: GroupId) -> set[str]:
        return {self.title(member[0], self.symbol(member)) for member in self._own(group)}

    def _principal(self, group: GroupId) -> bool:
        return any(self.symbol(member).principal for member in self._own(group))

    def _stronger(self, group: GroupId, other: GroupId) -> bool:
        """Which of two groups that claim each other keeps its page."""
        return self._strength(group) < self._strength(other)

    def _strength(self, group: GroupId) -> tuple[int, int, str]:
        members = self._own(group)
        principal = sum(self.symbol(member).principal for member in members)
        return (-principal, -len({key for key, _ in members}), group)

    def called(self, member: Member) -> set[str]:
        """What a digest calls an entity: title and aliases; nothing of what only stands with its document.

        A pin to one of several distinct titles says that the written title is a name of them all, so it is
        no alias of this one.
        """
        if self._namesakes.nameless(member):
            return set()
        symbol = self.symbol(member)
        pinned = self._choices.pinned(member[0], symbol.title)
        if pinned is not None and self._choices.is_distinct(fold_name(pinned)):
            return set(symbol.aliases)
        return {symbol.title, *symbol.aliases}

    # --- what a change reaches --------------------------------------------------------------------

    def reached(self, names: Iterable[str]) -> set[GroupId]:
        """Roots that may look different when digests with these names come or go.

        A join depends on the two groups, on whether the other one joins, and on what keeps that one from
        joining a third; so it is the groups with the names, those that claim them, those whose titles
        these claim, and those that these claim in turn. Ask before and after the change: a group that
        gives up its page is named by one of the two only.
        """
        roots: set[GroupId] = set()
        for name in names:
            near = set(self.groups_titled(name))
            for _ in range(2):
                claimed = {alias for group in near for alias in self.claims(group)}
                near.update(other for alias in claimed for other in self.groups_titled(alias))
            for group in near:
                roots.update((group, self.root(group)))
            for member in self._claimed.get(name):
                roots.add(self.root_of(member))
            for member in self._namesakes.touched(name):
                roots.update(map(self.root_of, (member, *self._beside(member))))
        return roots

    def _beside(self, member: Member) -> Iterator[Member]:
        """The entities that a digest links to one of its own."""
        key, at = member
        for source, _, target in self.digests[key].edges:
            if at in (source, target):
                yield key, target if source == at else source

    def roots(self) -> Iterator[GroupId]:
        """Every root, in no particular order."""
        for number, name in enumerate(self._titled):
            if number % _ANSWERS == 0:  # nobody asks for all of them again
                self.forget_answers()
            for group in self.groups_titled(name):
                if _name_part(group) == name and self.root(group) == group:
                    yield group


def _name_part(group: GroupId) -> str:
    return group if group.startswith(SELF) else group.split("\0")[0]
