"""Notes that are called by a day, a month or a week: "2026-01-05.md", "2026-W03 review.md"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from wikic.language import all_packs, pack, pack_files
from wikic.text.normalise import normalise
from wikic.wiki.documents.dates import parse_date

NOTES: Final = (".md", ".markdown", ".txt")
_YEAR: Final = r"((?:19|20)\d\d)"
# Behind the date nothing, or words behind a space; joined by a hyphen they are the name of a post.
_WORDS: Final = r"(?:[ ,]+(?:[-–—:] *)?(?P<words>\S.*))?"
_DAY: Final = re.compile(rf"{_YEAR}([-_.]?)(\d\d)\2(\d\d){_WORDS}")
_MONTH: Final = re.compile(rf"{_YEAR}[-_.](\d\d){_WORDS}")
_WEEK: Final = re.compile(rf"{_YEAR}[-_ ]?[Ww](\d\d?){_WORDS}")
_YEAR_LAST: Final = re.compile(rf"(\d\d?)([-.])(\d\d?)\2{_YEAR}{_WORDS}")
_FOLDERS: Final = re.compile(rf"(?:.*/)?{_YEAR}/(\d\d)/(\d\d)")
_SPOKEN: Final = re.compile(r"(?:[^\W\d_]+,? )?(?:[^\W\d_]+\.? \d\d?[a-z]*|\d\d?[a-z]* [^\W\d_]+\.?),? \d{4}")
_HAN: Final = re.compile(r"\d{4}年\d\d?月(?:\d\d?日)?")
_JOINED: Final = re.compile(r"(\d{4}[-_]\d\d[-_]\d\d)[-_]([^\W\d_]+)")  # "2026-01-05-Monday"


@dataclass(frozen=True, slots=True)
class NoteName:
    """The name of a dated note.

    title: as the person wrote it; ``_`` and folders, which programs put there, as ``-``.
    iso: ``YYYY-MM-DD``, ``YYYY-MM`` or ``YYYY-Www``.
    """

    title: str
    iso: str

    def spoken(self, language: str) -> tuple[str, ...]:
        """The date in ISO form and as people write it in a language."""
        year, _, rest = self.iso.partition("-")
        week = rest.removeprefix("W").lstrip("0")
        kind = "week" if rest.startswith("W") else "day" if "-" in rest else "month"
        code = language if pack_files.rows(language, "spoken_dates") else "en"
        month, _, day = rest.partition("-")
        name = "" if kind == "week" else pack(code).months[int(month) - 1].capitalize()
        values = {
            "year": year,
            "week": week,
            "month": name,
            "short": name[:3],
            "number": month.lstrip("0"),
            "day": day.lstrip("0"),
        }
        forms = (form for each, form in pack_files.rows(code, "spoken_dates") if each == kind)
        return tuple(dict.fromkeys((self.iso, *(form.format(**values) for form in forms))))


def note_name(path: str) -> NoteName | None:
    """The date that a note is called by, from its path or key; None for any other document."""
    extension = next((each for each in NOTES if path.casefold().endswith(each)), None)
    if extension is None:
        return None
    path = path[: -len(extension)]
    stem = normalise(path.rpartition("/")[2])
    if (joined := _JOINED.fullmatch(stem)) and joined[2].casefold() in map(
        str.casefold, all_packs.words("days")
    ):
        stem = f"{joined[1]} {joined[2]}"
    for pattern, read in (
        (_DAY, _of_day),
        (_WEEK, _of_week),
        (_MONTH, _of_month),
        (_YEAR_LAST, _of_year_last),
    ):
        if found := pattern.fullmatch(stem):
            iso = read(found)
            return NoteName(stem[:10].replace("_", "-") + stem[10:], iso) if iso else None
    if _SPOKEN.fullmatch(stem) or _HAN.fullmatch(stem):
        written = parse_date(stem)
        return NoteName(stem, written) if written and "-" in written else None
    if (folders := _FOLDERS.fullmatch(path)) and (iso := _day(*folders.groups())):
        return NoteName(iso, iso)
    return None


def _of_day(found: re.Match[str]) -> str | None:
    return _day(found[1], found[3], found[4])


def _of_month(found: re.Match[str]) -> str | None:
    return f"{found[1]}-{found[2]}" if 1 <= int(found[2]) <= 12 else None


def _of_week(found: re.Match[str]) -> str | None:
    return f"{found[1]}-W{int(found[2]):02d}" if 1 <= int(found[2]) <= 53 else None


def _of_year_last(found: re.Match[str]) -> str | None:
    """Day first where dots part them; with hyphens only where one order alone is a date."""
    day_first = _day(found[4], found[3], found[1])
    month_first = _day(found[4], found[1], found[3])
    if found[2] == "." or day_first == month_first:
        return day_first or month_first
    return None if day_first and month_first else day_first or month_first


def _day(year: str, month: str, day: str) -> str | None:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
