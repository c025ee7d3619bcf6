"""One page becomes several, each with the entities of some of its sources: by ``wikic split``, and by
PageSplit of ``wikic evolve`` (WikiKV, section III-D, condition ii).

A page rests on entities of digests; they are what can go apart, by pins in ``identity.yaml``. Which go
together is told by titles and facts a person names, else by the pages they share: entities that have a
neighbour in common are of one community.

The architect is a model, asked once for a page (``curator.separable``), or the link graph: communities of
the page's sources, each with a document of its own, for a page that is only mentioned in different company
is one thing still. The critic prices what readers of the page read in vain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.curator.protocol import Curator
from wikic.errors import UsageError
from wikic.evolve.carry_out import Decisions, Named, page_named
from wikic.evolve.census import Census
from wikic.evolve.cost import LEAST_GAIN, READ, Prices
from wikic.model.schema import Identity, Pin, Redirect
from wikic.text import names
from wikic.text.names import conflict
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
    parts = _given_parts(space, page, members, wanted, pins) if wanted else own_communities(space, page)
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
    return decide_split(space, page, parts)


def decide_split(space: Workspace, page: Named, parts: Sequence[Part]) -> Decisions:
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
    parts = find_communities(space, page)
    symbol = space.fold.resolver.symbol
    told = all(any(symbol(member).principal for member in part.members) for part in parts)
    return parts if told else []


def find_communities(space: Workspace, page: Named) -> list[Part]:
    """The page's entities by the neighbours they share; those without any stay with the largest part.

    Parts are named by what their sources say they are, or by their first source.
    """
    resolver = space.fold.resolver
    members = resolver.all_members(page.group)
    near = {member: _related_pages(space, page, member) for member in members}
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
        title = page.title if number == 0 else _part_title(space, page, inside)
        found.append(Part(title, tuple(inside)))
    return found


def _related_pages(space: Workspace, page: Named, member: Member) -> set[str]:
    """The pages an entity is related to in its digest, hubs left out."""
    resolver = space.fold.resolver
    found = page_head.neighbours(resolver, [member]) - {page.group}
    return {each for each in found if len(resolver.members(each)) <= HUB}


def _part_title(space: Workspace, page: Named, members: Sequence[Member]) -> str:
    """The page's name with what tells these sources' thing from the others."""
    symbols = [space.fold.resolver.symbol(member) for member in members]
    inner = Counter(symbol.disambiguator for symbol in symbols if symbol.disambiguator)
    inner = inner or Counter(tag for symbol in symbols for tag in symbol.tags)
    words = min(inner, key=lambda each: (-inner[each], each)) if inner else space.digest(members[0][0]).title
    return f"{names.base(page.title)} ({words})"


def _given_parts(
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


FACT: Final = 40  # tokens of a fact as it is read, with its citation
ASKED: Final = 5  # pages a model is asked about in one run, the dearest first
MOST: Final = 4  # pages divided in one run


@dataclass(frozen=True, slots=True)
class PageSplit:
    """A page that readers would rather have in parts.

    page: as it is.
    parts: what it becomes.
    reason: one line.
    delta: estimated change of the cost, in reads; below 0.
    """

    page: Named
    parts: tuple[Part, ...]
    reason: str
    delta: float


def page_splits(
    space: Workspace, census: Census, prices: Prices, curator: Curator | None = None
) -> list[PageSplit]:
    """The pages to divide, the one that saves most first; nothing that was decided before is undone."""
    whole = sum(need.weight for need in census.needs) or 1.0
    asked: dict[str, float] = {}
    for need in census.needs:
        for number in need.leaves:
            stem = census.leaves[number].stem
            asked[stem] = asked.get(stem, 0.0) + need.weight / whole
    found: list[PageSplit] = []
    for tried, (page, share) in enumerate(_dear_pages(space, asked, prices)):
        parts = _by_model(space, page, curator) if curator is not None and tried < ASKED else []
        reason = "a model tells the things it speaks of apart"
        if not parts:
            parts, reason = own_communities(space, page), "its documents share no page with each other"
        if len(parts) < 2 or _is_decided(space.fold.identity, page, parts):
            continue
        delta = price_saving(space, parts, share, prices)
        if delta < -LEAST_GAIN:
            found.append(PageSplit(page, tuple(parts), reason, delta))
    return sorted(found, key=lambda each: (each.delta, each.page.path))[:MOST]


def price_saving(space: Workspace, parts: Sequence[Part], share: float, prices: Prices) -> float:
    """What dividing a page changes of the cost: a reader of one part no longer reads the others.

    share: of the needs that ask for the page; taken to ask for each part by its length.
    """
    lengths = [FACT * _count_facts(space, part.members) for part in parts]
    body = sum(lengths) or 1
    vain = sum(length / body * (body - length) for length in lengths) / READ
    return prices.alpha * (len(parts) - 1) - prices.beta * share * vain


def merge_splits(space: Workspace, splits: Sequence[PageSplit], identity: Identity) -> Identity:
    """``identity.yaml`` with every page divided."""
    for each in splits:
        now = decide_split(space, each.page, each.parts).identity
        before = space.fold.identity
        gone = set(before.pins) - set(now.pins)
        identity = replace(
            identity,
            same=tuple(titles for titles in identity.same if titles in now.same),
            distinct=identity.distinct + now.distinct[len(before.distinct) :],
            pins=tuple(dict.fromkeys((*(p for p in identity.pins if p not in gone), *now.pins))),
            redirects=tuple(dict.fromkeys((*identity.redirects, *now.redirects))),
        )
    return identity


def _dear_pages(space: Workspace, asked: dict[str, float], prices: Prices) -> Iterator[tuple[Named, float]]:
    """Pages of several sources whose division could pay, the dearest first, and how often each is needed."""
    rows: list[tuple[float, str, str]] = []
    for group, path, overlay in space.fold.pages():
        share = asked.get(layout.stem(path), 0.0)
        members = space.fold.resolver.all_members(group)
        body = FACT * _count_facts(space, members)
        if overlay or len(members) < 2 or prices.beta * share * body / READ <= prices.alpha:
            continue  # what people changed on a page is theirs to divide
        rows.append((-share * body, path, group))
    for _, path, group in sorted(rows):
        yield Named(path, group, space.fold.groups.title_of(group)), asked[layout.stem(path)]


def _count_facts(space: Workspace, members: Sequence[Member]) -> int:
    return sum(len(space.fold.resolver.symbol(member).statements) for member in members)


def _by_model(space: Workspace, page: Named, curator: Curator) -> list[Part]:
    """What the model says, as entities of sources: each goes where most of its facts go."""
    members = space.fold.resolver.all_members(page.group)
    facts: dict[str, str] = {}
    own: dict[str, list[Member]] = {}
    for member in members:
        entity = space.fold.resolver.symbol(member).entity
        for statement in space.digest(member[0]).statements:
            if statement.of == entity and not statement.retired:
                facts[statement.id] = statement.text
                own.setdefault(statement.id, []).append(member)
    votes: dict[Member, dict[str, int]] = {}
    for part in curator.separable(page.title, tuple(facts.items())):
        if conflict(page.title, part.name) or layout.path_fault(f"x/{layout.slug(part.name)}"):
            continue
        for fact in part.members:
            for member in own.get(fact, ()):
                counts = votes.setdefault(member, {})
                counts[part.name] = counts.get(part.name, 0) + 1
    homes: dict[str, list[Member]] = {}
    for member in members:
        counts = votes.get(member, {})
        if counts:
            homes.setdefault(min(counts, key=lambda name: (-counts[name], name)), []).append(member)
    if len(homes) < 2:
        return []
    loose = [member for member in members if member not in votes]
    largest = max(homes, key=lambda name: (len(homes[name]), name))
    homes[largest] = sorted([*homes[largest], *loose])
    return [Part(title, tuple(inside)) for title, inside in homes.items()]


def _is_decided(identity: Identity, page: Named, parts: Sequence[Part]) -> bool:
    """Whether a person or an earlier run has said that the page is one thing, or divided it so already."""
    title = fold_name(page.title)
    if any(title in {fold_name(each) for each in titles} for titles in identity.same):
        return True
    names = {fold_name(part.title) for part in parts}
    return any(len(names & {fold_name(each) for each in titles}) > 1 for titles in identity.distinct)
