"""What kind of thing a name names, by itself and by the words around it; which directory takes that kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic import language
from wikic.curator.encyclopaedia import things
from wikic.curator.encyclopaedia.english.vocabulary import (
    CITIES,
    DEMONYMS,
    ENDINGS,
    GIVEN,
    KNOWN_PLACES,
    NOUNS,
    OPENINGS,
    STATES,
    TELLING,
    Mention,
    load_pattern,
    load_words,
)
from wikic.curator.encyclopaedia.things import Sort
from wikic.model.schema import Schema

_EITHER: Final = load_pattern("person_or_organization")
_TABLE: Final[tuple[tuple[Sort, re.Pattern[str]], ...]] = (
    ("work", load_pattern("title_before")),
    ("place", load_pattern("ruler_before")),
    ("organization", load_pattern("organized_before")),
)
_THE: Final = load_pattern("an_article")
_TOPONYM: Final = load_pattern("toponym")
# Adjectives that no person's name begins with; those of place before a name make a part of a land.
_QUALIFIERS: Final = load_words("qualifiers")
_SIDES: Final = load_words("sides")
_PEERS: Final = load_words("peers")


def kind_described(name: Sequence[str]) -> Sort | None:
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
_BORN: Final = load_pattern("born_to_someone")
_PERSONAL = re.compile(r"^(?:He|She|His|Her)\b")


def kind_around(name: str, before: str) -> Sort | None:
    """Kind of the thing that a name nobody knows stands for, from the words ``before`` it."""
    for sort, said in _TABLE:
        if said.search(before):
            return sort
    if _EITHER.search(before) and (" " not in name or name.endswith("s")):
        return "organization"
    if " " not in name:
        return _single_kind(name, before)
    if name.split()[0] in GIVEN:
        return "work" if before.endswith(('"', "“")) else None  # "the Rex Beach short story"
    if _THE.search(before):
        last = name.split()[-1]
        return "organization" if last.endswith("s") and not last.endswith(("ss", "us", "is")) else "concept"
    return "work" if before.endswith(('"', "“")) else None


def _single_kind(name: str, before: str) -> Sort | None:
    if _TOPONYM.match(name) or ("-" in name and name.partition("-")[0] in _LANDS):
        return "place"
    within = _BRACKET.search(before)
    if within is not None and ENDINGS.get(within[1]) in ("place", "organization"):
        return "place"  # "Trident Studios (Soho)"
    if _DEFINITE.search(before) and name.endswith("s") and not name.endswith(("ss", "us", "is")):
        return "concept" if _PEOPLE.search(name) else "organization"
    return None


_LANDS: Final = KNOWN_PLACES | load_words("divided_lands")
_BRACKET = re.compile(r"([^\W\d_]+)\s?\(\s?$")
_DEFINITE = re.compile(r"\b[Tt]he $")
_PEOPLE = re.compile(r"(?:id|an|ite|ist|ene|ese|ot|er)s$")


def vessel_before(before: str) -> tuple[Sort, bool] | None:
    """Kind of a thing that is called like a person, "the steamer *Lady Rooke*"; whether that is sure."""
    made = _MADE.search(before) or _LABEL.search(before)
    kind = NOUNS.get(made[1].casefold()) if made is not None else None
    if kind in ("vessel", "product"):
        return kind, True
    return ("concept", False) if _ITALIC.search(before) else None


def role_beside(before: str, after: str, sort: Sort) -> str:
    """The noun by which a text calls a thing of kind ``sort`` beside its name, or "": "X, its engineer"."""
    beside = _BESIDE.search(before)
    if beside is not None and NOUNS.get(beside[1]) == sort and beside[1] not in _KIN:
        return beside[1]
    said = _APPOSED.match(after)
    found = [word for word in said[1].split()[:3] if NOUNS.get(word) == sort] if said is not None else []
    return found[0] if found and found[0] not in _KIN else ""


def is_personal(before: str, after: str) -> bool:
    """Whether the words around a name are said of persons only: who speaks, acts, marries, is born."""
    return _DOES.match(after) is not None or _DONE_BY.search(before) is not None


_DOES: Final = load_pattern("does_as_person")
_DONE_BY: Final = load_pattern("done_by_person")
_BESIDE = re.compile(r"\b([a-z]+(?:-[a-z]+)*) [\"“*_]{0,2}$")
_APPOSED: Final = load_pattern("apposed_noun")
# Nouns that say how people stand to one another, not what they are.
_KIN: Final = load_words("relational_nouns")
_MADE = re.compile(r"([a-z]{3,})(?: |, the )[*_]{0,2}$")
# The head of a table's column, the key of a record: "Ship: Lady Rooke".
_LABEL = re.compile(r"(?:^|; )([^\W\d_]+): $")
_ITALIC = re.compile(r"\b[Tt]he [*_]{1,2}$")


def tells_of_a_person(base: str, lines: Sequence[str]) -> bool:
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


_ROLE_BEFORE = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)[,]? [\"“]?$")
_IN = re.compile(r"\b(?:in|at|near) (?:the )?$", re.I)
_KIND_OF = re.compile(r"\b([a-z]+) of (?:the )?$")
_PLACE_BEFORE: Final = load_pattern("place_before")
_REGNAL = re.compile(r"\b[IVX]+\b(?: of\b|,|$)")
_INITIAL = re.compile(r"(?:^|\s)(?:[^\W\d_]\.\s?)+[^\W\d_]\w+$")
_TITLED: Final = load_pattern("titled_person")
# Given names that are words or places as often as names: alone at the front they prove nothing.
_UNSURE: Final = load_words("given_unsure")


def choose_directory(sort: Sort, schema: Schema) -> str:
    """The schema's directory for a kind of thing, its fallback when none fits."""
    return things.choose_directory(sort, schema, language.pack("en"))


def only_aspect(name: str) -> bool:
    """Whether a title names a list or an aspect of a thing, of which what its text says does not hold."""
    return _ASPECT.match(name) is not None or name.startswith(("List of ", "Lists of ", "Index of "))


def leans_place(before: str) -> bool:
    """Whether the words before a name speak of it as of a place."""
    return _LEANS.search(before) is not None


_LEANS: Final = load_pattern("leans_to_place")


def is_given(word: str) -> bool:
    """Whether a word is a common given name."""
    return word in TELLING


def sort_of(mention: Mention, before: str) -> tuple[Sort, bool]:
    """Kind of the thing named, from its name and the words ``before`` it; whether the evidence is more
    than a guess.
    """
    name = mention.name
    shaped = sort_of_name(name)
    if mention.quoted:
        return _of_quoted(name, shaped, before)
    if shaped in (None, "person") and (vessel := vessel_before(before)) is not None:
        return vessel
    if shaped is not None:
        saint = name.startswith(_SAINTS)
        return ("place", True) if saint and shaped == "person" and _IN.search(before) else (shaped, not saint)
    if mention.office:
        return "place", True
    called = _called_kind(before)
    if called is not None:
        return called, True
    told = kind_around(name, before)
    if told is not None:
        return told, told == "organization" and " " not in name
    words = name.split()
    return _of_word(name, before) if len(words) == 1 else (_of_words(name, words, before), False)


_SAINTS: Final = ("Saint ", "St ", "St. ", "San ", "Santa ")


def _of_quoted(name: str, shaped: Sort | None, before: str) -> tuple[Sort, bool]:
    """What stands in quotation marks is a work, but an institution, and a word that is only spoken of."""
    if shaped == "organization" and not _WORK_NEAR.search(before):
        return shaped, True
    if " " not in name and before.endswith(('the "', "the ", "a ", "an ")):
        return "concept", False
    return "work", True


def _called_kind(before: str) -> Sort | None:
    """What the noun before a name calls it: "the painter Ann Lee", "the village of Zennor"."""
    role = _ROLE_BEFORE.search(before)
    if role is not None and (word := role.group(1)).islower() and word in NOUNS:
        sort = NOUNS[word]
        apart = before.rstrip().endswith(",")
        if sort == "person" or (sort in ("place", "organization", "work", "software") and not apart):
            return sort
    kind = _KIND_OF.search(before)
    return "place" if kind is not None and NOUNS.get(kind.group(1)) == "place" else None


def _of_word(name: str, before: str) -> tuple[Sort, bool]:
    """What a single word names that nothing else tells of."""
    if name.isupper() and 2 <= len(name) <= 6:
        return "organization", len(name) > 2  # "on air in Canada, YTV"
    if _PLACE_BEFORE.search(before) and before.rstrip().rsplit(" ", 1)[-1] != "of":
        return "place", False
    return ("person", False) if name in GIVEN else ("concept", False)


def _of_words(name: str, words: list[str], before: str) -> Sort:
    """What several words name that nothing else tells of: a guess."""
    if _PLACE_BEFORE.search(before) and _IN.search(before) and not _has_given(words):
        return "place"
    described = kind_described(words)
    if described is not None and not is_given(words[0]):
        return described
    if 2 <= len(words) <= 4 and all(word[0].isupper() or word in _NAME_PARTICLES for word in words):
        return "person"
    return "concept"


_WORK_NEAR: Final = load_pattern("work_near")
_NAME_PARTICLES: Final = load_words("name_particles")


def _has_given(words: list[str]) -> bool:
    return is_given(words[0]) and words[0] not in _UNSURE


def sort_of_name(name: str) -> Sort | None:
    """Kind of the thing named, where the name itself says so."""
    if name in KNOWN_PLACES or name.rpartition(", ")[2] in STATES:
        return "place"
    if _TITLED.search(name):
        return "person"
    words = _OF_YEAR.sub("", name.split(",")[0]).split(" for ")[0].split()
    if not words:
        return None
    found = _of_form(name, words)
    if found is not None or len(words) == 1:
        return found
    return _of_phrase(name, words) or _of_ends(name, words)


def _of_form(name: str, words: list[str]) -> Sort | None:
    """What names of a form of their own name: roads, awards, aspects, teams, parts of lands."""
    for form, sort in _FORMS:
        if form.search(name):
            return sort
    if _ASPECT.match(name):
        return "event" if words[0] == "History" else "concept"
    last = words[-1].rstrip(".")
    if len(words) > 2 and last.islower() and NOUNS.get(last) not in (None, "concept", "person"):
        return NOUNS[last]  # "1986 North Carolina Tar Heels football team"
    if words[0] in _DIRECTIONS and " ".join(words[1:]) in KNOWN_PLACES:
        return "place"
    return None


def _of_phrase(name: str, words: list[str]) -> Sort | None:
    """What several words name together: "Best Supporting Actress", "House of Lords", "Duke of York"."""
    first = words[0]
    if first == "Best":
        return "event"  # an award
    if "League" in words or _CHAMBER.search(name):
        return "organization"
    if first in ("House", "Treaty", "Battle", "Siege") and words[1] == "of":
        return "event"
    if " of " not in name:
        return None
    if OPENINGS.get(first) == "person" and name not in CITIES:
        return "person"
    head = name.split(" of ")[0].split()[-1]
    if head in _OFFICERS:
        return "person"
    if first in ("Duke", "Prince", "Princess") or _has_given(words):
        return None
    return ENDINGS.get(head)


def _of_ends(name: str, words: list[str]) -> Sort | None:
    """What the first or the last word of a name says; "Fall Out Boy" is no fall."""
    first, last = words[0], words[-1].rstrip(".")
    if OPENINGS.get(first) == "person" and name not in CITIES:
        return ENDINGS.get(last, "person")
    if last in ENDINGS and not _a_surname(words, last):
        return ENDINGS[last]
    if f"{last}." in ENDINGS:
        return ENDINGS[f"{last}."]
    if first in OPENINGS and (OPENINGS[first] != "event" or words[1] in ("of", "in") or first == "Operation"):
        return OPENINGS[first]
    if _REGNAL.search(name) and not name.startswith("World"):
        return "person"
    return "person" if _has_given(words) or _INITIAL.search(name) else None


def _a_surname(words: list[str], last: str) -> bool:
    """Whether the last word is rather the surname of who has a given name before it: "James Hill"."""
    if len(words) != 2 or not is_given(words[0]):
        return False
    return last in _SURNAMES_TOO or (words[0] not in _UNSURE and ENDINGS[last] != "organization")


_OFFICERS: Final = load_words("officers")
_ASPECT: Final = load_pattern("aspect_of")
_FORMS: Final[tuple[tuple[re.Pattern[str], Sort], ...]] = (
    (re.compile(r"\b(?:Road|Route|Highway|Interstate|Line) [A-Z]{0,2}-?\d+$"), "place"),
    (re.compile(r"(?:Hall of Fame|Royal Family)$|High School"), "organization"),
)
_CHAMBER = re.compile(r"House of (?:Commons|Lords|Representatives|Assembly|Delegates|Keys|Councillors)\b")
_OF_YEAR = re.compile(r" of \d{4}$")
_DIRECTIONS: Final = load_words("directions")
_SURNAMES_TOO: Final = load_words("surnames_too")
