"""What a document is about, as its heaviest words: by them a document of a library is placed.

One document alone is looked at, so its words never change because another came. What words tell documents
apart, the weights of topics say (``schema.library``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import isqrt
from typing import Final

from wikic import language
from wikic.language import Pack
from wikic.model.topics import MAX_DOCUMENT_WORDS

_READ: Final = 40_000  # characters: a longer document has said what it is about
_OPENING: Final = 600  # characters at its front, whose words count twice
_TITLE: Final = 30  # what a word of the title weighs beside one use in the text, which weighs 10
_SHORTEST: Final = 3  # letters of a word; of one in capitals two: MQ, UK
_STEM: Final = 2  # letters that folding a plural leaves at least

_HAN: Final = "\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_WORD: Final = re.compile(
    rf"(?P<address>https?://\S+|\S+@\S+\.\w+)|(?P<han>[{_HAN}]+)|[^\W_{_HAN}]+(?:['’][^\W_{_HAN}]+)?"
)


def document_words(title: str, text: str, code: str) -> tuple[tuple[str, int], ...]:
    """At most 30 words of a document with integer weights, heaviest first, then in order.

    code: BCP 47 tag of its language; words that carry nothing and plurals are known where there is a pack.
    Of text without spaces pairs of characters count, which are mostly words: those used twice.
    """
    pack = language.pack(code)
    named = set(words_of(title, pack))
    text = text[:_READ]
    uses = Counter(words_of(text, pack))
    opening = Counter(words_of(text[:_OPENING], pack))
    weights: dict[str, int] = {}
    for word in uses.keys() | named:
        said = uses[word] + opening[word]
        if uses[word] < 2 and word not in named and word[0] > "\u2e80":
            continue
        weights[word] = isqrt(100 * said) + (_TITLE if word in named else 0)
    heaviest = sorted(weights.items(), key=lambda each: (-each[1], each[0]))
    return tuple(heaviest[:MAX_DOCUMENT_WORDS])


def words_of(text: str, pack: Pack) -> Iterator[str]:
    """The words of ``text`` with a subject matter in order, case folded, plurals as singulars."""
    for match in _WORD.finditer(text):
        if match["address"]:
            continue
        if match["han"]:
            yield from _pairs(match["han"], pack)
            continue
        word = folded(match.group(), pack)
        if word:
            yield word


def folded(word: str, pack: Pack) -> str:
    """A word as it is counted, "" for one that says nothing: a stop word, a number, a single letter."""
    plain = word.casefold().replace("’", "'").removesuffix("'s")
    short = len(plain) < _SHORTEST and not (len(plain) > 1 and word.isupper())
    if short or plain in pack.stopwords or not any(map(str.isalpha, plain)):
        return ""
    return plain if word.isupper() else _singular(plain, pack.plurals)  # CICS is no plural


@lru_cache(maxsize=1 << 15)
def _singular(word: str, plurals: tuple[str, ...]) -> str:
    for each in plurals:
        ending, _, instead = each.partition(" ")
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word[: len(word) - len(ending)] + instead
    return word


def _pairs(run: str, pack: Pack) -> Iterator[str]:
    for at in range(len(run) - 1):
        pair = run[at : at + 2]
        if pair not in pack.stopwords and not (pair[0] in pack.particles or pair[1] in pack.particles):
            yield pair
