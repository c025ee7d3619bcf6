"""Questions from documents that are pages themselves: those they ask, aims of steps, cells, records, gaps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from wikic.evaluate.drafting.digest_statements import Stated
from wikic.evaluate.drafting.draft import Draft, question
from wikic.language import pack_files

_PAIR: Final = re.compile(r"^(?:- )?(?P<name>[^:：\n]{2,40})[:：] ?(?P<value>[^\n]{1,120})$", re.M)
# A number with what it is written with: 1,800; 4.6; 35; 2026-11-22.
_NUMBER: Final = re.compile(r"(?<![\w.,%-])\d[\d.,:/-]*\d(?![\w-])|(?<![\w.,-])\d(?![\w.,-])")
_TABLE: Final = 3  # lines of the smallest: head, rule, row
_BEFORE_NO_GAP: Final = "〔[［【(（<>/\\"  # a number behind one of these is a note's, a list's, or code
_MONEY: Final = "$€£¥ "  # stands with a table's heading in some documents, with its cells on the page
_GAP: Final = "____"
_SHORTEST: Final = 30  # characters of a sentence that says enough without its number
_LONGEST: Final = 300


def of_exchanges(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A question that a document asks and answers: FAQ, chats."""
    for each in stated:
        if each.statement.form != "exchange":
            continue
        said = each.statement.text.partition("\n")[0].strip()
        if said.endswith(("?", "？")):
            asked = question(each.language, "exchange", title=each.title, name=said)
            yield Draft("exchange", asked or said, (), ((each.key,),), each.statement.text)


def of_headings(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A heading that is a question; what stands below it answers, in no few words."""
    for each in stated:
        heading = each.statement.place[-1] if each.statement.place else ""
        if heading.rstrip().endswith(("?", "？")):
            yield Draft("heading", heading.strip(), (), ((each.key,),), each.quote)


def of_steps(stated: Iterable[Stated]) -> Iterator[Draft]:
    """What steps are for, out of the words before them."""
    for each in stated:
        lead = each.statement.text.partition("\n")[0]
        found = pack_files.pattern(each.language, "aim_of_steps").search(lead)
        if each.statement.form == "procedure" and found is not None:
            asked = question(each.language, "steps", name=found["name"])
            yield Draft("steps", asked, (), ((each.key,),), each.statement.text)


def of_tables(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A cell with a number, by its row and column."""
    for each in stated:
        lines = [_cells(line) for line in each.statement.text.split("\n") if line.startswith("|")]
        if each.statement.form != "table" or len(lines) < _TABLE:
            continue
        head, rows = lines[0], [row for row in lines[2:] if len(row) == len(lines[0])]
        labels = [row[0] for row in rows]
        for row in rows:
            for column, cell in zip(head[1:], row[1:], strict=True):
                named = row[0] and column and labels.count(row[0]) == 1 and head.count(column) == 1
                if named and any(char.isdigit() for char in cell):
                    asked = question(each.language, "table", title=each.title, name=row[0], column=column)
                    why = f"{row[0]}: {column}: {cell}"
                    if asked:
                        answers = tuple(dict.fromkeys((cell, cell.strip(_MONEY))))
                        yield Draft("table", asked, answers, ((each.key,),), why)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def of_records(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A value by its label."""
    for each in stated:
        if each.statement.form == "record":
            for pair in _PAIR.finditer(each.statement.text):
                asked = question(each.language, "record", title=each.title, name=pair["name"].strip())
                if asked:
                    value = pair["value"].strip()
                    yield Draft("record", asked, (value,), ((each.key,),), each.statement.text)


def of_gaps(stated: Iterable[Stated]) -> Iterator[Draft]:
    """A sentence without its only number."""
    for each in stated:
        text = each.statement.text
        numbers = list(_NUMBER.finditer(text))
        if each.statement.form != "sentence" or len(numbers) != 1 or not _SHORTEST <= len(text) <= _LONGEST:
            continue
        if text[: numbers[0].start()].strip()[-1:] in ("", *_BEFORE_NO_GAP) or numbers[0][0].count(".") > 1:
            continue
        sentence = text[: numbers[0].start()] + _GAP + text[numbers[0].end() :]
        asked = question(each.language, "gap", title=each.title, sentence=sentence)
        if asked:
            yield Draft("gap", asked, (numbers[0][0],), ((each.key,),), each.quote)
