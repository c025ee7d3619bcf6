"""Other words of a wiki that say what a word of a question says, in languages that bend and join words.

The index folds words as English does, so "leitet" and "Leitung" are strangers to it, and nobody who asks for
the "Windstärke" finds wind of "Stärke 6". Here a question's words are bent, and joined ones are cut, into
words that pages hold. A language has it by its endings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from wikic.language import pack_files
from wikic.navigate.heuristic.term_forms import asked_in, folded, stems
from wikic.navigate.heuristic.term_statistics import TermStatistics

_WORD: Final = re.compile(r"[^\W\d_]+")
# Letters that a stem has, and each half of a joined word: fewer are in many words by chance.
_STEM: Final = 4


@dataclass(frozen=True, slots=True)
class Forms:
    """What pages hold instead of a question's words.

    kin: for a term, the terms of the same stem that pages hold.
    parts: for a term that no page holds in any form, the terms of the two words that it joins.
    """

    kin: Mapping[str, frozenset[str]] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def forms(text: str, statistics: TermStatistics) -> Forms:
    """The forms of a question's words; none in a language without endings."""
    code = asked_in(text)
    endings = ("", *pack_files.words(code, "word_endings"))
    beginnings = ("", *pack_files.words(code, "word_beginnings"))
    if len(endings) == 1:
        return Forms()
    kin: dict[str, frozenset[str]] = {}
    parts: dict[str, tuple[str, ...]] = {}

    def known(word: str) -> bool:
        """Whether pages hold a form of a word; notes which."""
        term = _term(word)
        if term not in kin:
            bent = {_term(each) for each in _bent(word, beginnings, endings)}
            kin[term] = frozenset(filter(statistics.holds, bent))
        return bool(kin[term])

    for word in map(folded, _WORD.findall(text)):
        if len(word) >= _STEM and not known(word):
            cuts = range(_STEM, len(word) - _STEM + 1)
            halves = ((word[:at], word[at:]) for at in cuts)
            joined = next((half for half in halves if all(map(known, half))), ())
            if joined:
                parts[_term(word)] = tuple(map(_term, joined))
    return Forms(kin, parts)


def _term(word: str) -> str:
    return " ".join(stems(word))


def _bent(word: str, beginnings: tuple[str, ...], endings: tuple[str, ...]) -> Iterator[str]:
    """All forms of the stems that a word may have."""
    for begin in beginnings:
        for end in endings:
            stem = word[len(begin) : len(word) - len(end)]
            if len(stem) >= _STEM and word == f"{begin}{stem}{end}":
                yield from (f"{first}{stem}{last}" for first in beginnings for last in endings)
