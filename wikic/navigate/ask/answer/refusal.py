"""Whether the wiki says anything about what is asked: the questions of another wiki get no evidence.

The measure is learnt, with whole sets left out to judge it (``benchmarks/refusal.py``); its weights are data,
``refusal_weights.txt``. Capitals and punctuation of a question decide nothing.
"""

from __future__ import annotations

from functools import cache
from math import exp, fsum, log
from pathlib import Path
from typing import Final

from wikic.language import codes
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.ask.heuristic.question import SURE, Question
from wikic.navigate.ask.heuristic.term_forms import asked_in

_FILE: Final = Path(__file__).with_name("refusal_weights.txt")


def is_said(exploration: Exploration) -> bool:
    """Whether evidence is shown for an explored question."""
    return bool(exploration.ranked) and score(exploration) >= _least(exploration.question)


def is_said_among(score: float, pages: int, everywhere: int) -> bool:
    """The same where several wikis were asked.

    score: of one of them. pages: how many it has. everywhere: how many all of them have.
    """
    return score + _weights()["pages"] * log((1 + everywhere) / (1 + pages)) >= _weights()["least"]


def sureness(exploration: Exploration) -> float:
    """How likely what was found is about the question, from 0 to 1."""
    return 1 / (1 + exp(min(700.0, -score(exploration))))


def score(exploration: Exploration) -> float:
    """How surely what was found is about the question: the logarithm of the odds, the same for every wiki."""
    weights = _weights()
    return weights["always"] + fsum(weights[name] * value for name, value in signals(exploration).items())


def signals(exploration: Exploration) -> dict[str, float]:
    """What the measure is made of.

    covered: the share of the question that one of the best pages says; line: that one fact says. named: the
    share that surely names a page. match: score of the best page of a search. pages: logarithm of their
    number, for in many a question finds its words by chance. unheld: the share of its words that no page
    holds.
    """
    question = exploration.question
    return {
        "covered": exploration.covered,
        "line": max((each.own for each in exploration.ranked[:_LINES]), default=0.0),
        "named": question.weight(_named(question)),
        "match": exploration.match,
        "pages": question.most,
        "unheld": len(question.unheld) / max(1, len(question.weights)),
    }


_LINES: Final = 10  # of the best passages, whose facts are looked at


def _least(question: Question) -> float:
    code = asked_in(question.text)
    return _weights()["least elsewhere" if code and code not in codes() else "least"]


@cache
def _weights() -> dict[str, float]:
    rows = (line.split("\t") for line in _FILE.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {name: float(weight) for name, weight in rows}


def _named(question: Question) -> frozenset[str]:
    """The terms of the names it surely holds; what is mistyped stands on no page, but it was understood."""
    spans = (each.match for each in question.names if each.weight >= SURE)
    return frozenset[str]().union(
        *(question.matcher.held(f"{question.text[at.start : at.end]} {at.name}") for at in spans)
    )
