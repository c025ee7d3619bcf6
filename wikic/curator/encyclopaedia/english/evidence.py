"""What the words around a name say about what it names, where the name itself says nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.encyclopaedia.english.vocabulary import (
    DEMONYMS,
    ENDINGS,
    GIVEN,
    KNOWN_PLACES,
    NOUNS,
    Sort,
    pattern,
    words,
)

_EITHER: Final = pattern("person_or_organization")
_TABLE: Final[tuple[tuple[Sort, re.Pattern[str]], ...]] = (
    ("work", pattern("title_before")),
    ("place", pattern("ruler_before")),
    ("organization", pattern("organized_before")),
)
# "actors of the time such as Ann Lee and": what is listed is of the kind that the list is of.
_LISTED = re.compile(
    r"\b([a-z]{3,}s)\b[^.;:()\"]{0,30}? (?:such as|including|like|namely) "
    r"(?:[^\W\d_a-z][^;.:()\"]{0,60}(?:,| and) )?$"
)
_LIST: Final = 130  # characters: a list's noun, and a few names
_THE: Final = pattern("an_article")
_KNOWN: Final = words("organizations_known")
# Sites and lists whose names look like a person's.
_PUBLISHED: Final = words("works_known")
_TOPONYM: Final = pattern("toponym")
# Adjectives that no person's name begins with; those of place before a name make a part of a land.
_QUALIFIERS: Final = words("qualifiers")
_SIDES: Final = words("sides")
_PEERS: Final = words("peers")


def described(name: Sequence[str]) -> Sort | None:
    """Kind of the thing that some words name whose first is no given name: "Social Charter", "East Francia",
    "BBC One".
    """
    first = name[0]
    if len(name) < 2 or any(word in _PEERS for word in name[1:]):
        return None
    if first in _SIDES:
        return "place"
    if first in _QUALIFIERS or first in DEMONYMS:
        return "concept"
    return "organization" if len(first) > 2 and first.isalpha() and first.isupper() else None


_LIFE = re.compile(
    r"\([^()]*?(?:\b(?:born|died|b\.|d\.)\s|\b\d{3,4}\s?[–—-]\s?(?:[^()\d]{0,30})\d{3,4}\b|\d{4}\s?[–—-]\s[A-Z\d])"
)
_BORN: Final = pattern("born_to_someone")
_PERSONAL = re.compile(r"^(?:He|She|His|Her)\b")


def around(name: str, before: str) -> Sort | None:
    """Kind of the thing that a name nobody knows stands for, from the words ``before`` it."""
    if name in _KNOWN:
        return "organization"
    if name in _PUBLISHED:
        return "work"
    for sort, said in _TABLE:
        if said.search(before):
            return sort
    listed = _LISTED.search(before[-_LIST:])
    if listed is not None and NOUNS.get(listed[1].removesuffix("s")) in ("person", "place"):
        return NOUNS[listed[1].removesuffix("s")]
    if _EITHER.search(before) and (" " not in name or name.endswith("s")):
        return "organization"
    if " " not in name:
        return _single(name, before)
    if name.split()[0] in GIVEN:
        return "work" if before.endswith(('"', "“")) else None  # "the Rex Beach short story"
    if _THE.search(before):
        last = name.split()[-1]
        return "organization" if last.endswith("s") and not last.endswith(("ss", "us", "is")) else "concept"
    return "work" if before.endswith(('"', "“")) else None


def _single(name: str, before: str) -> Sort | None:
    if _TOPONYM.match(name) or ("-" in name and name.partition("-")[0] in _LANDS):
        return "place"
    within = _BRACKET.search(before)
    if within is not None and ENDINGS.get(within[1]) in ("place", "organization"):
        return "place"  # "Trident Studios (Soho)"
    if _DEFINITE.search(before) and name.endswith("s") and not name.endswith(("ss", "us", "is")):
        return "concept" if _PEOPLE.search(name) else "organization"
    return None


_LANDS: Final = KNOWN_PLACES | words("divided_lands")
_BRACKET = re.compile(r"([^\W\d_]+)\s?\(\s?$")
_DEFINITE = re.compile(r"\b[Tt]he $")
_PEOPLE = re.compile(r"(?:id|an|ite|ist|ene|ese|ot|er)s$")


def vessel(before: str) -> tuple[Sort, bool] | None:
    """Kind of a thing that is called like a person, "the steamer *Lady Rooke*"; whether that is sure."""
    made = _MADE.search(before) or _LABEL.search(before)
    kind = NOUNS.get(made[1].casefold()) if made is not None else None
    if kind in ("vessel", "product"):
        return kind, True
    return ("concept", False) if _ITALIC.search(before) else None


def role(before: str, after: str, sort: Sort) -> str:
    """The noun by which a text calls a thing of kind ``sort`` beside its name, or "": "X, its engineer"."""
    beside = _BESIDE.search(before)
    if beside is not None and NOUNS.get(beside[1]) == sort and beside[1] not in _KIN:
        return beside[1]
    said = _APPOSED.match(after)
    found = [word for word in said[1].split()[:3] if NOUNS.get(word) == sort] if said is not None else []
    return found[0] if found and found[0] not in _KIN else ""


def personal(before: str, after: str) -> bool:
    """Whether the words around a name are said of persons only: who speaks, acts, marries, is born."""
    return _DOES.match(after) is not None or _DONE_BY.search(before) is not None


_DOES: Final = pattern("does_as_person")
_DONE_BY: Final = pattern("done_by_person")
_BESIDE = re.compile(r"\b([a-z]+(?:-[a-z]+)*) [\"“*_]{0,2}$")
_APPOSED: Final = pattern("apposed_noun")
# Nouns that say how people stand to one another, not what they are.
_KIN: Final = words("relational_nouns")
_MADE = re.compile(r"([a-z]{3,})(?: |, the )[*_]{0,2}$")
# The head of a table's column, the key of a record: "Ship: Lady Rooke".
_LABEL = re.compile(r"(?:^|; )([^\W\d_]+): $")
_ITALIC = re.compile(r"\b[Tt]he [*_]{1,2}$")


def person(base: str, lines: Sequence[str]) -> bool:
    """Whether a document without a definition tells of a person: dates of a life behind the name, whose child
    it is, or "he" and "she" from the start.
    """
    opening = lines[0][: len(base) + 160] if lines else ""
    life = _LIFE.search(opening)
    if life is not None and life.start() <= len(base) + 60:
        return True
    words_of = [word for word in re.split(r"[^\w'’-]+", base) if word]
    if not words_of or not all(word[0].isupper() or len(word) < 4 for word in words_of):
        return False
    for line in lines[:2]:
        born = _BORN.search(line)
        if born is not None and (line.startswith(("He ", "She ")) or words_of[-1] in line[: born.start()]):
            return True
    return sum(_PERSONAL.match(line) is not None for line in lines[:4]) * 2 >= min(len(lines), 4) > 0
