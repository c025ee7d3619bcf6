"""Which questions need a model that explores (RLM-on-KG, section 6: selective escalation).

The heuristic controller looks first; that takes milliseconds and costs nothing. Its evidence then goes to
the model with no tools, one call, where signals say that it is all there; else the model gets tools as well.
A model that finds the evidence wanting says so, and explores then.

The thresholds were chosen on one half of the visible questions and measured on the other:
``benchmarks/agent.py --escalation``, docs/ask.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import Final

from wikic.model.answer import Answer
from wikic.navigate.agent.run_record import Manner
from wikic.navigate.heuristic.controller import Exploration
from wikic.navigate.heuristic.question import SURE

# Facts whose evidence is judged; what a model is handed then, ``answer/model_evidence.py`` says.
GIVEN: Final = 12
# Less than this, and the best evidence stands alone: pieces of an answer lie scattered.
CONNECTED: Final = 0.2
# Share of the question's words, by rarity, that the evidence must hold.
COVERED: Final = 0.85


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known of the evidence without asking anybody. Shares are from 0 to 1.

    connected: what the links that lead to the best evidence are worth beside its own words; 0 where nothing
        the question names leads there. The opposite of scatter.
    covered: share of the question's words, by rarity, that the evidence holds.
    named: share of the things named in the question that have evidence of their own; 1 where none is named.
    agreed: whether the facts allow a short answer: each step of the question is stated by one of them.
    """

    connected: float
    covered: float
    named: float
    agreed: bool


@dataclass(frozen=True, slots=True)
class Route:
    """How a question is answered, and why.

    manner: ``answer`` from the evidence, or ``explore``.
    why: in words, for the trace.
    signals: what it was decided by; None where the controller was chosen by hand.
    """

    manner: Manner
    why: str
    signals: Signals | None = None


def signals(exploration: Exploration, answer: Answer) -> Signals:
    """The signals of an explored question; ``answer`` holds the evidence that the model would be given."""
    question = exploration.question
    evidence = answer.evidence[:GIVEN]
    held = question.matcher.held("\n".join(f"{each.title} {each.text}" for each in evidence))
    pages = {each.page for each in evidence}
    named = [each for each in question.names if each.weight >= SURE]
    found = [bool(pages.intersection(each.match.paths)) for each in named]
    best = exploration.ranked[0] if exploration.ranked else None
    return Signals(
        connected=round(best.gain, 4) if best is not None else 0.0,
        covered=round(question.weight(held), 4) if evidence else 0.0,
        named=round(fsum(found) / len(found), 4) if found else 1.0,
        agreed=answer.short is not None,
    )


def decide(found: Signals) -> Route:
    """Whether the evidence is enough to answer from."""
    if found.agreed:
        return Route("answer", "the facts allow a short answer", found)
    if found.connected < CONNECTED:
        why = f"the best evidence stands alone ({found.connected:.2f}, below {CONNECTED})"
    elif found.covered < COVERED:
        why = f"the evidence holds {found.covered:.0%} of what is asked, less than {COVERED:.0%}"
    else:
        why = f"linked evidence ({found.connected:.2f}) holds {found.covered:.0%} of what is asked"
        return Route("answer", why, found)
    return Route("explore", why, found)
