"""Questions from typed relations and dates: one fact, two steps, which of two came first, and none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from wikic.evaluate.drafting.digest_statements import Related, Stated
from wikic.evaluate.drafting.draft import Draft, question, wording
from wikic.navigate.answer import dates

_DATED: Final = ("birth", "death", "release", "start")


@dataclass(frozen=True, slots=True)
class _Dated:
    """A thing with a date of a kind."""

    stated: Stated
    date: dates.Date


def of_relations(related: Sequence[Related]) -> Iterator[Draft]:
    """ "Who wrote X?": all that is stated is right."""
    for (_, label), told in _by_thing(related).items():
        first = told[0]
        asked = question(first.stated.language, label, name=first.name)
        if asked:
            yield Draft(label, asked, _answers(told), (_sources(told),), first.stated.quote)


def of_chains(related: Sequence[Related]) -> Iterator[Draft]:
    """ "Where was the author of X born?": along two relations that different documents state."""
    grouped = _by_thing(related)
    by_page: dict[str, list[tuple[str, list[Related]]]] = defaultdict(list)
    for (page, label), told in grouped.items():
        by_page[page].append((label, told))
    for (page, label), told in grouped.items():
        middle, code = told[0].other_page, told[0].stated.language
        step = wording(code, label)
        if step is None or middle in ("", page) or any(each.other_page != middle for each in told):
            continue
        name = step.described.format(name=told[0].name)
        for further, then in by_page[middle]:
            last = wording(code, further)
            apart = not set(_sources(told)) & set(_sources(then))
            if (
                last is None
                or not step.leads_to(last)
                or not apart
                or page in {each.other_page for each in then}
            ):
                continue
            why = f"{told[0].stated.quote} {then[0].stated.quote}"
            gold = (_sources(told), _sources(then))
            yield Draft(f"{label}, {further}", last.question.format(name=name), _answers(then), gold, why, 2)


def of_dates(stated: Iterable[Stated]) -> Iterator[Draft]:
    """ "When was X born?", and of two neighbours in time "Who was born first, X or Y?"."""
    for kind in _DATED:
        found: dict[str, _Dated] = {}
        for each in stated:
            date = dates.in_fact(kind, each.statement.text) if each.statement.kind == "fact" else None
            if date is not None and each.statement.place is None and each.name in each.statement.text:
                found.setdefault(each.page, _Dated(each, date))
        for one in found.values():
            asked = question(one.stated.language, kind, name=one.stated.name)
            if asked:
                yield Draft(kind, asked, (one.date.text,), ((one.stated.key,),), one.stated.quote)
        yield from _which_first(kind, sorted(found.values(), key=lambda each: each.date))


def _which_first(kind: str, dated: Sequence[_Dated]) -> Iterator[Draft]:
    """Of neighbours in time, so that a guess from the period alone does not do."""
    for early, late in pairwise(dated):
        if early.stated.language != late.stated.language or not dates.comparable(early.date, late.date):
            continue
        # In order of name, or the first named were always the answer.
        name, other = sorted((early.stated.name, late.stated.name))
        asked = question(early.stated.language, f"first {kind}", name=name, other=other)
        if asked:
            gold = ((early.stated.key,), (late.stated.key,))
            why = f"{early.stated.quote} {late.stated.quote}"
            yield Draft(f"first {kind}", asked, (early.stated.name,), gold, why, 2)


def _by_thing(related: Iterable[Related]) -> dict[tuple[str, str], list[Related]]:
    found: dict[tuple[str, str], list[Related]] = defaultdict(list)
    for each in related:
        found[each.page, each.label].append(each)
    return found


def _answers(told: Sequence[Related]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.other for each in told))


def _sources(told: Sequence[Related]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.stated.key for each in told))
