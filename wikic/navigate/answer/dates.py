"""Dates in facts: when somebody was born or died, when something came out or began."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.language import everywhere

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_MONTH: Final = "|".join((*_MONTHS, *(f"{name[:3]}" for name in _MONTHS)))
_MONTH_OF: Final = {name[:3].lower(): at for at, name in enumerate(_MONTHS, 1)}
_YEAR: Final = r"\d{3,4}(?: ?(?:AD|BC|BCE|CE))?"
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th)?"
DATE: Final = (
    rf"(?:{everywhere.expression('calendar_date')}"
    rf"|{_DAY} (?:{_MONTH})\.?,? {_YEAR}|(?:{_MONTH})\.? {_DAY},? {_YEAR}"
    rf"|(?:{_MONTH})\.?,? {_YEAR}|{_YEAR})"
)
_READ: Final = (
    re.compile(rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{_MONTH})\.?,? (?P<year>\d{{3,4}})", re.I),
    re.compile(rf"(?P<month>{_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{3,4}})", re.I),
    re.compile(rf"(?P<month>{_MONTH})\.?,? (?P<year>\d{{3,4}})", re.I),
    re.compile(everywhere.expression("calendar_date_read")),
    re.compile(r"(?P<year>\d{3,4})"),
)
_ABOUT: Final = r"(?:c\. ?|ca\. ?|circa |about |around |baptised |bapt\. |before |after )?"
_DASH: Final = rf"\s*(?:[–—－～~-]|to|{everywhere.expression('range_of_dates')})\s*"

_NAMES: Final = r"(?: [A-Z][\w.'-]+){0,5}"  # "born Samuel Neufeld, December 6, 1899"
_PLACED: Final = r"(?: [A-Z][\w ,'-]+?,? (?:on|in))?"
_DIED: Final = r"died|d\.|death|killed|executed|deceased"

# What each kind of date looks like in a fact, before and behind what the packs say of it; the first group is
# the date, the first pattern that fits wins.
_PATTERNS: Final[tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]] = (
    (
        "birth",
        (
            rf"\b(?:born|b\.){_NAMES},?(?: (?:on|in|at|around|about))?{_PLACED} ?{_ABOUT}({DATE})",
            rf"\([^()]*?{_ABOUT}({DATE})[^()–—-]{{0,60}}{DATE}[^()]*\)",
            rf"\([^()]*?{_ABOUT}({DATE})[^()–—-]{{0,80}}{_DASH}[^()]*?\d{{2,4}}[^()]*\)",
        ),
        (rf"[（(]({DATE}){_DASH}",),
    ),
    (
        "death",
        (
            rf"\b(?:{_DIED})[^.()]{{0,60}}?\b(?:on |in |of )?{_ABOUT}({DATE})",
            rf"\([^()]*?{DATE}[^()]{{0,60}}?({DATE})[^()\d]{{0,60}}\)",
            rf"\([^()]*?\d{{3,4}}[^()–—-]{{0,80}}{_DASH}[^()\d]{{0,60}}?({DATE})[^()]*\)",
        ),
        (rf"[（(]{DATE}{_DASH}({DATE})[）)]",),
    ),
    (
        "release",
        (
            rf"\b(?:released|published|premiered|issued|came out|first shown)\b[^.]{{0,60}}?({DATE})",
            r"\b(?:is|was) (?:an? |the )?(?:[\w-]+ ){0,3}?((?:1[5-9]|20)\d\d)\b",
        ),
        (r"\b((?:1[5-9]|20)\d\d)\b",),
    ),
    (
        "start",
        (rf"\b(?:founded|established|formed|created|started|began|opened|built)\b[^.]{{0,60}}?({DATE})",),
        (),
    ),
)


def _of_packs(kind: str) -> Iterator[str]:
    for each, pattern in everywhere.rows("dated_facts"):
        if each == kind:
            yield pattern.replace("{date}", DATE)


_COMPILED: Final = {
    kind: tuple(re.compile(pattern) for pattern in (*first, *_of_packs(kind), *last))
    for kind, first, last in _PATTERNS
}


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


def read(text: str) -> Date | None:
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


def in_fact(kind: str, text: str) -> Date | None:
    """The date of a kind (``birth``, ``death``, ``release``, ``start``) that a fact gives, or None."""
    for pattern in _COMPILED[kind]:
        found = pattern.search(text)
        if found is not None:
            return read(found[1])
    return None


def comparable(one: Date, other: Date) -> bool:
    """Whether it can be said which comes first."""
    exact = min(one.exact, other.exact)
    parts = (one.year, one.month, one.day)[:exact], (other.year, other.month, other.day)[:exact]
    return parts[0] != parts[1]
