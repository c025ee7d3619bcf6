"""Days that a text names: in full, in any language and as calendars write them, or as conversations do.

Those name them on a line above what is said, or in the stamp of a message.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.language import all_packs, pack

MONTHS: Final = pack("en").months
_MONTH_OF: Final = {name: at for at, name in enumerate(MONTHS, 1)} | {
    name[:3]: at for at, name in enumerate(MONTHS, 1)
}
_MONTH: Final = "(?P<month>" + "|".join((*MONTHS, *(name[:3] for name in MONTHS))) + r")\b\.?"
_ISO: Final = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_NAMES: Final = tuple(name.casefold() for name in all_packs.words("months"))
_DATE_WORDS: Final = frozenset((*_NAMES, *(name[:3] for name in _NAMES), "st", "nd", "rd", "th", *"年月日"))
_DATES: Final = (
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH},? ?(?P<year>\d{{3,4}})\b", re.I),
    re.compile(rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:, ?| )(?P<year>\d{{3,4}})\b", re.I),
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\b"),
    re.compile(r"(?<![\d.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})\b"),
    re.compile(
        r"(?P<year>\d{4}|[〇零一二三四五六七八九]{4})年(?P<month>\d{1,2}|[一二三四五六七八九十]{1,2})月"
        r"(?P<day>\d{1,2}|[一二三四五六七八九十]{1,3})日"
    ),
)


def dates(text: str) -> tuple[tuple[int, int, int], ...]:
    """Full dates of a text as (year, month, day), in order of appearance; no 13th month, no 32nd day."""
    return tuple(value for _, _, value in placed_dates(text))


def placed_dates(text: str) -> list[tuple[int, int, tuple[int, int, int]]]:
    """The same, each with where it begins and ends."""
    found: list[tuple[int, int, tuple[int, int, int]]] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            month = match.group("month").casefold()
            number = _MONTH_OF[month] if month in _MONTH_OF else _value(month)
            year, day = _value(match.group("year")), _value(match.group("day"))
            if 1 <= number <= 12 and 1 <= day <= 31:
                found.append((*match.span(), (year, number, day)))
    return sorted(found)


def says_only_when(text: str) -> bool:
    """Whether a text is a day or a month in any language and nothing else: "2024-03-05", "5. März 2024"."""
    if _ISO.fullmatch(text):
        return True
    words = _LETTERS.findall(text.casefold())
    return bool(words) and any(map(str.isdigit, text)) and _DATE_WORDS.issuperset(words)


def _value(written: str) -> int:
    """A number in digits, or in Chinese ones, for which alone the comparing of numbers is loaded."""
    if written.isdecimal():
        return int(written)
    from wikic.text.compare import numbers

    return numbers.value(written)


_YEAR: Final = r"(?:1[5-9]|20)\d{2}"
_DAY: Final = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_MONTH_NAME: Final = r"[^\W\d_]{3,12}\.?"
# 2024-03-04, 12/01/24 · 20240304 · 3 May, 2024 · May 3, 2024 · 2024年3月4日
_DAYS_SAID: Final = re.compile(
    rf"(?<!\d)(?:\d{{1,4}}([./-])\d{{1,2}}\1\d{{1,4}}|{_YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
    rf"|{_DAY}\.? (?:of )?{_MONTH_NAME},? {_YEAR}|{_YEAR}\s?年\s?\d{{1,2}}\s?月(?:\s?\d{{1,2}}\s?日)?)(?!\d)"
    rf"|(?<!\w){_MONTH_NAME} {_DAY},? {_YEAR}(?!\d)"
)
_LABEL: Final = re.compile(r"^[^\W\d_][^\d:：]{0,30}[:：]\s*")
_MOST_WORDS: Final = 8
_LONGEST: Final = 60  # characters


def day_of(line: str) -> str:
    """The day that a line names and beside which it says nothing, without its label; "" for other lines.

    "Date: 1:10 pm on 27 March, 2023" is "1:10 pm on 27 March, 2023".
    """
    bare = line.strip(" \t-–—=*_#\u200e\u200f")
    if len(bare) > _LONGEST or len(bare.split()) > _MOST_WORDS or not _DAYS_SAID.search(bare):
        return ""
    return _LABEL.sub("", bare)


def stamped_day(stamp: str) -> str:
    """The day in what stands before a message, as it is written there; "" where there is none."""
    found = _DAYS_SAID.search(stamp, 0, _LONGEST)
    return found.group() if found else ""
