"""Stems of knowledge pages: unique over the wiki by casefold, a function of the set of titles.

On a clash *every* member carries its disambiguator, or hex digits of its title's hash; the bare stem
belongs to nobody while more than one page could claim it. Where all are pages of documents, it stays with the
one that was taken in first: a newcomer renames nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from wikic import layout
from wikic.text.normalise import fold_name
from wikic.wiki import page_blocks
from wikic.wiki.fold.resolve import GroupId, Resolver
from wikic.wiki.fold.tables import Kind, Multimap, Overflow, Table
from wikic.wiki.page_read import PageOnDisk

_NAMES: Final[Kind[tuple[str, ...]]] = Kind.of(tuple[str, ...])
_STEM: Final[Kind[str]] = Kind.of(str)


class Stems:
    """The stem of each page, by the page's group.

    ``put`` and ``remove`` note what changes; ``settle`` makes it so and says whose stem is another now.
    """

    def __init__(self, overflow: Overflow | None = None) -> None:
        """``overflow``: shared by all tables of the fold; one of its own where there is none."""
        overflow = overflow or Overflow()
        # group → the stems it could have, best first
        self._names: Table[tuple[str, ...]] = Table(overflow, _NAMES)
        self._claims = Multimap[str](overflow, str)  # casefolded stem → groups that could have it
        self._since: Table[str] = Table(overflow, _STEM)  # group of a document → when it came
        self._stems: Table[str] = Table(overflow, _STEM)
        self._holders = Multimap[str](overflow, str)  # casefolded stem → groups that have it
        self._touched: set[str] = set()

    def put(
        self, group: str, title: str, disambiguator: str | None, fixed: str | None = None, since: str = ""
    ) -> None:
        """Name a page.

        fixed: the stem people gave its file, in place of the title's slug.
        since: of the page of a document what it is ordered by among others: when it came, its key.
        """
        bare = fixed or layout.page_stem(title)
        qualified = _qualified(title, disambiguator)
        names = (bare,) if qualified is None else (bare, qualified)
        if self._names.get(group) == names and self._since.get(group, "") == since:
            return
        self.remove(group)
        self._names[group] = names
        if since:
            self._since[group] = since
        for name in names:
            self._claims.add(name.casefold(), group)
            self._touched.update(self._claims.get(name.casefold()))

    def remove(self, group: str) -> None:
        """Take a page's claims away; nothing happens when it has none."""
        self._touched.add(group)
        self._since.pop(group, None)
        for name in self._names.pop(group, ()):
            self._claims.discard(name.casefold(), group)
            self._touched.update(self._claims.get(name.casefold()))

    def settle(self) -> set[str]:
        """Give the stems; returns the groups whose stem came, went or is another than before."""
        changed: set[str] = set()
        first: dict[str, str] = {}  # casefolded stem → the group that keeps it
        for group in self._touched:
            new = self._choose(group, first) if group in self._names else None
            old = self._stems.get(group)
            if new != old:
                changed.add(group)
                if old is not None:
                    del self._stems[group]
                    self._holders.discard(old.casefold(), group)
                if new is not None:
                    self._stems[group] = new
                    self._holders.add(new.casefold(), group)
        self._touched.clear()
        return changed

    def stem(self, group: str) -> str | None:
        """The stem of a page since the last ``settle``, or None."""
        found: str | None = self._stems.get(group)
        return found

    def claimed_by(self, stem: str) -> frozenset[str]:
        """The groups that have ``stem`` or could have it, whatever its case."""
        folded = stem.casefold()
        return frozenset(self._claims.get(folded)) | frozenset(self._holders.get(folded))

    def _choose(self, group: str, first: dict[str, str]) -> str:
        names = self._names[group]
        for name in names:
            if len(self._claims.get(name.casefold())) == 1:
                return name
        four = layout.title_hash(group)
        bare = names[0].casefold()
        rivals = self._claims.get(bare)
        if bare not in first:
            came = {rival: self._since.get(rival, "") for rival in rivals}
            first[bare] = min(came, key=lambda rival: came[rival]) if all(came.values()) else ""
        if group == first[bare]:
            return names[0]
        twice = sum(layout.title_hash(rival) == four for rival in rivals) > 1
        return layout.suffixed(names[0], layout.short_hash(group) if twice else four)


def _qualified(title: str, disambiguator: str | None) -> str | None:
    if not disambiguator or fold_name(disambiguator) in fold_name(title):
        return None
    return layout.slug(f"{title} {disambiguator}")


# Statement id → the page path of a digest that has it, and the root group on whose page it stands.
StatementGroups = Mapping[str, set[tuple[str, GroupId]]]


def statement_groups(resolver: Resolver) -> StatementGroups:
    """The root groups on whose pages each shown statement stands, each with the digest it has it from."""
    groups: dict[str, set[tuple[str, GroupId]]] = {}
    for key, digest in resolver.digests.items():
        for at in range(len(digest.symbols)):
            for each in resolver.statements((key, at)):
                groups.setdefault(each, set()).add((digest.digest_path, resolver.root_of((key, at))))
    return groups


def group_for(
    page: PageOnDisk, by_statement: StatementGroups, stems: Stems, document: Callable[[str], GroupId | None]
) -> GroupId | None:
    """The group a page on disk belongs to: by its document, else by its stem, its names, or the statements it
    shows.

    document: the group on whose page a document is, by its key.

    A statement tells of a group only where the page cites the digest that the group has it from.
    """
    if page.document and (found := document(page.document)) is not None:
        return found
    stem = layout.stem(page.path)
    names = [stem, *page.texts("redirects"), layout.page_stem(page.text("title") or stem)]
    claimed = {group for name in names for group in stems.claimed_by(name)}
    votes: dict[GroupId, int] = {}
    cited = {source.digest for source in page.sources}
    # What is borrowed stands at home too, and says nothing of whose page this is.
    for bullet in (each for each in page.bullets if each.section != page_blocks.BORROWED):
        for group in {group for digest, group in by_statement.get(bullet.id, ()) if digest in cited}:
            votes[group] = votes.get(group, 0) + 1
    if votes:
        rank = {each: (stems.stem(each) != stem, each not in claimed, -votes[each]) for each in votes}
        return min(votes, key=lambda group: (rank[group], group))
    exact = [group for group in claimed if stems.stem(group) == stem]
    return claimed.pop() if len(claimed) == 1 else exact[0] if len(exact) == 1 else None
