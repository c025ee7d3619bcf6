"""Attributes a thing has one value of, as sentences give them: two values exclude each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wikic.language import pack_files
from wikic.language.pack_files import UPPER
from wikic.text import names
from wikic.text.normalise import fold_name

_MONTH: Final = f"(?:{'|'.join(name[:3] for name in pack_files.words('en', 'months'))})[a-z]*"
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

# What may stand between, a place or parents: no second thing said of the subject, nobody else's life.
_GAP: Final = (
    r"(?:(?:(?!\b(?:and (?:was|is|died|moved|married|he|she|grew|in|at|by)|but|from|who|with|after|before)\b)"
    r"[^.;()]){0,80}? )?"
)

# Attribute, what finds its value (compiled when first asked for), and whether the value is a date. The
# subject stands directly before.
_ATTRIBUTES: Final[tuple[tuple[str, str, bool], ...]] = (
    (
        "date of birth",
        (
            rf"^(?: \((?:[^()]*?\bborn )?(?:on )?| was born {_GAP}(?:on |in )?)"
            rf"(?P<value>{_DATE})\b"
        ),
        True,
    ),
    (
        "date of death",
        (
            rf"^(?: \([^()]*?(?:[–—-] ?|died (?:on |in )?)| died {_GAP}(?:on |in )?)"
            rf"(?:[^()\d]{{0,30}}, ?)?(?P<value>{_DATE})\b"
        ),
        True,
    ),
    ("place of birth", (rf"^ (?:was born |\(born )(?:[^.;()]*? )?in (?P<value>{_PLACE})"), False),
    ("place of death", (rf"^ died (?:[^.;()]*? )?(?:in|at) (?P<value>{_PLACE})"), False),
    (
        "place of burial",
        (rf"^ (?:was|is) (?:buried|interred) (?:[^.;()]*? )?(?:in|at) (?P<value>(?:the )?{_PLACE})"),
        False,
    ),
    (
        "founded",
        (rf"^ was (?:founded|established) (?:[^.;()]*? )?(?:on|in) (?P<value>{_DATE})\b"),
        True,
    ),
    (
        "capital",
        (rf"^(?:'s|’s|)(?: has its)? capital(?: city)?(?: is|,| at| in) (?P<value>{_PLACE})"),
        False,
    ),
    ("capital", (rf"^ has (?P<value>{_PLACE}) as its capital"), False),
)
_YEAR = re.compile(r"\b\d{3,4}\b")
# What a sentence that gives any of them holds; most sentences do not.
_HINT = re.compile(r"\(|born|died|buried|interred|founded|established|capital")


@dataclass(frozen=True, slots=True)
class Value:
    """What a sentence says one of these attributes is.

    attribute: "date of birth", "capital" …
    text: the value, as written.
    dated: whether it is a date.
    """

    attribute: str
    text: str
    dated: bool

    def excludes(self, other: Value) -> bool:
        """Whether both cannot hold of one thing; values that may say the same do not exclude each other."""
        if self.attribute != other.attribute:
            return False
        return _dates_differ(self.text, other.text) if self.dated else _places_differ(self.text, other.text)


def says_any(text: str) -> bool:
    """Whether ``text`` may give any of the attributes: a quick look, before the close one."""
    return _HINT.search(text) is not None


def called(title: str, aliases: Iterable[str] = ()) -> tuple[str, ...]:
    """How sentences name the thing of that title, the longest first."""
    every = {title, names.base(title), title.split(",")[0], *aliases}
    return tuple(sorted(filter(None, every), key=lambda name: (-len(name), name)))


def values(text: str, called: Iterable[str]) -> tuple[Value, ...]:
    """What ``text`` says of what is called one of ``called``; it must begin with that name."""
    if not says_any(text):
        return ()
    rest = next((text[len(name) :] for name in called if text.startswith(name)), None)
    if rest is None:
        return ()
    found: list[Value] = []
    for attribute, pattern, dated in _ATTRIBUTES:
        match = re.search(pattern, rest)
        if match is None or _HEDGED.search(rest[max(0, match.start("value") - 16) : match.end() + 12]):
            continue
        found.append(Value(attribute, match.group("value"), dated))
    return tuple(found)


def _dates_differ(a: str, b: str) -> bool:
    from wikic.text import compare  # loaded only where two values meet

    full_a, full_b = compare.dates(a), compare.dates(b)
    if full_a and full_b:
        return full_a != full_b
    years_a, years_b = _YEAR.findall(a), _YEAR.findall(b)
    return bool(years_a and years_b and years_a[-1] != years_b[-1])


def _places_differ(a: str, b: str) -> bool:
    """Two names of places; one within the other ("Paris", "Paris, France") is no contradiction."""
    left, right = fold_name(a), fold_name(b)
    return left not in right and right not in left and not set(left.split()) & set(right.split())
