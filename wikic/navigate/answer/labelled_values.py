"""Values that facts label: records ("Price: 60 €"), cells of tables, persons with their role in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic.language.pack_files import UPPER

# "Status: closed", no speech: a line, the beginning of a sentence, or one of several with gaps between.
_RECORD: Final = re.compile(
    r"(?:^|  |(?<=[.!?] ))(?:[-*] )?([^\W\d_](?:[^:|.\n]|\.(?! )){0,48}): +([^\s“„»][^\n]*?)(?=   |$)", re.M
)
# An initial ("K. Moll") and a day ("4. May") end no sentence.
_SENTENCE: Final = re.compile(rf"(?:(?<=[^\W\d_]{{3}})|(?<=[^\w\s]))\.(?= [{UPPER}])")
_MORE: Final = re.compile(r"[;(]")
_STOP: Final = re.compile(r"(?<=[^\d.])\.$")
_ROLE: Final = re.compile(rf"(?<!\w)([{UPPER}][\w.-]+(?: [{UPPER}][\w.-]+){{1,5}}) \(([^()\n]{{2,30}})\)")
_RULE: Final = re.compile(r"\|(?: *:?-+:? *\|)+")
_LONG: Final = 40
_WIDEST: Final = 64  # cells of a row: each is read beside all others


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value of a fact.

    label: what it is. value: as the fact writes it, without what a long one goes on with.
    beside: what says whose value it is: the other cells of its row, the line above its list.
    in_table: whether it is a cell.
    """

    label: str
    value: str
    beside: str = ""
    in_table: bool = False


def labelled(text: str) -> Iterator[Labelled]:
    """The values that a fact labels."""
    lines = text.split("\n")
    lead = lines[0] if lines[0].endswith(":") else ""
    if any(map(_RULE.fullmatch, lines)):
        yield from _cells([_row(line) for line in lines if line.startswith("|")], lead)
        return
    for found in _RECORD.finditer(text):
        yield Labelled(found[1], _short(found[2]), lead)
    for found in _ROLE.finditer(text):
        yield Labelled(found[2], found[1], lead)


def _cells(rows: list[list[str]], lead: str) -> Iterator[Labelled]:
    head, _, *body = rows
    head = head[:_WIDEST]
    for row in body:
        row = row[:_WIDEST]
        named = [f"{label} {cell}" for label, cell in zip(head, row, strict=False)]
        for at, (label, value) in enumerate(zip(head, row, strict=False)):
            if value:
                beside = "\n".join((lead, *named[:at], *named[at + 1 :]))
                yield Labelled(label, _short(value), beside, in_table=True)


def _row(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _short(value: str) -> str:
    """The first sentence of a value; of a long one, what stands before a bracket."""
    value = value[: end.start()] if (end := _SENTENCE.search(value)) else value
    if len(value) > _LONG and (end := _MORE.search(value)):
        value = value[: end.start()]
    return _STOP.sub("", value.strip())
