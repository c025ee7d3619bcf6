"""What a document is about: the thing its title names, or, for works, the document itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wikic.curator.encyclopaedia.english import definitions, dimensions, titles
from wikic.curator.encyclopaedia.english.definitions import Definition
from wikic.curator.encyclopaedia.english.dimensions import sort_of_name
from wikic.curator.encyclopaedia.english.vocabulary import (
    COMMON,
    EITHER,
    FEMALE,
    FEMALE_NOUNS,
    MALE,
    MALE_NOUNS,
    NOUNS,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
    Mention,
    load_pattern,
)
from wikic.curator.encyclopaedia.things import Sort
from wikic.model.article import Article
from wikic.text import names

# Share of first-person sentences from which a text is somebody's voice, not a description; letters and
# essays of the samples lie above a quarter, encyclopaedic paragraphs (quotations aside) below a twentieth.
VOICE: Final = 0.15

_FIRST: Final = load_pattern("first_person")
_QUOTES = re.compile(r"[\"“][^\"“”]*[\"”]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_GENERIC_TITLES: Final = load_pattern("generic_title")
_PRONOUN: Final = load_pattern("gendered_pronoun")


@dataclass(frozen=True, slots=True)
class Principal:
    """What the document is about.

    title: the title its page carries.
    base: the title without disambiguator.
    disambiguator: or None.
    itself: whether it is the document as a work.
    sort: what kind of thing it is.
    definition: the sentence that says so, or None.
    gender: "m", "f" or "" of a person.
    candidates: other names the text gives it, unvetted.
    """

    title: str
    base: str
    disambiguator: str | None
    itself: bool
    sort: Sort
    definition: Definition | None
    gender: str
    candidates: tuple[str, ...]


def decide_principal(
    article: Article, lines: Sequence[str], mentions: Sequence[Sequence[Mention]]
) -> Principal:
    """The principal of an article whose kept blocks read ``lines`` and name ``mentions``."""
    title = titles.choose_title(article, lines, mentions)
    base = names.base(title)
    definition = _find_definition(lines, base)
    if _is_work(article, base, lines, definition):
        sort: Sort = "software" if "```" in article.text else "work"
        if (
            definition is not None
            and definition.sort in ("software", "vessel", "product")
            and _names_title(definition.subject, base)
        ):
            return Principal(title, base, None, True, definition.sort, definition, "", ())
        return Principal(title, base, article.collection_title, True, sort, None, "", ())
    disambiguator = names.disambiguator(title)
    sort = _guess_sort(base, disambiguator, definition)
    if sort == "concept" and _is_undecided(definition) and dimensions.tells_of_a_person(base, lines):
        sort = "person"
    candidates = _find_candidates(base, lines, mentions, definition)
    gender = _find_gender(base, lines, definition) if sort == "person" else ""
    return Principal(title, base, disambiguator, False, sort, definition, gender, candidates)


def _find_definition(lines: Sequence[str], base: str) -> Definition | None:
    """From the first three lines; one whose subject shares a word with the title wins over an earlier one."""
    best: Definition | None = None
    for at, line in enumerate(lines[:3]):
        found = definitions.read_definition(line, base)
        if found is None:
            continue
        if _names_title(found.subject, base):
            return found
        if best is None and at == 0:
            best = found
    return best


def _names_title(subject: str, base: str) -> bool:
    wanted = {word for word in _fold_words(base) if word not in COMMON} or _fold_words(base)
    return bool(wanted & _fold_words(subject))


def _fold_words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _is_work(article: Article, base: str, lines: Sequence[str], definition: Definition | None) -> bool:
    """Whether the document is a work in somebody's voice, rather than about what its title names."""
    voice = _voice_share([line.replace(base, " ") for line in lines])
    if definition is not None and _names_title(definition.subject, base):
        return len(lines) >= 4 and voice >= 2 * VOICE
    if _GENERIC_TITLES.match(base):
        return True
    if article.author is not None or (voice >= VOICE and len(lines) > 1):
        return True
    if definition is not None:
        return False
    text = "\n".join(lines[:40])
    if base in text or dimensions.tells_of_a_person(base, lines):
        return False
    wanted = [
        word
        for word in _WORD.findall(base)
        if (word.casefold() not in COMMON and word[0].isupper()) or word.isdigit()
    ]
    spoken = set(_WORD.findall(text))
    return not any(word in spoken for word in wanted)


def _voice_share(lines: Sequence[str]) -> float:
    """Share of lines in the first person, quotations aside."""
    if not lines:
        return 0.0
    return sum(1 for line in lines[:200] if _FIRST.search(_QUOTES.sub("", line))) / len(lines[:200])


def _is_person(definition: Definition | None) -> bool:
    return definition is not None and definition.sort == "person" and not definition.loose


_COMPANY = re.compile(r"\b(?:Inc|Ltd|LLC|LLP|Corp|GmbH|plc|PLC|S\.A)\.?$")


def _is_undecided(definition: Definition | None) -> bool:
    """Whether no noun says what the thing is."""
    return definition is None or definition.sort is None or (not definition.head and not definition.refers)


def _guess_sort(base: str, disambiguator: str | None, definition: Definition | None) -> Sort:
    if base.startswith(("List of", "Lists of", "Index of", "Outline of", "Timeline of")):
        return "concept"
    told = _WORD.findall(disambiguator or "")
    for word in reversed(told):
        if len(told) > 1 and not word.islower():
            continue  # "(Home and Away)" is the title of a series
        sort = NOUNS.get(word.casefold())
        if sort in ("organization", "event", "place") and _is_person(definition):
            continue  # "(rugby league)", "(Tang dynasty)": where a person belongs
        if sort is not None:
            return sort
    if _COMPANY.search(base):
        return "organization"
    if (
        definition is not None
        and definition.loose
        and definition.sort != "work"
        and sort_of_name(base) is not None
    ):
        return sort_of_name(base) or "concept"
    if definition is not None and definition.sort is not None:
        if (
            definition.sort == "concept"
            and sort_of_name(base) not in (None, "concept")
            and definition.head in ("", "type", "name", "list")
        ):
            return sort_of_name(base) or "concept"
        return definition.sort
    return sort_of_name(base) or "concept"


def _find_candidates(
    base: str, lines: Sequence[str], mentions: Sequence[Sequence[Mention]], definition: Definition | None
) -> tuple[str, ...]:
    """Names of the principal beside its title: the first one in the text, and what the text says it is
    called.
    """
    found: list[str] = []
    if not lines:
        return ()
    first = mentions[0][0] if mentions and mentions[0] else None
    defined = definition is not None and (
        _names_title(definition.subject, base) or not (len(definition.subject.split()) > 8)
    )
    if first is not None and not defined:
        defined = bool(
            {w for w in _fold_words(first.name.split(" of ")[0]) if w not in COMMON} & _fold_words(base)
        )
    if first is not None and first.start <= 5 and defined and not lines[0].startswith(("In ", "On ", "At ")):
        after = lines[0][first.end : first.end + 2]
        if not after.startswith(("'s", "’s")):
            found.append(first.name)
            if first.alias is not None:
                found.append(first.alias)
    if defined or base in lines[0]:
        found += titles.aliases_in(lines[0], base)
    return tuple(found)


def _find_gender(base: str, lines: Sequence[str], definition: Definition | None) -> str:
    """From the definition's nouns, then the given name, then which pronouns the text uses."""
    if definition is not None:
        head = [word.casefold() for word in _WORD.findall(definition.predicate)[:8]]
        female, male = (
            any(word in FEMALE_NOUNS for word in head[:4]),
            any(word in MALE_NOUNS for word in head[:4]),
        )
        if female != male:
            return "f" if female else "m"
    words = base.split()
    for word in words[:2]:
        if word in EITHER:
            break
        if word in MALE or word in TITLES_OF_MEN:
            return "m"
        if word in FEMALE or word in TITLES_OF_WOMEN:
            return "f"
    counts = {"m": 0, "f": 0}
    for line in lines[:12]:
        for match in _PRONOUN.finditer(line):
            word = match.group().casefold()
            counts["f" if word in ("she", "her", "hers") else "m"] += 1
    if counts["m"] >= 2 * counts["f"] and counts["m"]:
        return "m"
    if counts["f"] >= 2 * counts["m"] and counts["f"]:
        return "f"
    return ""
