"""Dates as documents write them. A file's modification time is never one: runs must repeat."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Final

from wikic.language import pack

_ISO: Final = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?![\d])(?:[T ].*)?")
_HAN: Final = re.compile(r"(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?")
_DAY_FIRST: Final = re.compile(
    r"(?:[A-Za-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)? ([A-Za-z]{3,9})\.?,? (\d{4})\b.*"
)
_MONTH_FIRST: Final = re.compile(
    r"(?:[A-Za-z]{3,9}, )?([A-Za-z]{3,9})\.? (?:(\d{1,2})(?:st|nd|rd|th)?,? )?(\d{4})\b.*"
)
_EPOCH: Final = re.compile(r"\d{9,13}(?:\.\d+)?")
_MONTHS: Final = pack("en").months
_TIME: Final = re.compile(
    r"^T?(?:[01]\d|2[0-3])[:.h-]?[0-5]\d(?:[:.-]?[0-5]\d)?(?:[-_. ]+(?=\S)|$)"
)  # behind a date
_IN_NAME: Final = re.compile(r"(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)")


def parse_date(written: str) -> str | None:
    """``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``; None for what is no date of a kind we know.

    Knows ISO 8601 and its look-alikes, Unix time, English dates with the month in letters, Chinese
    dates. ``03/04/2024`` is not a date: nobody can say which.
    """
    text = written.strip()
    if _EPOCH.fullmatch(text):
        seconds = float(text)
        # Milliseconds from 10^11 on: as seconds that would be the year 5138.
        return datetime.fromtimestamp(seconds / 1000 if seconds >= 1e11 else seconds, UTC).date().isoformat()
    if found := (_ISO.fullmatch(text) or _HAN.match(text)):
        return _valid(found[1], found[2], found[3])
    if found := _DAY_FIRST.fullmatch(text):
        return _valid(found[3], _month(found[2]), found[1]) if _month(found[2]) else None
    if found := _MONTH_FIRST.fullmatch(text):
        return _valid(found[3], _month(found[1]), found[2]) if _month(found[1]) else None
    return None


def date_in_name(stem: str) -> tuple[str | None, str]:
    """The date in a file name such as ``2024-05-01-minutes``, and the name without one at its head."""
    found = _IN_NAME.search(stem)
    if found is None:
        return None, stem
    year, month, day = int(found[1]), int(found[3]), int(found[4])
    try:
        # Eight digits in a row may be any number; a year far from ours says they are.
        if not 1000 <= year <= 2999 or (not found[2] and not 1900 <= year <= 2099):
            return None, stem
        text = date(year, month, day).isoformat()
    except ValueError:
        return None, stem
    if found.start() > 0:
        return text, stem
    rest = stem[found.end() :].lstrip("-_. ")
    return text, _TIME.sub("", rest) or rest or stem


def _month(word: str) -> str | None:
    """The number of a month written in full or cut to three letters or more."""
    number = next((at for at, name in enumerate(_MONTHS, 1) if name.startswith(word.lower())), None)
    return str(number) if number else None


def _valid(year: str, month: str | None, day: str | None) -> str | None:
    """As precise as the numbers allow: ``2022-01-00`` is January 2022."""
    if int(year) == 0:
        return None
    if month is None or int(month) == 0:
        return year
    if int(month) > 12:
        return None
    if day is None or int(day) == 0:
        return f"{year}-{int(month):02d}"
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
