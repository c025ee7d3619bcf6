"""``wikic split``: one page becomes several, each with the entities of some of its sources.

A page rests on entities of digests; they are what can go apart, by pins in ``identity.yaml``. Which go
together is told by titles and facts a person names, else by the pages they share: entities that have a
neighbour in common are of one community.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.errors import UsageError
from wikic.evolve.decisions import Decisions, Named, page_named
from wikic.model.schema import Identity, Pin, Redirect
from wikic.text import names
from wikic.text.normalise import fold_name
from wikic.text.tokens import tokens
from wikic.wiki.fold import page_head
from wikic.wiki.fold.resolve import Member
from wikic.wiki.workspace import Workspace

# A neighbour that more of the wiki's pages share says nothing of what a thing is: countries, languages.
HUB: Final = 50


@dataclass(frozen=True, slots=True)
class Part:
    """One page that a split makes.

    title: of the page.
    members: the entities that go to it.
    """

    title: str
    members: tuple[Member, ...]


def split(space: Workspace, name: str, titles: Sequence[str], pins: Mapping[str, str]) -> Decisions:
    """What it takes to part a page.

    titles: of the pages it becomes; none for the communities of its sources that have a document of their
        own. The first keeps what nothing says anything about.
    pins: title by what goes to it: a source's key, or the id of a fact (with all that its source says).

    Raises UsageError for a page that is one thing as far as anybody can tell, and for names that mean
    nothing.
    """
    page = page_named(space, name)
    if not page.group:
        raise UsageError(f"{page.path} rests on no source: part it with an editor")
    members = space.fold.resolver.all_members(page.group)
    if len(members) < 2:
        raise UsageError(
            f"{page.path} rests on one source and cannot be parted",
            hint="facts of one source go apart by editing its digest's entities",
        )
    if len({layout.page_stem(title).casefold() for title in titles}) < len(titles):
        raise UsageError("the parts need titles of their own; nothing was changed")
    wanted = list(dict.fromkeys((*titles, *pins.values())))
    if len(wanted) == 1:
        wanted.insert(0, page.title)
    parts = _given(space, page, members, wanted, pins) if wanted else own_communities(space, page)
    keys = ", ".join(dict.fromkeys(key for key, _ in members[:5])) + (", …" if len(members) > 5 else "")
    empty = [part.title for part in parts if not part.members]
    if empty:
        raise UsageError(
            f"no source of {page.path} goes to {empty[0]!r}; nothing was changed",
            hint=f"say which: --pin KEY={empty[0]!r}, with KEY one of {keys}",
        )
    if len(parts) < 2:
        raise UsageError(
            f"nothing tells the sources of {page.path} apart; nothing was changed",
            hint=f"say what goes where: --pin KEY=TITLE, with KEY one of {keys}",
        )
    if len({layout.page_stem(part.title).casefold() for part in parts}) < len(parts):
        raise UsageError("the parts need titles of their own; nothing was changed")
    return decided(space, page, parts)


def decided(space: Workspace, page: Named, parts: Sequence[Part]) -> Decisions:
    """The decisions that divide a page in this way."""
    resolver, identity = space.fold.resolver, space.fold.identity
    fresh = [
        Pin(key, resolver.symbol((key, at)).title, part.title) for part in parts for key, at in part.members
    ]
    pinned = {(pin.key, fold_name(pin.entity)) for pin in fresh}
    kept = [pin for pin in identity.pins if (pin.key, fold_name(pin.entity)) not in pinned]
    own = {fold_name(part.title) for part in parts}
    heir = max(parts, key=lambda part: (len(part.members), -parts.index(part)))
    stays = any(layout.page_stem(part.title) == layout.stem(page.path) for part in parts)
    old = fold_name(space.fold.groups.title_of(page.group))
    redirects = [
        replace(each, title=heir.title) if fold_name(each.title) == old and old not in own else each
        for each in identity.redirects
    ]
    if not stays:
        redirects.append(Redirect(layout.stem(page.path), heir.title))
    return Decisions(
        f"split {page.path} into {', '.join(part.title for part in parts)}",
        space.schema,
        Identity(
            # What was one thing by decree is not any more, where the decree names a part.
            same=tuple(
                titles for titles in identity.same if len(own & {fold_name(each) for each in titles}) < 2
            ),
            distinct=(*identity.distinct, tuple(part.title for part in parts)),
            pins=tuple(dict.fromkeys((*kept, *fresh))),
            redirects=tuple(redirects),
        ),
    )


def own_communities(space: Workspace, page: Named) -> list[Part]:
    """Communities that each have a document of their own; none where one has not.

    A page that is only mentioned in different company is one thing still.
    """
    parts = communities(space, page)
    symbol = space.fold.resolver.symbol
    told = all(any(symbol(member).principal for member in part.members) for part in parts)
    return parts if told else []


def communities(space: Workspace, page: Named) -> list[Part]:
    """The page's entities by the neighbours they share; those without any stay with the largest part.

    Parts are named by what their sources say they are, or by their first source.
    """
    resolver = space.fold.resolver
    members = resolver.all_members(page.group)
    near = {member: _near(space, page, member) for member in members}
    groups: list[tuple[set[str], list[Member]]] = []
    for member in members:
        if not near[member]:
            continue
        touching = [group for group in groups if group[0] & near[member]]
        joined = (set(near[member]).union(*(each[0] for each in touching)), [member])
        for each in touching:
            joined[1].extend(each[1])
            groups.remove(each)
        groups.append(joined)
    if len(groups) < 2:
        return []
    groups.sort(key=lambda group: (-len(group[1]), min(group[1])))
    loose = [member for member in members if not near[member]]
    groups[0][1].extend(loose)
    found: list[Part] = []
    for number, (_, inside) in enumerate(groups):
        inside.sort()
        title = page.title if number == 0 else _title(space, page, inside)
        found.append(Part(title, tuple(inside)))
    return found


def _near(space: Workspace, page: Named, member: Member) -> set[str]:
    """The pages an entity is related to in its digest, hubs left out."""
    resolver = space.fold.resolver
    found = page_head.neighbours(resolver, [member]) - {page.group}
    return {each for each in found if len(resolver.members(each)) <= HUB}


def _title(space: Workspace, page: Named, members: Sequence[Member]) -> str:
    """The page's name with what tells these sources' thing from the others."""
    symbols = [space.fold.resolver.symbol(member) for member in members]
    inner = Counter(symbol.disambiguator for symbol in symbols if symbol.disambiguator)
    inner = inner or Counter(tag for symbol in symbols for tag in symbol.tags)
    words = min(inner, key=lambda each: (-inner[each], each)) if inner else space.digest(members[0][0]).title
    return f"{names.base(page.title)} ({words})"


def _given(
    space: Workspace, page: Named, members: Sequence[Member], titles: Sequence[str], pins: Mapping[str, str]
) -> list[Part]:
    """The parts a person named: by pins, else by the words that a title shares with what sources say."""
    resolver = space.fold.resolver
    used: set[str] = set()
    homes: dict[str, list[Member]] = {title: [] for title in titles}
    common = set(tokens(names.base(page.title).casefold()))
    for member in members:
        key, symbol = member[0], resolver.symbol(member)
        named = [each for each in (key, *symbol.statements) if each in pins]
        used.update(named)
        if named:
            homes[pins[named[0]]].append(member)
            continue
        said = set(tokens(" ".join((symbol.title, symbol.summary, *symbol.tags, *symbol.aliases)).casefold()))
        for statement in space.digest(key).statements:
            if statement.of == symbol.entity:
                said |= set(tokens(statement.text.casefold()))
        fits = {title: len((set(tokens(title.casefold())) - common) & said) for title in titles}
        best = max(titles, key=lambda title: (fits[title], -titles.index(title)))
        homes[best].append(member)
    unknown = sorted(set(pins) - used)
    if unknown:
        raise UsageError(f"{page.path} rests on no source or fact {unknown[0]!r}; nothing was changed")
    return [Part(title, tuple(inside)) for title, inside in homes.items()]
