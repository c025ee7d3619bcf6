"""One piece of a text: what a block is made of, and which place it has among its neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wikic.model.statement import BlockKind

Shape = Literal[
    "heading", "prose", "line", "label", "item", "pair", "row", "figure", "code", "turn", "quote", "picture"
]


@dataclass(frozen=True, slots=True)
class Piece:
    """One quote with the structure it stands in.

    kind, text: as in ``Block``, the text as it stands in the document.
    shape: ``prose`` is a sentence of a paragraph; a ``line`` stands alone without an end mark; a ``label``
        is a line that ends in a colon; a ``pair`` a line ``Key: value``, or a
        term and what it means (its cells); a ``figure`` a row of a table that lost its bars; a ``picture`` a
        line of pictures alone; a ``turn`` what one speaker says; a ``quote`` a sentence or line of a
        quotation or of a callout, whose first line is its title with the mark "callout".
    group: pieces of one paragraph, item, table, run of pairs or turn share it.
    level: of a heading, from 1; the indent of an item, in columns.
    mark: an item's marker, the language of code, the speaker of a turn, the key of a pair.
    head: the header cells of a table's row; the day of a turn, where one is given.
    cells: the cells of a row; what is said in a turn, without its label.
    tab: whether it stands in a tab, or is the heading that names one.
    """

    kind: BlockKind
    text: str
    shape: Shape = "prose"
    group: int = 0
    level: int = 0
    mark: str = ""
    head: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    tab: bool = False
