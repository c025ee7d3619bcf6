"""What stands behind ``>``: a quotation, a callout with its title, or a part of a document set apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.text import key_value_lines, listings, piped_tables, structure_marks

CALLOUT: Final = "callout"  # the mark of a callout's title
_TITLE: Final = re.compile(r"^\[!([\w-]+)(?:\|[^\]]*)?\][+-]?[ \t]*(.*?)[ \t]*$")
_SIGNED: Final = re.compile(r"^[ \t]*(?:[-–—]|--)[ \t]+\S")  # "- Seneca", below what he said


def end(lines: Sequence[str], at: int, *, deep: bool) -> int:
    """The line after the quoted lines that begin at ``at``; 0 where none do.

    deep: they may stand in a list item and be indented further.
    """
    pattern = structure_marks.QUOTE_INSIDE if deep else structure_marks.QUOTE
    after = at
    while after < len(lines) and pattern.match(lines[after]):
        after += 1
    return after if after > at else 0


def read(lines: Sequence[str]) -> tuple[str, list[str]]:
    """The title of a callout, or the word for its kind where it has none, and the lines without their marks.

    The first line is empty where it is the title.
    """
    body = [structure_marks.QUOTE_INSIDE.sub("", line) for line in lines]
    found = _TITLE.match(body[0])
    return (found[2] or found[1], ["", *body[1:]]) if found is not None else ("", body)


def is_prose(body: Sequence[str]) -> bool:
    """Whether lines are sentences, and neither a list nor a table, code or pairs."""
    filled = [line for line in body if line.strip()]
    told = filled[:-1] if len(filled) > 1 and _SIGNED.match(filled[-1]) else filled
    marks = (structure_marks.ITEM, structure_marks.FENCE, structure_marks.ATX)
    if any(pattern.match(line) for line in told for pattern in marks):
        return False
    tables = any(piped_tables.opens_table(body, at) for at in range(len(body)))
    return not (tables or listings.is_code(filled) or key_value_lines.pairs(filled))


def paragraphs(body: Sequence[str]) -> list[list[str]]:
    """Lines parted at the empty ones, and above the name of who said them."""
    found: list[list[str]] = [[]]
    for line in body:
        if not line.strip() or _SIGNED.match(line):
            found.append([])
        if line.strip():
            found[-1].append(line)
    return [each for each in found if each]
