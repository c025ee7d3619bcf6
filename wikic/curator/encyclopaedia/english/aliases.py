"""Other names of a document's principal, in the document's own words, each vetted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from wikic.curator.encyclopaedia.english.vocabulary import (
    COMMON,
    COUNTRIES,
    DAYS,
    DEMONYMS,
    FEMALE,
    HONORIFICS,
    MALE,
    MONTHS,
    OFFICES,
    Sort,
    pattern,
    words,
)
from wikic.language.letters import UPPER
from wikic.text import names
from wikic.text.normalise import fold_name

MAX_ALIAS: Final = 80  # characters; longer ones are phrases

_KNOWN_AS: Final = pattern("known_as")
_LANGUAGE = re.compile(
    rf"(?:^|[;,(] ?)(?:in )?(?:[{UPPER}][a-z]+(?: [{UPPER}][a-z]+)?)(?: title| language| name)?: ?"
    rf"(?P<first>[^;:,()]{{2,60}}?)(?=[;,()]|$| lit| pronounced)"
)
_LEADING: Final = pattern("leading_alias")
_ACRONYM = re.compile(r"^[A-Z][A-Z0-9&.-]{1,9}s?$")
_OR: Final = pattern("or_alias")
_DATE = re.compile(r"\d{3,4}|\b(?:c\.|ca\.|died|born|fl\.|d\.|b\.)\s?\d?|\d(?:st|nd|rd|th) century", re.I)
_ROMAN: Final = re.compile(r"^[IVXLC]+\.?$")


def found_in(sentence: str, title: str) -> list[str]:
    """Names that a definitional sentence gives beside ``title``, unvetted, in order."""
    head = _COPULA_CUT.split(sentence, maxsplit=1)[0] if "(" not in sentence[:200] else sentence
    result: list[str] = []
    opening = sentence[:400]
    if opening.lstrip('"“').startswith(title):
        alternative = _OR.match(opening)
        if alternative is not None and fold_name(alternative.group("title")) == fold_name(title):
            result.append(alternative.group("first"))
    for match in _KNOWN_AS.finditer(opening):
        # "… married Mary, better known as Molly": only before the predicate, or said of the subject itself.
        maiden = match.group().startswith(("née", "né ", "born", "birth")) and " " not in match.group("first")
        # "alternately titled Trieste del mio cuore": a name that goes on in small letters was cut short.
        cut = _GOES_ON.match(opening, match.end()) is not None
        if match.start() <= max(len(head), 60) + 160 and not maiden and not cut:
            result += [name for name in (match.group("first"), match.group("second")) if name]
    bracket = re.search(r"\(([^()]{2,300})\)", sentence[: len(title) + 160])
    # "The Lightning play in the League (WNBL)": what stands behind the verb is somebody else's.
    if bracket is not None and not _COPULA_CUT.search(sentence, 0, bracket.start()):
        result += _bracketed(bracket.group(1), sentence[: bracket.start()], title)
    return [
        name.strip(" \"“”'‘’,").rstrip(".") if not re.search(r"\b[A-Z]\.$", name) else name.strip(' "“”')
        for name in result
    ]


_GOES_ON: Final = pattern("goes_on_small")
_COPULA_CUT = re.compile(r"\s(?:is|was|are|were)\s(?:an?|the|one)\b")


def _bracketed(inside: str, before: str, title: str) -> list[str]:
    result: list[str] = []
    for part in re.split(r"[;]", inside):
        part = part.strip()
        language = _LANGUAGE.search(part)
        if language is not None:
            result.append(language.group("first").strip())
        elif not _DATE.search(part) and (leading := _LEADING.match(part)) is not None:
            result.append(leading.group("first"))
    acronym = inside.strip()
    if _ACRONYM.match(acronym) and not _initials_match(acronym, before):
        result = [name for name in result if name != acronym]
    return result


def _initials_match(acronym: str, before: str) -> bool:
    letters = re.sub(r"[^A-Z]", "", acronym.rstrip("s"))
    initials = "".join(word[0] for word in re.findall(r"[^\W\d_]+", before)[-12:]).upper()
    return all(letter in initials for letter in letters)


def vetted(
    candidates: Iterable[str], title: str, *, sort: Sort, others: Iterable[str] = ()
) -> tuple[str, ...]:
    """The candidates that may stand as aliases of ``title``, a thing of kind ``sort``, each once;
    ``others`` are names of other things.
    """
    person = sort == "person"
    taken = {fold_name(title)} | {fold_name(name) for name in others}
    result: list[str] = []
    for name in candidates:
        if sort == "work" and fold_name(name) != fold_name(title):
            name = _WHERE.sub("", name)  # "released as Amy Foster in the UK"
        key = fold_name(name)
        if key in taken or not _sound(name, title, person) or _shortens(name, names.base(title), sort):
            continue
        taken.add(key)
        result.append(name)
    return tuple(result)


_WHERE = re.compile(r" in (?:the )?(?:UK|US|USA|U\.S\.|United States|United Kingdom)$")
# Words that may be missing from a name without making it another one.
_LIGHT: Final = words("light_words")


def _shortens(name: str, title: str, sort: Sort) -> bool:
    """Whether an alias only leaves out words of the title: "Ahmedabad" is not the "History of Ahmedabad", nor
    "Nuts" the film "Just Nuts", nor a series one of its films. What may go is the place behind a comma, and
    inside the name of an organization its middle.
    """
    ours, theirs = _words(name), _words(title)
    if not ours or ours == theirs:
        # "Dream" is not "The Dream".
        return (
            sort == "work"
            and len(ours) == 1
            and name != title
            and name.casefold() in title.casefold().split()
        )
    if not set(ours) < set(theirs):
        return False
    if sort == "person":
        # "Leofric" and "John III" are many people's names.
        return len(ours) == 1 or (len(ours) == 2 and _ROMAN.match(ours[1].upper()) is not None)
    if sort != "work" and name == title.split(",")[0]:
        return sort == "organization" and len(ours) == 1
    return not (sort == "organization" and len(ours) > 1 and (ours[0], ours[-1]) == (theirs[0], theirs[-1]))


def _words(name: str) -> list[str]:
    return [word for word in re.findall(r"[^\W_]+", fold_name(name)) if word not in _LIGHT]


def _sound(name: str, title: str, person: bool) -> bool:
    """No pronoun, bare first name, common word, date, nationality or office; nothing that conflicts."""
    if re.search(r"(?:^|\s)[^\W\d_]\.$", name) and not re.search(r"[^\W\d_]\.[^\W\d_]\.$", name):
        return False
    if not 2 <= len(name) <= MAX_ALIAS or not any(char.isalpha() for char in name):
        return False
    if not (name[0].isupper() or name[0].isdigit() or not name[0].isascii() or name[0] in "‘'"):
        return False
    parts = name.replace("-", " ").split()
    if len(parts) == 1:
        word = parts[0]
        if (
            word.casefold() in COMMON
            or word in DEMONYMS
            or word in MONTHS
            or word in DAYS
            or word in HONORIFICS
            or word in OFFICES
        ):
            return False
        if word in COUNTRIES and word != title:
            return False
        if person and (word in MALE or word in FEMALE):
            return False
        if _ROMAN.match(word):
            return False
    if all(
        word.casefold() in COMMON or word in OFFICES or word in HONORIFICS or word in DEMONYMS
        for word in parts
    ):
        return False
    if _DATE.search(name) and not re.search(r"\d", title):
        return False
    return not names.conflict(name, title)
