"""What follows from facts and stands in none: the unit of a table, sums and rates, days told from others.

A model that reads "in millions" and "1,588" says $1,588 million, and is right. So a number is borne out as
well where it is the figure of a table in its unit; where a difference, a sum, a ratio or a rate of two
figures is it, as exactly as it is written; where "last year" and the day it was said on lead to it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import permutations
from typing import Final

from wikic.language import all_packs, pack
from wikic.text.compare import numbers
from wikic.text.full_dates import dates

_YEAR: Final = re.compile(r"(?<!\d)\d{4}(?!\d)")
_YEARS: Final = 20  # of the facts cited: beyond, any number is the time between some two
_OPERANDS: Final = 12  # figures that an answer reckons with
_FEW: Final = 6  # figures of the facts that it may reckon with without naming them
_SMALL: Final = 10  # whole numbers below it are counted, not rounded
_COUNT: Final = r"(?P<many>[^\W_]+)"  # "three" in "three years ago"
_SPOKEN: Final = tuple(
    (re.compile(rf"(?<![A-Za-z])(?:{said.replace('@', _COUNT)})(?![A-Za-z])", re.IGNORECASE), int(many), unit)
    for said, many, unit in all_packs.rows("relative_days")
)


def derived_numbers(words: str, given: Sequence[str], operands: str) -> frozenset[str]:
    """The numbers and names of months of ``words`` that follow from facts, as ``unsupported`` writes them.

    given: the facts cited, whole. operands: what the answer says itself, whose figures it reckons with.
    """
    text = "\n".join(given)
    found = {
        shown
        for shown, _ in _read_figures(words)
        if _YEAR.fullmatch(shown) is None and _is_reckoned(shown, text, operands)
    }
    return frozenset(
        found | _between_years(text, len(given)) | {word for each in given for word in _told_days(each)}
    )


def _between_years(given: str, facts: int) -> set[str]:
    """How many facts there are, and the years between two years they give.

    Whoever was born in 1504 and died in 1551 was 46 or 47.
    """
    years = sorted({int(year) for year in _YEAR.findall(given)})
    between = {late - early for at, early in enumerate(years[:_YEARS]) for late in years[at + 1 : _YEARS]}
    return {
        str(each) for each in between | {years - 1 for years in between} | ({facts} if facts > 1 else set())
    }


# --- reckoning ------------------------------------------------------------------------------------


def _read_figures(text: str) -> Iterator[tuple[str, Decimal]]:
    """The numbers of a text that can be reckoned with: as they are written, and what they are worth."""
    for each in numbers.numbers(text):
        worth = [Decimal(value) for value in each.values if re.fullmatch(r"\d+(?:\.\d+)?", value)]
        if worth:
            yield each.shown, max(worth)


def _is_reckoned(shown: str, given: str, operands: str) -> bool:
    """Whether a number follows from figures of the facts, as exactly as it is written."""
    wanted = next(_read_figures(shown), None)
    if wanted is None:
        return False
    worth, step = wanted[1], _rounding_step(shown, wanted[1])
    scales = (1, *numbers.units(given))
    have = {value for _, value in _read_figures(given)}
    # In the unit of the table, or rounded.
    if any(
        abs(value * scale - worth) <= step
        for value in have
        for scale in scales
        if scale > 1 or value % 1 or step > 1
    ):
        return True
    held = {value * scale for value in have for scale in scales}
    said = [value for each, value in _read_figures(operands) if each != shown and value in held]
    used = list(dict.fromkeys(said))[:_OPERANDS]
    if len(used) < 2 and len(have) <= _FEW:
        used = sorted(have)
    return any(abs(value * scale - worth) <= step for value in _reckon_results(used) for scale in scales)


def _rounding_step(shown: str, worth: Decimal) -> Decimal:
    """Half of what the last digit of a number is worth, for it may be rounded; nothing for a small count."""
    digits = re.match(r"[\d,]*\d(?:\.(\d+))?", shown)
    if digits is None:
        return Decimal(0)
    places, plain = len(digits[1] or ""), Decimal(digits[0].replace(",", ""))
    scale = worth / plain if plain else Decimal(1)
    return Decimal("0.5") * scale / 10**places if places or scale > 1 or worth >= _SMALL else Decimal(0)


def _reckon_results(figures: Collection[Decimal]) -> Iterator[Decimal]:
    """Differences, sums, ratios, shares and rates of change of two figures, sum and mean of all."""
    if len(figures) > 2:
        yield sum(figures, Decimal())
        yield sum(figures, Decimal()) / len(figures)
    for one, other in permutations(figures, 2):
        yield abs(one - other)
        yield one + other
        if other:
            yield one / other
            yield 100 * one / other
            yield abs(100 * (one - other) / other)


# --- days -----------------------------------------------------------------------------------------


def _told_days(fact: str) -> Iterator[str]:
    """The parts of the days and years that a fact tells from its own day: "yesterday"."""
    on = [date(*day) for day in dates(fact) if _is_day(day)]
    years = {each.year for each in on} | {int(year) for year in _YEAR.findall(fact)}
    for pattern, many, unit in _SPOKEN:
        for said in pattern.finditer(fact):
            count = _read_count(said.groupdict().get("many"))
            if count is None:
                continue
            if unit == "year":
                yield from (str(year + many * count) for year in years)
            for day in on if unit != "year" else ():
                yield from _day_forms(_move_day(day, many * count, unit), unit)


def _read_count(said: str | None) -> int | None:
    """How many ``said`` says; one where it says nothing, None where it says no number."""
    if said is None:
        return 1
    held = [int(value) for value in numbers.held(said) if value.isdecimal()]
    return held[0] if held and held[0] < 1000 else None


def _move_day(day: date, many: int, unit: str) -> date:
    if unit == "day":
        return day + timedelta(days=many)
    months = 12 * day.year + day.month - 1 + many
    return date(months // 12, months % 12 + 1, 1)


def _day_forms(day: date, unit: str) -> Iterable[str]:
    """A day as texts may write it: its number, its year, its month by number and name, all of it."""
    names = {name.capitalize() for code in ("en", "de") for name in _month_names(code, day.month)}
    parts = {str(day.year), str(day.month), *names}
    return parts | {str(day.day), day.isoformat()} if unit == "day" else parts


def _month_names(code: str, month: int) -> Iterable[str]:
    name = pack(code).months[month - 1]
    return name, name[:3]


def _is_day(day: tuple[int, int, int]) -> bool:
    try:
        date(*day)
    except ValueError:
        return False
    return True
