"""A short answer out of notes, tables and records: the one value that a fact labels with what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.language import all_packs
from wikic.navigate.answer.follow_relation import Support
from wikic.navigate.answer.labelled_values import Labelled, labelled
from wikic.navigate.heuristic.asked_dates import dated_terms
from wikic.navigate.heuristic.controller import Exploration
from wikic.navigate.heuristic.question import Question
from wikic.navigate.library import Library
from wikic.navigate.page_view import PageView

_PAGES: Final = 5
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
        found += _values(exploration.question, view) if view is not None else ()
    most = max((said for said, *_ in found), default=0.0)
    best = {value: support for said, value, support in reversed(found) if said == most}
    return next(iter(best.items())) if len(best) == 1 else None


def _values(question: Question, view: PageView) -> Iterator[tuple[float, str, Support]]:
    """Values of a page that answer, each with what its label says of the question."""
    page = "\n".join((view.title, *view.aliases, layout.stem(layout.directory(view.path))))
    for fact in view.facts:
        if fact.borrowed or fact.superseded:
            continue
        owner = "\n".join((page, *(fact.place or ())))
        for each in labelled(fact.text):
            if len(each.value) <= _LONGEST and _answers(question, each, f"{owner}\n{each.beside}"):
                said = question.weight(question.matcher.held(each.label))
                yield said, each.value, Support(view.path, fact)


def _answers(question: Question, each: Labelled, owner: str) -> bool:
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
