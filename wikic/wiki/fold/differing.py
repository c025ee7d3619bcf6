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
from wikic.text.attributes import Value
from wikic.wiki.fold.resolve import GroupId, Member, Resolver
from wikic.wiki.fold.single_values import Said

_NAMED: Final = 3  # documents that are named behind a value, and cited for each way to write it
_VALUES: Final = 50  # that are compared


@dataclass(frozen=True, slots=True)
class _Source:
    """A value with the document that gives it.

    value: the value.
    key: of the document.
    block: id of the block that gives it.
    statement: id of the statement that does.
    page: where the value is another thing, the group whose page that is on; "" otherwise.
    """

    value: Value
    key: str
    block: str
    statement: str
    page: GroupId

    def excludes(self, other: _Source) -> bool:
        """Whether both values cannot hold."""
        return self.value.excludes(other.value) and not (self.page and self.page == other.page)


def differing(
    resolver: Resolver, members: Sequence[Member], load: Callable[[str], Digest] | None = None
) -> tuple[Fact, ...]:
    """A fact for each attribute of which documents give two values, in order of attribute.

    load: gives the digest of a key, for the sentences to be quoted; without it none is.
    """
    facts: list[Fact] = []
    for attribute, agreeing in _disagreeing(resolver, members):
        text = "; ".join(_shown(resolver, group) for group in agreeing)
        facts.append(_fact(resolver, f"{attribute.capitalize()}: {text}", agreeing, load))
    return tuple(facts)


def differing_statements(
    resolver: Resolver, members: Sequence[Member]
) -> Iterator[tuple[tuple[str, str, str], ...]]:
    """The same as key, id of the statement and value of each document, in groups."""
    for _, agreeing in _disagreeing(resolver, members):
        yield tuple((each.key, each.statement, each.value.text) for group in agreeing for each in group)


def _disagreeing(resolver: Resolver, members: Sequence[Member]) -> Iterator[tuple[str, list[list[_Source]]]]:
    """Each attribute of which documents give values that exclude each other, those that agree together."""
    told: dict[str, list[_Source]] = {}
    for source in _sources(resolver, members):
        told.setdefault(source.value.attribute, []).append(source)
    for attribute in sorted(told):
        agreeing = _agreeing(_certain(told[attribute]))
        if len(agreeing) > 1:
            yield attribute, agreeing


def _sources(resolver: Resolver, members: Sequence[Member]) -> Iterator[_Source]:
    """The values that documents give a page's thing, in the order in which facts stand."""
    for member in sorted(members, key=lambda each: (resolver.digests[each[0]].order, each[1])):
        said: tuple[Said, ...] = resolver.symbol(member).said
        if not said or not resolver.called(member):
            continue
        key = member[0]
        left_out = resolver.shared.left_out(key)
        for each in said:
            if each.statement not in left_out:
                page = resolver.root_of((key, each.target)) if each.target >= 0 else ""
                yield _Source(each.value, key, each.block, each.statement, page)


def _certain(sources: Sequence[_Source]) -> Iterator[_Source]:
    """Without another thing as a value, of which a document names several: it tells of more than the one."""
    named: dict[str, set[GroupId]] = {}
    for source in sources:
        named.setdefault(source.key, set()).add(source.page)
    return (each for each in sources if not each.page or len(named[each.key]) == 1)


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


def _shown(resolver: Resolver, group: Sequence[_Source]) -> str:
    """The most exact of values that agree, and the documents that give them."""
    value = max((each.value.text for each in group), key=len)
    digests = (resolver.digests[each.key] for each in group)
    titles = dict.fromkeys(", ".join(filter(None, (each.title, each.date))) for each in digests)
    return f"{value} ({', '.join(islice(titles, _NAMED))})"


def _fact(
    resolver: Resolver,
    text: str,
    agreeing: Sequence[Sequence[_Source]],
    load: Callable[[str], Digest] | None,
) -> Fact:
    cited = dict.fromkeys((source.key, source.block) for group in agreeing for source in group)
    quotes: list[str] = []
    for key, block in cited if load is not None else ():
        blocks = load(key).blocks if load is not None else ()
        quotes.append(next((each.text for each in blocks if each.id == block), ""))
    return Fact(
        id=layout.statement_id("fact", None, text),
        text=text,
        citations=tuple(Citation(resolver.digests[key].digest_path, block) for key, block in cited),
        borrowed=True,
        differing=True,
        quotes=tuple(quotes),
    )
