"""What is one thing under several names: United States and U.S., October and Oct., $ and dollars, DoS."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from wikic.language import all_packs, codes, pack_files
from wikic.language.countries import countries
from wikic.language.letters import UPPER

_FORMS: Final = 3  # letters from which an acronym is told by the words it is made of
_INITIALS: Final = re.compile(r"[^\W\d_]+")
_ACRONYM: Final = re.compile(rf"(?<!\w)(?:[{UPPER}][\w]?){{2,6}}(?!\w)")
# "denial of service" is DoS, "Central Bank of Ireland" CBI: small words count or do not.
_SMALL: Final = frozenset(pack_files.words("en", "small_words")) | {"of", "and", "the", "for"}


def _rows() -> Iterator[tuple[str, ...]]:
    yield from all_packs.rows("equals")
    for code in codes():
        for each in countries(code):
            yield (each.name, *each.others, *each.adjectives, *each.people)


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, frozenset[int]], re.Pattern[str]]:
    """For each form the rows it is in, and an expression that finds them all, the longest first."""
    rows: dict[str, set[int]] = {}
    for at, row in enumerate(_rows()):
        for form in filter(None, row):
            rows.setdefault(form, set()).add(at)
    words = pack_files.alternatives(form for form in rows if form[-1].isalnum() or form[-1] == ".")
    signs = pack_files.alternatives(form for form in rows if not form[-1].isalnum() and form[-1] != ".")
    expression = re.compile(rf"(?<![^\W\d_]){words}(?![^\W_])|{signs}")
    return {form: frozenset(ids) for form, ids in rows.items()}, expression


def _found(text: str) -> Iterator[tuple[int, int, frozenset[int]]]:
    rows, expression = _table()
    for match in expression.finditer(text):
        yield match.start(), match.end(), rows[match.group()]


def equal_spans(statement: str, evidence: str) -> Iterator[tuple[int, int]]:
    """Where ``statement`` writes in one form what ``evidence`` holds in another."""
    given = frozenset[int]().union(*(rows for _, _, rows in _found(evidence)))
    for start, end, rows in _found(statement):
        if rows & given:
            yield start, end
    spoken, meant = _initials(evidence)
    for match in _ACRONYM.finditer(statement):
        letters = match.group().casefold()
        if len(letters) >= _FORMS and (letters in spoken or letters in meant):
            yield match.span()
    shorts = {match.group().casefold() for match in _ACRONYM.finditer(evidence)}
    if shorts:
        yield from _written_out(statement, shorts)


def _initials(text: str) -> tuple[str, str]:
    """The first letters of all words, and of those that carry meaning."""
    words = _INITIALS.findall(text.casefold())
    return "".join(each[0] for each in words), "".join(each[0] for each in words if each not in _SMALL)


def _written_out(statement: str, shorts: set[str]) -> Iterator[tuple[int, int]]:
    """Runs of words in ``statement`` whose first letters are an acronym of the evidence."""
    words = list(_INITIALS.finditer(statement))
    for short in shorts:
        for at, word in enumerate(words):
            if word.group()[0].casefold() != short[0] or not word.group()[0].isupper():
                continue
            meant = [each for each in words[at : at + 2 * len(short)] if each.group() not in _SMALL]
            if "".join(each.group()[0] for each in meant[: len(short)]).casefold() == short:
                yield word.start(), meant[len(short) - 1].end()
