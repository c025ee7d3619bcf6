"""Lines that stand alone: which are read together, and what becomes of several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library.passage import LeadIn, Passage
from wikic.curator.library.prose import Sentence
from wikic.text.structured_blocks import Part

_PROSE: Final = ("prose", "line", "label", "quote")
MOST_LINES: Final = 12  # of one list
_KEYED: Final = re.compile(r"^[^:：]{1,30}[:：]\s*\S")
_FEWEST_PAIRS: Final = 3
_LONGEST_VALUE: Final = 7  # words
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


def paired(lines: Sequence[Sentence], lead: LeadIn, place: tuple[str, ...]) -> Passage | None:
    """Labels that each have their value on the next line, as a record; None where they do not alternate.

    A line above the first label goes before them.
    """
    for opening in (0, 1):
        labels, values = lines[opening::2], lines[opening + 1 :: 2]
        if len(labels) != len(values) or len(values) < _FEWEST_PAIRS:
            continue
        if any(map(_is_amount, labels)) or not all(map(_is_amount, values)):
            continue
        head = " ".join(filter(None, [lead.text, *(each.text for each in lines[:opening])]))
        rows = [f"{label.text}: {value.text}" for label, value in zip(labels, values, strict=True)]
        text = "\n".join([*([head] if head else [rows.pop(0)]), *(f"- {row}" for row in rows)])
        return Passage("record", text, (*lead.blocks, *(each.number for each in lines)), place)
    return None


def _is_amount(line: Sentence) -> bool:
    few = len(line.text.split()) <= _LONGEST_VALUE
    return few and any(map(str.isdigit, line.text)) and not line.text.endswith((".", ":"))


def says_something(line: str) -> bool:
    """Whether a line that is no sentence says something: it has several words, or a number."""
    return len(line.split()) > 3 or any(map(str.isdigit, line))


def is_line(part: Part | None) -> bool:
    return part is not None and part.piece.shape == "line"


def family(part: Part) -> str:
    """Which shapes are read together: all that paragraphs are made of."""
    shape = part.piece.shape
    return "prose" if shape in _PROSE else shape
