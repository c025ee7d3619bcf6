"""CSV and TSV: a short table is one document, a long one a document for each row or stretch of rows."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Final

from wikic.errors import InputError
from wikic.wiki.documents.decoding import decode
from wikic.wiki.documents.field_names import draft, text_of
from wikic.wiki.documents.json_records import Record
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.titles import one_line

_SIGNS: Final = ",;\t|"
_LOOK: Final = 50  # rows that tell which sign parts the cells
# More rows than a reader takes in at a look become documents of their own.
_TABLE: Final = 40
_MOST_ROWS: Final = 200_000
_MOST_COLUMNS: Final = 200
_LONG: Final = 200  # characters of a cell that is a text, not a value


def read_delimited(data: bytes, path: Path) -> Iterator[Record]:
    """The documents of a table. Raises InputError when it is none, or larger than a table may be."""
    text = decode(data)
    sign = "\t" if path.suffix.lower() == ".tsv" else ""
    first, _, rest = text.partition("\n")
    if first[:4] == "sep=" and len(first.strip()) == 5:  # how Excel is told
        sign, text = first[4], rest
    rows = _rows(text, sign or _sign(text))
    if not rows:
        raise InputError("is empty")
    header = _header(rows)
    body = rows[1:] if header else rows
    if not body:
        raise InputError("is a table without rows")
    names = header or [""] * max(map(len, body))
    named = [dict(zip(names, row, strict=False)) for row in body] if header else []
    if named and text_of(named[0]) is not None:
        yield from (_told(fields, number) for number, fields in enumerate(named, 1))
    elif len(body) <= _TABLE:
        yield Record(Draft(_table(names, body)), "", 0)
    elif header and len(names) > 1 and _unique([row[0] for row in body]):
        for number, (row, fields) in enumerate(zip(body, named, strict=True), 1):
            yield Record(_row(names, row, fields), "", number)
    else:
        for number, at in enumerate(range(0, len(body), _TABLE), 1):
            stretch = body[at : at + _TABLE]
            said = f"{at + 1}-{at + len(stretch)}"
            yield Record(Draft(_table(names, stretch), record=f"rows-{said}"), "", number)


def _rows(text: str, sign: str, most: int = _MOST_ROWS) -> list[list[str]]:
    """The rows with their cells on one line or more, empty ones left out."""
    rows: list[list[str]] = []
    try:
        for row in csv.reader(StringIO(text, newline="\n"), delimiter=sign, skipinitialspace=True):
            if len(row) > _MOST_COLUMNS:
                raise InputError(f"has more than {_MOST_COLUMNS} columns")
            if len(rows) >= most:
                raise InputError(f"has more than {most} rows")
            if any(cell.strip() for cell in row):
                rows.append([cell.strip() for cell in row])
    except csv.Error as error:
        raise InputError(f"is no table ({one_line(str(error))})") from error
    return rows


def _sign(text: str) -> str:
    """The sign that parts most rows into equally many cells; a comma where none does."""
    lines = "".join(islice(StringIO(text, newline="\n"), 4 * _LOOK))
    best, found = (0, 0), ","
    for sign in _SIGNS:
        try:
            widths = Counter(len(row) for row in _rows(lines, sign)[:_LOOK])
        except InputError:
            continue
        width, count = max(widths.items(), key=lambda each: (each[0] > 1, each[1], each[0]), default=(0, 0))
        if width > 1 and (count, width) > best:
            best, found = (count, width), sign
    return found


def _header(rows: Sequence[Sequence[str]]) -> list[str]:
    """The names of the columns; none where the first row holds a number, a gap or a name twice."""
    first = [one_line(cell) for cell in rows[0]]
    while first and not first[-1]:
        first.pop()
    if len(rows) < 2 or len(first) < 2 or not _unique(first) or any(map(_is_number, first)):
        return []
    return [] if any(len(cell) > _LONG for cell in first) else first


def _is_number(cell: str) -> bool:
    digits = sum(map(str.isdigit, cell))
    return digits * 2 > len(cell.replace(" ", "")) and not (len(cell) == 4 and digits == 4)


def _unique(cells: Sequence[str]) -> bool:
    return all(cells) and len({cell.casefold() for cell in cells}) == len(cells)


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; a single column is a list."""
    width = max(len(names), *map(len, rows))
    if width == 1:
        return "".join(f"- {_cell(row[0])}\n" for row in rows)
    lines = [[*names, *[""] * (width - len(names))]]
    lines += [[*row, *[""] * (width - len(row))] for row in rows]
    drawn = ["| " + " | ".join(_cell(cell).replace("|", "\\|") for cell in line) + " |" for line in lines]
    return "\n".join([drawn[0], "|" + " --- |" * width, *drawn[1:]]) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split())


def _row(names: Sequence[str], row: Sequence[str], fields: dict[str, str]) -> Draft:
    """A row as a record: a line for each value, a section for each text."""
    pairs = [(name, cell) for name, cell in zip(names, row, strict=False) if cell]
    values = [f"{name}: {_cell(cell)}" for name, cell in pairs if len(cell) <= _LONG]
    texts = [f"## {name}\n\n{cell}" for name, cell in pairs if len(cell) > _LONG]
    text = "\n\n".join(filter(None, ["\n".join(values), *texts])) + "\n"
    made = draft(fields, text)
    return replace(made, title=row[0], record=made.record or row[0])


def _told(fields: dict[str, str], number: int) -> Record:
    """A row that has a column for the document's text, as a record of JSON has it."""
    text = text_of(fields) or ""
    return Record(draft(fields, text), "", number)
