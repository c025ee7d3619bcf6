"""What is one thing under several names: United States and U.S., October and Oct., $ and dollars, DoS."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from wikic.language import all_packs, codes, pack_files
from wikic.language.countries import countries
from wikic.language.pack_files import UPPER
from wikic.text import sentences

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
    said = [each for each in _ACRONYM.finditer(statement) if len(each.group()) >= _FORMS]
    if said:
        runs = [run for start, end in sentences.spans(evidence) for run in _initials(evidence[start:end])]
        yield from (each.span() for each in said if any(_made_of(each.group(), run) for run in runs))
    shorts = {match.group() for match in _ACRONYM.finditer(evidence)}
    if shorts:
        yield from _written_out(statement, shorts)


def _initials(text: str) -> tuple[str, str]:
    """First letters in a sentence: of all words, small ones as capitals, and of those that carry meaning."""
    words = _INITIALS.findall(text)
    spoken = "".join(each[0].upper()[0] if each in _SMALL else each[0] for each in words)
    return spoken, "".join(each[0] for each in words if each not in _SMALL)


def _made_of(short: str, initials: str) -> bool:
    """Whether an acronym stands in first letters: as capitals, unless it has small letters itself (DoS)."""
    return short in initials or (not short.isupper() and short.casefold() in initials.casefold())


def _written_out(statement: str, shorts: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Runs of words in ``statement`` whose first letters are an acronym of the evidence."""
    for start, end in sentences.spans(statement):
        words = list(_INITIALS.finditer(statement, start, end))
        for short in shorts:
            for at, word in enumerate(words):
                if word.group()[0].casefold() != short[0].casefold() or not word.group()[0].isupper():
                    continue
                meant = [each for each in words[at : at + 2 * len(short)] if each.group() not in _SMALL]
                run = meant[: len(short)]
                if len(run) == len(short) and _made_of(short, "".join(each.group()[0] for each in run)):
                    yield word.start(), run[-1].end()
