"""Text as words and characters: the one way in which pages and what a reader asks are cut.

``search.js`` cuts by the same rules; tests hold the two against each other.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from wikic.search.fields import storable
from wikic.search.name_keys import SPACED, UNSPACED

if TYPE_CHECKING:
    import tantivy

# What follows tells C from C++ and from C#; a plus alone is arithmetic.
_SIGNS: Final = r"(?:\+\+|#)?"
_ASCII_WORD: Final = re.compile(rf"[a-z0-9]+{_SIGNS}")
# Accents of Latin, Greek and Cyrillic letters; marks of other scripts are letters like others.
_DROPPED: Final = re.compile("[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]+")
# Longer ones are data, not words.
MAX_WORD: Final = 40


def fold(text: str) -> str:
    """``text`` in one case, without accents, wide forms as usual ones.

    By way of capitals, since they know more: ``ß`` becomes ``ss``.
    """
    if text.isascii():
        return text.lower()
    bare = _DROPPED.sub("", normalize("NFKD", storable(text)))
    return normalize("NFC", bare.upper().lower().replace("ς", "σ"))


def spaced(folded: str) -> list[str]:
    """The words of a folded text, of the scripts that part them by spaces."""
    if folded.isascii():
        found = _ASCII_WORD.findall(folded)
    else:
        found = _analyser(f"{SPACED}+{_SIGNS}").analyze(folded)
    return [word if len(word) <= MAX_WORD else word[:MAX_WORD] for word in found]


def unspaced(folded: str) -> list[str]:
    """The runs of characters in a folded text that belong to scripts without spaces between words."""
    return [] if folded.isascii() else _analyser(f"{UNSPACED}+").analyze(folded)


@cache
def _analyser(pattern: str) -> tantivy.TextAnalyzer:
    import tantivy

    return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.regex(pattern)).build()
