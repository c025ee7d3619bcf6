"""Needs that a curator finds, and those that code finds by counting.

Unsupported facts and pairs of facts that contradict each other are sampled (LLM-Wiki, Table 6): a check of
everything would cost as much as extraction. The sample is drawn by hash, so that it is the same on every
machine. Missing pages, digests that cite little and facts that say one thing twice are counted; of two
facts both must be of one document: the better one goes when its document is forgotten, and what it stands
for must not go with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.compiler import carried_decisions
from wikic.curator.packs import Claimed, verified
from wikic.curator.protocol import Amendment, Contradiction, Curator
from wikic.document.quotes import segment
from wikic.errors import ModelError
from wikic.fix.model.need import (
    CONTRADICTION,
    INCOMPLETE,
    MAX_SOURCES,
    MISSING,
    UNSUPPORTED,
    Need,
    beside,
    finding,
    groups_of,
    keys_of,
)
from wikic.model.digest import Digest
from wikic.model.finding import Category, Finding
from wikic.model.page import Head, Page
from wikic.model.statement import Block, Statement
from wikic.text import compare
from wikic.text.tokens import tokens
from wikic.wiki import article_file
from wikic.wiki.fold import page_head
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.fold.symbols import shown
from wikic.wiki.workspace import Workspace

NEAR: Final = 6  # pages checked together with one: its nearest relations


def by_hash(names: Iterable[str]) -> list[str]:
    """The names in the order of their hashes, from which a sample is drawn."""
    return sorted(set(names), key=lambda each: (layout.short_hash(each), each))


def find_unsupported(space: Workspace, digests: Sequence[Digest], curator: Curator) -> Iterator[Need]:
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
            findings = tuple(_unsupported_finding(page, each, lacking[each.id]) for each in statements)
            yield Need(group, page, findings, (digest.key,), tuple(each.id for each in statements))
    if failed:
        raise failed[0]


def _unsupported_finding(page: Page, statement: Statement, missing: Sequence[str]) -> Finding:
    what = ", ".join(missing) or "what it says"
    message = f"{statement.id} {statement.text!r}: not in its blocks: {what}"
    return finding(page.path, UNSUPPORTED, Category.UNSUPPORTED_FACT, message)


def read_neighbourhood(space: Workspace, group: GroupId) -> dict[GroupId, Page]:
    """A page and the nearest pages it is related to."""
    fold = space.fold
    near = sorted(page_head.neighbours(fold.resolver, fold.resolver.all_members(group)))
    groups = [group, *(each for each in near if each != group and fold.groups.stem_of(each) is not None)]
    return {each: fold.groups.page(each) for each in groups[: NEAR + 1]}


def find_contradictory(
    space: Workspace, groups: Sequence[GroupId], find: Callable[[Sequence[Page]], tuple[Contradiction, ...]]
) -> Iterator[Need]:
    """Pages with a fact that contradicts another of the page, or one of a related page."""
    done: set[frozenset[str]] = set()
    for group in groups:
        pages = read_neighbourhood(space, group)
        stems = {layout.stem(page.path): (near, page) for near, page in pages.items()}
        for each in find(tuple(pages.values())):
            pair = frozenset(each.facts)
            known = [stems[stem] for stem in dict.fromkeys(map(_address_stem, each.facts)) if stem in stems]
            if pair in done or not known:
                continue
            done.add(pair)
            found = [_excluding_finding(page, each) for _, page in known]
            # The page asked for first takes both: the sources of both facts come along.
            keys = _fact_sources(space, known, each)
            group_of_first, first = known[0]
            facts = tuple(map(_address_id, each.facts))
            others = [fact for _, page in known[1:] for fact in page.facts if fact.id in facts]
            yield Need(group_of_first, beside(first, others), tuple(found), keys, facts)


def _excluding_finding(page: Page, each: Contradiction) -> Finding:
    message = f"{each.attribute}: {each.values[0]} ({each.facts[0]}), {each.values[1]} ({each.facts[1]})"
    return finding(page.path, CONTRADICTION, Category.CONTRADICTION, message)


def _fact_sources(
    space: Workspace, known: Sequence[tuple[GroupId, Page]], each: Contradiction
) -> tuple[str, ...]:
    """Sources of the two facts."""
    wanted = set(map(_address_id, each.facts))
    digests = {
        cite.digest
        for _, page in known
        for fact in page.facts
        if fact.id in wanted
        for cite in fact.citations
    }
    keys = dict.fromkeys(key for group, _ in known for key in keys_of(space, group))
    return tuple(key for key in keys if layout.digest_path(key) in digests)[:MAX_SOURCES]


def _address_id(address: str) -> str:
    return address.partition("#^")[2]


def _address_stem(address: str) -> str:
    return address.partition("#")[0]


# A document of few sentences may well say three things in one statement; of many, half untold is a gap.
MIN_BLOCKS: Final = 6
MIN_CITED: Final = 0.4  # of the sentences; a thorough extraction gives a statement for nearly each
NAMED_BY: Final = 2  # digests from which a thing is worth a page (docs/disk-format.md, "Knowledge page")


def blocks_of(space: Workspace, key: str) -> tuple[Block, ...]:
    """The numbered blocks of a source's article; none when it is gone."""
    file = layout.page_file(layout.article_path(key))
    data = space.tree.read(file)
    if data is None:
        return ()
    article = article_file.parse(data, file)
    return segment(article.text, article.language)


def missing_pages(space: Workspace, keys: Sequence[str]) -> Iterator[Need]:
    """Things that two digests name, one of ``keys`` among them, and that have no page."""
    for group in groups_of(space, keys):
        if space.fold.groups.stem_of(group) is not None:
            continue
        named = keys_of(space, group)
        if len(named) < NAMED_BY:
            continue
        page = _stub_page(space, group)
        message = f"{page.title!r} is named by {len(named)} documents and has no page"
        what = finding(page.path, MISSING, Category.INCOMPLETE_PAGE, message)
        yield Need(group, page, (what,), named[:MAX_SOURCES])


def incomplete_digests(space: Workspace, keys: Sequence[str]) -> Iterator[Need]:
    """The pages of subjects of those digests of ``keys`` that cite less than 40 % of their article."""
    for key in sorted(set(keys)):
        symbols = space.symbols(key)
        if symbols is None:
            continue
        subject = next((at for at, each in enumerate(symbols.symbols) if each.principal or each.self_), 0)
        group = space.fold.resolver.root_of((key, subject)) if symbols.symbols else None
        if group is None or space.fold.groups.stem_of(group) is None:
            continue
        cited = {block.id for block in space.digest(key).blocks}
        blocks = [block for block in blocks_of(space, key) if block.kind != "heading"]
        left = [block for block in blocks if block.id not in cited]
        if len(blocks) < MIN_BLOCKS or len(blocks) - len(left) >= MIN_CITED * len(blocks):
            continue
        page = space.fold.groups.page(group)
        numbers = ", ".join(str(block.number) for block in left)
        message = f"blocks {numbers} of {key} are cited by no statement"
        yield Need(group, page, (finding(page.path, INCOMPLETE, Category.INCOMPLETE_PAGE, message),), (key,))


def _stub_page(space: Workspace, group: GroupId) -> Page:
    """A page for a group that has none: the title that the digests give it, and no fact."""
    resolver = space.fold.resolver
    members = resolver.all_members(group)
    titles = sorted({resolver.symbol(member).title for member in members})
    home = space.schema.home_of(resolver.dimension(members) or space.schema.fallback)
    return Page(f"{home}/{layout.slug(titles[0])}", home, titles[0], "", Head())


MIN_FACTS: Final = 8  # on a shorter page a repetition is seen at a glance and costs nothing
ALIKE: Final = 0.6  # share of the shorter one's words in the longer; below it few pairs say the same


def find_repetitive(space: Workspace, keys: Sequence[str]) -> Iterator[GroupId]:
    """Groups whose pages show statements of one document of which one may stand for another."""
    for group in groups_of(space, keys):
        if space.fold.groups.stem_of(group) is None:
            continue
        told = _shown_statements(space, group)
        if sum(map(len, told.values())) < MIN_FACTS:
            continue
        if any(_replaceable_pairs(space, source, statements) for source, statements in told.items()):
            yield group


def consolidate_needs(space: Workspace, group: GroupId, curator: Curator) -> list[Amendment]:
    """The pairs that ``curator.consolidate`` finds on a page, as amendments of their digest.

    The curator is asked about one document after the other, and sees only facts of which the digest would
    let one stand for another: the answer to any other pair could not land.
    """
    page = space.fold.groups.page(group)
    found: list[Amendment] = []
    for (key, of), statements in _shown_statements(space, group).items():
        may = _replaceable_pairs(space, (key, of), statements)
        facts = tuple(fact for fact in page.facts if any(fact.id in pair for pair in may))
        if len(facts) < 2:
            continue
        for worse, by in curator.consolidate(replace(page, facts=facts)):
            if (worse, by) in may:
                found.append(Amendment(key, "show_as", worse, by, reason="said better elsewhere"))
    return found


def _shown_statements(space: Workspace, group: GroupId) -> dict[tuple[str, str], list[Statement]]:
    """Shown statements of a group's page by source and local entity."""
    resolver = space.fold.resolver
    told: dict[tuple[str, str], list[Statement]] = {}
    for key in keys_of(space, group):
        own = {resolver.digests[k].symbols[at].entity for k, at in resolver.all_members(group) if k == key}
        for each in space.digest(key).statements:
            if each.of in own and shown(each):
                told.setdefault((key, each.of), []).append(each)
    return told


def _replaceable_pairs(
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
