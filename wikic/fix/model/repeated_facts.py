"""Pages that say one thing several times: the curator is asked which statement says it best.

Two statements of one document only: the better one goes when its document is forgotten, and what it stands
for must not go with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic.compiler import carried_decisions
from wikic.curator.protocol import Amendment, Curator
from wikic.fix.model.need import groups_of, keys_of
from wikic.model.statement import Statement
from wikic.text import compare
from wikic.text.tokens import tokens
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.fold.symbols import shown
from wikic.wiki.workspace import Workspace

MIN_FACTS: Final = 8  # on a shorter page a repetition is seen at a glance and costs nothing
ALIKE: Final = 0.6  # share of the shorter one's words in the longer; below it few pairs say the same


def repetitive(space: Workspace, keys: Sequence[str]) -> Iterator[GroupId]:
    """Groups whose pages show statements of one document of which one may stand for another."""
    for group in groups_of(space, keys):
        if space.fold.groups.stem_of(group) is None:
            continue
        told = _told(space, group)
        if sum(map(len, told.values())) < MIN_FACTS:
            continue
        if any(_replaceable(space, source, statements) for source, statements in told.items()):
            yield group


def consolidated(space: Workspace, group: GroupId, curator: Curator) -> list[Amendment]:
    """The pairs that ``curator.consolidate`` finds on a page, as amendments of their digest.

    The curator is asked about one document after the other, and sees only facts of which the digest would
    let one stand for another: the answer to any other pair could not land.
    """
    page = space.fold.groups.page(group)
    found: list[Amendment] = []
    for (key, of), statements in _told(space, group).items():
        may = _replaceable(space, (key, of), statements)
        facts = tuple(fact for fact in page.facts if any(fact.id in pair for pair in may))
        if len(facts) < 2:
            continue
        for worse, by in curator.consolidate(replace(page, facts=facts)):
            if (worse, by) in may:
                found.append(Amendment(key, "show_as", worse, by, reason="said better elsewhere"))
    return found


def _told(space: Workspace, group: GroupId) -> dict[tuple[str, str], list[Statement]]:
    """Shown statements of a group's page by source and local entity."""
    resolver = space.fold.resolver
    told: dict[tuple[str, str], list[Statement]] = {}
    for key in keys_of(space, group):
        own = {resolver.digests[k].symbols[at].entity for k, at in resolver.all_members(group) if k == key}
        for each in space.digest(key).statements:
            if each.of in own and shown(each):
                told.setdefault((key, each.of), []).append(each)
    return told


def _replaceable(
    space: Workspace, source: tuple[str, str], statements: Sequence[Statement]
) -> set[tuple[str, str]]:
    """Pairs of statements with like words of which the digest would let the second stand for the first."""
    key, of = source
    words = [frozenset(tokens(each.text)) for each in statements]
    alike = [
        (statements[at], statements[other])
        for at, one in enumerate(words)
        for other, two in enumerate(words)
        if at != other and one and two and len(one & two) >= ALIKE * min(len(one), len(two))
    ]
    digest = space.digest(key) if alike else None
    return {
        (worse.id, by.id)
        for worse, by in alike
        if digest is not None
        and carried_decisions.shown_as_fault(digest, of, worse.id, by.id) is None
        and not compare.unsupported(worse.text, [by.text, digest.title])
    }
