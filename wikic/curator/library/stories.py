"""Whether a document tells a story: its names are persons, and no sentence of it says what it is about."""

from __future__ import annotations

import re
from typing import Final

from wikic.document.line_kinds import Words
from wikic.document.quotes import Quoted

_FEWEST: Final = 15  # sentences
_SPOKEN: Final = re.compile(r"[\"“「『‘][^\"”」』]{2,}|^[—–]\s?\S")


def is_story(quoted: Quoted, words: Words) -> bool:
    """Whether a text tells what happened: it is prose, many sentences point back, and there is talk in it."""
    said = [block.text for block in quoted.blocks if block.kind == "sentence"]
    others = sum(block.kind in ("item", "row", "code") for block in quoted.blocks)
    if len(said) < _FEWEST or others * 12 > len(said):
        return False
    speech = sum(_SPOKEN.search(each) is not None for each in said)
    pointing = sum(words.leans(each) for each in said)
    return (speech + pointing) * 4 >= len(said) and speech * 15 >= len(said)
