"""PageSplit for pages (WikiKV, section III-D, condition ii): a page with separable entities becomes several.

The architect is a model, asked once for a page (``curator.separable``), or the link graph: communities of the
page's sources, each with a document of its own, for a page that is only mentioned in different company is one
thing still. The critic prices what readers of the page read in vain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.curator.protocol import Curator
from wikic.evolve.census import Census
from wikic.evolve.cost import LEAST_GAIN, READ, Prices
from wikic.evolve.decisions import Named
from wikic.evolve.split import Part, decided, own_communities
from wikic.model.schema import Identity
from wikic.text.names import conflict
from wikic.text.normalise import fold_name
from wikic.wiki.fold.resolve import Member
from wikic.wiki.workspace import Workspace

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
    for tried, (page, share) in enumerate(_dear(space, asked, prices)):
        parts = _by_model(space, page, curator) if curator is not None and tried < ASKED else []
        reason = "a model tells the things it speaks of apart"
        if not parts:
            parts, reason = own_communities(space, page), "its documents share no page with each other"
        if len(parts) < 2 or _decided(space.fold.identity, page, parts):
            continue
        delta = saving(space, parts, share, prices)
        if delta < -LEAST_GAIN:
            found.append(PageSplit(page, tuple(parts), reason, delta))
    return sorted(found, key=lambda each: (each.delta, each.page.path))[:MOST]


def saving(space: Workspace, parts: Sequence[Part], share: float, prices: Prices) -> float:
    """What dividing a page changes of the cost: a reader of one part no longer reads the others.

    share: of the needs that ask for the page; taken to ask for each part by its length.
    """
    lengths = [FACT * _facts(space, part.members) for part in parts]
    body = sum(lengths) or 1
    vain = sum(length / body * (body - length) for length in lengths) / READ
    return prices.alpha * (len(parts) - 1) - prices.beta * share * vain


def merged(space: Workspace, splits: Sequence[PageSplit], identity: Identity) -> Identity:
    """``identity.yaml`` with every page divided."""
    for each in splits:
        now = decided(space, each.page, each.parts).identity
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


def _dear(space: Workspace, asked: dict[str, float], prices: Prices) -> Iterator[tuple[Named, float]]:
    """Pages of several sources whose division could pay, the dearest first, and how often each is needed."""
    rows: list[tuple[float, str, str]] = []
    for group, path, overlay in space.fold.pages():
        share = asked.get(layout.stem(path), 0.0)
        members = space.fold.resolver.all_members(group)
        body = FACT * _facts(space, members)
        if overlay or len(members) < 2 or prices.beta * share * body / READ <= prices.alpha:
            continue  # what people changed on a page is theirs to divide
        rows.append((-share * body, path, group))
    for _, path, group in sorted(rows):
        yield Named(path, group, space.fold.groups.title_of(group)), asked[layout.stem(path)]


def _facts(space: Workspace, members: Sequence[Member]) -> int:
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


def _decided(identity: Identity, page: Named, parts: Sequence[Part]) -> bool:
    """Whether a person or an earlier run has said that the page is one thing, or divided it so already."""
    title = fold_name(page.title)
    if any(title in {fold_name(each) for each in titles} for titles in identity.same):
        return True
    names = {fold_name(part.title) for part in parts}
    return any(len(names & {fold_name(each) for each in titles}) > 1 for titles in identity.distinct)
