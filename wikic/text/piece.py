"""One piece of a text: what a block is made of, and which place it has among its neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wikic.model.statement import BlockKind

Shape = Literal["heading", "prose", "line", "label", "item", "pair", "figure", "code", "turn", "quote"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One quote with the structure it stands in.

    kind, text: as in ``Block``, the text as it stands in the document.
    shape: ``prose`` is a sentence of a paragraph; a ``line`` stands alone without an end mark; a ``label``
        is a line that ends in a colon; a ``pair`` a line ``Key: value``, or a
        term and what it means (its cells); a ``figure`` a row of a table that lost its bars; a ``turn``
        what one speaker says; a ``quote`` all of a quotation, without its marks.
    group: pieces of one paragraph, item, table, run of pairs or turn share it.
    level: of a heading, from 1; the indent of an item, in columns.
    mark: an item's marker, the speaker of a turn, the key of a pair.
    head: the names of a table's columns; the day of a turn, where one is given.
    cells: the cells of a row; what is said in a turn, without its label.
    """

    kind: BlockKind
    text: str
    shape: Shape = "prose"
    group: int = 0
    level: int = 0
    mark: str = ""
    head: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
