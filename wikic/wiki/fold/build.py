"""One knowledge page from the entities resolved to it: code only, the same everywhere.

The order in which digests arrive never enters; every choice below is by count, then by code-point order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.model.digest import Digest
from wikic.model.page import Citation, Fact, Head, Overlay, Page, SourceLine
from wikic.model.schema import Placer, Schema
from wikic.text.normalise import fold_name
from wikic.text.relations import MENTIONS, inverse, narrowest
from wikic.wiki.fold.resolve import GroupId, Member, Resolver
from wikic.wiki.fold.symbols import DigestSymbols, shown
from wikic.wiki.page_file import stamp

MAX_RELATED: Final = 50  # docs/disk-format.md; what is over it is found by backlinks
MAX_SOURCES_NAMING: Final = 50  # for a page without facts: the digests that name it, in order
MAX_ALIASES: Final = 20  # a hub collects spellings without end; the commonest are found by
MAX_TAGS: Final = 8


# Where a fact stands on its page: its digest's place, its blocks' positions, its place in the digest, its id.
_FactOrder = tuple[tuple[bool, str, str], tuple[int, ...], int, str]


@dataclass(frozen=True, slots=True)
class Title:
    """What a page is called.

    text: its title.
    disambiguator: what tells it from others of its title, or None.
    """

    text: str
    disambiguator: str | None


def exists(resolver: Resolver, members: Sequence[Member]) -> bool:
    """Whether the entity has a page: a statement, or two digests that name it and a relation to it."""
    keys: set[str] = set()
    for key, at in members:
        if resolver.digests[key].symbols[at].statements:
            return True
        if any(target == at for _, _, target in resolver.digests[key].edges):
            keys.add(key)
    return len(keys) > 1


def title(resolver: Resolver, root: GroupId, members: Sequence[Member]) -> Title:
    """The page's title: people's choice, else the document it is the subject of, else most documents."""
    votes: Counter[tuple[bool, str]] = Counter()
    disambiguators: dict[str, Counter[str]] = {}
    for key, at in members:
        symbol = resolver.digests[key].symbols[at]
        text = resolver.title(key, symbol)
        votes[not symbol.principal, text] += 1
        if symbol.disambiguator:
            disambiguators.setdefault(text, Counter())[symbol.disambiguator] += 1
    best = min(votes, key=lambda vote: (vote[0], -votes[vote], vote[1]))[1]
    named = disambiguators.get(best, Counter())
    choice = min(named, key=lambda each: (-named[each], each)) if named else None
    return Title(resolver.chosen_title(root) or best, choice)


def directory(
    resolver: Resolver,
    schema: Schema,
    placer: Placer,
    members: Sequence[Member],
    stem: str,
    tags: tuple[str, ...],
) -> str:
    """The page's directory: the schema's rules on what most of its entities are, on stem, tags, relations.

    tags: as the digests give them.
    """
    dimension = resolver.dimension(members) or schema.fallback
    return placer.place(dimension, stem, tags, lambda: labels(resolver, members))


def labels(resolver: Resolver, members: Sequence[Member]) -> frozenset[str]:
    """Labels of every relation of the page, read from it."""
    return frozenset(label for _, label in _edges(resolver, members))


def generated_head(
    resolver: Resolver,
    root: GroupId,
    members: Sequence[Member],
    title: Title,
    stem_of: Callable[[GroupId], str | None],
) -> Head:
    """Aliases, tags, summary and Related Pages as the digests give them.

    stem_of: the stem of a root's page, None when it has no page.
    """
    aliases: Counter[str] = Counter()
    tags: Counter[str] = Counter()
    summaries: Counter[tuple[bool, str]] = Counter()
    for key, at in members:
        symbol = resolver.digests[key].symbols[at]
        aliases.update(resolver.called(key, symbol))
        tags.update(set(symbol.tags))
        if symbol.summary:
            summaries[not symbol.principal, symbol.summary] += 1
    own = fold_name(title.text)
    summary = min(summaries, key=lambda each: (each[0], -summaries[each], each[1]))[1] if summaries else ""
    return Head(
        aliases=_commonest(aliases, MAX_ALIASES, own),
        tags=_commonest(tags, MAX_TAGS, ""),
        summary=summary,
        related=related(resolver, root, members, stem_of),
    )


def _commonest(counts: Counter[str], limit: int, excluded: str) -> tuple[str, ...]:
    """The ``limit`` most counted texts, one spelling for each name, sorted."""
    spelling: dict[str, str] = {}
    total: Counter[str] = Counter()
    for text in sorted(counts, key=lambda each: (-counts[each], each)):
        name = fold_name(text)
        if name and name != excluded:
            spelling.setdefault(name, text)
            total[name] += counts[text]
    best = sorted(total, key=lambda name: (-total[name], name))[:limit]
    return tuple(sorted(spelling[name] for name in best))


def related(
    resolver: Resolver, root: GroupId, members: Sequence[Member], stem_of: Callable[[GroupId], str | None]
) -> tuple[str, ...]:
    """Lines of Related Pages: one per page, typed relations before mentions, at most ``MAX_RELATED``."""
    labels: dict[GroupId, set[str]] = {}
    for other, label in _edges(resolver, members):
        if other != root:
            labels.setdefault(other, set()).add(label)
    plain = {MENTIONS, inverse(MENTIONS)}
    rows: list[tuple[bool, str, str]] = []
    for other, found in labels.items():
        stem = stem_of(other)
        if stem is not None:
            rows.append((found <= plain, ", ".join(sorted(narrowest(found))), stem))
    return tuple(f"[[{stem}]] -- {label}" for _, label, stem in sorted(rows)[:MAX_RELATED])


def _edges(resolver: Resolver, members: Sequence[Member]) -> Iterator[tuple[GroupId, str]]:
    """``(other root, label)`` of every relation of the members, read from this page to the other."""
    for key, at in members:
        for source, label, target in resolver.digests[key].edges:
            if source == at:
                yield resolver.root_of((key, target)), label
            if target == at:
                yield resolver.root_of((key, source)), inverse(label)


def neighbours(resolver: Resolver, members: Sequence[Member]) -> set[GroupId]:
    """Roots that a relation links to the members' page, in either direction."""
    return {other for other, _ in _edges(resolver, members)}


def statements_from(resolver: Resolver, members: Sequence[Member]) -> dict[str, tuple[str, ...]]:
    """Statement ids the page takes from each digest, by key, in the order the page's sources stand."""
    taken: dict[str, list[str]] = {}
    for key, at in members:
        taken.setdefault(key, []).extend(resolver.digests[key].symbols[at].statements)
    keys = sorted(taken, key=lambda key: resolver.digests[key].order)
    return {key: tuple(taken[key]) for key in keys if taken[key]}


def source_lines(resolver: Resolver, members: Sequence[Member]) -> tuple[SourceLine, ...]:
    """Related Sources: the digests the facts are taken from; for a page without facts those that name it."""
    taken = statements_from(resolver, members)
    if taken:
        digests = [(resolver.digests[key], ids) for key, ids in taken.items()]
    else:
        keys = sorted({key for key, _ in members}, key=lambda key: resolver.digests[key].order)
        digests = [(resolver.digests[key], ()) for key in keys[:MAX_SOURCES_NAMING]]
    lines = [_source_line(digest, ids) for digest, ids in digests]
    return tuple(sorted(lines, key=lambda line: line.digest))


def _source_line(digest: DigestSymbols, ids: tuple[str, ...]) -> SourceLine:
    return SourceLine(digest.digest_path, digest.title, layout.source_line_id(ids))


def facts(
    resolver: Resolver, members: Sequence[Member], load: Callable[[str], Digest], overlay: Overlay
) -> tuple[Fact, ...]:
    """The page's facts in order: document date (undated last), key, block positions, extraction, id.

    A statement stands where its first block does; of those that begin alike, as steps below one lead-in do,
    by the next block, and of those that rest on the same blocks as they were extracted. Equal ids from
    several digests share a bullet. ``load`` gives a digest by key.
    """
    rewordings, notes = dict(overlay.rewordings), dict(overlay.notes)
    rows: list[tuple[_FactOrder, Fact]] = []
    by_id: dict[str, int] = {}
    entities: dict[str, set[str]] = {}
    for key, at in members:
        entities.setdefault(key, set()).add(resolver.digests[key].symbols[at].entity)
    for key in sorted(entities, key=lambda each: resolver.digests[each].order):
        symbols = resolver.digests[key]
        if not any(each.statements for each in symbols.symbols if each.entity in entities[key]):
            continue
        digest = load(key)
        position = {block.id: block.number for block in digest.blocks}
        for at, statement in enumerate(digest.statements):
            if statement.of not in entities[key] or not shown(statement):
                continue
            cites = tuple(Citation(symbols.digest_path, block) for block in statement.blocks)
            known = by_id.get(statement.id)
            if known is not None:
                order, fact = rows[known]
                added = tuple(cite for cite in cites if cite not in fact.citations)
                rows[known] = (order, replace(fact, citations=fact.citations + added))
                continue
            by_id[statement.id] = len(rows)
            words = rewordings.get(statement.id)
            fact = Fact(
                id=statement.id,
                text=statement.text if words is None else words,
                citations=cites,
                kind=statement.kind,
                holder=statement.holder,
                superseded=statement.superseded,
                reworded=words is not None,
                below=notes.get(statement.id, ""),
            )
            places = tuple(sorted(position.get(block, 0) for block in statement.blocks))
            rows.append(((symbols.order, places, at, statement.id), fact))
    rows.sort(key=lambda row: row[0])
    return tuple(fact for _, fact in rows)


def page(
    *,
    path: str,
    type: str,
    title: str,
    created: str,
    generated: Head,
    facts: tuple[Fact, ...],
    sources: tuple[SourceLine, ...],
    overlay: Overlay,
    redirects: tuple[str, ...] = (),
) -> Page:
    """The page with people's changes laid over what was generated.

    redirects: stems that ``identity.yaml`` leads to it.
    """
    head = shown_head(generated, overlay)
    return Page(path, type, title, created, head, stamp(head), facts, sources, overlay, redirects)


def shown_head(generated: Head, overlay: Overlay) -> Head:
    """The head as it stands on the page: ``(generated - drop) + keep``."""
    keep, drop = overlay.keep, overlay.drop
    return Head(
        aliases=_merged(generated.aliases, keep.aliases, drop.aliases),
        tags=_merged(generated.tags, keep.tags, drop.tags),
        summary=keep.summary or ("" if drop.summary else generated.summary),
        related=tuple(line for line in generated.related if line not in drop.related)
        + tuple(line for line in keep.related if line not in generated.related),
    )


def _merged(generated: tuple[str, ...], keep: tuple[str, ...], drop: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((set(generated) - set(drop)) | set(keep)))
