"""Whether entities have a page, and its head: title, directory, aliases, tags, summary, relations.

The order in which digests arrive never enters; every choice below is by count, then by code-point order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.model.page import Head, Overlay
from wikic.model.placing import TopicPlacer
from wikic.model.schema import Placer, Schema
from wikic.text.normalise import fold_name
from wikic.text.relation_labels import LINKS, MENTIONS, inverse, narrowest
from wikic.wiki import link_form
from wikic.wiki.fold import page_facts
from wikic.wiki.fold.resolve import GroupId, Member, Resolver
from wikic.wiki.fold.symbols import PEOPLE, DigestSymbols
from wikic.wiki.fold.terms import Terms

MAX_RELATED: Final = 50  # docs/disk-format.md; what is over it is found by backlinks
STOPS: Final = f"more pages than these {MAX_RELATED} are related to this one"  # the same however many more
MAX_ALIASES: Final = 20  # a hub collects spellings without end; the commonest are found by
MAX_TAGS: Final = 8


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
    telling = set(page_facts.borrowed_from(resolver, members))  # what two documents share, one of them says
    return any(terms.worthy(name) and len(telling) >= terms.fewest(name) for name in sorted(names))


def title(resolver: Resolver, root: GroupId, members: Sequence[Member]) -> Title:
    """The page's title: people's choice, else the document it is the subject of, else most documents."""
    votes: Counter[tuple[bool, bool, str]] = Counter()
    brief: set[str] = set()  # what those who speak are called for short, and as they type it
    disambiguators: dict[str, Counter[str]] = {}
    for key, at in members:
        if resolver.wanders((key, at)):
            continue
        symbol = resolver.digests[key].symbols[at]
        text = resolver.title(key, symbol)
        votes[not symbol.principal, symbol.common, text] += 1
        if symbol.term is not None and not symbol.common:
            brief.update(each for each in (*symbol.aliases, text) if each != text or text.islower())
        if symbol.disambiguator:
            disambiguators.setdefault(text, Counter())[symbol.disambiguator] += 1
    best = min(votes, key=lambda vote: (*vote[:2], vote[2] in brief, -votes[vote], vote[2]))[2]
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
    summaries: Counter[tuple[bool, str]] = Counter()
    for member in members:
        called = resolver.called(member)
        if not called:
            continue  # it stands here for want of a better place
        symbol = resolver.symbol(member)
        aliases.update(called)
        if symbol.summary and not resolver.shared.is_shared(member[0], symbol.summary):
            summaries[not symbol.principal, symbol.summary] += 1
    own = fold_name(title.text)
    summary = min(summaries, key=lambda each: (each[0], -summaries[each], each[1]))[1] if summaries else ""
    return Head(
        aliases=_commonest(aliases, MAX_ALIASES, own),
        tags=tags(resolver, members),
        summary=link_form.without_references(summary),
        related=related(resolver, root, members, stem_of),
    )


def tags(resolver: Resolver, members: Sequence[Member]) -> tuple[str, ...]:
    """The tags as the digests give them: of a page that a document is about, as those give them."""
    found: Counter[str] = Counter()
    about = any(resolver.symbol(member).principal for member in members)
    for member in members:
        symbol = resolver.symbol(member)
        if (symbol.principal or not about) and symbol.tags and resolver.called(member):
            found.update(set(symbol.tags))
    return _commonest(found, MAX_TAGS, "")


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
    """Lines of Related Pages: one per page, typed relations before mentions, at most ``MAX_RELATED``.

    A line behind them says where there are more.
    """
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
    lines = (f"[[{stem}]] -- {label}" for _, label, stem in sorted(rows)[:MAX_RELATED])
    return (*lines, STOPS) if len(rows) > MAX_RELATED else tuple(lines)


def _edges(resolver: Resolver, members: Sequence[Member]) -> Iterator[tuple[GroupId, str]]:
    """``(other root, label)`` of every relation of the members, read from this page to the other."""
    for key, at in members:
        for source, label, target in resolver.digests[key].edges:
            if source == at:
                yield resolver.root_of((key, target)), label
            if target == at:
                yield resolver.root_of((key, source)), inverse(label)
        if resolver.own(key) == (key, at):
            yield from _linked(resolver, resolver.links.targets(key), LINKS)
            yield from _linked(resolver, resolver.links.sources(key), inverse(LINKS))


def _linked(resolver: Resolver, keys: Iterable[str], label: str) -> Iterator[tuple[GroupId, str]]:
    for member in map(resolver.own, keys):
        if member is not None:
            yield resolver.root_of(member), label


def neighbours(resolver: Resolver, members: Sequence[Member]) -> set[GroupId]:
    """Roots that a relation links to the members' page, in either direction."""
    return {other for other, _ in _edges(resolver, members)}


def shown_head(generated: Head, overlay: Overlay) -> Head:
    """The head as it stands on the page: ``(generated - drop) + keep``."""
    keep, drop = overlay.keep, overlay.drop
    return Head(
        aliases=_merged(generated.aliases, keep.aliases, drop.aliases),
        tags=_merged(generated.tags, keep.tags, drop.tags),
        summary=keep.summary or ("" if drop.summary else generated.summary),
        related=tuple(line for line in generated.related if line not in drop.related)
        + tuple(line for line in keep.related if link_form.by_stem(line) not in generated.related),
    )


def _merged(generated: tuple[str, ...], keep: tuple[str, ...], drop: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((set(generated) - set(drop)) | set(keep)))
