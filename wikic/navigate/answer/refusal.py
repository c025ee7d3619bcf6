"""Whether the wiki says anything about what is asked: the questions of another wiki get no evidence.

Weights and threshold were chosen on the questions in even places of nine sets, each asked of its own wiki
and of the eight others, and on wikis of 3, 12 and 30 of their documents; what is refused of the other
questions stands in benchmarks/notes/asking.md.
"""

from __future__ import annotations

import re
from math import log
from typing import Final

from wikic import layout
from wikic.language import all_packs
from wikic.navigate.heuristic.controller import Exploration
from wikic.navigate.heuristic.question import SURE, Question
from wikic.navigate.heuristic.term_forms import terms

# Below it lie one in a hundred of the sets' own questions and eleven in twelve of strangers'.
_LEAST: Final = 0.765
# In many pages a question finds its words by chance: by the logarithm of their number.
_MANY: Final = 0.02
_FIGURE: Final = re.compile(rf"\d|{all_packs.expression('asks_for_a_figure')}", re.IGNORECASE)
# A table, or lines kept as they stood, as the index has them: on one line.
_TABLE: Final = re.compile(r"\| --- \||```")
_JUDGED: Final = 5
# What the words of a page's name are worth beside being covered.
_NAMED: Final = 1.75
# Of a long question strangers share some words, though never many.
_LONG: Final = 0.165
# Who is named and is asked for what no page says is named in vain: this share of it has to be said.
_BESIDE: Final = 0.1
_FOLLOWED: Final = 10
# What the best page of a search is worth: long questions are covered by no page, and rare words in it tell.
_MATCH: Final = 0.085
# What a question loses whose names nothing here bears, though their words are known.
_UNKNOWN: Final = 0.36
# A figure of a table is asked for in words that the table does not use ("margin", "growth since 2019").
_FIGURES: Final = 0.28


def is_said(exploration: Exploration, *, among: bool = False) -> bool:
    """Whether evidence is shown for an explored question; ``among`` as ``confidence`` takes it."""
    return bool(exploration.ranked) and confidence(exploration, among=among) >= _LEAST


def is_said_among(sure: float, pages: int, everywhere: int) -> bool:
    """The same where several wikis were asked.

    sure: of one of them. pages: how many it has. everywhere: how many all of them have.
    """
    return sure - _MANY * log((1 + everywhere) / (1 + pages)) >= _LEAST


def confidence(exploration: Exploration, *, among: bool = False) -> float:
    """How surely what was found is about the question; the same measure for every wiki.

    The share of the question that one page says; more for words that name a page, for a long question, for
    what the search of whole pages says and for a figure that tables may hold; less for names that nobody here
    bears, and in a large wiki.

    among: whether other wikis are asked as well: what is asked of a name here, one of them may say.
    """
    question = exploration.question
    named = question.weight(_named(question) | _home(exploration))
    said = max(exploration.covered, named) + _NAMED * named
    return (
        (said if among or _says_more(exploration) else exploration.covered - named)
        + _LONG * log(max(1.0, question.size))
        + _MATCH * exploration.match
        + _FIGURES * _asks_table(exploration)
        - _UNKNOWN * exploration.unknown
        - _MANY * question.most
    )


def _says_more(exploration: Exploration) -> bool:
    """Whether anything is said of what is asked beside names, if anything is.

    A relation that was followed says what it is called; what two have in common no page has to say.
    """
    question = exploration.question
    if question.shape == "comparison" or any(each.used for each in exploration.ranked[:_FOLLOWED]):
        return True
    return exploration.beside >= _BESIDE * question.weight(frozenset(question.rest))


def _asks_table(exploration: Exploration) -> bool:
    if not _FIGURE.search(exploration.question.text):
        return False
    first = exploration.ranked[:_JUDGED]
    return any(_TABLE.search(line) for each in first for line in each.passage.lines)


def _home(exploration: Exploration) -> frozenset[str]:
    """The terms that name the directory of the best page, if a question for a figure has all of them: the
    company of a filing.
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
