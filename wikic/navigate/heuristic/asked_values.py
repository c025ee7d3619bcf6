"""Values that a question asks for: a price, a time, a place, a reason; and what they look like in a text.

"How much is it" is answered by "60 €", whatever words stand beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.language import all_packs
from wikic.navigate.heuristic.term_forms import terms


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
            yield AskedValue(kind, frozenset(terms(" ".join(words.findall(text)))), shape)
