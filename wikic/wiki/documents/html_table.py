"""Tables of HTML as rows of a grid: cells that span others stand in each row and column they hold for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wikic.document import nodes
from wikic.document.nodes import Block, Inlines
from wikic.document.plain import plain_text
from wikic.wiki.documents.tree_parts import tidy

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# Numbers in an attribute are not believed beyond these.
_WIDEST: Final = 64
_HIGHEST: Final = 1_000
_MOST_COLUMNS: Final = 256
_LAYOUT: Final = "table table, td h1, td h2, td h3"
_LAYOUT_WITHOUT_HEADER: Final = "td ul, td ol, td p + p, td pre"

Words = Callable[["LexborNode"], Inlines]


@dataclass(frozen=True, slots=True)
class _Cell:
    """What stands in one place of the grid.

    words: on one line.
    whole: whether it spans the row and is a heading of rows, not a value of each column.
    """

    words: Inlines
    whole: bool = False


def is_layout(table: LexborNode) -> bool:
    """Whether a table only puts things beside each other."""
    if table.css_first(_LAYOUT):
        return True
    return not table.css_first("th") and table.css_first(_LAYOUT_WITHOUT_HEADER) is not None


def read_table(table: LexborNode, read: Words) -> Iterator[Block]:
    """A table, its head empty where nothing names the columns; ``read`` gives the words of a cell."""
    rows = [row for row in table.css("tr") if _cells(row)]
    heads = _header_rows(rows)
    grid = list(_grid(rows, read))
    body = [row for row in grid[heads:] if any(cell.words for cell in row)]
    caption = table.css_first("caption")
    said = read(caption) if caption else ()
    width = max(map(len, [*grid[:heads], *body]), default=0)
    head = [_named([row[at].words for row in grid[:heads] if at < len(row)]) for at in range(width)]
    bare = width == 1 and not any(head)
    if said and (not width or bare or plain_text(said).startswith("Table")):
        yield nodes.Para(said)
        said = ()
    if bare:
        yield from (nodes.Para(row[0].words) for row in body)
    elif width and (body or any(head)):
        made = tuple(nodes.Row(_filled(_values(row), width)) for row in body)
        yield nodes.Table(nodes.Row(_filled(head, width)), tuple("" for _ in range(width)), made, said)


def _filled(cells: list[Inlines], width: int) -> tuple[Inlines, ...]:
    return (*cells, *((),) * (width - len(cells)))


def _named(parts: list[Inlines]) -> Inlines:
    """What heads of several rows name a column together, each once."""
    once = list(dict.fromkeys(part for part in parts if part))
    return tidy([node for part in once for node in (nodes.Text(" "), *part)])


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


def _grid(rows: list[LexborNode], read: Words) -> Iterator[list[_Cell]]:
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
            whole = span > 1 and len(found) == 1 and span >= width
            made = _Cell(read(cell), whole)
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


def _values(row: list[_Cell]) -> list[Inlines]:
    """The words of a row; one that spans all of it stands in the first column alone."""
    if row and row[0].whole:
        return [row[0].words]
    return [cell.words for cell in row]
