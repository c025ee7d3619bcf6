"""``consolidate``: asks which facts of a page say no more than another, and checks that no name is lost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from wikic.curator.model import bounds
from wikic.curator.model.document_evidence import supports
from wikic.curator.model.prompts import language_of
from wikic.curator.model.reply_shapes import ConsolidateReply
from wikic.curator.model.typed_call import ask, numbered
from wikic.llm.protocol import Model
from wikic.model.page import Fact, Page
from wikic.text.tokens import tokens

_ALIKE: Final = 0.6  # share of the shorter fact's words that both must have for the pair to be looked at
_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")


def consolidate(model: Model, page: Page) -> tuple[tuple[str, str], ...]:
    """Pairs of fact ids, first the fact to hide, then the one that says it better; no pair chains to another.

    Facts that resemble no other are not shown; without two that do, no call is made.
    """
    facts = [fact for fact in page.facts if not fact.superseded and not fact.reworded]
    words = [_content(fact.text, page.title) for fact in facts]
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
    return _taken([(pair.less, pair.better) for pair in said.pairs], alike, page.title)


def _taken(
    pairs: Sequence[tuple[int, int]], facts: Sequence[Fact], title: str
) -> tuple[tuple[str, str], ...]:
    taken: dict[str, str] = {}
    for less, better in pairs:
        if not (0 < less <= len(facts) and 0 < better <= len(facts)) or less == better:
            continue
        one, other = facts[less - 1], facts[better - 1]
        chained = other.id in taken or one.id in taken.values() or one.id in taken
        if not chained and one.id != other.id and _says_all(one, other, title):
            taken[one.id] = other.id
    return tuple(taken.items())


def _says_all(less: Fact, better: Fact, title: str) -> bool:
    """Whether ``better`` may stand for ``less``: same voice, every name and number, and most of its words."""
    if (less.kind, less.holder) != (better.kind, better.holder):
        return False
    return supports(less.text, [better.text]) and _near(
        _content(less.text, title), _content(better.text, title)
    )


def _content(text: str, title: str) -> frozenset[str]:
    """The longer words of ``text``, and its pairs of Han characters, without those of the page's title."""
    said, named = tokens(text), set(tokens(title))
    pairs = {a + b for a, b in pairwise(said) if _HAN.match(a) and _HAN.match(b)}
    own = {a + b for a, b in pairwise(tokens(title))}
    return frozenset({word for word in said if len(word) > 3} - named | (pairs - own))


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    shorter = min(len(one), len(other))
    return shorter > 0 and len(one & other) >= _ALIKE * shorter
