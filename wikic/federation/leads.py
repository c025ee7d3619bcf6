"""Where the facts of one wiki lead in another: names in them that another wiki has a page on.

A name is followed as a reader follows it, by looking it up: it is not taken to be the same thing, and what is
found stands in the answer as what that wiki says.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from typing import Final

from wikic.federation.registry import Registry
from wikic.model.answer import Answer, Evidence
from wikic.text.normalise import fold_name

# Facts whose names are looked up, and names of all of them.
_FACTS: Final = 4
_NAMES: Final = 8


@dataclass(frozen=True, slots=True)
class Lead:
    """A wiki to be asked.

    by: the name in a fact that leads there, "" for the question itself. sure: certainty of the wiki that says
        so; what is found is not surer, since the name was not in the question.
    """

    wiki: str
    asked: str
    by: str = ""
    sure: float = inf

    @property
    def question(self) -> str:
        """What it is asked: the question, and the name it is to be looked for with."""
        return f"{self.asked} {self.by}".strip()

    def kept(self, answer: Answer) -> Answer:
        """The answer without facts that only say something of the name that led there."""
        if not self.by or not answer.answered:
            return answer
        name = fold_name(self.by)
        said = [any(fold_name(each) not in name for each in fact.about) for fact in answer.evidence]
        return answer if any(said) else replace(answer, answered=False, evidence=(), short=None, sources=())


def leads(
    registry: Registry,
    question: str,
    evidence: Sequence[Evidence],
    allowed: Container[str],
    sure: Mapping[str, float],
) -> list[Lead]:
    """Wikis that have pages on what the best facts name and the question does not.

    sure: certainty of the wikis that say the facts, by name.
    """
    return list(islice(_leads(registry, question, evidence, allowed, sure), _NAMES))


def _leads(
    registry: Registry,
    question: str,
    evidence: Sequence[Evidence],
    allowed: Container[str],
    sure: Mapping[str, float],
) -> Iterator[Lead]:
    seen = {each.name.casefold() for each in registry.named(question)}
    for fact in evidence[:_FACTS]:
        home = fact.page.partition(":")[0]
        for known in registry.named(fact.text):
            if known.name.casefold() in seen or known.name.casefold() in question.casefold():
                continue
            seen.add(known.name.casefold())
            wiki = next((each for each in known.wikis if each != home and each in allowed), None)
            if wiki is not None:
                yield Lead(wiki, question, known.name, sure.get(home, 0.0))
