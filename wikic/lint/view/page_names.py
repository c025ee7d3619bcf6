"""What a page is called: by itself, by its heading, by Logseq's way with files."""

from __future__ import annotations

import re
from datetime import date
from typing import Final
from urllib.parse import unquote

from wikic import layout
from wikic.graph.resolve import PageNames
from wikic.language import pack
from wikic.lint.profile import Profile
from wikic.lint.view.page import ParsedPage

_DAY: Final = re.compile(r"\d{4}_\d\d_\d\d")
_USUAL: Final = "MMM do, yyyy"  # Logseq's, without a setting
_LETTERS: Final = re.compile(r"'[^']*'|y+|M+|do|d+|E+")
_WEEK: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ORDINALS: Final = {1: "st", 2: "nd", 3: "rd"}


def names_of(page: ParsedPage, profile: Profile) -> PageNames:
    """The names a page gives itself."""
    asked = profile.program.names
    given = titles(page, headed="heading" in asked) if "title" in asked else []
    first, *others = given or [""]
    ids = profile.key_names("id") if profile.is_vault else ()
    aliases = page.texts(*profile.key_names("aliases"), *ids) if "aliases" in asked else ()
    by_file = names_of_file(page.path, profile.journals) if profile.is_vault and asked else ()
    return PageNames(page.path, first, (*aliases, *others, *by_file), page.texts("redirects"))


def names_of_file(path: str, journals: str = _USUAL) -> tuple[str, ...]:
    """The names of which Logseq makes a file's: ``2025_05_02`` is "May 2nd, 2025", ``a___b`` is "a/b".

    journals: how it calls a day, in the letters of its settings.
    """
    stem = layout.stem(path)
    if _DAY.fullmatch(stem):
        try:
            day = date.fromisoformat(stem.replace("_", "-"))
        except ValueError:
            return ()
        named = (_day_called(day, each) for each in (journals, _USUAL, "MMMM do, yyyy"))
        return tuple(dict.fromkeys((day.isoformat(), *named)))
    name = unquote(stem.replace("___", "/"))
    return (name,) if name != stem else ()


def _day_called(day: date, written: str) -> str:
    """A day as letters of a pattern have it: ``EEEE, MMM do, yyyy``; what stands in quotes stays."""
    month = pack("en").months[day.month - 1].capitalize()
    ordinal = "th" if day.day in (11, 12, 13) else _ORDINALS.get(day.day % 10, "th")
    week = _WEEK[day.weekday()]
    said = {
        "yyyy": f"{day.year}", "yy": f"{day.year % 100:02}", "MMMM": month, "MMM": month[:3],
        "MM": f"{day.month:02}", "M": f"{day.month}", "do": f"{day.day}{ordinal}", "dd": f"{day.day:02}",
        "d": f"{day.day}", "EEEE": week, "EEE": week[:3], "EE": week[:3], "E": week[:3],
    }  # fmt: skip
    return _LETTERS.sub(lambda found: said.get(found[0], found[0].strip("'")), written)


def titles(page: ParsedPage, *, headed: bool = True) -> list[str]:
    """The title a page's frontmatter gives, and its heading's text where that is another.

    headed: whether the heading counts.
    """
    heading = next((part.name for part in page.parts if part.level == 1), "") if headed else ""
    return list(dict.fromkeys((*page.texts("title"), *([heading] if heading else ()))))
