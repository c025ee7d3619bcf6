"""Needs that a curator finds: unsupported facts, and pairs of facts that contradict each other.

Both are sampled (LLM-Wiki, Table 6): a check of everything would cost as much as extraction. The sample is
drawn by hash, so that it is the same on every machine and spreads over the wiki.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from wikic import layout
from wikic.curator.packs import Claimed, verified
from wikic.curator.protocol import Contradiction, Curator
from wikic.errors import ModelError
from wikic.fix.model.need import CONTRADICTION, MAX_SOURCES, UNSUPPORTED, Need, beside, finding, keys_of
from wikic.model.digest import Digest
from wikic.model.finding import Category, Finding
from wikic.model.page import Page
from wikic.model.statement import Statement
from wikic.wiki.fold import page_head
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.fold.symbols import shown
from wikic.wiki.workspace import Workspace

NEAR: Final = 6  # pages checked together with one: its nearest relations


def by_hash(names: Iterable[str]) -> list[str]:
    """The names in the order of their hashes, from which a sample is drawn."""
    return sorted(set(names), key=lambda each: (layout.short_hash(each), each))


def unsupported(space: Workspace, digests: Sequence[Digest], curator: Curator) -> Iterator[Need]:
    """Pages that show statements of ``digests`` for which ``curator.verify`` finds no support.

    Raises the ModelError of a digest that could not be judged, after the needs of the others.
    """
    claimed = [Claimed.some(each, list(filter(shown, each.statements))) for each in digests]
    failed: list[ModelError] = []
    for digest, asked, verdicts in zip(digests, claimed, verified(curator, claimed), strict=True):
        if isinstance(verdicts, ModelError):
            failed.append(verdicts)
            continue
        lacking = {each.statement: each.missing for each in verdicts if not each.supported}
        position = {entity.id: at for at, entity in enumerate(digest.entities)}
        found: dict[GroupId, list[Statement]] = {}
        for each in asked.statements:
            if each.id in lacking:
                group = space.fold.resolver.root_of((digest.key, position[each.of]))
                found.setdefault(group, []).append(each)
        for group, statements in found.items():
            if space.fold.groups.stem_of(group) is None:
                continue
            page = space.fold.groups.page(group)
            findings = tuple(_unsupported(page, each, lacking[each.id]) for each in statements)
            yield Need(group, page, findings, (digest.key,), tuple(each.id for each in statements))
    if failed:
        raise failed[0]


def _unsupported(page: Page, statement: Statement, missing: Sequence[str]) -> Finding:
    what = ", ".join(missing) or "what it says"
    message = f"{statement.id} {statement.text!r}: not in its blocks: {what}"
    return finding(page.path, UNSUPPORTED, Category.UNSUPPORTED_FACT, message)


def neighbourhood(space: Workspace, group: GroupId) -> dict[GroupId, Page]:
    """A page and the nearest pages it is related to."""
    fold = space.fold
    near = sorted(page_head.neighbours(fold.resolver, fold.resolver.all_members(group)))
    groups = [group, *(each for each in near if each != group and fold.groups.stem_of(each) is not None)]
    return {each: fold.groups.page(each) for each in groups[: NEAR + 1]}


def contradictory(
    space: Workspace,
    groups: Sequence[GroupId],
    find: Callable[[Sequence[Page]], tuple[Contradiction, ...]],
) -> Iterator[Need]:
    """Pages with a fact that contradicts another of the page, or one of a related page."""
    done: set[frozenset[str]] = set()
    for group in groups:
        pages = neighbourhood(space, group)
        stems = {layout.stem(page.path): (near, page) for near, page in pages.items()}
        for each in find(tuple(pages.values())):
            pair = frozenset(each.facts)
            known = [stems[stem] for stem in dict.fromkeys(map(_stem, each.facts)) if stem in stems]
            if pair in done or not known:
                continue
            done.add(pair)
            found = [_excludes(page, each) for _, page in known]
            # The page asked for first takes both: the sources of both facts come along.
            keys = _keys(space, known, each)
            group_of_first, first = known[0]
            facts = tuple(map(_id, each.facts))
            others = [fact for _, page in known[1:] for fact in page.facts if fact.id in facts]
            yield Need(group_of_first, beside(first, others), tuple(found), keys, facts)


def _excludes(page: Page, each: Contradiction) -> Finding:
    message = f"{each.attribute}: {each.values[0]} ({each.facts[0]}), {each.values[1]} ({each.facts[1]})"
    return finding(page.path, CONTRADICTION, Category.CONTRADICTION, message)


def _keys(space: Workspace, known: Sequence[tuple[GroupId, Page]], each: Contradiction) -> tuple[str, ...]:
    """Sources of the two facts."""
    wanted = set(map(_id, each.facts))
    digests = {
        cite.digest
        for _, page in known
        for fact in page.facts
        if fact.id in wanted
        for cite in fact.citations
    }
    keys = dict.fromkeys(key for group, _ in known for key in keys_of(space, group))
    return tuple(key for key in keys if layout.digest_path(key) in digests)[:MAX_SOURCES]


def _id(address: str) -> str:
    return address.partition("#^")[2]


def _stem(address: str) -> str:
    return address.partition("#")[0]
