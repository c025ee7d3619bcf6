"""Proper names in the running text of one Chinese document: precision before recall.

Each finder yields ``(name, kind)`` for one kind of evidence that fixes both ends of a name; what has only the
shape of a name must recur in the document and hold together as a unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from wikic.curator.encyclopaedia.chinese import gazetteer, name_shapes, organisations, persons, vocabulary
from wikic.curator.encyclopaedia.chinese.definitions import work_title
from wikic.curator.encyclopaedia.chinese.dimensions import Kind
from wikic.curator.encyclopaedia.chinese.vocabulary import PACK
from wikic.language.pack_files import alternatives

Found = Iterator[tuple[str, Kind]]

WORK: Final = PACK.pattern("work")
_QUOTED_ORGANISATION: Final = PACK.pattern("quoted_organisation")
_GATHERINGS: Final = PACK.words("gatherings")
_NATIVE: Final = PACK.pattern("native_place")
_IN_PLACES: Final = frozenset(PACK.words("in_place_names"))
_QUOTED: Final = PACK.pattern("quoted_term")
_NOT_QUOTED_TERM: Final = PACK.pattern("no_term")
_GLOSSED: Final = PACK.pattern("glossed")
_BEFORE_NAME: Final = PACK.pattern("before_glossed")
_QUOTE_RECURS: Final = 3
_LONGEST_WORK: Final = 30


def find(text: str) -> dict[str, Kind]:
    """Names of ``text`` (plain, anchors removed) with their kinds; the first finder to name one decides."""
    found: dict[str, Kind] = {}
    for finder in (
        _works,
        _listed_in_gazetteer,
        _organisations,
        _persons,
        _places,
        _terms,
    ):
        for name, kind in finder(text):
            found.setdefault(name, kind)
    return found


def works_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and title of every ``《…》``."""
    for match in WORK.finditer(text):
        title = work_title(match.group())
        if title and len(title) <= _LONGEST_WORK:
            yield match.start(), match.end(), title


def _works(text: str) -> Found:
    for _, _, title in works_in(text):
        if title in vocabulary.PARTS_OF_BOOKS:  # some book's preface; which, the title does not say
            continue
        yield f"《{title}》", "work"


def glossed(text: str) -> Iterator[tuple[str, str]]:
    """Foreign names in both scripts, ``阿格尼丝·瓦利（Agnes Varley）``: the Chinese one and the Latin one."""
    for match in _GLOSSED.finditer(text):
        first, _, rest = match.group(1).partition("·")
        first = name_shapes.strip_prefix(re.split(_BEFORE_NAME, first)[-1])
        if 1 <= len(first) <= 6:
            yield f"{first}·{rest}", match.group(2).strip()


_GAZETTEER: Final = re.compile(
    alternatives(
        (
            *gazetteer.PROVINCES,
            *gazetteer.CITIES,
            *gazetteer.COUNTRIES,
            *gazetteer.PEOPLE_OF_OLD,
            *gazetteer.ORGANISATIONS,
            *gazetteer.PERIODS,
        )
    )
)
_GAZETTEER_KIND: Final[dict[str, Kind]] = {
    **dict.fromkeys(gazetteer.PEOPLE_OF_OLD, "person"),
    **dict.fromkeys(gazetteer.ORGANISATIONS, "organisation"),
    **dict.fromkeys(gazetteer.PERIODS, "period"),
}


def _listed_in_gazetteer(text: str) -> Found:
    for name in {match.group() for match in _GAZETTEER.finditer(text)}:
        yield name, _GAZETTEER_KIND.get(name, "place")


def _persons(text: str) -> Found:
    for name in persons.find(text):
        yield name, "person"


def _organisations(text: str) -> Found:
    for name in organisations.find(text):
        yield name, "organisation"
    for match in _QUOTED_ORGANISATION.finditer(text):
        name = match.group(1)
        if (
            not name.endswith(_GATHERINGS)
            and _NOT_QUOTED_TERM.search(name) is None
            and len(name) <= 6
            and text.count(name) > 1
        ):
            yield name, "organisation"


def _places(text: str) -> Found:
    for match in _NATIVE.finditer(text):
        if not any(char in vocabulary.NOT_GIVEN - _IN_PLACES for char in match.group(2)):
            yield match.group(2), "place"


def _terms(text: str) -> Found:
    """What the document puts between quotation marks again and again is a term of it."""
    for term, count in Counter(_QUOTED.findall(text)).items():
        if (
            count >= _QUOTE_RECURS
            and _NOT_QUOTED_TERM.search(term) is None
            and not name_shapes.is_person(term)
        ):
            yield term, "concept"
