"""Sentences in clauses, and the words of a clause that carry meaning: what stands with what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from wikic.language import all_packs, pack

# Between two clauses. A point or comma inside of a number parts nothing, nor does the one of "No. 4".
_CUT: Final = re.compile(
    r"[;；，。！？!?()（）—]|[,:：](?!\d)|(?<![A-Z]|\d)\.(?=\s|$)"
    r"|\b(?:and|or|but|while|whereas|which|who|whose|that of)\b"
)
_WORD: Final = re.compile(r"[a-z\u00df-\u024f]+(?:['’-][a-z\u00df-\u024f]+)*", re.I)
# Runs of Chinese characters between numerals, which are compared as numbers.
_NUMERALS: Final = "".join(word for word, _, _ in all_packs.rows("numerals") if word > "\u3000")
_HAN: Final = re.compile(f"(?:(?![{_NUMERALS}])[\u3400-\u4dbf\u4e00-\u9fff])+")
_STEM: Final = 5  # letters: "staff" and "staffed", "copy" and "copying" are one
_STOP: Final = pack("en").stopwords | {*all_packs.words("empty_capitals"), *all_packs.words("numerals")}


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence that says one thing.

    text: its words.
    stems: of the words that carry meaning; of Chinese each two characters side by side.
    """

    text: str
    stems: frozenset[str]


@lru_cache(maxsize=512)
def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of ``text``, in order."""
    return tuple(Clause(piece, stems(piece)) for piece in map(str.strip, _CUT.split(text)) if piece)


@lru_cache(maxsize=2048)
def stems(text: str) -> frozenset[str]:
    """What ``text`` is about, word by word."""
    words = (word.casefold() for word in _WORD.findall(text))
    found = {stem(word) for word in words if word not in _STOP and len(word) > 2}
    for run in _HAN.findall(text):
        found |= {run[at : at + 2] for at in range(len(run) - 1)}
    return frozenset(found)


def stem(word: str) -> str:
    """The beginning of a word, by which it is known in any form."""
    return word.casefold().removesuffix("'s").removesuffix("’s")[:_STEM]
