"""Pages that say one thing many times: which statement says it better is asked of the curator.

Two statements of one document only: the better one goes when its document is forgotten, and what it stands
for must not go with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from wikic.curator.protocol import Amendment, Curator
from wikic.fix.model.need import groups_of, keys_of
from wikic.model.statement import Statement
from wikic.text.tokens import tokens
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.fold.symbols import shown
from wikic.wiki.workspace import Workspace

MIN_FACTS: Final = 8  # on a shorter page a repetition is seen at a glance and costs nothing
ALIKE: Final = 0.6  # share of the shorter one's words in the longer; below it few pairs say the same


def repetitive(space: Workspace, keys: Sequence[str]) -> Iterator[GroupId]:
    """Groups whose pages show statements of one document that share most of their words."""
    for group in groups_of(space, keys):
        if space.fold.stem_of(group) is None:
            continue
        told = _told(space, group)
        if sum(map(len, told.values())) >= MIN_FACTS and any(map(_repeats, told.values())):
            yield group


def consolidated(space: Workspace, group: GroupId, curator: Curator) -> list[Amendment]:
    """What ``curator.consolidate`` says of a page, as amendments of the digests that hold both statements."""
    told = _told(space, group)
    found: list[Amendment] = []
    for worse, by in curator.consolidate(space.fold.page(group)):
        for (key, _), statements in told.items():
            if {worse, by} <= {each.id for each in statements}:
                found.append(Amendment(key, "show_as", worse, by, reason="said better elsewhere"))
                break
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


def _repeats(statements: Sequence[Statement]) -> bool:
    words = [frozenset(tokens(each.text)) for each in statements]
    return any(
        len(one & other) >= ALIKE * min(len(one), len(other))
        for at, one in enumerate(words)
        for other in words[:at]
        if one and other
    )
