"""What the words around a name say about what it names, where the name itself says nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.offline.english import DEMONYMS, ENDINGS, GIVEN, KNOWN_PLACES, NOUNS, Sort
from wikic.text.wordlist import phrases, words

# "a queen of Lotharingia": who rules, rules a land.
_RULER_OF: Final = (
    r"(?:king|queen|duke|duchess|count|countess|earl|emperor|empress|prince|princess|margrave|landgrave|lord"
    r"|lady|sultan|emir|bishop|archbishop|archbishop-elector|elector|electorate|archdiocese|diocese|bishopric"
    r"|archbishopric|lordship|barony|baron|viscount|marquess|marquis|landgraviate|margraviate|heiress|throne"
    r"|court|crown|streets|outskirts|suburbs|underworld|slums|docks|inhabitants|citizens|residents|fall|capture|emirate|sultanate|shah|amir|ruler|parts?|kingdom|duchy|county|principality|mayor|governor|native|province"
    r"|district|city|town|village|region|coast|island|port|capital|people|population|conquest|siege|battle"
    r"|invasion|north|south|east|west)"
)
# Who joins, signs for, plays for, works for or leads something has to do with an organization.
_ORGANIZED: Final = (
    r"\b(?:signed|signs|signing|contract|deal) (?:with|to|by|for)"
    r"|\b(?:plays?|played|playing|drives?|drove|rides?|rode|flew) (?:\w+ )?for"
    r"|\b(?:drafted|released|distributed|broadcast|issued|manufactured|marketed) (?:\w+ )?(?:by|through|via)"
    r"|\b(?:aired|airs|airing|broadcast|premiered|shown|televised|screened|show|series) on"
    r"|\b(?:traded|loaned|transferred|loan) (?:to|from)"
    r"|\b(?:members?|vocalist|singer|guitarist|drummer|bassist|frontman|keyboardist|shareholders?|subsidiary"
    r"|division|employees?|executive|spokes\w+|CEO|chairman|co-founders?|founders?|quarterback|coach|captain"
    r"|manager|owners?|editor|merger|staff|faculty|alumn\w+) (?:of|for|at|with)"
)
# Whom one works for, is owned by or plays against is a person as often: of two unknown words nothing follows.
_EITHER = re.compile(
    r"(?:\b(?:works?|worked|working|writes?|wrote) (?:\w+ )?for"
    r"|\b(?:published|acquired|bought|owned|operated|employed|managed|financed|sponsored|developed)"
    r" (?:\w+ )?(?:by|through|via)"
    r"|\b(?:championship|game|match|victory|win|loss|defeat|matches|games) (?:with|against|over)) (?:the )?$"
)
_TABLE: Final[tuple[tuple[Sort, re.Pattern[str]], ...]] = (
    (
        "work",
        re.compile(r"\b(?:original |English |working |alternative |international )?titles?:? [\"“]?$", re.I),
    ),
    ("place", re.compile(rf"\b{_RULER_OF}s? of (?:the |la |le )?$", re.I)),
    ("organization", re.compile(rf"(?:{_ORGANIZED}) (?:the )?$")),
)
# "actors of the time such as Ann Lee and": what is listed is of the kind that the list is of.
_LISTED = re.compile(
    r"\b([a-z]{3,}s)\b[^.;:()\"]{0,30}? (?:such as|including|like|namely) "
    r"(?:[^\W\d_a-z][^;.:()\"]{0,60}(?:,| and) )?$"
)
_LIST: Final = 130  # characters: a list's noun, and a few names
# Plural names with an article are crews, teams and bands; single ones are things: "the Space Shuttle".
_THE = re.compile(r"(?:^|[\s(])(?:[Tt]he|[Aa]n?|[Aa]nother|[Ii]ts|[Tt]heir|[Oo]ur|[Ee]very|[Ee]ach) $")
_KNOWN: Final = words(
    """
    Disney Televisa Netflix Sony Pixar Google Microsoft Toyota Nintendo Sega Viacom Hulu Paramount
    Reuters Interpol NATO Luftwaffe Gestapo Wehrmacht Stasi Miramax Lionsgate Nickelodeon Toei Toho
    Mosfilm Lenfilm Gaumont Pathé Facebook Twitter YouTube Spotify Apple Amazon Boeing Airbus Motown
    Parlophone Decca Epic Atari Capcom Konami Namco Ubisoft Cinecittà Telemundo Univision
    BAFTA Showtime CONMEBOL Film4 Chevrolet Honda Nissan Volkswagen
    """
)
# Sites and lists whose names look like a person's.
_PUBLISHED: Final = phrases(
    """
    Rotten Tomatoes, Metacritic, Internet Movie Database, IMDb, Wikipedia, Billboard, Rolling Stone
    """
)
# "Friesland", "Tabaristan": a word with a land's or a town's ending, which no person is called by alone.
_TOPONYM = re.compile(
    r"^[^\W\d_]{3,}(?:land|lands|burg|burgh|stan|shire|ville|abad|pur|grad|heim|stadt|dorf|ingen|mouth"
    r"|chester|polis|bria|haven|vaara|berga)$"
)
# Adjectives that no person's name begins with; those of place before a name make a part of a land.
_QUALIFIERS: Final = words(
    """
    New Old Great Grand International National Social Federal Secret Free Leading Nazi Ancient Assistant
    Original Holy Hot Best Super Space Motor Modern Medieval Central Imperial Royal Soviet Third Second First
    Model Special General-Purpose Public Private Global World Universal Digital Electronic High Low Open
    Independent United American-Indian Rhodes Privy Prime Supreme Top Total True Golden Silver
    """
)
_SIDES: Final = words(
    "Lower Upper East West North South Eastern Western Northern Southern Greater Inner Outer"
)
_PEERS: Final = words("Duke Duchess Prince Princess Emperor Empress Moff Master Vizier")


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
_BORN = re.compile(
    r"\b(?:was|is) (?:born|the (?:\w+ ){0,2}(?:son|daughter|wife|husband|mother|father|sister|brother))\b"
)
_PERSONAL = re.compile(r"^(?:He|She|His|Her)\b")


def around(name: str, before: str) -> Sort | None:
    """Kind of the thing that a name nobody knows stands for, from the words ``before`` it."""
    if name in _KNOWN:
        return "organization"
    if name in _PUBLISHED:
        return "work"
    for sort, pattern in _TABLE:
        if pattern.search(before):
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


# First parts of the names of divided lands.
_LANDS: Final = KNOWN_PLACES | words(
    "Hesse Saxe Anhalt Limburg Brandenburg Brunswick Schleswig Holstein Mecklenburg Nassau Baden Pfalz"
)
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


_OWNED_BY_PERSONS: Final = (
    r"wife|husband|mother|father|son|daughter|brother|sister|life|death|career|portrayal"
)
_DOES = re.compile(
    rf"(?:,? who(?:se)?\b|['’]s? (?:{_OWNED_BY_PERSONS})\b|,? (?:was )?born\b| (?:Jr|Sr)\b"
    r"| \((?:born|b\.|died|c\. ?\d|\d{3,4}\s?[–-])| (?:had |has |later |also |then |once |never )?"
    r"(?:said|says|wrote|writes|told|claimed|claims|argued|thought|recalled|replied|sang|sings|married|died"
    r"|resigned|retired|studied|taught|plays|played|stars|starred|portrays|portrayed|directed|composed"
    r"|proposed|refused|proved|learned|decided|as [A-Z])\b)"
)
_DONE_BY = re.compile(
    r"\b(?:(?:directed|written|co-written|produced|composed|created|performed|portrayed|played|painted|drawn"
    r"|designed|sung|voiced|edited|photographed|invented|discovered|coached|led|married|succeeded|replaced"
    r"|defeated|starring|stars|co-stars|featuring|features|named after|wife|husband|father|mother|son"
    r"|daughter|brother|sister|friend|partner)(?: by| to| of)?|cast of|(?:screenplay|music|story|novel) by) $"
)
_BESIDE = re.compile(r"\b([a-z]+(?:-[a-z]+)*) [\"“*_]{0,2}$")
_APPOSED = re.compile(
    r"^(?:,|,? (?:became|was|is|has been|had been)) (?:(?:the|an?|its|his|her|their) )?([a-z][a-z -]+)"
)
# Nouns that say how people stand to one another, not what they are.
_KIN: Final = words(
    """
    son daughter brother sister father mother wife husband child grandson granddaughter nephew niece cousin
    uncle aunt grandfather grandmother great-grandson great-granddaughter stepson stepdaughter
    widow widower spouse heir descendant ancestor person man woman people
    """
)
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
