"""The rows of a table that lost its bars, as pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wikic.text import unruled_tables
from wikic.text.piece import Piece


def pieces(lines: Sequence[str], region: unruled_tables.Region) -> Iterator[Piece]:
    """The rows of the table, each with the lines it stands on."""
    known = unruled_tables.columns(region.rows)
    heads = known.heads if known is not None else ()
    for number, row in enumerate(region.rows):
        raw = "\n".join(lines[row.start : row.end])
        above = known is not None and number < known.first
        exact = known.cells(row) if known is not None and not above else ()
        cells = (row.label, *(exact or row.values))
        yield Piece("row", raw, "figure", region.start, int(bool(exact)) - int(above), "", heads, cells)
