"""One plain sentence that says what a document is about, from its own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library.passage import Passage
from wikic.curator.library.words import Words, is_question
from wikic.text import script
from wikic.text.normalise import CJK

_LOOK: Final = 8  # passages
_SHORTEST: Final = 5  # words
_SHORTEST_HAN: Final = 10  # characters
_LONGEST: Final = 280  # characters
_WHOLE: Final = re.compile(r"[.!。！][\"”’」』)\]]*$")
_WORD: Final = re.compile(rf"[{CJK}]|[^\W_]+")
_HAN: Final = re.compile(f"[{CJK}]")
_LABEL: Final = re.compile(r"^[^\W\d_][\w ]{0,24}: ")


def summary(passages: Sequence[Passage], words: Words) -> str:
    """The first good sentence; "" where there is none."""
    good: list[str] = []
    for passage in passages[:_LOOK]:
        if passage.form == "sentence" and passage.kind == "fact":
            first = script.split(passage.text, words.pack.code)[0]
            if _is_good(first, words):
                good.append(first)
    return good[0] if good else ""


def _is_good(sentence: str, words: Words) -> bool:
    if not _WHOLE.search(sentence) or len(sentence) > _LONGEST or is_question(sentence):
        return False
    if words.leans(sentence) or _LABEL.match(sentence) or sentence[:1].islower() or sentence[:1] in '"“「*':
        return False
    count = len(_WORD.findall(sentence))
    return count >= (_SHORTEST_HAN if _HAN.search(sentence) else _SHORTEST)
