"""Whether the wiki says anything about what is asked: the questions of another wiki get no evidence.

Form and threshold were chosen on nine sets, each set's questions asked of its own wiki and of the eight
others; what is refused stands in benchmarks/README.md, and none of it was held out.
"""

from __future__ import annotations

import re
from math import sqrt
from typing import Final

from wikic.language import everywhere
from wikic.navigate.heuristic.controller import Exploration
from wikic.navigate.heuristic.question import SURE, Question

# Below it lie one in fifty of the sets' own questions and nine in ten of strangers' (benchmarks/README.md).
_LEAST: Final = 0.8
# A figure of a table is asked for in words that the table does not use ("margin", "growth since 2019").
_LEAST_OF_TABLE: Final = 0.5
_FIGURE: Final = re.compile(
    rf"\d|\bhow (?:many|much)\b|{everywhere.expression('asks_for_a_figure')}", re.IGNORECASE
)
# A table, or lines kept as they stood, as the index has them: on one line.
_TABLE: Final = re.compile(r"\| --- \||```")
_JUDGED: Final = 5
# What the words of a page's name are worth beside being covered.
_NAMED: Final = 0.5


def is_said(exploration: Exploration) -> bool:
    """Whether evidence is shown for an explored question."""
    least = _LEAST_OF_TABLE if _asks_table(exploration) else _LEAST
    return bool(exploration.ranked) and confidence(exploration) >= least


def confidence(exploration: Exploration) -> float:
    """How surely what was found is about the question; the same measure for every wiki.

    The share of the question that one page says, more for words that name a page, by the square root of how
    much is asked: of a long question strangers share some words, though never many.
    """
    question = exploration.question
    named = _named(question)
    covered = max(exploration.covered, question.weight(named))
    return (covered + _NAMED * question.weight(named)) * sqrt(max(1.0, question.size))


def _asks_table(exploration: Exploration) -> bool:
    if not _FIGURE.search(exploration.question.text):
        return False
    first = exploration.ranked[:_JUDGED]
    return any(_TABLE.search(line) for each in first for line in each.passage.lines)


def _named(question: Question) -> frozenset[str]:
    """The terms of the names it surely holds; what is mistyped stands on no page, but it was understood."""
    spans = (each.match for each in question.names if each.weight >= SURE)
    return frozenset[str]().union(*(question.matcher.held(question.text[at.start : at.end]) for at in spans))
