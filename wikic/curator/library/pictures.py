"""Pictures that stand on lines of their own, each with the sentence below it that says what it shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.library.passage import LeadIn, Passage
from wikic.curator.library.plain_words import plain
from wikic.text.structured_blocks import Part

_LONGEST: Final = 240  # characters of a caption
_MARKED: Final = re.compile(r"\s*([*_]{1,3})(?=\S)[^\n]*(?<=\S)\1\s*")  # in italics, as captions are set
_NUMBERED: Final = re.compile(
    r"[\s*_]*(?:fig(?:ure)?|abb(?:ildung)?|plate|photo|图|圖)[.\s]*\d", re.IGNORECASE
)
_BELOW: Final = ("prose", "line", "label")


def has_caption(parts: Sequence[Part], at: int) -> bool:
    """Whether the part at ``at`` is the caption of the picture before it.

    It is one that stands right below it and alone, is set as captions are, or begins with a figure's number.
    """
    if at >= len(parts) or parts[at].piece.shape not in _BELOW or len(parts[at].piece.text) > _LONGEST:
        return False
    piece = parts[at].piece
    last = at + 1 == len(parts) or parts[at + 1].piece.group != piece.group
    below = piece.group == parts[at - 1].piece.group
    return last and (below or bool(_MARKED.fullmatch(piece.text) or _NUMBERED.match(piece.text)))


def passages(run: Sequence[Part], lead: LeadIn, place: tuple[str, ...]) -> list[Passage]:
    """The passages of pictures that follow each other; a caption stands below the last."""
    found: list[Passage] = []
    for part in run:
        if part.piece.shape == "picture":
            lines = [lead.text, plain(part.piece.text)] if lead.text else [plain(part.piece.text)]
            found.append(Passage("figure", "\n".join(lines), (*lead.blocks, part.number), place))
            lead = LeadIn("", ())
        else:
            shown = found.pop()
            text = f"{shown.text}\n{plain(part.piece.text)}"
            found.append(Passage("figure", text, (*shown.blocks, part.number), place))
    return found
