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
from wikic.model.placing import TopicPlacer
from wikic.model.schema import Placer, Schema
from wikic.text.normalise import fold_name
from wikic.text.relations import MENTIONS, inverse, narrowest
from wikic.wiki.fold.resolve import GroupId, Member, Resolver
from wikic.wiki.fold.symbols import PEOPLE, DigestSymbols, Symbol, shown
from wikic.wiki.fold.terms import Terms
from wikic.wiki.page_render import borrows_stamp, stamp

MAX_RELATED: Final = 50  # docs/disk-format.md; what is over it is found by backlinks
MAX_SOURCES_NAMING: Final = 50  # for a page without facts: the digests that name it, in order
MAX_BORROWED: Final = 12  # sentences of documents on a page that has none of its own
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


def exists(resolver: Resolver, terms: Terms, members: Sequence[Member]) -> bool:
    """Whether the entity has a page: a statement of its own, or several that speak of it and are worth it.

    Of an entity two documents must speak; of a term, the fold judges by its counts (``fold.terms``).
    """
    telling: set[str] = set()
    names: set[str] = set()
    for key, at in members:
        symbol = resolver.digests[key].symbols[at]
        if resolver.statements((key, at)):
            return True
        if resolver.told((key, at)):
            telling.add(key)
            if symbol.term is None:
                names.add("")
            else:
                names.add(fold_name(symbol.title))
    if not telling:
        return False
    if "" in names:
        return len(telling) > 1
    telling = set(borrowed_from(resolver, members))  # what two documents share, one of them says
    return any(terms.worthy(name) and len(telling) >= terms.fewest(name) for name in sorted(names))


def title(resolver: Resolver, root: GroupId, members: Sequence[Member]) -> Title:
    """The page's title: people's choice, else the document it is the subject of, else most documents."""
    votes: Counter[tuple[bool, bool, str]] = Counter()
    disambiguators: dict[str, Counter[str]] = {}
    for key, at in members:
        if resolver.wanders((key, at)):
            continue
        symbol = resolver.digests[key].symbols[at]
        text = resolver.title(key, symbol)
        votes[not symbol.principal, symbol.common, text] += 1
        if symbol.disambiguator:
            disambiguators.setdefault(text, Counter())[symbol.disambiguator] += 1
    best = min(votes, key=lambda vote: (*vote[:2], -votes[vote], vote[2]))[2]
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


def topic(digest: DigestSymbols, placer: TopicPlacer) -> str:
    """The directory of a document of a library: by the topics of the schema, and its digest alone."""
    terms = [each.term for each in digest.symbols if each.term is not None and each.term.dimension == PEOPLE]
    speakers = [each.name for each in sorted(terms, key=lambda each: (-each.uses, each.name))]
    return placer.place(digest.key, digest.title, speakers, digest.words)


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
    about = any(resolver.symbol(member).principal for member in members)
    for member in members:
        called = resolver.called(member)
        if not called:
            continue  # it stands here for want of a better place
        symbol = resolver.symbol(member)
        aliases.update(called)
        if symbol.principal or not about:
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
        taken.setdefault(key, []).extend(resolver.statements((key, at)))
    keys = sorted(taken, key=lambda key: resolver.digests[key].order)
    return {key: tuple(taken[key]) for key in keys if taken[key]}


def borrowed_from(resolver: Resolver, members: Sequence[Member]) -> dict[str, tuple[str, ...]]:
    """Ids of the statements that a page without any of its own borrows from each digest, by key.

    At most ``MAX_BORROWED``: first of documents that say most of it, then of those that name it in a heading,
    then of those that use it most.
    """
    if any(map(resolver.statements, members)):
        return {}
    telling = [member for member in members if resolver.told(member)]
    telling.sort(key=lambda each: (_standing(resolver.symbol(each)), resolver.digests[each[0]].order))
    found: dict[str, tuple[str, ...]] = {}
    seen: set[str] = set()
    for member in telling:
        key = member[0]
        fresh = tuple(each for each in resolver.told(member) if each not in seen)
        fresh = fresh[: MAX_BORROWED - len(seen)]
        if fresh:
            found[key] = found.get(key, ()) + fresh
            seen.update(fresh)
    return found


def _standing(symbol: Symbol) -> tuple[int, int, int]:
    term = symbol.term
    return (0, 0, 0) if term is None else (-term.about, -term.heading, -term.uses)


def source_lines(resolver: Resolver, members: Sequence[Member]) -> tuple[SourceLine, ...]:
    """Related Sources: the digests the facts are taken from; for a page without facts those that name it."""
    taken = statements_from(resolver, members)
    borrowed = borrowed_from(resolver, members)
    if taken:
        digests = [(resolver.digests[key], ids) for key, ids in taken.items()]
    elif borrowed:
        # No ids: a source line covers what is taken, and what is borrowed is taken on another page.
        digests = [(resolver.digests[key], ()) for key in borrowed]
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
        digest, left_out = load(key), resolver.shared.left_out(key)
        position = {block.id: block.number for block in digest.blocks}
        for at, statement in enumerate(digest.statements):
            if statement.of not in entities[key] or not shown(statement) or statement.id in left_out:
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
                place=statement.place,
            )
            # A document's own order is that of its extraction; else the places of all its blocks tell.
            places = tuple(sorted(position.get(block, 0) for block in statement.blocks))
            rows.append(
                ((symbols.order, () if statement.place is not None else places, at, statement.id), fact)
            )
    rows.sort(key=lambda row: row[0])
    return tuple(fact for _, fact in rows)


def borrowed(
    resolver: Resolver, members: Sequence[Member], load: Callable[[str], Digest], overlay: Overlay
) -> tuple[Fact, ...]:
    """What documents say of a page that has no statement of its own, in the order facts have.

    Documents of which it is a sentence's subject come first: a reader asks what it is.
    """
    rewordings, notes = dict(overlay.rewordings), dict(overlay.notes)
    wanted = borrowed_from(resolver, members)
    found: dict[str, Fact] = {}
    symbols = ((key, resolver.symbol((key, at))) for key, at in members)
    telling = {key for key, symbol in symbols if symbol.term is not None and symbol.term.about}
    for key in sorted(wanted, key=lambda each: (each not in telling, resolver.digests[each].order)):
        path = resolver.digests[key].digest_path
        for statement in load(key).statements:
            if statement.id not in wanted[key] or statement.id in overlay.refused:
                continue
            cites = tuple(Citation(path, block) for block in statement.blocks)
            before = found.get(statement.id)
            if before is not None:
                added = tuple(cite for cite in cites if cite not in before.citations)
                found[statement.id] = replace(before, citations=before.citations + added)
                continue
            words = rewordings.get(statement.id)
            found[statement.id] = Fact(
                id=statement.id,
                text=statement.text if words is None else words,
                citations=cites,
                kind=statement.kind,
                holder=statement.holder,
                reworded=words is not None,
                below=notes.get(statement.id, ""),
                borrowed=True,
            )
    return tuple(found.values())


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
    borrows = borrows_stamp(fact.id for fact in facts if fact.borrowed)
    return Page(path, type, title, created, head, stamp(head), facts, sources, overlay, redirects, borrows)


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
