"""Pages of one thing become one: code finds pages that may be, a curator decides, ``identity.yaml`` holds it.

What decides is that two facts say the same, not that two names do. In doubt both pages stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from wikic.compiler.batch_steps import Land, Step, StepOutcome
from wikic.compiler.options import Options
from wikic.curator.identity import IdentityCurator, Likeness
from wikic.curator.protocol import Curator
from wikic.errors import ModelUnavailableError, RefusedError, ReplyError, UsageError
from wikic.evolve.by_hand import merge
from wikic.evolve.carry_out import carry_on
from wikic.model.page import Page
from wikic.text import names
from wikic.text.full_dates import dates
from wikic.text.normalise import fold_name
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.workspace import Workspace

MOST: Final = 20  # pairs that one run asks about: two calls
_CLAIMS: Final = 3  # a name that more pages have tells nothing
_BEARERS: Final = 8  # pages with one last word in their names that are compared by dates
_APART: Final = re.compile(r"[\W_]+")


def identity_step(curator: Curator, options: Options) -> tuple[Step, ...]:
    """The step behind the last batch that looks at what the run took in; none where nobody can decide."""
    if not isinstance(curator, IdentityCurator) or options.dry_run:
        return ()

    def run(space: Workspace, keys: Sequence[str], land: Land) -> StepOutcome:
        return decide_pairs(space, keys, land, curator, options)

    return (Step("Identifying", run),)


def decide_pairs(
    space: Workspace, keys: Sequence[str], land: Land, curator: IdentityCurator, options: Options
) -> StepOutcome:
    """Make one page of the pairs that the curator takes for one thing and nothing speaks against.

    keys: of the sources whose entities are looked at.

    Raises QuotaError, CredentialsError and BudgetError as the curator does.
    """
    asked = find_candidates(space, keys)
    if not asked:
        return StepOutcome(space)
    try:
        decided = curator.same(asked)
    except (ReplyError, ModelUnavailableError) as error:
        return StepOutcome(space, (f"could not tell what is one thing: {error}",))
    lines: list[str] = []
    for each in decided:
        one, other = asked[each.at].one, asked[each.at].other
        try:
            space = carry_on(space, land, options, partial(merge, kept=one.path, other=other.path))
        except (UsageError, RefusedError):
            continue  # names, numbers or directories speak against it: doubt means two pages
        lines.append(f"{other.title} is {one.title}: {each.facts[0]!r} and {each.facts[1]!r}")
    return StepOutcome(space, tuple(lines))


def find_candidates(space: Workspace, keys: Sequence[str]) -> list[Likeness]:
    """Pages of what the sources name, and pages that may be of the same, best grounds first; bounded."""
    found: dict[tuple[GroupId, GroupId], str] = {}
    mine = _root_groups(space, keys)
    for grounds in (_by_name(space, mine), _by_spelling(space, mine), _by_date(space, mine)):
        for one, other, shared in grounds:
            pair = (min(one, other), max(one, other))
            if one != other and pair not in found and not _is_vetoed(space, *pair):
                found[pair] = shared
    return [_page_likeness(space, *pair, shared) for pair, shared in list(found.items())[:MOST]]


def _root_groups(space: Workspace, keys: Sequence[str]) -> list[GroupId]:
    resolver = space.fold.resolver
    known = (key for key in keys if space.symbols(key) is not None)
    members = ((key, at) for key in known for at in range(len(resolver.digests[key].symbols)))
    roots = {resolver.root_of(member) for member in members}
    return sorted(roots.intersection(_titled_groups(space)))


def _is_vetoed(space: Workspace, one: GroupId, other: GroupId) -> bool:
    resolver = space.fold.resolver
    kinds = {resolver.dimension(resolver.all_members(each)) for each in (one, other)} - {""}
    return len(kinds) > 1 or names.conflict(
        space.fold.groups.title_of(one), space.fold.groups.title_of(other)
    )


_Grounds = Iterator[tuple[GroupId, GroupId, str]]


def _by_name(space: Workspace, mine: Sequence[GroupId]) -> _Grounds:
    """Pages that claim one name."""
    resolver = space.fold.resolver
    for root in mine:
        members = resolver.all_members(root)
        called = {fold_name(each) for member in members for each in resolver.called(member)}
        for name in sorted(called):
            roots = {resolver.root(group) for group in resolver.holders(name)}
            others = sorted(each for each in roots if space.fold.groups.path_of(each) is not None)
            if 1 < len(others) <= _CLAIMS:
                yield from ((root, other, f"both are called {name!r}") for other in others)


def _by_spelling(space: Workspace, mine: Sequence[GroupId]) -> _Grounds:
    """Pages whose names differ in case, hyphens and spaces only, as rule D005 says."""
    alike: dict[str, list[GroupId]] = {}
    for group in _titled_groups(space):
        alike.setdefault(_group_spelling(space, group), []).append(group)
    for root in mine:
        for other in sorted(alike[_group_spelling(space, root)]):
            yield root, other, "their names are spelt alike"


def _by_date(space: Workspace, mine: Sequence[GroupId]) -> _Grounds:
    """Pages whose names end in one word, where both have a fact of one day."""
    bearers: dict[str, list[GroupId]] = {}
    for group in _titled_groups(space):
        bearers.setdefault(_last_word(space, group), []).append(group)
    for root in mine:
        others = bearers[_last_word(space, root)]
        if not 1 < len(others) <= _BEARERS:
            continue
        days = _named_days(space.fold.groups.page(root))
        for other in sorted(others):
            shared = days & _named_days(space.fold.groups.page(other)) if days and other != root else set()
            if shared:
                yield root, other, "both tell of {:04}-{:02}-{:02}".format(*min(shared))


def _titled_groups(space: Workspace) -> list[GroupId]:
    """The groups that have a page the fold wrote, on disk."""
    return [group for group, _, _ in space.fold.pages() if space.fold.groups.stem_of(group) is not None]


def _group_spelling(space: Workspace, group: GroupId) -> str:
    return names.squeezed(fold_name(space.fold.groups.title_of(group)))


def _last_word(space: Workspace, group: GroupId) -> str:
    title = fold_name(names.base(space.fold.groups.title_of(group)))
    words = [each for each in _APART.split(title) if each]
    return words[-1] if words else ""


def _named_days(page: Page) -> set[tuple[int, int, int]]:
    """Days its facts name. "May 5, 500 strong" is no day of the year 500."""
    return {day for fact in page.facts for day in dates(fact.text) if day[0] >= 1000}


def _page_likeness(space: Workspace, one: GroupId, other: GroupId, shared: str) -> Likeness:
    """The two pages; the one that documents are about, else that says more, would stay."""
    resolver = space.fold.resolver

    def rank(group: GroupId) -> tuple[int, int, GroupId]:
        members = resolver.all_members(group)
        about = sum(resolver.symbol(member).principal for member in members)
        return (-about, -sum(len(resolver.statements(member)) for member in members), group)

    first, second = sorted((one, other), key=rank)
    return Likeness(space.fold.groups.page(first), space.fold.groups.page(second), shared)
