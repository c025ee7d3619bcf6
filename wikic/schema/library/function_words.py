"""Words without a subject matter, in languages whose words no pack knows, told by how they are used.

An article, a preposition or a conjunction leads to what follows it: no clause ends with it. What stands in
enough places and ends none of them is one of these, or a verb, which names no topic either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from wikic import language
from wikic.document.document_words import WordReader
from wikic.schema.library.document_features import DocumentFeatures

_SHORT: Final = 3  # letters of a word that is mostly none of a subject
_FEWEST: Final = 3  # uses of a longer one that say how it is used
_ENDING: Final = 0.05  # share of its uses at the end of a clause
_ENDING_SHORT: Final = 0.2
_SMALL: Final = 0.7  # share of its uses inside a clause that are in lower case
_CLAUSE: Final = re.compile(r"[.,;:!?…()\[\]«»“”\"|]+|\n+|\s[-–—]\s")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def function_words(leaves: Sequence[DocumentFeatures]) -> frozenset[str]:
    """Those words as they are counted; none where the languages of most documents have lists of their own."""
    unknown = [leaf for leaf in leaves if not language.pack(leaf.language).stopwords]
    if 2 * len(unknown) <= len(leaves):
        return frozenset()
    uses: Counter[str] = Counter()
    ending: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for leaf in unknown:
        reader = WordReader(leaf.language)
        for clause in (*_CLAUSE.split(leaf.title), *_CLAUSE.split(leaf.opening)):
            words = _WORD.findall(clause)
            for at, word in enumerate(words):
                if counted := reader.folded(word):
                    uses[counted] += 1
                    ending[counted] += at == len(words) - 1
                    inside[counted] += at > 0
                    small[counted] += at > 0 and word.islower()
    return frozenset(
        word
        for word in uses
        if small[word] >= _SMALL * inside[word]
        if ending[word] <= (_ENDING if len(word) > _SHORT else _ENDING_SHORT) * uses[word]
        if len(word) <= _SHORT or uses[word] >= _FEWEST
    )
