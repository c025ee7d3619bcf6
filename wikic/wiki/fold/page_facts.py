"""The facts of a page and the sources they are taken from, from the entities resolved to it.

The order in which digests arrive never enters: facts stand by date and key of their documents, those of the
document that is about the page's thing before all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.model.digest import Digest
from wikic.model.page import Citation, Fact, Overlay, SourceLine
from wikic.model.statement import Statement
from wikic.wiki.fold.resolve import Member, Resolver
from wikic.wiki.fold.symbols import PEOPLE, DigestSymbols, Symbol, shown

MAX_SOURCES_NAMING: Final = 50  # for a page without facts: the digests that name it, in order
MAX_BORROWED: Final = 12  # sentences of documents on a page that has none of its own,
MAX_OF_PERSON: Final = 8  # and on that of one who speaks, whose turns are longer

# Where a fact stands on its page: whether its document is about another thing, its digest's place, the
# positions of its blocks, its place in the digest, its id.
_FactOrder = tuple[bool, tuple[bool, str, str], tuple[int, ...], int, str]


def statements_from(resolver: Resolver, members: Sequence[Member]) -> dict[str, tuple[str, ...]]:
    """Statement ids the page takes from each digest, by key, in the order the page's sources stand."""
    taken: dict[str, list[str]] = {}
    for key, at in members:
        taken.setdefault(key, []).extend(resolver.statements((key, at)))
    keys = sorted(taken, key=lambda key: resolver.digests[key].order)
    return {key: tuple(taken[key]) for key in keys if taken[key]}


def borrowed_from(resolver: Resolver, members: Sequence[Member]) -> dict[str, tuple[str, ...]]:
    """Ids of the statements that a page borrows from each digest that has none for it, by key.

    Where some digest has, from those that know it as a term alone: what one names, others may only use.
    At most ``MAX_BORROWED``, of a person ``MAX_OF_PERSON``: first of documents that say most of it, then of
    those that name it in a heading, then of those that use it most. Of a person many documents speak: one
    statement of each before a second.
    """
    own = {member[0] for member in members if resolver.statements(member)}
    telling = [
        member
        for member in members
        if member[0] not in own and resolver.told(member) and (not own or resolver.symbol(member).term)
    ]
    telling.sort(key=lambda each: (_standing(resolver.symbol(each)), resolver.digests[each[0]].order))
    person = any(resolver.symbol(member).dimension == PEOPLE for member in telling)
    pairs = [(member[0], at, each) for member in telling for at, each in enumerate(resolver.told(member))]
    if person:
        pairs.sort(key=lambda pair: pair[1])
    found: dict[str, tuple[str, ...]] = {}
    seen = {each for member in members for each in resolver.statements(member)}
    most = len(seen) + (MAX_OF_PERSON if person else MAX_BORROWED)
    for key, _, each in pairs:
        if each not in seen and len(seen) < most:
            found[key] = (*found.get(key, ()), each)
            seen.add(each)
    return found


def _standing(symbol: Symbol) -> tuple[int, int, int]:
    term = symbol.term
    return (0, 0, 0) if term is None else (-term.about, -term.heading, -term.uses)


def source_lines(
    resolver: Resolver, members: Sequence[Member], written: Iterable[str] = ()
) -> tuple[SourceLine, ...]:
    """Related Sources: the digests the facts are taken from; for a page without facts those that name it.

    written: keys of those that a written article on it cites.
    """
    taken = statements_from(resolver, members)
    borrowed = borrowed_from(resolver, members)
    digests = [(resolver.digests[key], ids) for key, ids in taken.items()]
    # No ids: a source line covers what is taken, and what is borrowed is taken on another page.
    also = dict.fromkeys((*borrowed, *(key for key in written if key not in borrowed)))
    digests += [(resolver.digests[key], ()) for key in also if key not in taken]
    if not digests:
        keys = sorted({key for key, _ in members}, key=lambda key: resolver.digests[key].order)
        digests = [(resolver.digests[key], ()) for key in keys[:MAX_SOURCES_NAMING]]
    lines = [_source_line(digest, ids) for digest, ids in digests]
    return tuple(sorted(lines, key=lambda line: line.digest))


def _source_line(digest: DigestSymbols, ids: tuple[str, ...]) -> SourceLine:
    dated = digest.date and digest.date not in digest.title
    title = f"{digest.title} ({digest.date})" if dated else digest.title
    return SourceLine(digest.digest_path, title, layout.source_line_id(ids))


def facts(
    resolver: Resolver, members: Sequence[Member], load: Callable[[str], Digest], overlay: Overlay
) -> tuple[Fact, ...]:
    """The page's facts in order: the page's own document, then document date (undated last) and key; block
    positions, extraction, id.

    A statement stands where the block does that it cites first; of those that begin alike, as steps below
    one lead-in do, by the next block, and of those that rest on the same blocks as they were extracted. Equal
    ids from several digests share a bullet. ``load`` gives a digest by key.
    """
    taken = _Taken(overlay)
    orders: dict[str, _FactOrder] = {}
    entities: dict[str, set[str]] = {}
    for key, at in members:
        entities.setdefault(key, set()).add(resolver.digests[key].symbols[at].entity)
    for key in sorted(entities, key=lambda each: resolver.digests[each].order):
        symbols = resolver.digests[key]
        if not any(each.statements for each in symbols.symbols if each.entity in entities[key]):
            continue
        digest, left_out = load(key), resolver.shared.left_out(key)
        position = {block.id: block.number for block in digest.blocks}
        said = {block.id: block.text for block in digest.blocks}
        foreign = not any(each.principal for each in symbols.symbols if each.entity in entities[key])
        for at, statement in enumerate(digest.statements):
            if statement.of not in entities[key] or not shown(statement) or statement.id in left_out:
                continue
            taken.add(statement, symbols.digest_path, said)
            # A document's own order is that of its extraction; else the places of all its blocks tell.
            places = tuple(position.get(block, 0) for block in statement.blocks)
            inside = () if statement.place is not None else places
            orders.setdefault(statement.id, (foreign, symbols.order, inside, at, statement.id))
    return tuple(taken.facts[each] for each in sorted(orders, key=lambda each: orders[each]))


def borrowed(
    resolver: Resolver, members: Sequence[Member], load: Callable[[str], Digest], overlay: Overlay
) -> tuple[Fact, ...]:
    """What documents say of a page that has no statement of its own, in the order facts have.

    Documents of which it is a sentence's subject come first: a reader asks what it is.
    """
    taken = _Taken(overlay)
    wanted = borrowed_from(resolver, members)
    symbols = ((key, resolver.symbol((key, at))) for key, at in members)
    telling = {key for key, symbol in symbols if symbol.term is not None and symbol.term.about}
    for key in sorted(wanted, key=lambda each: (each not in telling, resolver.digests[each].order)):
        digest = load(key)
        said = {block.id: block.text for block in digest.blocks}
        for statement in digest.statements:
            if statement.id in wanted[key] and statement.id not in overlay.refused:
                # Of what a document says itself the first block tells the rest: its digest has the statement.
                taken.add(statement, resolver.digests[key].digest_path, said, in_article=digest.derived)
    found = taken.facts.values()
    return tuple(replace(fact, place=None, superseded=False, borrowed=True) for fact in found)


class _Taken:
    """Facts by statement id, in the order they were taken, with what people made of them."""

    def __init__(self, overlay: Overlay) -> None:
        self._rewordings, self._notes = dict(overlay.rewordings), dict(overlay.notes)
        self.facts: dict[str, Fact] = {}

    def add(
        self, statement: Statement, path: str, said: Mapping[str, str], *, in_article: bool = False
    ) -> None:
        """Take what the digest at ``path`` states; a fact that another one states too cites both.

        said: the text of each of its blocks.
        in_article: whether the first block alone is cited, in the article.
        """
        known = self.facts.get(statement.id)
        blocks = statement.blocks[:1] if in_article else statement.blocks
        cites = tuple(Citation(path, block, in_article) for block in blocks)
        if known is not None:
            cites = tuple(cite for cite in cites if cite not in known.citations)
        quotes = tuple(said.get(cite.block, "") for cite in cites)
        if known is not None:
            known = replace(known, citations=known.citations + cites, quotes=known.quotes + quotes)
        words = self._rewordings.get(statement.id)
        self.facts[statement.id] = known or Fact(
            id=statement.id,
            text=statement.text if words is None else words,
            citations=cites,
            kind=statement.kind,
            holder=statement.holder,
            superseded=statement.superseded,
            reworded=words is not None,
            below=self._notes.get(statement.id, ""),
            place=statement.place,
            quotes=quotes,
        )
