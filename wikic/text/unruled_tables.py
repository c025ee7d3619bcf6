"""Tables that lost their bars: labels and numbers, each on a line of its own, as text from print has them.

Rows are told from the lines alone: a label, then its numbers. Which number belongs to which column is said
by ``columns``, and only where the lines leave no doubt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.language import all_packs
from wikic.text.structure_marks import Piece

# Nothing that was taken is given back (``*+``): a line of blanks takes no longer than another.
_NUMBER: Final = re.compile(
    r"^[\s(<>~+$€£¥–—-]*+(?:(?:US|C|A|HK)?[$€£¥]\s*+)*+[(\s+–—-]*+"
    r"\d[\d,. ]*+(?:\s*(?:%|x|bps|pts?|\)|[$€£¥]))*+\s*$"
)
# What stands where there is no number.
_EMPTY: Final = re.compile(r"^\s*(?:[–—#*-]+|N/?[AM]\.?|n\.?[am]\.?|nm|NM|%|—\s*+%?|# %)\s*+[$€£¥%]?\s*$")
_SIGN: Final = re.compile(r"^\s*(?:[$€£¥]|US\$|%|\)|\(|\)%|\) %)\s*$")
_YEAR: Final = re.compile(r"^\s*(?:FY\s?)?(?:19|20)\d{2}(?:E|A)?\s*$")
_ENDS_IN_YEAR: Final = re.compile(r"(?:^|[\s,/.])(?:19|20)\d{2}$")
# A column that compares two others.
_COMPARES: Final = re.compile(
    rf"%|\bvs?\b|change|variance|increase|{all_packs.expression('compares_figures')}", re.I
)
_LONGEST_HEAD: Final = 24  # characters
_TRAILING_SIGN: Final = re.compile(r"\s+([$€£¥])\s*$")
_SENTENCE: Final = re.compile(r"[.!?][”\")]?\s*$")
_LONGEST_LABEL: Final = 180  # characters
_FEWEST: Final = 6  # numbers that make a table
# A label that ends so goes on in the next line.
_OPEN: Final = frozenset({"and", "of", "in", "to", "for", "from", "by", "the", "or", "on", "with"})
_GAP: Final = 5  # labels in a row after which a table has ended


@dataclass(frozen=True, slots=True)
class Row:
    """A label and the numbers that follow it.

    start, end: its lines, the second one excluded.
    label: the text before the numbers, lines joined; "" where numbers stand alone.
    values: the numbers as they stand, currency signs with the number they stand before.
    spaced: the same with "" for every line of blanks, which may be an empty cell.
    """

    start: int
    end: int
    label: str
    values: tuple[str, ...]
    spaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """The lines of one table.

    start, end: its lines, the second one excluded.
    rows: its lines as rows, in order; captions and headings have no values.
    """

    start: int
    end: int
    rows: tuple[Row, ...]


def is_value(line: str) -> bool:
    """Whether a line holds a number and no label, or what stands for one."""
    return bool(_NUMBER.match(line) or _EMPTY.match(line))


def _kind(line: str) -> str:
    """``v`` a value, ``s`` a sign that belongs to one, ``l`` a label, ``t`` text, "" nothing."""
    bare = line.strip()
    if not bare:
        return ""
    if _SIGN.match(line):
        return "s"
    if is_value(line):
        return "v"
    return "t" if len(bare) > _LONGEST_LABEL or (len(bare) > 60 and _SENTENCE.search(bare)) else "l"


def regions(lines: Sequence[str], first: int = 0) -> list[Region]:
    """The tables among ``lines`` from line ``first`` on."""
    kinds = [_kind(line) for line in lines]
    if kinds.count("v") < _FEWEST:
        return []
    found: list[Region] = []
    at = first
    while at < len(lines):
        if kinds[at] != "v":
            at += 1
            continue
        end = _end(kinds, at)
        start = _start(kinds, lines, at, found[-1].end if found else first)
        if kinds[start:end].count("v") >= _FEWEST:
            found.append(Region(start, end, tuple(_rows(lines, kinds, start, end))))
        at = end
    return found


def _end(kinds: Sequence[str], at: int) -> int:
    """The line after the last number of the table in which line ``at`` is one."""
    last, labels = at, 0
    for each in range(at, len(kinds)):
        if kinds[each] == "v":
            last, labels = each, 0
        elif kinds[each] == "t":
            break
        elif kinds[each] == "l":
            labels += 1
            if labels > _GAP:
                break
    end = last + 1
    while end < len(kinds) and kinds[end] == "s":
        end += 1
    return end


def _start(kinds: Sequence[str], lines: Sequence[str], at: int, floor: int) -> int:
    """The first line of what stands above the numbers: labels, heads and captions."""
    start, labels = at, 0
    while start > floor and kinds[start - 1] != "t" and labels <= 8:
        if kinds[start - 1] == "l" and _SENTENCE.search(lines[start - 1]) and len(lines[start - 1]) > 40:
            break
        labels += kinds[start - 1] == "l"
        start -= 1
    while start < at and not kinds[start]:
        start += 1
    return start


def _rows(lines: Sequence[str], kinds: Sequence[str], start: int, end: int) -> list[Row]:
    rows: list[Row] = []
    at = start
    while at < end:
        if not kinds[at]:
            at += 1
            continue
        first = at
        label = lines[at].strip() if kinds[at] == "l" else ""
        at += kinds[at] == "l"
        if label and rows and _goes_on(rows[-1], label):
            before = rows.pop()
            first, label = before.start, f"{before.label} {label}"
        values_from = at
        stop = at
        while at < end and kinds[at] in ("v", "s", ""):
            stop = at + 1 if kinds[at] else stop
            at += 1
        values = _values(lines[values_from:stop])
        spaced = _values(lines[values_from:at], empty=True) if values else ()
        rows.append(Row(first, max(stop, first + 1), label, values, spaced))
    return rows


def _goes_on(before: Row, label: str) -> bool:
    """Whether a label is the second line of the one above it, which has no numbers of its own."""
    if before.values or not before.label:
        return False
    return label[:1].islower() or before.label.rsplit(None, 1)[-1].casefold() in _OPEN


def _values(lines: Sequence[str], *, empty: bool = False) -> tuple[str, ...]:
    """Numbers with the signs that stand around them; ``empty``: with "" for lines of blanks."""
    values: list[str] = []
    sign = ""
    for line in lines:
        bare = " ".join(line.split())
        if not bare:
            if empty:
                values.append("")
            continue
        if _SIGN.match(line):
            if bare[0] in "%)" and values:
                values[-1] += bare if bare[0] == ")" else f" {bare}"
            elif bare == sign:  # the other one's number is not there
                values.append(sign)
            else:
                sign += bare
            continue
        trailing = _TRAILING_SIGN.search(bare)
        if trailing is not None:
            bare = bare[: trailing.start()]
        values.append(sign + bare)
        sign = trailing.group(1) if trailing is not None else ""
    if sign and values:
        values[-1] += f" {sign}"
    return tuple(values)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the numbers of a table belong.

    first: index of the first row below the heads.
    heads: the heads, one a column.
    spaced: whether lines of blanks are empty cells.
    """

    first: int
    heads: tuple[str, ...]
    spaced: bool = False

    def cells(self, row: Row) -> tuple[str, ...]:
        """The cells of a row below the heads, one a column; () where they are in doubt."""
        found = row.spaced if self.spaced else row.values
        return found if len(found) == len(self.heads) else ()


def columns(rows: Sequence[Row]) -> Columns | None:
    """The columns of a table, or None where the lines leave a doubt.

    There are two heads or more, all different, 90 % of the rows with numbers have exactly as many, and no
    other heads stand further down.
    """
    numbered = [row for row in rows if row.values and row.label and not _years(row)]
    if not numbered:
        return None
    # No row that is full has lines of blanks: then those of the others are cells.
    most = max(len(row.values) for row in numbered)
    spaced = all(row.values == row.spaced for row in numbered if len(row.values) == most)
    widths = Counter(len(row.spaced if spaced else row.values) for row in numbered)
    width = widths.most_common(1)[0][0]
    if width < 2 or widths[width] < 0.9 * len(numbered):
        return None
    found = _heads(rows, width)
    if found is None or len(set(found.heads)) < width:
        return None  # years that repeat under spans ("Three months", "Six months") leave a doubt
    below = rows[found.first :]
    again = any(map(_years, below)) or sum(_is_date(row) for row in below) > 1
    return None if again else Columns(found.first, found.heads, spaced)


def _years(row: Row) -> bool:
    return bool(row.values) and all(_YEAR.match(value) for value in row.values)


def _is_date(row: Row) -> bool:
    """Whether a row is a label that ends in a year: "December 31, 2022"."""
    return not row.values and _ENDS_IN_YEAR.search(row.label) is not None


def _heads(rows: Sequence[Row], width: int) -> Columns | None:
    """The heads, from the first row with a year on: years, dates, and what compares them."""
    heads: list[str] = []
    for at, row in enumerate(rows[:16]):
        if len(heads) == width:
            return Columns(at, tuple(heads))
        if _years(row):
            found = _year_heads(row, first=not heads)
        elif _is_date(row):
            found = [row.label]
        elif heads and not row.values and _COMPARES.search(row.label) and len(row.label) <= _LONGEST_HEAD:
            found = [row.label]
        else:
            found = []
        if not found and (heads or len(row.values) > 1):  # one alone is the number of a page
            return None
        heads += found
    return None


def _year_heads(row: Row, *, first: bool) -> list[str]:
    """The heads of a row of years: "December 2," above one year is part of its head."""
    if len(row.values) == 1 and row.label.endswith(","):
        return [f"{row.label} {row.values[0]}"]
    if first or not row.label:
        return list(row.values)
    return [row.label, *row.values] if _COMPARES.search(row.label) else []


def figure_pieces(lines: Sequence[str], region: Region) -> Iterator[Piece]:
    """The rows of the table, each with the lines it stands on."""
    known = columns(region.rows)
    heads = known.heads if known is not None else ()
    for number, row in enumerate(region.rows):
        raw = "\n".join(lines[row.start : row.end])
        above = known is not None and number < known.first
        exact = known.cells(row) if known is not None and not above else ()
        cells = (row.label, *(exact or row.values))
        yield Piece("row", raw, "figure", region.start, int(bool(exact)) - int(above), "", heads, cells)
