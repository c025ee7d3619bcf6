"""Facts of one page that exclude each other: attributes a thing has one value of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from wikic import layout
from wikic.curator.protocol import Contradiction
from wikic.model.page import Fact, Page
from wikic.text import compare, names
from wikic.text.letters import UPPER
from wikic.text.normalise import fold_name

_MONTH: Final = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DATE: Final = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{3,4}}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{3,4}}"
    rf"|\d{{4}}-\d\d-\d\d|{_MONTH},? \d{{4}}|\d{{3,4}})"
)
_PLACE: Final = rf"[{UPPER}][\w’'-]+(?: (?:(?:of|de|del|am|an der|upon) )?[{UPPER}][\w’'-]+){{0,3}}"
# What is uncertain or counted in other calendars contradicts nothing.
_HEDGED = re.compile(
    (
        r"\b(?:c\.|ca\.|circa|around|about|or|probably|possibly|before|after|between|O\.S\.|N\.S\.|old "
        r"style|new style|disputed|reportedly)(?=\W)"
    ),
    re.I,
)

# Attribute, what finds its value, and whether the value is a date. The subject stands directly before.
_ATTRIBUTES: Final[tuple[tuple[str, re.Pattern[str], bool], ...]] = (
    (
        "date of birth",
        re.compile(
            rf"^(?: \((?:[^()]*?\bborn )?(?:on )?| was born (?:[^.;()]*? )?(?:on |in )?)"
            rf"(?P<value>{_DATE})\b"
        ),
        True,
    ),
    (
        "date of death",
        re.compile(
            rf"^(?: \([^()]*?(?:[–—-] ?|died (?:on |in )?)| died (?:[^.;()]*? )?(?:on |in )?)"
            rf"(?:[^()\d]{{0,30}}, ?)?(?P<value>{_DATE})\b"
        ),
        True,
    ),
    ("place of birth", re.compile(rf"^ (?:was born |\(born )(?:[^.;()]*? )?in (?P<value>{_PLACE})"), False),
    ("place of death", re.compile(rf"^ died (?:[^.;()]*? )?(?:in|at) (?P<value>{_PLACE})"), False),
    (
        "place of burial",
        re.compile(
            rf"^ (?:was|is) (?:buried|interred) (?:[^.;()]*? )?(?:in|at) (?P<value>(?:the )?{_PLACE})"
        ),
        False,
    ),
    (
        "founded",
        re.compile(rf"^ was (?:founded|established) (?:[^.;()]*? )?(?:on|in) (?P<value>{_DATE})\b"),
        True,
    ),
    (
        "capital",
        re.compile(rf"^(?:'s|’s|)(?: has its)? capital(?: city)?(?: is|,| at| in) (?P<value>{_PLACE})"),
        False,
    ),
    ("capital", re.compile(rf"^ has (?P<value>{_PLACE}) as its capital"), False),
)
_YEAR = re.compile(r"\b\d{3,4}\b")


def find(pages: Sequence[Page]) -> tuple[Contradiction, ...]:
    """Pairs of facts on one page that give an attribute two values, in order of page, attribute, fact."""
    found: list[Contradiction] = []
    for page in pages:
        values: dict[str, list[tuple[Fact, str, bool]]] = {}
        for fact in page.facts:
            if fact.kind != "fact" or fact.superseded:
                continue
            for attribute, value, dated in _values(fact.text, _called(page)):
                values.setdefault(attribute, []).append((fact, value, dated))
        for attribute in sorted(values):
            found.extend(_pairs(page, attribute, values[attribute]))
    return tuple(found)


def _called(page: Page) -> tuple[str, ...]:
    every = {page.title, names.base(page.title), page.title.split(",")[0], *page.head.aliases}
    return tuple(sorted(every, key=lambda name: (-len(name), name)))


def _values(text: str, called: Iterable[str]) -> list[tuple[str, str, bool]]:
    """Attribute, value, whether a date, of what the text says about one of the names in ``called``."""
    rest = next((text[len(name) :] for name in called if name and text.startswith(name)), None)
    if rest is None:
        return []
    result: list[tuple[str, str, bool]] = []
    for attribute, pattern, dated in _ATTRIBUTES:
        match = pattern.search(rest)
        if match is None or _HEDGED.search(rest[max(0, match.start("value") - 16) : match.end() + 12]):
            continue
        result.append((attribute, match.group("value"), dated))
    return result


def _pairs(page: Page, attribute: str, values: list[tuple[Fact, str, bool]]) -> list[Contradiction]:
    result: list[Contradiction] = []
    for at, (one, left, dated) in enumerate(values):
        for other, right, _ in values[at + 1 :]:
            if one.id != other.id and (_dates_differ(left, right) if dated else _places_differ(left, right)):
                stem = layout.stem(page.path)
                result.append(
                    Contradiction(attribute, (f"{stem}#^{one.id}", f"{stem}#^{other.id}"), (left, right))
                )
    return result


def _dates_differ(a: str, b: str) -> bool:
    full_a, full_b = compare.dates(a), compare.dates(b)
    if full_a and full_b:
        return full_a != full_b
    years_a, years_b = _YEAR.findall(a), _YEAR.findall(b)
    return bool(years_a and years_b and years_a[-1] != years_b[-1])


def _places_differ(a: str, b: str) -> bool:
    """Two names of places; one within the other ("Paris", "Paris, France") is no contradiction."""
    left, right = fold_name(a), fold_name(b)
    return left not in right and right not in left and not set(left.split()) & set(right.split())
