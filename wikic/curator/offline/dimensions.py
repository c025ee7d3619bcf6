"""What kind of thing a name names, and which directory of the schema takes that kind."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.offline import evidence
from wikic.curator.offline.mention import Mention
from wikic.curator.offline.vocabulary.common import COMMON
from wikic.curator.offline.vocabulary.given import GIVEN, TELLING
from wikic.curator.offline.vocabulary.lands import CITIES, COUNTRIES, KNOWN_PLACES, STATES
from wikic.curator.offline.vocabulary.nouns import NOUNS, Sort
from wikic.curator.offline.vocabulary.shapes import ENDINGS, OPENINGS
from wikic.model.schema import Schema
from wikic.text.wordlist import words

# For each kind the names of directories that may take it, best first. Whoever writes a schema by hand calls
# "places" what another calls "geography".
PREFERRED: Final[tuple[tuple[Sort, tuple[str, ...]], ...]] = (
    (
        "person",
        (
            "people",
            "persons",
            "person",
            "characters",
            "authors",
            "biographies",
            "biography",
            "actors",
            "figures",
        ),
    ),
    ("place", ("geography", "places", "place", "locations", "location", "cities", "countries", "regions")),
    (
        "organization",
        (
            "organizations",
            "organisations",
            "organization",
            "institutions",
            "companies",
            "groups",
            "teams",
            "orgs",
        ),
    ),
    (
        "work",
        (
            "media",
            "works",
            "work",
            "literature",
            "films",
            "books",
            "art",
            "arts",
            "publications",
            "culture",
            "documents",
            "notes",
            "essays",
            "articles",
            "texts",
            "sources-about",
        ),
    ),
    ("event", ("history", "events", "event", "wars", "periods", "timeline")),
    (
        "software",
        (
            "software",
            "tools",
            "technology",
            "products",
            "projects",
            "code",
            "systems",
            "libraries",
            "services",
            "components",
            "concepts",
        ),
    ),
    (
        "vessel",
        ("ships", "vessels", "boats", "products", "technology", "things", "objects", "artifacts", "concepts"),
    ),
    ("product", ("products", "technology", "things", "objects", "artifacts", "concepts")),
    ("species", ("nature", "species", "biology", "science", "concepts")),
    ("concept", ("concepts", "concept", "ideas", "topics", "terms", "theory", "notions")),
)
_PREFERRED: Final = dict(PREFERRED)

_ROLE_BEFORE = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)[,]? [\"“]?$")
_IN = re.compile(r"\b(?:in|at|near) (?:the )?$", re.I)
_KIND_OF = re.compile(r"\b([a-z]+) of (?:the )?$")
_PLACE_BEFORE = re.compile(
    r"\b(?:in|at|near|from|to|around|outside|across|throughout|toward|towards|via|into|between|of) (?:the )?$"
)
_REGNAL = re.compile(r"\b[IVX]+\b(?: of\b|,|$)")
_INITIAL = re.compile(r"(?:^|\s)(?:[^\W\d_]\.\s?)+[^\W\d_]\w+$")
_TITLED = re.compile(
    r", (?:\d+(?:st|nd|rd|th) )?(?:\w+ ){0,2}(?:of\b|Baron|Baronet|Earl|Viscount|Marquess|Duke|Jr"
    r"|Sr|Lord|Lady|Count)"
)
# Given names that are words or places as often as names: alone at the front they prove nothing.
_UNSURE: Final = words(
    """
    Will Mark Grant Grace Faith Hope Joy Rose Dawn Pearl Ruby Crystal Amber Violet Iris Ivy Daisy
    Holly Christian Dean Earl Duke Rex Victor Victoria Florence Charlotte Virginia Georgia Chad
    Jordan Israel Lance August April June May Pat Dale Glen Clay Stone Pope Tsar Said Raja Prem Don
    Dom Lou San Salvador Santiago Sydney Augusta Regina Marina Stella Aurora Viola Urban Felix
    Magnus Angel Dante Dallas Austin Lincoln Hamilton Melbourne Marathon Carolina Alberta Paris
    Chester Lancaster Kent Roman Milan Marshall Kumar Ram Anna-Nagar
    """
)


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


_LEANS = re.compile(
    r"\b(?:(?:in|at|near|through|around|outside|across|beyond|reached|left) (?:the )?"
    r"|(?:from|to|towards?|via|between) )$"  # "to the Abbasids"
)


def is_given(word: str) -> bool:
    """Whether a word is a common given name."""
    return word in TELLING


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
        return ("person", False) if name in GIVEN else ("concept", False)
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
_WORK_NEAR = re.compile(
    r"\b(?:films?|movies?|novels?|songs?|singles?|albums?|books?|series|plays?|operas?|poems?"
    r"|magazine|newspaper|journal|shows?|titled|entitled|documentary)[,:]? [\"“]?$"
)
_NAME_PARTICLES: Final = words(
    """
    de del della di da dos van von der den la le al el bin ibn ben y ten ter du des
    """
)


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


_OFFICERS: Final = words(
    "Judge Justice Minister Secretary Governor Senator President Premier Mayor Ambassador"
)
# An aspect of a thing is not the thing.
_ASPECT = re.compile(
    r"(?:History|Flag|Coat of arms|Climate|Demographics|Economy|Geography|Culture|Politics|Influence|Music"
    r"|Sport|Languages?|Religion|Education|Tourism|Transport) (?:of|in) "
)
_ROAD = re.compile(r"\b(?:Road|Route|Highway|Interstate|Line) [A-Z]{0,2}-?\d+$")
# "Navy Cross", "Golden Bear"
_MEDAL = re.compile(
    r"^(?:Navy|Victoria|Military|Iron|George|Air Force|Distinguished \w+|Distinguished Flying) Cross$"
    r"|^(?:Golden|Silver|Bronze|Crystal) (?:Bears?|Lions?|Leopards?|Globes?|Shell|Palm|Rose|Horse|Peacock)$"
    r"|^Legion of (?:Merit|Honou?r)$|\b(?:Honou?rs|Trophy|Masters)$"
    r"|^(?:Padma|Bharat) (?:Shri|Bhushan|Vibhushan|Ratna)$"
)
_MIDDLE_INITIAL = re.compile(r"^[^\W\d_]\.$")
_OF_YEAR = re.compile(r" of \d{4}$")
_DIRECTIONS: Final = words(
    """
    North South East West Northern Southern Eastern Western Central Southwest Southeast Northwest
    Northeast Upper Lower Greater
    """
)
_SURNAMES_TOO: Final = words(
    """
    Church Hill Hall Park House Brooks Brook Woods Forest Rivers River Lake Bay Fields Castle Tower
    Bridge Street Cross Stone Ford Page Cook Bishop King Kings Pope Knight Knights Law Order Court
    Rose Bell Bank Banks Field Ridge Peak Cape Beach Coast Well Wells Head Moor Marsh Downs Cave
    Garden Gardens Temple Abbey Chapel Hunt Love Bush Flood Fire Gallery Force Guard Young Long
    Short Rich Price Prince Wolf Fox Lions Tigers Bears Angel Angels Swan Crow Crane Robin Martin
    Heard Press Films Band Show Day May Case Act Bill Age Cup Prize Open Tour Storm Frost Snow
    Winter Summers Green Brown Black White Gray Gold Silver Browns Cardinals Rangers Jay Jays Giants
    Saints Village Plant Point Port Mount Pier Square Place Lane Greenwood West East North South
    Union Society Trial Trials Depression
    """
)
