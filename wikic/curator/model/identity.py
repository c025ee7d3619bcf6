"""``same``: a model says which pairs of pages are of one thing, and by which two facts; code holds these
against each other. Doubt means two pages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wikic.curator.identity import Likeness, Sameness
from wikic.curator.model import bounds
from wikic.curator.model.asking import ask
from wikic.curator.model.prompts import language_of
from wikic.curator.model.shapes import SameThingReply
from wikic.llm.protocol import Model
from wikic.model.page import Fact, Page
from wikic.text.normalise import CJK, normalise

_PER_CALL: Final = 10
_FACTS: Final = 8  # of each page that are shown
_ENOUGH: Final = 2  # names, years and numbers that two facts must share beside the pages' own names
_SHARED: Final = re.compile(rf"\d{{3,}}|[^\W\d_{CJK}]{{3,}}|[{CJK}]")
_RUN: Final = 3  # Chinese characters in a row that are no accident


def same(model: Model, likenesses: Sequence[Likeness]) -> tuple[Sameness, ...]:
    """The pairs that a model takes for one thing and shows it by two facts that say the same of it."""
    found: list[Sameness] = []
    for start in range(0, len(likenesses), _PER_CALL):
        group = likenesses[start : start + _PER_CALL]
        shown = "\n".join(line for number, each in enumerate(group, start=1) for line in _lines(number, each))
        said = ask(model, "same", language_of("und", shown), shown, SameThingReply, role="verify")
        taken: set[int] = set()
        for reply in said.same:
            if not 0 < reply.pair <= len(group) or reply.pair in taken:
                continue
            taken.add(reply.pair)
            asked = group[reply.pair - 1]
            one, other = _fact(asked.one, reply.first), _fact(asked.other, reply.second)
            if one is not None and other is not None and _agree(asked, one, other):
                found.append(Sameness(start + reply.pair - 1, (one.text, other.text)))
    return tuple(found)


def _lines(number: int, asked: Likeness) -> list[str]:
    lines = [f"[{number}] {bounds.one_line(asked.shared, bounds.LINE)}"]
    for label, page in (("first", asked.one), ("second", asked.other)):
        about = f": {page.head.summary}" if page.head.summary else ""
        lines.append(f"  {label}: {bounds.one_line(page.title + about, bounds.LINE)}")
        lines += [
            f"    {at}. {bounds.one_line(fact.text, bounds.LINE)}"
            for at, fact in enumerate(_shown(page), start=1)
        ]
    return lines


def _shown(page: Page) -> list[Fact]:
    return [fact for fact in page.facts if not fact.superseded][:_FACTS]


def _fact(page: Page, number: int) -> Fact | None:
    facts = _shown(page)
    return facts[number - 1] if 0 < number <= len(facts) else None


def _agree(asked: Likeness, one: Fact, other: Fact) -> bool:
    """Whether two facts share more than the names of the pages they stand on."""
    own = " ".join(
        name for page in (asked.one, asked.other) for name in (page.title, *page.head.aliases)
    ).casefold()
    shared = {each for each in _telling(one.text) & _telling(other.text) if each.casefold() not in own}
    return len(shared) >= _ENOUGH


def _telling(text: str) -> set[str]:
    """Numbers, words with a capital, and runs of Chinese characters."""
    plain = normalise(text)
    words = [each for each in _SHARED.findall(plain) if each[0].isdigit() or each[0].isupper()]
    runs = re.findall(rf"[{CJK}]+", plain)
    return {*words, *(run[at : at + _RUN] for run in runs for at in range(len(run) - _RUN + 1))}
