"""The English words by which names, nouns and their kinds are known, and a name where it stands.

The lists stand in ``language/en``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Final, get_args

from wikic import language
from wikic.curator.encyclopaedia.things import Sort
from wikic.language import pack_files
from wikic.language.countries import countries

rows: Final = partial(pack_files.rows, "en")


def load_words(name: str) -> frozenset[str]:
    """A list of the pack; a name that it does not have is a slip of ours."""
    found = pack_files.words("en", name)
    if not found:
        raise LookupError(f"the pack has no list {name}")
    return frozenset(found)


def load_pattern(name: str) -> re.Pattern[str]:
    """The compiled expression ``name`` of the English pack."""
    if not pack_files.has_pattern("en", name):
        raise LookupError(f"the pack has no expression {name}")
    return pack_files.pattern("en", name)


def load_kinds(name: str) -> dict[str, Sort]:
    """For each word of the lists of all kinds its kind."""
    sorts: tuple[Sort, ...] = get_args(Sort)
    return {word: sort for sort in sorts for word in pack_files.words("en", f"{name}_{sort}")}


MONTHS: Final = load_words("months") | load_words("months_short")
DAYS: Final = load_words("days")
# Function words, and the content words that most often open an English sentence.
COMMON: Final = load_words("ordinary")
# Institutions that every country has: alone they name none of them.
GENERIC: Final = load_words("institutions")
# Titles that stand before a person's name; stripped, they leave an alias.
HONORIFICS: Final = load_words("honorifics")
TITLES_OF_MEN: Final = load_words("titles_of_men")
TITLES_OF_WOMEN: Final = load_words("titles_of_women")
# Offices that, with "of" and a place, name no person.
OFFICES: Final = load_words("offices")
# What joins a name to its land: "Ernest I, Prince of Anhalt-Dessau".
TITLED: Final = pack_files.alternatives(pack_files.words("en", "titles_of_lands"))

MALE: Final = load_words("given_male")
FEMALE: Final = load_words("given_female")
GIVEN: Final = MALE | FEMALE
EITHER: Final = load_words("given_either")  # in the other two as well
# Every name that tells a person; where a name is cut or joined, those that are surnames too prove nothing.
TELLING: Final = GIVEN | EITHER | {name.title() for name in language.pack("en").given_names}

COUNTRIES: Final = frozenset(name for each in countries("en") for name in (each.name, *each.others))
STATES: Final = load_words("states")
CITIES: Final = load_words("cities")
KNOWN_PLACES: Final = COUNTRIES | STATES | CITIES  # they need no evidence
# Peoples, languages, faiths, parties: adjectives by themselves, parts of names among other capitals.
DEMONYMS: Final = load_words("peoples") | frozenset(
    word for each in countries("en") for word in (*each.adjectives, *each.people)
)
NOT_NATIONALITY: Final = load_words("no_nationality")

NOUNS: Final = load_kinds("nouns")
PERSON_ENDINGS: Final = pack_files.words("en", "endings_person")  # of lower-case words, never of names
FEMALE_NOUNS: Final = load_words("nouns_of_women")
MALE_NOUNS: Final = load_words("nouns_of_men")
ENDINGS: Final = load_kinds("last_words")
OPENINGS: Final = load_kinds("first_words")


@dataclass(frozen=True, slots=True)
class Mention:
    """A proper name where it stands.

    name: the name as a page would carry it.
    start, end: offsets in the sentence.
    quoted: it stands in quotation marks (a work, as a rule).
    alias: the same name with its honorific, or None.
    office: lower-case words of an office that stood before "of" ("king", "mayor"), or "".
    weak: a single word at the start of a sentence, which may be a common word.
    opens: it stands at the start of a sentence.
    """

    name: str
    start: int
    end: int
    quoted: bool = False
    alias: str | None = None
    office: str = ""
    weak: bool = False
    opens: bool = False
