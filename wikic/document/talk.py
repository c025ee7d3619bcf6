"""What single sentences of talk say: enough to stand, something beside another message, or courtesies."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from wikic.document.line_kinds import Words, is_question, without_pictures
from wikic.text import sentences
from wikic.text.normalise import CJK, normalise

COURTESY: Final = 0
BESIDE: Final = 1  # says something, but not alone
TELLS: Final = 2

_LEAST: Final = 2  # words that say something, for a sentence to stand
_PRAISE: Final = 1  # words more, of what is not about the one who speaks
_LEAST_HAN: Final = 4  # characters
_ASIDE: Final = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_PICTURED: Final = re.compile(
    r"(?<=[.!?…。！？])\s*[\U0001F000-\U0010FFFF\u2600-\u27BF\uFE0F\u200D]+\s*(?=\w)"
    r"|\s[\U0001F000-\U0010FFFF\u2600-\u27BF\uFE0F\u200D]+\s+(?=[^\W\da-z_])"
)
_HAN: Final = re.compile(f"[{CJK}]")


@dataclass(frozen=True, slots=True)
class Spoken:
    """One sentence of a message.

    text: without pictures at its end.
    asks: whether it is a question.
    rank: how much it says: ``COURTESY``, ``BESIDE`` or ``TELLS``.
    """

    text: str
    asks: bool
    rank: int


def spoken(message: str, words: Words, language: str, names: Collection[str], *, opens: bool) -> list[Spoken]:
    """The sentences of a message.

    names: of those who speak, which say nothing, as ``words_of_names`` gives them.
    opens: whether nobody spoke before it, so that it praises little.
    """
    found: list[Spoken] = []
    for sentence in map(normalise, _sentences(message, language)):
        if sentence and not words.is_boilerplate(sentence):
            bare, text = words.without_courtesies(sentence), without_pictures(sentence) or sentence
            weight = words.substance(bare, names)
            if asks(sentence, words):
                found.append(Spoken(text, True, TELLS if weight or words.appointed(bare) else COURTESY))
            else:
                found.append(Spoken(text, False, _rank((sentence, bare), weight, words, opens=opens)))
    return found


def _sentences(message: str, language: str) -> Iterator[str]:
    """The sentences of a message, of which pictures end some."""
    for sentence in sentences.split_by_script(message, language):
        yield from _PICTURED.split(sentence)


def _rank(said: tuple[str, str], weight: int, words: Words, *, opens: bool) -> int:
    """said: a sentence, and the same without courtesies."""
    sentence, bare = said
    denies = words.denies(bare)
    own = words.speaks_of_himself(bare)
    if own or not _praises(sentence, weight, words):
        if weight + (denies and weight > 0) >= _least(sentence, words, own=own, opens=opens):
            return TELLS
        if weight:
            return BESIDE
    return BESIDE if denies or words.appointed(bare) or words.commits(bare) else COURTESY


def asks(sentence: str, words: Words) -> bool:
    """Whether a sentence is a question, with its mark or without."""
    return is_marked(sentence) or words.asks_unmarked(sentence)


def is_marked(sentence: str) -> bool:
    """Whether a sentence ends as a question does, a picture sent with it or not."""
    return is_question(_ASIDE.sub("", sentence))


def _least(sentence: str, words: Words, *, own: bool, opens: bool) -> int:
    """How much a sentence has to say; one of another than who speaks has to say more, which may be praise."""
    least = _LEAST_HAN if _HAN.search(sentence) else _LEAST
    if own:
        return least
    if opens:
        return least + _PRAISE * words.is_courteous(sentence)
    return least + _PRAISE + _exclaims(sentence)


def _praises(sentence: str, weight: int, words: Words) -> bool:
    """Whether a sentence of others only cheers what was said: "Wow, what a painting!"."""
    return weight == 1 and words.greeting.match(sentence) is not None and _exclaims(sentence)


def _exclaims(sentence: str) -> bool:
    return without_pictures(sentence)[-1:] in ("!", "！")
