"""Whether a text puts a number or a word beside the wrong thing: the 1.3 kg of the Aira 9 in the Aira 6.

Everything it says stands in the evidence, but in different clauses, each beside another one of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.language import everywhere
from wikic.text.compare.clauses import Clause, clauses, stems
from wikic.text.compare.numbers import Number, numbers

_YEAR: Final = re.compile(r"(?:1\d|20)\d\d")
_UNIT: Final = re.compile(r"\s?([%°£$€]|[^\W\d_]+)")
_OPPOSITES: Final = tuple(
    tuple(tuple(side.split(", ")) for side in row) for row in everywhere.rows("opposites")
)


@dataclass(frozen=True, slots=True)
class _Item:
    """Something of which there may be several of one kind.

    kind: "name", "year", a unit, or the row of opposites it is in.
    keys: what it is, in every form.
    """

    kind: str
    keys: frozenset[str]


def misplaced(statement: str, evidence: Sequence[str], names: Collection[str] = ()) -> str:
    """What of ``statement`` belongs to another thing in its evidence; "" for nothing.

    names: of the things that the document tells of.
    """
    parts = [part for quote in evidence for part in clauses(quote)]
    if len(parts) < 2:
        return ""
    mine = list(_items(statement, names))
    there = [(part, list(_items(part.text, names))) for part in parts]
    said = stems(statement)
    for at, (item, shown) in enumerate(mine):
        if not any(_has(items, item) for _, items in there):
            continue
        others = [each for number, (each, _) in enumerate(mine) if number != at and each.kind != item.kind]
        if any(_crossed(item, other, there, mine) for other in others):
            return shown
        if item.kind != "name" and not item.kind.isdigit() and _elsewhere(item, said, there, mine):
            return shown
    return ""


def _items(text: str, names: Collection[str]) -> Iterator[tuple[_Item, str]]:
    """The items of a text, each with the words that show it; numbers inside of names are no numbers."""
    left = text
    for name in sorted(names, key=lambda each: (-len(each), each)):
        if len(name) > 1 and name in left:
            left = left.replace(name, "\n" * len(name))
            yield _Item("name", frozenset({name})), name
    for row, sides in enumerate(_OPPOSITES):
        for side in sides:
            word = next((word for word in side if word in left), "")
            if word:
                yield _Item(str(row), frozenset(side)), word
    for number in numbers(left):
        yield _Item(_kind(left, number), number.values), number.shown


def _kind(text: str, number: Number) -> str:
    if _YEAR.fullmatch(number.shown):
        return "year"
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
    """Whether what is said stands in a clause with a rival of a number, and nothing of it beside the number."""
    with_item = [part for part, items in there if _has(items, item)]
    spoken = said & frozenset[str]().union(*(part.stems for part, _ in there))
    if not spoken or any(part.stems & said for part in with_item):
        return False
    return any(2 * len(part.stems & spoken) >= len(spoken) and _rival(items, item, mine) for part, items in there)
