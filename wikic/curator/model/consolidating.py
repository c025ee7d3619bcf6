"""``consolidate``: which facts of a page say no more than another; code lets nothing be lost by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.curator.model import bounds
from wikic.curator.model.asking import ask, numbered
from wikic.curator.model.evidence import supports
from wikic.curator.model.prompts import language_of
from wikic.curator.model.shapes import ConsolidateReply
from wikic.llm.protocol import Model
from wikic.model.page import Fact, Page
from wikic.text.tokens import tokens

_ALIKE: Final = 0.5  # share of a fact's words that the better one must have for the pair to be looked at


def consolidate(model: Model, page: Page) -> tuple[tuple[str, str], ...]:
    """Pairs of fact ids, the lesser first; none is lesser twice, and no better one is lesser itself.

    Facts that resemble no other are not shown; without two that do, no call is made.
    """
    facts = [fact for fact in page.facts if not fact.superseded and not fact.reworded]
    words = [set(tokens(fact.text)) for fact in facts]
    alike = [
        fact
        for at, fact in enumerate(facts)
        if any(other != at and _near(words[at], words[other]) for other in range(len(facts)))
    ][: bounds.MEMBERS]
    if len(alike) < 2:
        return ()
    text = "\n".join(fact.text for fact in alike)
    shown = f"{bounds.one_line(page.title, bounds.NAME)}\n{numbered([fact.text for fact in alike])}"
    said = ask(model, "consolidate", language_of("und", text), shown, ConsolidateReply)
    return _taken([(pair.less, pair.better) for pair in said.pairs], alike)


def _taken(pairs: Sequence[tuple[int, int]], facts: Sequence[Fact]) -> tuple[tuple[str, str], ...]:
    taken: dict[str, str] = {}
    for less, better in pairs:
        if not (0 < less <= len(facts) and 0 < better <= len(facts)) or less == better:
            continue
        one, other = facts[less - 1], facts[better - 1]
        chained = other.id in taken or one.id in taken.values() or one.id in taken
        if not chained and one.id != other.id and says_all(one, other):
            taken[one.id] = other.id
    return tuple(taken.items())


def says_all(less: Fact, better: Fact) -> bool:
    """Whether ``better`` may stand for ``less``: same voice, every name and number, and most of its words."""
    if (less.kind, less.holder) != (better.kind, better.holder):
        return False
    return supports(less.text, [better.text]) and _near(set(tokens(less.text)), set(tokens(better.text)))


def _near(one: set[str], other: set[str]) -> bool:
    shorter = min(len(one), len(other)) or 1
    return len(one & other) >= _ALIKE * shorter
