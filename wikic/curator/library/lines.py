"""Lines that stand alone: which are read together, and what becomes of several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library.passage import LeadIn, Passage
from wikic.curator.library.prose import Sentence
from wikic.text.structure import Part

_PROSE: Final = ("prose", "line", "label", "quote")
MOST_LINES: Final = 12  # of one list
_KEYED: Final = re.compile(r"^[^:：]{1,30}[:：]\s*\S")
_FEWEST_ANNOUNCING: Final = 4  # words of a line without a colon


def goes_on(text: str, below: Part | None) -> bool:
    """Whether a line without a colon announces the items below it, which go on in small letters."""
    if below is None or below.piece.shape != "item" or len(text.split()) < _FEWEST_ANNOUNCING:
        return False
    return below.piece.text.lstrip()[:1].islower()


def opens_lines(part: Part, following: Sequence[Part]) -> bool:
    """Whether a line stands above a paragraph of several lines, apart from it."""
    groups = [each.piece.group for each in following if is_line(each)]
    return len(groups) == 2 and groups[0] == groups[1] != part.piece.group


def listed(lines: Sequence[Sentence], lead: LeadIn, place: tuple[str, ...]) -> Passage:
    """Lines below what announces them: a list, or a record where each has a key."""
    numbers = (*lead.blocks, *(each.number for each in lines))
    texts = [each.text for each in lines]
    if len(texts) == 1:
        return Passage("sentence", f"{lead.text} {texts[0]}".strip(), numbers, place)
    keyed = all(map(_KEYED.match, texts))
    head = lead.text or (texts.pop(0) if keyed else "")
    rows = [*([head] if head else []), *(f"- {each}" for each in texts)]
    return Passage("record" if keyed else "list", "\n".join(rows), numbers, place)


def says_something(line: str) -> bool:
    """Whether a line that is no sentence says something: it has several words, or a number."""
    return len(line.split()) > 3 or any(map(str.isdigit, line))


def is_line(part: Part | None) -> bool:
    return part is not None and part.piece.shape == "line"


def family(part: Part) -> str:
    """Which shapes are read together: all that paragraphs are made of."""
    shape = part.piece.shape
    return "prose" if shape in _PROSE else shape
