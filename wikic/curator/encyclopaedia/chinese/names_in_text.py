"""Proper names in the running text of one Chinese document: precision before recall.

Each finder asks for one kind of evidence that fixes both ends of a name; what has only the shape of a name
must recur in the document and hold together as a unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from wikic.curator.encyclopaedia.chinese import name_shapes
from wikic.curator.encyclopaedia.chinese.definitions import work_title
from wikic.curator.encyclopaedia.chinese.name_shapes import PACK, YEARS, find_occurrences, is_unit
from wikic.curator.encyclopaedia.things import Sort
from wikic.language.pack_files import alternatives

_SUFFIX: Final = PACK.pattern("organisation_end")
_ATTENDS: Final = PACK.pattern("attends")
_WORKS_THERE: Final = PACK.pattern("works_there")
_LISTED_ENDS: Final = frozenset(("、", "，", "。", *PACK.words("listed_ends")))


def organisations_in(text: str, suffix: re.Pattern[str] = _SUFFIX) -> Iterator[str]:
    """Names that end with ``suffix``: a place or another organisation opens them, the words around say that
    somebody learned or worked there, or they come back.
    """
    for match in suffix.finditer(text):
        found = name_shapes.organisation_before(text, match.end(), match.group())
        if found is None:
            continue
        name, opened = found
        start = match.end() - len(name)
        if opened or _says_somebody_left(text, start, match.end()) or _is_confirmed(text, name, match.end()):
            yield name


def _says_somebody_left(text: str, start: int, end: int) -> bool:
    """Whether the words around a name say that somebody learned or worked there."""
    if _ATTENDS.search(text, max(0, start - 4), start):
        return True
    return text[start - 1 : start] == "在" and _WORKS_THERE.match(text, end) is not None


def _is_confirmed(text: str, name: str, end: int) -> bool:
    """Whether a name that no place opens is one: it recurs in varied company, or stands in a list."""
    start = end - len(name)
    if text[start - 1 : start] == "、" and text[end : end + 1] in _LISTED_ENDS:
        return len(name) <= 6
    before = {text[at - 1 : at] for at in find_occurrences(text, name)}
    return len(before) >= 2 and text.count(name) * 2 > text.count(name[1:])


_TITLES: Final = PACK.pattern("person_title")
_AUTHORSHIP: Final = PACK.pattern("authorship")
_AFTER_WORK: Final = PACK.pattern("after_work")
_SUBJECT: Final = PACK.pattern("acting")
_ROLE_BEFORE: Final = PACK.pattern("role_before")
_ROLE_AFTER: Final = PACK.pattern("role_after")
_LATIN: Final = PACK.pattern("latin_behind")
_DOTTED: Final = PACK.pattern("dotted")
_RUN: Final = PACK.pattern("rendered_run")
_AROUND: Final = PACK.pattern("around_foreign")
_LISTED: Final = PACK.pattern("listed")
_LIST_END: Final = PACK.pattern("list_end")
_SHAPE: Final = PACK.pattern("full_name_shape")
_RECURS: Final = 3  # a bare shape must come back so often before it counts as a name


def persons_in(text: str) -> Iterator[str]:
    """Names of persons in ``text``, the surest evidence first; a name may come more than once."""
    yield from _by_context(text)
    yield from _by_role(text)
    yield from _find_foreigners(text)
    yield from _find_lists(text)
    yield from _find_recurring(text)


def _by_context(text: str) -> Iterator[str]:
    for match in _TITLES.finditer(text):
        name = name_shapes.person_before(text, match.start(), weak=len(match.group()) == 1)
        if name is not None:
            yield name
    for match in YEARS.finditer(text):
        name = name_shapes.person_before(text, match.start()) or name_shapes.foreign_before(
            text, match.start()
        )
        if name is not None:
            yield name
    for match in _AUTHORSHIP.finditer(text):
        name = name_shapes.person_before(text, match.start(), bare=not match.group(), weak=True)
        if name is not None:
            yield name
    for match in _AFTER_WORK.finditer(text):
        name = name_shapes.strip_prefix(match.group(1))
        if (
            name_shapes.is_person(name, doubtful=len(name) > 2)
            and name[0] not in name_shapes.FUNCTION_SURNAMES
        ) or name_shapes.is_foreign(name):
            yield name

    for match in _SUBJECT.finditer(text):
        name = match.group(1)
        if (
            len(name) == 3
            and name_shapes.is_person(name)
            and _is_nameable(name)
            and name[0] not in name_shapes.FUNCTION_SURNAMES
        ):
            yield name


def _by_role(text: str) -> Iterator[str]:
    """Names of three characters that a role names on one side and a mark or a verb ends on the other.

    So sure of both ends, that the name itself may hold function words: 父亲许大有是渔民, 诗人沈一舟的妹妹.
    """
    for pattern in (_ROLE_BEFORE, _ROLE_AFTER):
        for match in pattern.finditer(text):
            name = match.group(1)
            if (
                name[:2] not in name_shapes.COMMON_WORDS
                and _is_nameable(name)
                and name not in name_shapes.PROVINCES
            ):
                yield name


def _find_foreigners(text: str) -> Iterator[str]:
    for match in _LATIN.finditer(text):
        name = name_shapes.foreign_before(text, match.start())
        if name is not None:
            yield name
    for match in _DOTTED.finditer(text):
        name = name_shapes.foreign_before(text, match.end())
        if name is not None and "·" in name and _AROUND.fullmatch(text[match.end() : match.end() + 1]):
            yield name
    for match in _RUN.finditer(text):
        run = match.group()
        name = name_shapes.strip_prefix(run)
        hard = sum(char in name_shapes.TRANSLITERATION_HARD for char in name)
        around = text[max(0, match.start() - 1) : match.start()] + text[match.end() : match.end() + 1]
        if (
            len(name) >= 4
            and hard >= len(name) - 1
            and name_shapes.is_foreign(name)
            and "·" not in around
            and _AROUND.fullmatch(around)
        ):
            yield name


def _find_lists(text: str) -> Iterator[str]:
    """Enumerations of persons: ``胡适、陈西滢、王世杰等``."""
    for match in _LISTED.finditer(text):
        chunks = match.group().split("、")
        chunks[-1] = _LIST_END.split(chunks[-1], maxsplit=1)[0]
        first = name_shapes.person_before(chunks[0], len(chunks[0]))
        full = [
            chunk
            for chunk in chunks[1:]
            if len(chunk) in (2, 3) and name_shapes.is_person(chunk) and _is_nameable(chunk)
        ]
        if first is not None and _is_nameable(first):
            full.insert(0, first)
        three = sum(len(name) == 3 and name[0] in name_shapes.PLAIN_SURNAMES for name in full)
        if len(full) >= 2 and three and len(full) * 3 >= len(chunks) * 2:
            yield from full


def _is_nameable(name: str) -> bool:
    return not (len(name) == 3 and name[-1] in name_shapes.NOUN_ENDS)


def _find_recurring(text: str) -> Iterator[str]:
    counts = Counter(match.group(1) for match in _SHAPE.finditer(text))
    for name, count in counts.items():
        if (
            count >= _RECURS
            and name_shapes.is_person(name)
            and _is_nameable(name)
            and is_unit(text, name, count)
        ):
            yield name


Found = Iterator[tuple[str, Sort]]

WORK: Final = PACK.pattern("work")
_QUOTED_ORGANISATION: Final = PACK.pattern("quoted_organisation")
_GATHERINGS: Final = PACK.words("gatherings")
_NATIVE: Final = PACK.pattern("native_place")
_IN_PLACES: Final = frozenset(PACK.words("in_place_names"))
_QUOTED: Final = PACK.pattern("quoted_term")
_NOT_QUOTED_TERM: Final = PACK.pattern("no_term")
_GLOSSED: Final = PACK.pattern("glossed")
_BEFORE_NAME: Final = PACK.pattern("before_glossed")
_QUOTE_RECURS: Final = 3  # times that a term stands in quotation marks
_LONGEST_WORK: Final = 30  # characters of a title


def find_names(text: str) -> dict[str, Sort]:
    """Names of ``text`` (plain, anchors removed) with their kinds; the first finder to name one decides."""
    found: dict[str, Sort] = {}
    for finder in (
        _find_works,
        _listed_in_gazetteer,
        _find_organisations,
        _find_persons,
        _find_places,
        _find_terms,
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


def _find_works(text: str) -> Found:
    for _, _, title in works_in(text):
        if title in name_shapes.PARTS_OF_BOOKS:  # some book's preface; which, the title does not say
            continue
        yield f"《{title}》", "work"


def find_glossed_names(text: str) -> Iterator[tuple[str, str]]:
    """Foreign names in both scripts, ``阿格尼丝·瓦利（Agnes Varley）``: the Chinese one and the Latin one."""
    for match in _GLOSSED.finditer(text):
        first, _, rest = match.group(1).partition("·")
        first = name_shapes.strip_prefix(re.split(_BEFORE_NAME, first)[-1])
        if 1 <= len(first) <= 6:
            yield f"{first}·{rest}", match.group(2).strip()


_GAZETTEER: Final = re.compile(
    alternatives(
        (
            *name_shapes.PROVINCES,
            *name_shapes.CITIES,
            *name_shapes.COUNTRIES,
            *name_shapes.PEOPLE_OF_OLD,
            *name_shapes.ORGANISATIONS,
            *name_shapes.PERIODS,
        )
    )
)
_GAZETTEER_KIND: Final[dict[str, Sort]] = {
    **dict.fromkeys(name_shapes.PEOPLE_OF_OLD, "person"),
    **dict.fromkeys(name_shapes.ORGANISATIONS, "organization"),
    **dict.fromkeys(name_shapes.PERIODS, "period"),
}


def _listed_in_gazetteer(text: str) -> Found:
    for name in {match.group() for match in _GAZETTEER.finditer(text)}:
        yield name, _GAZETTEER_KIND.get(name, "place")


def _find_persons(text: str) -> Found:
    for name in persons_in(text):
        yield name, "person"


def _find_organisations(text: str) -> Found:
    for name in organisations_in(text):
        yield name, "organization"
    for match in _QUOTED_ORGANISATION.finditer(text):
        name = match.group(1)
        if (
            not name.endswith(_GATHERINGS)
            and _NOT_QUOTED_TERM.search(name) is None
            and len(name) <= 6
            and text.count(name) > 1
        ):
            yield name, "organization"


def _find_places(text: str) -> Found:
    for match in _NATIVE.finditer(text):
        if not any(char in name_shapes.NOT_GIVEN - _IN_PLACES for char in match.group(2)):
            yield match.group(2), "place"


def _find_terms(text: str) -> Found:
    """What the document puts between quotation marks again and again is a term of it."""
    for term, count in Counter(_QUOTED.findall(text)).items():
        if (
            count >= _QUOTE_RECURS
            and _NOT_QUOTED_TERM.search(term) is None
            and not name_shapes.is_person(term)
        ):
            yield term, "concept"
