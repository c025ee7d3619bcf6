"""Other words of a wiki that say what a word of a question says: bent, joined, or mistyped.

The index folds words as English does, so "leitet" and "Leitung" are strangers to it, as "mucho" and "mucha"
are, and nobody who asks for the "Windstärke" finds wind of "Stärke 6". In every language but English a word
stands for those that begin as it does, and one that no page holds for the two words that it joins. In all
languages one that is held in no form is taken for one a slip of the keyboard away.

Lists of a language's endings find fewer: of 198 German questions R@5 was 92.4 with them, 93.4 without
(benchmarks/README.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import Final

from wikic.navigate.heuristic.term_forms import asked_in, folded, stems, stop_words
from wikic.navigate.heuristic.term_statistics import TermStatistics
from wikic.search.name_keys import is_unspaced

_WORD: Final = re.compile(r"[^\W\d_]+")
# Letters that a stem has, and each half of a joined word: fewer are in many words by chance.
_STEM: Final = 4
_LONGER: Final = 3  # letters that another form may have beyond those of the word
_UNBENT: Final = frozenset(("", "vi"))  # English is stemmed by the index, Vietnamese bends no words
_LATIN_LETTERS: Final = "\u024f"
_HANGUL: Final = "\uac00"
_SLIP: Final = 5  # letters of a word that may be mistyped
_LONGEST: Final = 64  # letters of a word; a longer one is no slip of a word, and has too many
_STRANGE: Final = 16  # words looked for in other forms: a log pasted as a question has hundreds


@dataclass(frozen=True, slots=True)
class Forms:
    """What pages hold instead of a question's words.

    kin: for a term, the terms that pages hold for it.
    parts: for a term that no page holds in any form, the terms of the two words that it joins.
    """

    kin: Mapping[str, frozenset[str]] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def forms(text: str, statistics: TermStatistics) -> Forms:
    """The forms of a question's words."""
    bends = _bends(text)
    stop = stop_words(asked_in(text))
    kin: dict[str, frozenset[str]] = {}
    parts: dict[str, tuple[str, ...]] = {}

    def known(word: str) -> bool:
        """Whether pages hold a form of a word; notes which."""
        term = _term(word)
        if term not in kin:
            kin[term] = frozenset((term,)) if statistics.holds(term) else frozenset()
            if bends and (stem := _stem(word)):
                kin[term] |= statistics.beginning(stem, len(word) - len(stem) + _LONGER)
        return bool(kin[term])

    said = dict.fromkeys(word for word in map(folded, _WORD.findall(text)) if _term(word) not in stop)
    strange = [word for word in said if len(word) >= _STEM and not known(word)]
    for word in strange[:_STRANGE]:
        cuts = range(_STEM, len(word) - _STEM + 1) if bends else ()
        halves = ((word[:at], word[at:]) for at in cuts)
        joined = next((half for half in halves if all(map(known, half))), None)
        if joined is not None:
            parts[_term(word)] = tuple(map(_term, joined))
        else:
            kin[_term(word)] = _slips(word, statistics)
    return Forms({term: held for term, held in kin.items() if held - {term}}, parts)


def _term(word: str) -> str:
    return " ".join(stems(word))


def _bends(text: str) -> bool:
    """Whether a question is in a language that may bend its words in other ways than English."""
    letters = (each for each in text if each > _LATIN_LETTERS and each.isalpha() and not is_unspaced(each))
    return asked_in(text) not in _UNBENT or any(letters)


def _stem(word: str) -> str:
    """What all forms of a word have in common, as far as its length tells; "" for a short one.

    A syllable of Hangul is two or three letters: "서울은", "서울에서".
    """
    if word[0] >= _HANGUL:
        return word[: max(2, len(word) - 2)] if len(word) > 1 else ""
    return word[: max(_STEM, len(word) - max(2, len(word) // 3))] if len(word) > _STEM else ""


def _slips(word: str, statistics: TermStatistics) -> frozenset[str]:
    """The terms that pages hold of words one slip away: two letters in each other's place, else one too many,
    else one that is missing or another.

    The first letter is right (people see when it is not), and short words are near to too many.
    """
    if not _SLIP <= len(word) <= _LONGEST:
        return frozenset()
    cuts = [(word[:at], word[at:]) for at in range(1, len(word) + 1)]
    letters = ascii_lowercase if word.isascii() else "".join(sorted(set(word)))
    kinds: tuple[Iterable[str], ...] = (
        (f"{left}{right[1]}{right[0]}{right[2:]}" for left, right in cuts if len(right) > 1),
        (f"{left}{right[1:]}" for left, right in cuts),
        (f"{left}{one}{right[gone:]}" for left, right in cuts for one in letters for gone in (0, 1)),
    )
    for slips in kinds:
        if found := frozenset(filter(statistics.holds, set(map(_term, slips)) - {_term(word)})):
            return found
    return frozenset()
