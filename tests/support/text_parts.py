"""What the lines of a text without marks tell, numbered as blocks once were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wikic import layout
from wikic.text.normalise import normalise
from wikic.text.segment_pieces import pieces
from wikic.text.structure_marks import Piece


@dataclass(frozen=True, slots=True)
class Part:
    """A piece with its number and the id that its words would have as a block."""

    number: int
    id: str
    piece: Piece


def read(text: str, language: str = "und") -> Iterator[Part]:
    """The parts of a text in order."""
    number = 0
    for piece in pieces(text, language):
        quote = normalise(piece.text)
        if quote:
            number += 1
            yield Part(number, layout.block_id(quote), piece)
