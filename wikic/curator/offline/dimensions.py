"""What kind of thing a name names, and which directory of the schema takes that kind."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.offline import evidence
from wikic.curator.offline.english import (
    CITIES,
    COMMON,
    COUNTRIES,
    ENDINGS,
    FEMALE,
    KNOWN_PLACES,
    MALE,
    NOUNS,
    OPENINGS,
    STATES,
    Sort,
    pattern,
    rows,
    words,
)
from wikic.curator.offline.mention import Mention
from wikic.model.schema import Schema

# For each kind the names of directories that may take it, best first. Whoever writes a schema by hand calls
# "places" what another calls "geography".
_PREFERRED: Final = {sort: tuple(names.split(", ")) for sort, names in rows("directory_names")}

_ROLE_BEFORE = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)[,]? [\"“]?$")
_IN = re.compile(r"\b(?:in|at|near) (?:the )?$", re.I)
_KIND_OF = re.compile(r"\b([a-z]+) of (?:the )?$")
_PLACE_BEFORE: Final = pattern("place_before")
_REGNAL = re.compile(r"\b[IVX]+\b(?: of\b|,|$)")
_INITIAL = re.compile(r"(?:^|\s)(?:[^\W\d_]\.\s?)+[^\W\d_]\w+$")
_TITLED: Final = pattern("titled_person")
# Given names that are words or places as often as names: alone at the front they prove nothing.
_UNSURE: Final = words("given_unsure")


def home(sort: Sort, schema: Schema) -> str:
    """The schema's directory for a kind of thing, its fallback when none fits."""
    names = {dimension.name.casefold(): dimension.name for dimension in schema.dimensions}
    for dimension in schema.dimensions:
        for each in dimension.accepts:
            names.setdefault(each.casefold(), dimension.name)
    for wanted in _PREFERRED[sort]:
        if wanted in names:
            return names[wanted]
    return schema.fallback


def only_aspect(name: str) -> bool:
    """Whether a title names a list or an aspect of a thing, of which what its text says does not hold."""
    return _ASPECT.match(name) is not None or name.startswith(("List of ", "Lists of ", "Index of "))


def leans_place(before: str) -> bool:
    """Whether the words before a name speak of it as of a place."""
    return _LEANS.search(before) is not None


_LEANS: Final = pattern("leans_to_place")


def is_given(word: str) -> bool:
    """Whether a word is a common given name."""
    return word in MALE or word in FEMALE


def sort_of(mention: Mention, before: str) -> tuple[Sort, bool]:
    """Kind of the thing named, from its name and the words ``before`` it; whether the evidence is more
    than a guess.
    """
    name = mention.name
    if mention.quoted:
        shaped = sort_of_name(name)
        if shaped == "organization" and not _WORK_NEAR.search(before):
            return shaped, True
        if " " not in name and before.endswith(('the "', "the ", "a ", "an ")):
            return "concept", False
        return "work", True
    shaped = sort_of_name(name)
    if shaped in (None, "person") and (vessel := evidence.vessel(before)) is not None:
        return vessel
    if (
        shaped == "person"
        and name.startswith(("Saint ", "St ", "St. ", "San ", "Santa "))
        and _IN.search(before)
    ):
        return "place", True
    if shaped is not None:
        return shaped, not name.startswith(("St ", "St. ", "Saint ", "San ", "Santa "))
    if mention.office:
        return "place", True
    role = _ROLE_BEFORE.search(before)
    if role is not None and (word := role.group(1)).islower() and word in NOUNS:
        sort = NOUNS[word]
        if sort == "person" or (
            sort in ("place", "organization", "work", "software") and not before.rstrip().endswith(",")
        ):
            return sort, True
    kind = _KIND_OF.search(before)
    if kind is not None and NOUNS.get(kind.group(1)) == "place":
        return "place", True
    told = evidence.around(name, before)
    if told is not None:
        return told, told == "organization" and " " not in name
    words = name.split()
    if len(words) == 1:
        if name.isupper() and 2 <= len(name) <= 6:
            return "organization", len(name) > 2  # "on air in Canada, YTV"
        if _PLACE_BEFORE.search(before) and before.rstrip().rsplit(" ", 1)[-1] != "of":
            return "place", False
        return ("person", False) if is_given(name) else ("concept", False)
    if _PLACE_BEFORE.search(before) and _IN.search(before) and not _has_given(words):
        return "place", False
    described = evidence.described(words)
    if described is not None and not is_given(words[0]):
        return described, False
    if 2 <= len(words) <= 4 and all(word[0].isupper() or word in _NAME_PARTICLES for word in words):
        return "person", False
    if _OF_LAND.fullmatch(name) and words[0].casefold() not in NOUNS and words[0].casefold() not in COMMON:
        return "person", False
    return "concept", False


# "Godfrey of Bouillon"
_OF_LAND = re.compile(r"[^\W\d_]{3,}(?<!s) (?:[IVX]+ )?(?:of|von|van|de) [^\W\d_a-z][\w’'-]+")
_WORK_NEAR: Final = pattern("work_near")
_NAME_PARTICLES: Final = words("name_particles")


def _has_given(words: list[str]) -> bool:
    return is_given(words[0]) and words[0] not in _UNSURE


def sort_of_name(name: str) -> Sort | None:
    """Kind of the thing named, where the name itself says so."""
    if name in COUNTRIES or name in STATES or name in CITIES or name.rpartition(", ")[2] in STATES:
        return "place"
    if _TITLED.search(name):
        return "person"
    words = _OF_YEAR.sub("", name.split(",")[0]).split(" for ")[0].split()
    if not words:
        return None
    last, first = words[-1].rstrip("."), words[0]
    if _ROAD.search(name):
        return "place"
    if name.endswith(("Hall of Fame", "Royal Family")) or "High School" in name:
        return "organization"
    if _MEDAL.search(name):
        return "event"
    if name.endswith(("All-Star Game", "Bowl Game")):
        return "event"
    if _ASPECT.match(name):
        return "event" if first == "History" else "concept"
    if len(words) > 2 and last.islower() and NOUNS.get(last) not in (None, "concept", "person"):
        return NOUNS[last]  # "1986 North Carolina Tar Heels football team"
    if len(words) > 1 and words[0] in _DIRECTIONS and " ".join(words[1:]) in KNOWN_PLACES:
        return "place"
    if len(words) > 1:
        if first == "Best":
            return "event"  # "Best Supporting Actress" is an award
        if "League" in words or name.endswith(
            ("House of Representatives", "House of Commons", "House of Lords")
        ):
            return "organization"
        if (
            len(words) == 3
            and _MIDDLE_INITIAL.match(words[1])
            and ENDINGS.get(last) not in ("organization", None)
        ):
            return "person"  # "Norman S. Hall"
        if (
            words[0] == "House"
            and words[1] == "of"
            and words[2]
            in ("Commons", "Lords", "Representatives", "Assembly", "Delegates", "Keys", "Councillors")
        ):
            return "organization"
        if words[0] in ("House", "Treaty", "Battle", "Siege") and words[1] == "of":
            return "event"
        if OPENINGS.get(first) == "person" and name not in CITIES and " of " in name:
            return "person"
        if " of " in name:
            head = name.split(" of ")[0].split()[-1]
            if head in _OFFICERS:
                return "person"
            if (
                head in ENDINGS
                and first not in ("Duke", "Prince", "Princess")
                and not (is_given(first) and first not in _UNSURE)
            ):
                return ENDINGS[head]
        if first in OPENINGS and OPENINGS[first] == "person" and name not in CITIES:
            return ENDINGS.get(last, "person")
        if (
            last in ENDINGS
            and not (
                is_given(first)
                and first not in _UNSURE
                and ENDINGS[last] != "organization"
                and len(words) == 2
            )
            and not (is_given(first) and len(words) == 2 and last in _SURNAMES_TOO)
        ):
            return ENDINGS[last]
        if last + "." in ENDINGS:
            return ENDINGS[last + "."]
        if first in OPENINGS and (
            OPENINGS[first] != "event" or words[1] in ("of", "in") or first == "Operation"
        ):
            return OPENINGS[first]  # "Fall Out Boy" is no fall
        if _REGNAL.search(name) and not name.startswith("World"):
            return "person"
        if _has_given(words) or _INITIAL.search(name):
            return "person"
    return None


_OFFICERS: Final = words("officers")
_ASPECT: Final = pattern("aspect_of")
_ROAD = re.compile(r"\b(?:Road|Route|Highway|Interstate|Line) [A-Z]{0,2}-?\d+$")
_MEDAL: Final = pattern("medal")
_MIDDLE_INITIAL = re.compile(r"^[^\W\d_]\.$")
_OF_YEAR = re.compile(r" of \d{4}$")
_DIRECTIONS: Final = words("directions")
_SURNAMES_TOO: Final = words("surnames_too")
