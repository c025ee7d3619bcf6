"""Whether the wiki says anything about what is asked: the questions of another wiki get no evidence.

Form and threshold were chosen on the questions in even places of seven sets, each asked of its own wiki and
of the six others; what is refused of the other questions, and of two sets left out, stands in
benchmarks/README.md.
"""

from __future__ import annotations

import re
from math import sqrt
from typing import Final

from wikic import layout
from wikic.language import all_packs
from wikic.navigate.heuristic.controller import Exploration
from wikic.navigate.heuristic.question import SURE, Question
from wikic.navigate.heuristic.term_forms import terms

# Below it lie one in a hundred of the sets' own questions and six in seven of strangers'.
_LEAST: Final = 1.0
# A figure of a table is asked for in words that the table does not use ("margin", "growth since 2019").
_LEAST_OF_TABLE: Final = 0.625
_FIGURE: Final = re.compile(rf"\d|{all_packs.expression('asks_for_a_figure')}", re.IGNORECASE)
# A table, or lines kept as they stood, as the index has them: on one line.
_TABLE: Final = re.compile(r"\| --- \||```")
_JUDGED: Final = 5
# What the words of a page's name are worth beside being covered.
_NAMED: Final = 0.5
# What the best page of a search is worth: long questions are covered by no page, and rare words in it tell.
_MATCH: Final = 0.1


def is_said(exploration: Exploration) -> bool:
    """Whether evidence is shown for an explored question."""
    least = _LEAST_OF_TABLE if _asks_table(exploration) else _LEAST
    return bool(exploration.ranked) and confidence(exploration) >= least


def confidence(exploration: Exploration) -> float:
    """How surely what was found is about the question; the same measure for every wiki.

    The share of the question that one page says, more for words that name a page, by the square root of how
    much is asked: of a long question strangers share some words, though never many. What the search of whole
    pages says is added.
    """
    question = exploration.question
    named = _named(question) | _home(exploration)
    covered = max(exploration.covered, question.weight(named))
    said = (covered + _NAMED * question.weight(named)) * sqrt(max(1.0, question.size))
    return said + _MATCH * exploration.match


def _asks_table(exploration: Exploration) -> bool:
    if not _FIGURE.search(exploration.question.text):
        return False
    first = exploration.ranked[:_JUDGED]
    return any(_TABLE.search(line) for each in first for line in each.passage.lines)


def _home(exploration: Exploration) -> frozenset[str]:
    """The terms that name the directory of the best page, if all of them stand in a question for a figure:
    the company of a filing.
    """
    if not exploration.ranked or not _FIGURE.search(exploration.question.text):
        return frozenset()
    name = layout.stem(layout.directory(exploration.ranked[0].passage.path)).replace("-", " ")
    whole = set(terms(name)) <= set(terms(exploration.question.text))
    return exploration.question.matcher.held(name) if whole else frozenset()


def _named(question: Question) -> frozenset[str]:
    """The terms of the names it surely holds; what is mistyped stands on no page, but it was understood."""
    spans = (each.match for each in question.names if each.weight >= SURE)
    return frozenset[str]().union(
        *(question.matcher.held(f"{question.text[at.start : at.end]} {at.name}") for at in spans)
    )
