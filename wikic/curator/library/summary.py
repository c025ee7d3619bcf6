"""One plain sentence that says what a document is about, from its own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library import attribution, clauses
from wikic.curator.library.passage import Passage
from wikic.curator.library.words import Words, is_question
from wikic.text import script
from wikic.text.normalise import CJK

_LOOK: Final = 8  # passages
_SHORTEST: Final = 5  # words
_SHORTEST_HAN: Final = 10  # characters
_LONGEST: Final = 280  # characters,
_LONGEST_HAN: Final = 140  # of one in Han script
_ENOUGH: Final = 3  # telling words, beyond which the first sentence is the best
_WHOLE: Final = re.compile(r"[.!。！][\"”’」』)\]]*$")
_WORD: Final = re.compile(rf"[{CJK}]|[^\W_]+")
_HAN: Final = re.compile(f"[{CJK}]")
_LABEL: Final = re.compile(r"^[^\W\d_][\w ]{0,24}: ")


def summary(passages: Sequence[Passage], words: Words, telling: Sequence[str] = ()) -> str:
    """The first good sentence; "" where there is none.

    telling: the document's heaviest words. In Han script, where a short text may begin anywhere, the sentence
    with most of them stands for it.
    """
    if clauses.is_wide("".join(each.text for each in passages[:_LOOK])):
        return _most_telling(passages, words, telling)
    good: list[str] = []
    for passage in passages[:_LOOK]:
        if passage.form == "sentence" and passage.kind == "fact":
            first = script.split(passage.text, words.pack.code)[0]
            if _is_good(first, words):
                good.append(first)
    return good[0] if good else ""


def _most_telling(passages: Sequence[Passage], words: Words, telling: Sequence[str]) -> str:
    best, most = "", -_LOOK
    for passage in passages[:_LOOK]:
        if passage.form != "sentence" or passage.kind != "fact":
            continue
        for sentence in script.split(passage.text, words.pack.code):
            plain = sentence.strip()
            bare = "".join(attribution.told(plain, words))
            if _is_good(plain, words) and len(plain) <= _LONGEST_HAN and not words.is_furnished(bare):
                value = 2 * min(_ENOUGH, sum(each in plain.casefold() for each in telling)) - _lacks(
                    plain, words
                )
                if value > most:
                    best, most = plain, value
    return best


def _lacks(sentence: str, words: Words) -> int:
    """What speaks against a sentence that stands alone: its subject is elsewhere, or it only adds."""
    pointing = words.lacks_subject(sentence) or words.points_back(sentence) or words.goes_on(sentence)
    return 4 * pointing + 2 * words.stands_for_another(sentence) + 2 * words.adds(sentence)


def _is_good(sentence: str, words: Words) -> bool:
    if not _WHOLE.search(sentence) or len(sentence) > _LONGEST or is_question(sentence):
        return False
    if words.leans(sentence) or _LABEL.match(sentence) or sentence[:1].islower() or sentence[:1] in '"“「*':
        return False
    count = len(_WORD.findall(sentence))
    return count >= (_SHORTEST_HAN if _HAN.search(sentence) else _SHORTEST)
