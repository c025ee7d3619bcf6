"""Days and months as questions name them, in the words of every language, with a year or without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.language import pack, pack_files
from wikic.language.pack import codes
from wikic.navigate.heuristic.term_forms import terms
from wikic.text.full_dates import dates

_MONTHS: Final = {
    name[:cut].casefold(): number
    for code in codes()
    for number, name in enumerate(pack(code).months, 1)
    for cut in (3, len(name))
}
_MONTH: Final = pack_files.alternatives(_MONTHS)
_DAY: Final = r"(?P<{}>\d{{1,2}})(?:st|nd|rd|th|\.)?"
# "3. Dezember 2026"; without a year "Jan 5" or "the 5th of January"; a month with its year.
_NAMED: Final = re.compile(
    rf"\b(?:(?P<month>{_MONTH})\.? {_DAY.format('after')}|{_DAY.format('before')}(?: of)? (?P<of>{_MONTH})\b)"
    r"(?:(?!\w|,? ?\d)|\.?,? (?P<year>(?:19|20)\d\d)(?!\d))"
    r"|(?P<number>\d{1,2})月(?P<day>\d{1,2})日",
    re.IGNORECASE,
)
_OF_MONTH: Final = re.compile(
    rf"\b(?P<month>{_MONTH}),? (?P<year>(?:19|20)\d\d)\b|\b(?P<iso>(?:19|20)\d\d-\d\d)\b(?!-)", re.IGNORECASE
)

_ISO: Final = re.compile(r"(?<![\d-])(?:19|20)\d\d-\d\d(?:-\d\d)?(?![\d-])")


@dataclass(frozen=True, slots=True)
class AskedDate:
    """A day, or a month with its year, that a text names.

    words: as it names it.
    shape: what the days meant look like in ISO form.
    month: whether all days of a month are meant.
    """

    words: str
    shape: re.Pattern[str]
    month: bool = False


def days(text: str) -> Iterator[tuple[int, int, int]]:
    """The days that a text names with their year: year, month, day."""
    yield from dates(text)
    for found in _NAMED.finditer(text):
        month = _month(found["month"] or found["of"] or "")
        day = int(found["after"] or found["before"] or 0)
        if found["year"] and month and 1 <= day <= 31:
            yield int(found["year"]), month, day


def asked_dates(text: str) -> Iterator[AskedDate]:
    """The days that a text names; else the days without a year and the months."""
    whole = sorted(set(days(text)))
    if whole:
        for year, month, day in whole:
            yield AskedDate("\n".join(_spoken(text)), re.compile(f"{year:04}-{month:02}-{day:02}"))
        return
    for found in _NAMED.finditer(text):
        number = int(found["number"] or 0) or _month(found["month"] or found["of"] or "")
        day = int(found["day"] or found["after"] or found["before"])
        if number and 1 <= day <= 31:  # "Aprıl": letters that are one letter's capital only
            yield AskedDate(found[0], re.compile(rf"\d{{4}}-{number:02}-{day:02}"))
    for found in _OF_MONTH.finditer(text):
        number = _month(found["month"] or "")
        if found["iso"] or number:
            of_year = found["iso"] or f"{found['year']}-{number:02}"
            yield AskedDate(found[0], re.compile(rf"{of_year}-\d\d"), month=True)


def names_day(text: str, shape: re.Pattern[str]) -> bool:
    """Whether a text names a day of a shape."""
    return any(shape.fullmatch(f"{year:04}-{month:02}-{day:02}") for year, month, day in days(text))


def dated_terms(asked: str, text: str) -> frozenset[str]:
    """The terms of the days and months of a question that a text writes as figures: "2024-04"."""
    told = (
        each.words
        for each in asked_dates(asked)
        if any(each.shape.fullmatch(iso) or each.shape.fullmatch(f"{iso}-01") for iso in _ISO.findall(text))
    )
    return frozenset(terms("\n".join(told)))


def _month(name: str) -> int:
    return _MONTHS.get(name.casefold(), 0)


def _spoken(text: str) -> Iterator[str]:
    """The words of a text that name a month."""
    for word in re.findall(r"[^\W\d_]+", text):
        if word.casefold() in _MONTHS:
            yield word
