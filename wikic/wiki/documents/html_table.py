"""Tables of HTML as rows of a grid: cells that span others stand in each row and column they hold for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# Numbers in an attribute are not believed beyond these.
_WIDEST: Final = 64
_HIGHEST: Final = 1_000
_MOST_COLUMNS: Final = 256
_LAYOUT: Final = "table table, td h1, td h2, td h3"
_LAYOUT_WITHOUT_HEADER: Final = "td ul, td ol, td p + p, td pre"
_MARKER: Final = re.compile(r"^\s*(?:[-*] |\d+\. )", re.MULTILINE)
_FENCED: Final = re.compile(r"\A`{3,}[^\n]*\n(.*)\n`{3,}\Z", re.DOTALL)

Blocks = Callable[["LexborNode"], list[str]]


@dataclass(frozen=True, slots=True)
class _Cell:
    """What stands in one place of the grid.

    text: on one line.
    whole: whether it spans the row and is a heading of rows, not a value of each column.
    """

    text: str
    whole: bool = False


def is_layout(table: LexborNode) -> bool:
    """Whether a table only puts things beside each other."""
    if table.css_first(_LAYOUT):
        return True
    return not table.css_first("th") and table.css_first(_LAYOUT_WITHOUT_HEADER) is not None


def table_text(table: LexborNode, blocks: Blocks) -> str:
    """A table with bars; without a header row a list of rows. ``blocks`` reads what a cell holds."""
    rows = [row for row in table.css("tr") if _cells(row)]
    heads = _header_rows(rows)
    grid = list(_grid(rows, blocks))
    header, body = grid[:heads], [row for row in grid[heads:] if any(cell.text for cell in row)]
    caption = table.css_first("caption")
    said = " ".join(" ".join(blocks(caption)).split()) if caption else ""
    if header and any(cell.text for row in header for cell in row):
        text = _with_bars(header, body)
    else:
        text = "\n".join("- " + _row_words(row) for row in body)
    return "\n\n".join(part for part in (said, text) if part)


def _cells(row: LexborNode) -> list[LexborNode]:
    found = []
    cell = row.child
    while cell is not None:
        if cell.tag in ("td", "th"):
            found.append(cell)
        cell = cell.next
    return found


def _header_rows(rows: list[LexborNode]) -> int:
    """How many rows at the top name columns: those of ``thead``, else the first where all are ``th``."""
    count = 0
    for row in rows:
        if row.parent is None or row.parent.tag != "thead":
            break
        count += 1
    if count:
        return count if count < len(rows) or len(_cells(rows[0])) > 1 else 0
    while count < len(rows) and len(found := _cells(rows[count])) > 1 and all(c.tag == "th" for c in found):
        count += 1
    return count


def _grid(rows: list[LexborNode], blocks: Blocks) -> Iterator[list[_Cell]]:
    """Every row with all its columns; what spans rows from above stands in each of them again."""
    above: dict[int, tuple[int, _Cell]] = {}
    width = min(_MOST_COLUMNS, max((sum(map(_columns, _cells(row))) for row in rows), default=0))
    for row in rows:
        line: list[_Cell] = []
        found = _cells(row)
        below: dict[int, tuple[int, _Cell]] = {}
        for cell in found:
            _from_above(line, above, below)
            span = min(_columns(cell), _MOST_COLUMNS - len(line))
            text = _words(blocks(cell))
            whole = span > 1 and len(found) == 1 and span >= width
            made = _Cell(text, whole)
            height = _number(cell, "rowspan", _HIGHEST)
            for at in range(len(line), len(line) + span):
                line.append(made)
                if height > 1:
                    below[at] = (height - 1, made)
        _from_above(line, above, below)
        above = below
        yield line


def _from_above(
    line: list[_Cell], above: dict[int, tuple[int, _Cell]], below: dict[int, tuple[int, _Cell]]
) -> None:
    """Put into ``line`` what spans down to its next columns, and into ``below`` what goes on there."""
    while len(line) in above:
        left, cell = above[len(line)]
        if left > 1:
            below[len(line)] = (left - 1, cell)
        line.append(cell)


def _columns(cell: LexborNode) -> int:
    return _number(cell, "colspan", _WIDEST)


def _number(cell: LexborNode, name: str, most: int) -> int:
    said = (cell.attributes.get(name) or "1").strip()
    return max(1, min(most, int(said))) if said.isascii() and said.isdecimal() and len(said) < 9 else 1


def _words(blocks: list[str]) -> str:
    """A cell on one line: items with semicolons, code without its fence."""
    parts: list[str] = []
    for block in blocks:
        fenced = _FENCED.match(block)
        if fenced:
            parts.append(fenced[1])
        elif _MARKER.match(block):
            parts.append(
                "; ".join(each.strip() for each in _MARKER.sub("\n\0", block).split("\0") if each.strip())
            )
        else:
            parts.append(block)
    return " ".join(" ".join(parts).split("\n")).strip()


def _with_bars(header: list[list[_Cell]], body: list[list[_Cell]]) -> str:
    width = max(map(len, [*header, *body]))
    heads = []
    for at in range(width):
        named = [row[at].text for row in header if at < len(row)]
        heads.append(" ".join(dict.fromkeys(filter(None, named))))
    rows = [heads, *(_values(row) for row in body)]
    lines = [
        "| " + " | ".join(cell.replace("|", "\\|") for cell in [*row, *[""] * (width - len(row))]) + " |"
        for row in rows
    ]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _values(row: list[_Cell]) -> list[str]:
    """The texts of a row; one that spans all of it stands in the first column alone."""
    if row and row[0].whole:
        return [row[0].text]
    return [cell.text for cell in row]


def _row_words(row: list[_Cell]) -> str:
    """A row without header: each cell once, whatever it spans."""
    words = [cell.text for at, cell in enumerate(row) if cell.text and (not at or cell is not row[at - 1])]
    return f"{words[0].rstrip(':')}: {words[1]}" if len(words) == 2 else "; ".join(words)
