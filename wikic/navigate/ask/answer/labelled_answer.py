"""A short answer out of notes, tables and records: the one value that a fact labels with what is asked.

Facts label values in records ("Price: 60 €"), cells of tables, persons with their role in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.language import all_packs
from wikic.language.pack_files import UPPER
from wikic.navigate.ask.answer.follow_relation import Support
from wikic.navigate.ask.heuristic.asked import dated_terms
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.ask.heuristic.question import Question
from wikic.navigate.library import Library
from wikic.navigate.reader.page_view import PageView

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
_LONG: Final = 40  # characters of a value
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


def labelled_values(text: str) -> Iterator[Labelled]:
    """The values that a fact labels."""
    lines = text.split("\n")
    lead = lines[0] if lines[0].endswith(":") else ""
    if any(map(_RULE.fullmatch, lines)):
        yield from _cell_values([_split_row(line) for line in lines if line.startswith("|")], lead)
        return
    for found in _RECORD.finditer(text):
        yield Labelled(found[1], _shorten_value(found[2]), lead)
    for found in _ROLE.finditer(text):
        yield Labelled(found[2], found[1], lead)


def _cell_values(rows: list[list[str]], lead: str) -> Iterator[Labelled]:
    head, _, *body = rows
    head = head[:_WIDEST]
    for row in body:
        row = row[:_WIDEST]
        named = [f"{label} {cell}" for label, cell in zip(head, row, strict=False)]
        for at, (label, value) in enumerate(zip(head, row, strict=False)):
            if value:
                beside = "\n".join((lead, *named[:at], *named[at + 1 :]))
                yield Labelled(label, _shorten_value(value), beside, in_table=True)


def _split_row(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _shorten_value(value: str) -> str:
    """The first sentence of a value; of a long one, what stands before a bracket."""
    value = value[: end.start()] if (end := _SENTENCE.search(value)) else value
    if len(value) > _LONG and (end := _MORE.search(value)):
        value = value[: end.start()]
    return _STOP.sub("", value.strip())


_PAGES: Final = 5  # pages, the best ones
_LONGEST: Final = 80  # letters of a short answer
_FIGURE: Final = re.compile(r"\d")
_WHO: Final = re.compile(all_packs.expression("asks_who"), re.IGNORECASE)


def labelled_answer(exploration: Exploration, library: Library) -> tuple[str, Support] | None:
    """The value that answers an explored question, and its fact; None unless there is exactly one.

    Every word of the question has to be said by its label, or by what says whose value it is; of several
    the one whose label says most of it is meant.
    """
    found: list[tuple[float, str, Support]] = []
    for path in list(dict.fromkeys(each.passage.path for each in exploration.ranked))[:_PAGES]:
        view = library.view(path)
        found += _answering_values(exploration.question, view) if view is not None else ()
    most = max((said for said, *_ in found), default=0.0)
    best = {value: support for said, value, support in reversed(found) if said == most}
    return next(iter(best.items())) if len(best) == 1 else None


def _answering_values(question: Question, view: PageView) -> Iterator[tuple[float, str, Support]]:
    """Values of a page that answer, each with what its label says of the question."""
    page = "\n".join((view.title, *view.aliases, layout.stem(layout.directory(view.path))))
    for fact in view.facts:
        if fact.borrowed or fact.superseded:
            continue
        owner = "\n".join((page, *(fact.place or ())))
        for each in labelled_values(fact.text):
            if len(each.value) <= _LONGEST and _is_answer(question, each, f"{owner}\n{each.beside}"):
                said = question.weight(question.matcher.held(each.label))
                yield said, each.value, Support(view.path, fact)


def _is_answer(question: Question, each: Labelled, owner: str) -> bool:
    """Whether a value is what is asked for.

    owner: what says whose value it is.
    """
    labels = question.matcher.held(each.label)
    owners = question.matcher.held(owner) | dated_terms(question.text, owner)
    asked = {term for value in question.values for term in value.terms}
    words = _FIGURE.sub("", each.label)  # the day of an entry does not label a day
    named = bool(labels) or any(value.shape.search(words) for value in question.values)
    # The unit of a table's figures stands above it: "Costs (EUR)".
    unit = owner if each.in_table and _FIGURE.search(each.value) else ""
    fits = all(value.shape.search(f"{words}\n{each.value}\n{unit}") for value in question.values)
    is_person = _WHO.search(question.text) is None or not _FIGURE.search(each.value)
    return named and fits and is_person and question.weights.keys() <= labels | owners | asked
