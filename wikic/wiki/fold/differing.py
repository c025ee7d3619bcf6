"""Where documents give one thing two values of which only one can hold: a line on its page, with all sources.

From the symbol tables alone (``Symbol.said``), so that it comes and goes with the documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from wikic import layout
from wikic.model.digest import Digest
from wikic.model.page import Citation, Fact
from wikic.text.attributes import PASSING, Value, are_namesakes
from wikic.text.normalise import fold_name
from wikic.wiki.fold.resolve import GroupId, Member, Resolver
from wikic.wiki.fold.symbols import DigestSymbols

_NAMED: Final = 3  # documents that are named behind a value, and cited for each way to write it
_VALUES: Final = 50  # that are compared


@dataclass(frozen=True, slots=True)
class _Source:
    """A value with the document that gives it.

    value: the value.
    digest: of the document.
    block: id of the block that gives it.
    statement: id of the statement that does.
    page: where the value is another thing, the group whose page that is on; "" otherwise.
    """

    value: Value
    digest: DigestSymbols
    block: str
    statement: str
    page: GroupId

    def excludes(self, other: _Source) -> bool:
        """Whether both values cannot hold, at one time."""
        dates = {self.digest.date or "", other.digest.date or ""}
        changed = self.value.sort in PASSING and len(dates) > 1 and "" not in dates
        known = bool(self.page) and self.page == other.page
        return not changed and not known and self.value.excludes(other.value)


def differing(
    resolver: Resolver,
    members: Sequence[Member],
    has_page: Callable[[GroupId], bool],
    load: Callable[[str], Digest] | None = None,
) -> tuple[Fact, ...]:
    """A fact for each attribute of which documents give two values, in order of attribute.

    On the page of a document that is what it says otherwise than others, too, of things that have no page.

    load: gives the digest of a key, for the sentences to be quoted; without it none is.
    """
    facts = list(_facts(resolver, members, "", load))
    document = resolver.document(members)
    symbols = resolver.digests[document].symbols if document is not None else ()
    for at, symbol in enumerate(symbols):
        root = resolver.root_of((str(document), at)) if symbol.only_named else ""
        if root and not has_page(root):
            path = resolver.digests[str(document)].digest_path
            told = _facts(resolver, resolver.all_members(root), f"{symbol.title}, ", load)
            facts += [each for each in told if any(cite.digest == path for cite in each.citations)]
    return tuple(facts)


def documents_naming(resolver: Resolver, names: Iterable[str]) -> set[str]:
    """The keys of documents that say something of what has one of these names, folded, and is not theirs."""
    members = (member for name in names for member in resolver.titled(name))
    return {member[0] for member in members if resolver.symbol(member).only_named}


def _facts(
    resolver: Resolver,
    members: Sequence[Member],
    thing: str,
    load: Callable[[str], Digest] | None,
) -> Iterator[Fact]:
    """``thing``: what stands before the attribute on a page that is not the thing's."""
    for attribute, agreeing in _disagreeing(resolver, members):
        said = f"{thing}{attribute if thing else attribute.capitalize()}"
        yield _fact(f"{said}: {'; '.join(map(_shown, agreeing))}", agreeing, load)


def differing_statements(
    resolver: Resolver, members: Sequence[Member]
) -> Iterator[tuple[tuple[str, str, str], ...]]:
    """The same as key, id of the statement and value of each document, in groups."""
    for _, agreeing in _disagreeing(resolver, members):
        yield tuple(
            (each.digest.key, each.statement, each.value.text) for group in agreeing for each in group
        )


def _disagreeing(resolver: Resolver, members: Sequence[Member]) -> Iterator[tuple[str, list[list[_Source]]]]:
    """Each attribute of which documents give values that exclude each other, those that agree together."""
    sources = list(_sources(resolver, members))
    if len(sources) < 2 or are_namesakes(each.value for each in sources):
        return
    told: dict[str, list[_Source]] = {}
    for source in sources:
        told.setdefault(source.value.attribute, []).append(source)
    for attribute in sorted(told):
        agreeing = _agreeing(_certain(told[attribute]))
        if len(agreeing) > 1:
            yield attribute, agreeing


def _sources(resolver: Resolver, members: Sequence[Member]) -> Iterator[_Source]:
    """The values that documents give a page's thing, in the order in which facts stand."""
    for member in sorted(members, key=lambda each: (resolver.digests[each[0]].order, each[1])):
        symbol = resolver.symbol(member)
        if not symbol.said or not resolver.called(member):
            continue
        # A name alone is the thing's where it is its title, not where a document calls it so for short.
        if symbol.only_named and not _is_titled(resolver, member, members):
            continue
        digest, left_out = resolver.digests[member[0]], resolver.shared.left_out(member[0])
        for each in symbol.said:
            if each.statement not in left_out:
                page = resolver.root_of((digest.key, each.target)) if each.target >= 0 else ""
                yield _Source(each.value, digest, each.block, each.statement, page)


def _is_titled(resolver: Resolver, member: Member, members: Sequence[Member]) -> bool:
    name = fold_name(resolver.symbol(member).title)
    symbols = [resolver.symbol(each) for each in members]
    things = [each for each in symbols if each.entity]
    return not things or any(fold_name(each.title) == name for each in things)


def _certain(sources: Sequence[_Source]) -> Iterator[_Source]:
    """Without another thing as a value, of which a document names several: it tells of more than the one."""
    named: dict[str, set[GroupId]] = {}
    for source in sources:
        named.setdefault(source.digest.key, set()).add(source.page)
    return (each for each in sources if not each.page or len(named[each.digest.key]) == 1)


def _agreeing(sources: Iterable[_Source]) -> list[list[_Source]]:
    """The sources parted into groups whose values may all hold: of each value those who say it first."""
    by_value: dict[tuple[str, GroupId], list[_Source]] = {}
    for source in sources:
        by_value.setdefault((source.value.text, source.page), []).append(source)
    groups: list[list[_Source]] = []
    for alike in islice(by_value.values(), _VALUES):
        group = next((each for each in groups if not any(map(alike[0].excludes, each))), None)
        if group is None:
            groups.append(alike[:_NAMED])
        else:
            group += alike[:_NAMED]
    return groups


def _shown(group: Sequence[_Source]) -> str:
    """The most exact of values that agree, and the documents that give them."""
    value = max((each.value.text for each in group), key=len)
    titles = dict.fromkeys(", ".join(filter(None, (each.digest.title, each.digest.date))) for each in group)
    return f"{value} ({', '.join(islice(titles, _NAMED))})"


def _fact(text: str, agreeing: Sequence[Sequence[_Source]], load: Callable[[str], Digest] | None) -> Fact:
    cited = {(source.digest.key, source.block): source.digest for group in agreeing for source in group}
    digests = [load(key) for key, _ in cited] if load is not None else []
    said = ({block.id: block.text for block in each.blocks} for each in digests)
    derived = [each.derived for each in digests] or [False] * len(cited)
    return Fact(
        id=layout.statement_id("fact", None, text),
        text=text,
        citations=tuple(
            Citation(digest.digest_path, block, in_article)
            for ((_, block), digest), in_article in zip(cited.items(), derived, strict=True)
        ),
        borrowed=True,
        differing=True,
        quotes=tuple(texts.get(block, "") for (_, block), texts in zip(cited, said, strict=False)),
    )
