"""Tables whose cells stand between bars: ``| Berth | Length |`` above ``| --- | --- |``."""

from __future__ import annotations

from collections.abc import Sequence

from wikic.text import structure_marks
from wikic.text.piece import Piece


def opens_table(lines: Sequence[str], at: int) -> bool:
    """Whether a table with bars has its header at line ``at``."""
    if "|" not in lines[at] or at + 1 >= len(lines) or "|" not in lines[at + 1]:
        return False
    return structure_marks.TABLE_RULE.match(lines[at + 1]) is not None


def _cells(line: str) -> list[str]:
    bare = line.strip().removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith("\\|") else bare
    return [cell.strip() for cell in structure_marks.PIPE.split(bare)]


def table(lines: Sequence[str], at: int) -> tuple[int, list[Piece]]:
    """The line after the table whose header is at ``at``, and its rows: ``header: cell; header: cell``."""
    header = _cells(lines[at])
    rows: list[Piece] = []
    end = at + 2
    while end < len(lines) and "|" in lines[end] and lines[end].strip():
        cells = _cells(lines[end])
        named = [
            f"{name}: {cell}" if name else cell for name, cell in zip(header, cells, strict=False) if cell
        ]
        named += [cell for cell in cells[len(header) :] if cell]
        rows.append(Piece("row", "; ".join(named), "row", at, 0, "", tuple(header), tuple(cells)))
        end += 1
    return end, rows
