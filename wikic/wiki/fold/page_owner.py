"""Which group a page on disk belongs to, where nothing is remembered of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wikic import layout
from wikic.wiki import page_sections
from wikic.wiki.fold.resolve import GroupId, Resolver
from wikic.wiki.fold.stems import Stems
from wikic.wiki.page_read import PageOnDisk

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
    for bullet in (each for each in page.bullets if each.section != page_sections.BORROWED):
        for group in {group for digest, group in by_statement.get(bullet.id, ()) if digest in cited}:
            votes[group] = votes.get(group, 0) + 1
    if votes:
        rank = {each: (stems.stem(each) != stem, each not in claimed, -votes[each]) for each in votes}
        return min(votes, key=lambda group: (rank[group], group))
    exact = [group for group in claimed if stems.stem(group) == stem]
    return claimed.pop() if len(claimed) == 1 else exact[0] if len(exact) == 1 else None
