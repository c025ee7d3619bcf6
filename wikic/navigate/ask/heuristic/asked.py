"""What words of a question ask for: days and months, values (a price, a time, a place), relations to follow,
facts of a kind. "How much is it" is answered by "60 €", whatever words stand beside it.

A cue names labels as a page states them ("directed by" on the film's page); the inverse is followed as well,
since a question may start from either end ("films directed by X"). Labels are those of
``text/relation_labels.py``; the words stand in the records of the relations, and in the other packs by label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.language import all_packs, pack, pack_files
from wikic.language.pack import codes
from wikic.language.relations import LABELS, Relation, relations
from wikic.navigate.ask.heuristic.term_forms import question_terms
from wikic.text.full_dates import dates
from wikic.text.relation_labels import inverse

_MONTHS: Final = {
    name[:cut].casefold(): number
    for code in codes()
    for number, name in enumerate(pack(code).months, 1)
    for cut in (3, len(name))
}
_MONTH: Final = pack_files.alternatives(_MONTHS)
_DAY: Final = r"(?P<{}>\d{{1,2}})(?:st|nd|rd|th|\.)?"
# "3. Dezember 2026"; without a year "Jan 5" or "the 5th of January"; a month with its year.
_NAMED: Final = re.compile(
    rf"\b(?:(?P<month>{_MONTH})\.? {_DAY.format('after')}|{_DAY.format('before')}(?: of)? (?P<of>{_MONTH})\b)"
    r"(?:(?!\w|,? ?\d)|\.?,? (?P<year>(?:19|20)\d\d)(?!\d))"
    r"|(?P<number>\d{1,2})月(?P<day>\d{1,2})日",
    re.IGNORECASE,
)
_OF_MONTH: Final = re.compile(
    rf"\b(?P<month>{_MONTH}),? (?P<year>(?:19|20)\d\d)\b|\b(?P<iso>(?:19|20)\d\d-\d\d)\b(?!-)", re.IGNORECASE
)

_ISO: Final = re.compile(r"(?<![\d-])(?:19|20)\d\d-\d\d(?:-\d\d)?(?![\d-])")


@dataclass(frozen=True, slots=True)
class AskedDate:
    """A day, or a month with its year, that a text names.

    words: as it names it.
    shape: what the days meant look like in ISO form.
    month: whether all days of a month are meant.
    """

    words: str
    shape: re.Pattern[str]
    month: bool = False


def days_in(text: str) -> Iterator[tuple[int, int, int]]:
    """The days that a text names with their year: year, month, day."""
    yield from dates(text)
    for found in _NAMED.finditer(text):
        month = _month_number(found["month"] or found["of"] or "")
        day = int(found["after"] or found["before"] or 0)
        if found["year"] and month and 1 <= day <= 31:
            yield int(found["year"]), month, day


def asked_dates(text: str) -> Iterator[AskedDate]:
    """The days that a text names; else the days without a year and the months."""
    whole = sorted(set(days_in(text)))
    if whole:
        for year, month, day in whole:
            yield AskedDate("\n".join(_month_words(text)), re.compile(f"{year:04}-{month:02}-{day:02}"))
        return
    for found in _NAMED.finditer(text):
        number = int(found["number"] or 0) or _month_number(found["month"] or found["of"] or "")
        day = int(found["day"] or found["after"] or found["before"])
        if number and 1 <= day <= 31:  # "Aprıl": letters that are one letter's capital only
            yield AskedDate(found[0], re.compile(rf"\d{{4}}-{number:02}-{day:02}"))
    for found in _OF_MONTH.finditer(text):
        number = _month_number(found["month"] or "")
        if found["iso"] or number:
            of_year = found["iso"] or f"{found['year']}-{number:02}"
            yield AskedDate(found[0], re.compile(rf"{of_year}-\d\d"), month=True)


def names_day(text: str, shape: re.Pattern[str]) -> bool:
    """Whether a text names a day of a shape."""
    return any(shape.fullmatch(f"{year:04}-{month:02}-{day:02}") for year, month, day in days_in(text))


def dated_terms(asked: str, text: str) -> frozenset[str]:
    """The terms of the days and months of a question that a text writes as figures: "2024-04"."""
    told = (
        each.words
        for each in asked_dates(asked)
        if any(each.shape.fullmatch(iso) or each.shape.fullmatch(f"{iso}-01") for iso in _ISO.findall(text))
    )
    return frozenset(question_terms("\n".join(told)))


def _month_number(name: str) -> int:
    return _MONTHS.get(name.casefold(), 0)


def _month_words(text: str) -> Iterator[str]:
    """The words of a text that name a month."""
    for word in re.findall(r"[^\W\d_]+", text):
        if word.casefold() in _MONTHS:
            yield word


@dataclass(frozen=True, slots=True)
class AskedValue:
    """A value that a question asks for.

    kind: of value.
    terms: of the words that ask for it.
    shape: finds it in a text, or what labels it there.
    """

    kind: str
    terms: frozenset[str]
    shape: re.Pattern[str]


_ROWS: Final = tuple(
    (kind, re.compile(rf"\b(?:{asked})\b", re.I), re.compile(rf"\b(?:{words})\b", re.I), re.compile(shape))
    for kind, asked, words, shape in all_packs.rows("asked_values")
)


def asked_values(text: str) -> Iterator[AskedValue]:
    """The values that a question asks for, in the words of any language."""
    for kind, asked, words, shape in _ROWS:
        if asked.search(text):
            yield AskedValue(kind, frozenset(question_terms(" ".join(words.findall(text)))), shape)


@dataclass(frozen=True, slots=True)
class Cue:
    """Words of a question that ask for a relation.

    pattern: finds them.
    labels: of the relations asked for, read from either end.
    """

    pattern: re.Pattern[str]
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class Attribute:
    """Words of a question that ask for a fact of a kind.

    name: of the kind.
    pattern: finds the words in a question.
    shape: finds what such a fact says.
    """

    name: str
    pattern: re.Pattern[str]
    shape: re.Pattern[str]


def _compile_words(alternatives: str) -> re.Pattern[str]:
    # Latin letters on either side make another word; other scripts have no such edges.
    return re.compile(rf"(?<![A-Za-z])(?:{alternatives})(?![A-Za-z])", re.IGNORECASE)


def _make_cue(relation: Relation) -> Cue:
    labels = {relation.label, *relation.several("asked too")}
    words = "|".join(all_packs.told(relation.label, "asked"))
    return Cue(_compile_words(words), frozenset(labels | {inverse(label) for label in labels}))


def _make_attribute(name: str) -> Attribute:
    rows = [row for row in all_packs.rows("ranked_attributes") if row[0] == name]
    shape = re.compile("|".join(row[2] for row in rows), re.IGNORECASE)
    return Attribute(name, _compile_words("|".join(row[1] for row in rows)), shape)


CUES: Final = tuple(_make_cue(each) for each in relations(LABELS) if "asked" in each.keys)
ATTRIBUTES: Final = tuple(
    map(_make_attribute, dict.fromkeys(row[0] for row in all_packs.rows("ranked_attributes")))
)
