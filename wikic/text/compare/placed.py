"""Whether a text puts a number or a word beside the wrong thing: the 1.3 kg of the Aira 9 in the Aira 6.

Everything it says stands in the evidence, but in different clauses, each beside another one of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from wikic.language import all_packs, pack_files
from wikic.text.compare.numbers import Number, numbers
from wikic.text.compare.opposed import OPPOSITES, Clause, clauses, stem, stems

# Between things that are told one after the other, each with its own subject.
_APART: Final = re.compile(r"[;；]|\b(?:while|whereas)\b")
_DESIGNATED: Final = re.compile(
    rf"\b({pack_files.alternatives(all_packs.words('designating'))}) ([A-Z]|\d+)\b", re.I
)
_VERSION: Final = re.compile(r"#v$|#version$")
_PREFIX: Final = re.compile(r"[A-Za-z]+$")
_YEAR: Final = re.compile(r"(?:1\d|20)\d\d")
_DURATION: Final = re.compile(rf"[\s-]?{pack_files.alternatives(all_packs.words('time_units'))}(?![a-z])")
_UNIT: Final = re.compile(r"\s?([%°£$€]|[^\W\d_]+)")
_UNITS: Final = frozenset(stem(word) for word in all_packs.words("time_units"))


@dataclass(frozen=True, slots=True)
class _Item:
    """Something of which there may be several of one kind.

    kind: "name", "year", a unit, or the row of opposites it is in.
    keys: what it is, in every form.
    """

    kind: str
    keys: frozenset[str]


_NOBODY: Final[Mapping[str, str]] = MappingProxyType({})


def misplaced(statement: str, evidence: Sequence[str], names: Mapping[str, str] = _NOBODY) -> str:
    """What of ``statement`` belongs to another thing in its evidence; "" for nothing.

    names: of the things that the document tells of, each with the thing that it means.
    """
    parts = [part for quote in evidence for part in clauses(quote)]
    if len(parts) < 2 or any(statement in quote for quote in evidence):
        return ""
    names = dict(sorted(names.items(), key=lambda each: (-len(each[0]), each[0])))  # the longest first
    mine = list(_items(statement, names))
    there = [(part, list(_items(part.text, names))) for part in parts]
    # What excludes each other is told apart by whole sentences too.
    whole = [(Clause(quote, stems(quote)), list(_items(quote, names))) for quote in evidence]
    said = stems(statement)
    for at, (item, shown) in enumerate(mine):
        if not any(_has(items, item) for _, items in there):
            # It stands in the title alone, where the sentence has another version, "V3.0" for "V3.2".
            if _VERSION.match(item.kind) and any(_rival(items, item, mine) for _, items in there):
                return shown
            continue
        others = [each for number, (each, _) in enumerate(mine) if number != at and each.kind != item.kind]
        if any(_crossed(item, other, there, mine) for other in others):
            return shown
        if any(each.kind.isdigit() and _crossed(item, each, whole, mine) for each in others):
            return shown
        alone = sum(each.kind == "name" for each, _ in mine) == 1
        if item.kind == "name" and alone and _of_another(item, said - stems(shown), evidence, names):
            return shown
        if item.kind.startswith(("#", "year")) and _elsewhere(item, said, there, mine):
            return shown
    return ""


def _items(text: str, names: Mapping[str, str]) -> Iterator[tuple[_Item, str]]:
    """The items of a text, each with the words that show it; numbers inside of names are no numbers.

    names: the longest first.
    """
    left = text
    for name in names:
        if len(name) > 1 and name in left:
            left = left.replace(name, "\n" * len(name))
            yield _Item("name", frozenset({names[name]})), name
    for row, sides in enumerate(OPPOSITES):
        for side in sides:
            if (word := side.search(left)) is not None:
                yield _Item(str(row), frozenset({side.pattern})), word.group()
    for match in _DESIGNATED.finditer(left):
        yield _Item(match[1].casefold(), frozenset({match[2].upper()})), match.group()
    for number in numbers(left):
        yield _Item(_kind(left, number), number.values), number.shown


def _kind(text: str, number: Number) -> str:
    if _YEAR.fullmatch(number.shown):
        return "year"
    prefix = _PREFIX.search(text, 0, number.start)
    if prefix is not None and prefix.end() == number.start:
        return f"#{prefix.group().casefold()}"
    if _DURATION.match(text, number.end):
        return "#time"
    unit = _UNIT.match(text, number.end)
    return f"#{unit[1].casefold()[:3]}" if unit is not None else "#"


def _has(items: list[tuple[_Item, str]], item: _Item) -> bool:
    return any(each.keys & item.keys for each, _ in items)


def _rival(items: list[tuple[_Item, str]], item: _Item, mine: list[tuple[_Item, str]]) -> bool:
    """Whether there is another one of the kind of ``item`` that the statement does not name."""
    return any(each.kind == item.kind and not _has(mine, each) for each, _ in items)


_There = list[tuple[Clause, list[tuple[_Item, str]]]]


def _crossed(item: _Item, other: _Item, there: _There, mine: list[tuple[_Item, str]]) -> bool:
    """Whether the two never share a clause, and each stands beside a rival of the other."""
    with_item = [items for _, items in there if _has(items, item)]
    with_other = [items for _, items in there if _has(items, other)]
    if not with_item or not with_other or any(_has(items, other) for items in with_item):
        return False
    return all(_rival(items, other, mine) for items in with_item) and all(
        _rival(items, item, mine) for items in with_other
    )


def _elsewhere(item: _Item, said: frozenset[str], there: _There, mine: list[tuple[_Item, str]]) -> bool:
    """Whether what is said stands in a clause with a rival of a number, and nothing of it beside it."""
    with_item = [part for part, items in there if _has(items, item)]
    said = said - _UNITS - {stem for stem in said if f"#{stem[:3]}" == item.kind}
    spoken = said & frozenset[str]().union(*(part.stems for part, _ in there))
    if not spoken or any(part.stems & said for part in with_item):
        return False
    return any(
        2 * len(part.stems & spoken) >= len(spoken) and _rival(items, item, mine) for part, items in there
    )


def _of_another(item: _Item, said: frozenset[str], evidence: Sequence[str], names: Mapping[str, str]) -> bool:
    """Whether a sentence tells one thing of a name and, apart from it, what is said here of another name."""
    own_names = [name for name, thing in names.items() if thing in item.keys]
    for quote in evidence:
        parts = _APART.split(quote)
        own = [part for part in parts if any(name in part for name in own_names)]
        rest = [part for part in parts if part not in own]
        spoken = said & stems(quote)
        if not own or not rest or len(spoken) < 2 or any(stems(part) & spoken for part in own):
            continue
        if any(spoken <= stems(part) and any(name in part for name in names) for part in rest):
            return True
    return False
