"""Which country a fact speaks of: its name, or the adjective of its people."""

from __future__ import annotations

import re
from functools import cache

from wikic.language import all_packs


@cache
def _names() -> tuple[re.Pattern[str], dict[str, str]]:
    found: dict[str, str] = {}
    for name, others, adjectives, _, country in (
        *all_packs.rows("countries"),
        *all_packs.rows("countries_asked"),
    ):
        if country:
            called = (name, *others.split(", "), *adjectives.split(", "))
            found |= dict.fromkeys(filter(None, called), country)
    longest = sorted(found, key=lambda name: -len(name))
    latin = "|".join(re.escape(name) for name in longest if name.isascii())
    han = "|".join(name for name in longest if not name.isascii())
    return re.compile(rf"(?<![A-Za-z])(?:{latin})(?![A-Za-z])|{han}"), found


def first(text: str) -> tuple[str, str] | None:
    """The country a text names first and the word it uses, or None. "French" is France's."""
    pattern, countries = _names()
    found = pattern.search(text)
    return (countries[found[0]], found[0]) if found is not None else None


def every(text: str) -> frozenset[str]:
    """Every country a text names."""
    pattern, countries = _names()
    return frozenset(countries[found[0]] for found in pattern.finditer(text))
