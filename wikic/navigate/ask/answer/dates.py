"""Dates and places in facts: when and where somebody was born, died, studied or worked, when something came
out or began, where something lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Final

from wikic.language import all_packs, pack_files

_MONTH: Final = pack_files.alternatives(
    (*pack_files.words("en", "months"), *pack_files.words("en", "months_short"))
)
_MONTH_OF: Final = {name[:3].lower(): at for at, name in enumerate(pack_files.words("en", "months"), 1)}
_YEAR: Final = r"\d{3,4}(?: ?(?:AD|BC|BCE|CE))?"
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th)?"
DATE: Final = (
    rf"(?:{all_packs.expression('calendar_date')}"
    rf"|{_DAY} (?:{_MONTH})\.?,? {_YEAR}|(?:{_MONTH})\.? {_DAY},? {_YEAR}"
    rf"|(?:{_MONTH})\.?,? {_YEAR}|{_YEAR})"
)
_READ: Final = (
    re.compile(rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{_MONTH})\.?,? (?P<year>\d{{3,4}})", re.I),
    re.compile(rf"(?P<month>{_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{3,4}})", re.I),
    re.compile(rf"(?P<month>{_MONTH})\.?,? (?P<year>\d{{3,4}})", re.I),
    re.compile(all_packs.expression("calendar_date_read")),
    re.compile(r"(?P<year>\d{3,4})"),
)
_DASH: Final = rf"\s*(?:[–—－～~-]|{all_packs.expression('range_of_dates')})\s*"
_DATE_PARTS: Final = (("{date}", DATE), ("{about}", all_packs.expression("about_date")), ("{dash}", _DASH))

# What each kind of date looks like in a fact behind all that the packs say of it; the first group is the
# date, the first pattern that fits wins.
_LAST: Final = (
    ("birth", rf"[（(]({DATE}){_DASH}"),
    ("death", rf"[（(]{DATE}{_DASH}({DATE})[）)]"),
    ("release", r"\b((?:1[5-9]|20)\d\d)\b"),
)
_GUESSED: Final = frozenset(
    {_LAST[-1][1]}
)  # any year: right of a work that was asked about, and of little else


def _date_patterns(kind: str) -> Iterator[re.Pattern[str]]:
    for each, pattern in (*all_packs.rows("dated_facts"), *_LAST):
        if each == kind:
            yield re.compile(reduce(lambda text, part: text.replace(*part), _DATE_PARTS, pattern))


_DATED: Final = {kind: tuple(_date_patterns(kind)) for kind in ("birth", "death", "release", "start")}


@dataclass(frozen=True, slots=True, order=True)
class Date:
    """A point in time as exactly as a fact gives it; compares by year, month, day, unknown parts last.

    year, month, day: 13 and 32 stand for an unknown month and day.
    text: as the fact writes it.
    """

    year: int
    month: int
    day: int
    text: str

    @property
    def exact(self) -> int:
        """How many parts are known."""
        return 1 + (self.month < 13) + (self.day < 32)


def read_date(text: str) -> Date | None:
    """The first date in ``text``."""
    for pattern in _READ:
        found = pattern.search(text)
        if found is None:
            continue
        parts = found.groupdict()
        month, day = parts.get("month"), parts.get("day")
        number = int(month) if month and month.isdigit() else _MONTH_OF.get((month or "")[:3].lower(), 13)
        year = int(parts["year"])
        before = re.match(r" ?BC", text[found.end() :])
        return Date(-year if before else year, number, int(day) if day else 32, text.strip())
    return None


def date_in_fact(kind: str, text: str) -> Date | None:
    """The date of a kind (``birth``, ``death``, ``release``, ``start``) that a fact gives, or None."""
    for pattern in _DATED[kind]:
        found = pattern.search(text)
        if found is not None:
            return read_date(found[1])
    return None


def date_told_in_fact(kind: str, text: str) -> tuple[Date, int] | None:
    """The date of a kind that a fact gives in so many words, and where these begin; None without them."""
    for pattern in _DATED[kind]:
        found = None if pattern.pattern in _GUESSED else pattern.search(text)
        if found is not None and (date := read_date(found[1])) is not None:
            return date, found.start()
    return None


def can_compare(one: Date, other: Date) -> bool:
    """Whether it can be said which comes first."""
    exact = min(one.exact, other.exact)
    parts = (one.year, one.month, one.day)[:exact], (other.year, other.month, other.day)[:exact]
    return parts[0] != parts[1]


_WORD: Final = r"[A-ZÀ-ÖØ-ÞĀ-Ž][\w.'’-]*"
_JOIN: Final = r"(?:of|the|de|del|la|le|les|du|des|di|da|do|am|an der|upon|on|sur|and|in)"
_NAME: Final = rf"{_WORD}(?: (?:{_JOIN} )?{_WORD}){{0,5}}"
_PLACE: Final = rf"((?:the )?{_NAME}(?:, {_NAME}){{0,3}})"
_HAN: Final = r"([\u4e00-\u9fff·]{2,16}?)(?=[，。；、,.;（）()]|$)"
_SCHOOL: Final = rf"((?:the )?{_WORD}(?:,? (?:(?:of|the|for|and|at|in|de) )*{_WORD}){{0,7}})"

_PLACE_PARTS: Final = (("{place}", _HAN), ("{named_place}", _PLACE), ("{school}", _SCHOOL), ("{date}", DATE))


def _place_patterns(kind: str) -> Iterator[re.Pattern[str]]:
    for each, pattern in all_packs.rows("placed_facts"):
        if each == kind:
            yield re.compile(reduce(lambda text, part: text.replace(*part), _PLACE_PARTS, pattern))


_PLACED: Final = {kind: tuple(_place_patterns(kind)) for kind, _ in all_packs.rows("placed_facts")}


def place_in_fact(kind: str, text: str) -> str | None:
    """The place of a kind (``birth``, ``death``, ``education`` …) that a fact gives, as it writes it."""
    for pattern in _PLACED[kind]:
        found = pattern.search(text)
        if found is not None:
            return re.sub(r"^the ", "", found[1]).strip(" ,.")
    return None
