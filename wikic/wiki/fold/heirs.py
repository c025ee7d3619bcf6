"""Where people's words go when the page they stand on goes, or no longer shows what they were about.

One rule for forgetting, pruning, changed and moved documents, joins, parted names and ``identity.yaml``:
words go where the entities went that stood on the page. What was said of one statement goes with that
statement; the rest goes with most of the statements. An entity is found again in its source, else in a source
with the same text (its document was moved). Where nothing of the page is left, it stays for the words alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from wikic.model.page import NO_OVERLAY, Overlay
from wikic.text.normalise import fold_name
from wikic.wiki.fold import overlays, page_facts
from wikic.wiki.fold.overlays import KnownPage, KnownPages
from wikic.wiki.fold.people_edits import people_only
from wikic.wiki.fold.resolve import GroupId, Member, Resolver
from wikic.wiki.fold.symbols import DigestSymbols, Symbol

NOT_MOVED: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class _Stood:
    """An entity that stood on a page before digests changed.

    key, sha256: of its digest.
    symbol: the entity, as it was then.
    """

    key: str
    sha256: str
    symbol: Symbol


@dataclass(slots=True)
class Settled:
    """What became of people's words in one fold.

    gone: page paths that have no page any more, each with the group that it was of.
    received: groups that people's words went to, each with the page paths they stood on.
    left: pages that stay for people's words alone, each with the group that it was of.
    """

    gone: dict[str, GroupId] = field(default_factory=dict)
    received: dict[GroupId, list[str]] = field(default_factory=dict)
    left: list[tuple[GroupId, KnownPage]] = field(default_factory=list)


class Succession:
    """Notes what stood on pages with people's words before digests change, and moves the words after."""

    def __init__(self, resolver: Resolver, pages: KnownPages, takes: Callable[[GroupId], bool]) -> None:
        """``pages``: those on disk, by group; changed here. ``takes``: whether words can go to a group."""
        self._resolver = resolver
        self._pages = pages
        self._takes = takes
        self._stood: dict[GroupId, tuple[_Stood, ...]] = {}
        self._renamed: dict[str, str] = {}
        self._words: dict[tuple[str, str], str] = {}
        self._moved: dict[str, str] = {}
        self._twins: dict[str, list[str]] = {}
        self._coming: dict[str, list[GroupId]] = {}

    # --- before a change --------------------------------------------------------------------------

    def note(self, group: GroupId) -> None:
        """Note what stands on a group's page; what was noted first since the last fold holds."""
        if group not in self._stood:
            digests = self._resolver.digests
            self._stood[group] = tuple(
                _Stood(key, digests[key].sha256, digests[key].symbols[at])
                for key, at in self._resolver.all_members(group)
            )

    def rename(self, ids: Mapping[str, str], words: overlays.Words, moved: Mapping[str, str]) -> None:
        """Statements got new ids by re-extraction, old id to new: people's words on them follow.

        words: old id and rewording to what that is now. moved: key to the one that its document has now.
        """
        self._moved.update(moved)
        self._renamed.update(ids)
        self._words.update(words)

    # --- after it ---------------------------------------------------------------------------------

    def settle(self, groups: Iterable[GroupId], named: Mapping[GroupId, object]) -> Settled:
        """Move people's words from the pages of ``groups`` that went, or lost what the words were about.

        named: the groups that have a page now.
        """
        settled = Settled()
        groups = sorted(groups)
        here = [group for group in groups if group in self._pages]
        self._coming = self._to_come(group for group in groups if group in named)
        for group in here:
            if group in named:
                self._pages[group] = self._let_follow(group, self._pages[group], settled)
        for group in here:
            if group not in named:
                self._vacate(group, settled)
        self._stood.clear()
        self._renamed.clear()
        self._words.clear()
        self._moved.clear()
        self._twins.clear()
        self._coming.clear()
        return settled

    def _vacate(self, group: GroupId, settled: Settled) -> None:
        """Take away the page of a group that has none any more; people's words on it go to its heir."""
        known = self._pages.pop(group)
        settled.gone[known.path] = group
        known = self._let_follow(group, known, settled)
        if not known.overlay:
            return
        heir = self._heir(group)
        if heir is not None:
            self._give(heir, known.overlay, known.path, settled)
        elif people_only(known.overlay):
            settled.left.append((group, known))

    def _let_follow(self, group: GroupId, known: KnownPage, settled: Settled) -> KnownPage:
        """What people said of statements that stand on another page now goes there; the page without it."""
        said = overlays.about(known.overlay)
        behind = {each.after for each in known.overlay.bullets}
        if not said and not behind & self._renamed.keys():
            return known
        shown = self._shown(group) | self._borrowed(group) if group in self._pages else set()
        again = {
            old: self._renamed[old] for old in (said | behind) - shown if self._renamed.get(old) in shown
        }
        left = overlays.renamed(known.overlay, again, self._words)
        for each in sorted(said - shown - again.keys()):
            target = self._follower(group, each)
            if target is not None:
                left, words = overlays.parted(left, each)
                if each not in self._shown(target):
                    words = overlays.renamed(words, {each: self._renamed[each]}, self._words)
                self._give(target, words, known.path, settled)
        return replace(known, overlay=left)

    def _give(self, group: GroupId, words: Overlay, origin: str, settled: Settled) -> None:
        there = self._pages.get(group, KnownPage("", NO_OVERLAY))
        # A page to come is called, and lies, as people wanted the one it comes from.
        together = overlays.joined if there.path else overlays.continued
        self._pages[group] = replace(there, overlay=together(there.overlay, words))
        settled.received.setdefault(group, []).append(origin)

    # --- who takes them ---------------------------------------------------------------------------

    def _follower(self, group: GroupId, statement: str) -> GroupId | None:
        """The page where a statement that stood on the group's page stands now."""
        stood = self._stood.get(group)
        if stood is not None:
            members = [self._now(each) for each in stood if statement in each.symbol.statements]
            roots = [self._resolver.root_of(member) for member in members if member is not None]
        else:  # who is who was decided anew: on a page that is new, or among what was taken out of the group
            roots = [*self._taken_out(group), *self._coming.get(statement, ())]
        wanted = {statement, self._renamed.get(statement, statement)}
        fitting = (root for root in roots if self._may_take(root, group) and self._shown(root) & wanted)
        return min(fitting, default=None)

    def _heir(self, group: GroupId) -> GroupId | None:
        """The page where most of the statements of the group's page stand now, or most of its entities."""
        votes: Counter[GroupId] = Counter()
        counts: Counter[GroupId] = Counter()
        stood = self._stood.get(group)
        if stood is not None:
            for each in stood:
                member = self._now(each)
                if member is not None:
                    root = self._resolver.root_of(member)
                    votes[root] += len(each.symbol.statements)
                    counts[root] += 1
        else:
            counts.update(self._taken_out(group))
        fitting = (root for root in counts if self._may_take(root, group))
        return min(fitting, key=lambda root: (-votes[root], -counts[root], root), default=None)

    def _may_take(self, root: GroupId, group: GroupId) -> bool:
        return root != group and self._takes(root)

    def _taken_out(self, group: GroupId) -> list[GroupId]:
        """Pages on which the group's entities are, or those that ``identity.yaml`` took out of it."""
        members = self._resolver.members(group) or self._resolver.renamed(group)
        return [self._resolver.root_of(member) for member in members]

    def _now(self, stood: _Stood) -> Member | None:
        """The entity in its source as it is now, else in one with the same text; None when it is gone."""
        digest = self._resolver.digests.get(self._moved.get(stood.key, stood.key))
        if digest is None:
            twin = next(iter(self._with_text(stood.sha256)), None)
            if twin is None:
                return None
            digest = self._resolver.digests[twin]
        at = self._entity(stood, digest)
        return None if at is None else (digest.key, at)

    def _entity(self, stood: _Stood, digest: DigestSymbols) -> int | None:
        """Which entity of a digest it is: by its title, else the one that says the same, else none."""
        old = stood.symbol
        name = fold_name(old.title)
        titled = [at for at, each in enumerate(digest.symbols) if fold_name(each.title) == name]
        if titled:
            return next((at for at in titled if digest.symbols[at].entity == old.entity), titled[0])
        said = {self._renamed.get(each, each) for each in old.statements} | set(old.statements)
        shared = {at: len(said.intersection(each.statements)) for at, each in enumerate(digest.symbols)}
        best = min(shared, key=lambda at: (-shared[at], at), default=None)
        if best is not None and shared[best]:
            return best
        if digest.sha256 == stood.sha256 and old.principal:
            return next((at for at, each in enumerate(digest.symbols) if each.principal), None)
        return None

    def _with_text(self, sha256: str) -> list[str]:
        """Keys of the sources that have a text, in order."""
        if not self._twins:
            for key in sorted(self._resolver.digests):
                self._twins.setdefault(self._resolver.digests[key].sha256, []).append(key)
        return self._twins.get(sha256, [])

    def _shown(self, group: GroupId) -> set[str]:
        """Ids of the statements on a group's page."""
        taken = page_facts.statements_from(self._resolver, self._resolver.all_members(group))
        return {each for ids in taken.values() for each in ids}

    def _borrowed(self, group: GroupId) -> set[str]:
        """Ids of the statements that a group's page borrows; what people say of one there stays there."""
        wanted = page_facts.borrowed_from(self._resolver, self._resolver.all_members(group))
        return {each for ids in wanted.values() for each in ids}

    def _to_come(self, groups: Iterable[GroupId]) -> dict[str, list[GroupId]]:
        """Pages that are not on disk yet, by the statements they will show; only while words wait for one."""
        found: dict[str, list[GroupId]] = {}
        if not any(overlays.about(known.overlay) for _, known in self._pages.changed()):
            return found
        for group in groups:
            if group not in self._pages:
                for each in self._shown(group):
                    found.setdefault(each, []).append(group)
        return found
