"""The blocks of an article with the structure they stand in: what ``segment`` numbers, told in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wikic import layout
from wikic.text.normalise import normalise
from wikic.text.piece import Piece
from wikic.text.segment_pieces import pieces


@dataclass(frozen=True, slots=True)
class Part:
    """A block and the piece it is made of.

    number, id: as in ``Block``.
    piece: its text as it stands in the document, and its place among its neighbours.
    """

    number: int
    id: str
    piece: Piece


def read(text: str, language: str = "und") -> Iterator[Part]:
    """The parts of an article in order; numbers and ids are those of ``blocks.segment``."""
    number = 0
    for piece in pieces(text, language):
        quote = normalise(piece.text)
        if quote:
            number += 1
            yield Part(number, layout.block_id(quote), piece)
