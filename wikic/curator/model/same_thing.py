"""``same``: a model says which pairs of pages are of one thing and names two facts that show it; code
compares these. Where they do not agree, the pages stay two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from wikic.curator.identity import Likeness, Sameness
from wikic.curator.model import bounds
from wikic.curator.model.prompts import language_of
from wikic.curator.model.reply_shapes import SameThingReply
from wikic.curator.model.typed_call import ask
from wikic.language import codes, pack
from wikic.language.pack_files import UPPER
from wikic.llm.protocol import Model
from wikic.model.page import Fact, Page
from wikic.text import sentences
from wikic.text.compare import numbers
from wikic.text.full_dates import dates
from wikic.text.normalise import CJK, normalise

_PER_CALL: Final = 10
_FACTS: Final = 8  # of each page that are shown
_ENOUGH: Final = 2  # names, years and numbers that two facts must share beside the pages' own names
_DIGITS: Final = 3
_LETTERS: Final = 3
_LETTER: Final = re.compile(r"[^\W_]")
_CAPITAL: Final = re.compile(rf"(?<![^\W\d_{CJK}])[{UPPER}][^\W\d_{CJK}]*")
_NAME: Final = re.compile(rf"{_CAPITAL.pattern}(?:(?: of(?: the)? |[ .'’&-]{{1,3}}){_CAPITAL.pattern})*")
_HAN: Final = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")
_RUN: Final = 3  # Chinese characters in a row that are no accident


def same(model: Model, likenesses: Sequence[Likeness]) -> tuple[Sameness, ...]:
    """The pairs that a model takes for one thing and shows it by two facts that say the same of it."""
    found: list[Sameness] = []
    for start in range(0, len(likenesses), _PER_CALL):
        group = likenesses[start : start + _PER_CALL]
        shown = "\n".join(line for number, each in enumerate(group, start=1) for line in _lines(number, each))
        said = ask(model, "same", language_of("und", shown), shown, SameThingReply)
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
    """Whether two facts share more than the names of the pages they stand on: a day, or enough else."""
    own = " ".join(
        name for page in (asked.one, asked.other) for name in (page.title, *page.head.aliases)
    ).casefold()
    first, second = normalise(one.text), normalise(other.text)
    if set(dates(first)) & set(dates(second)):
        return True
    figures = _figures(first, own) & _figures(second, own)
    return len(figures) + _names_shared(first, second, own) + _runs_shared(first, second, own) >= _ENOUGH


def _figures(text: str, own: str) -> set[str]:
    """Years and numbers of three digits and more."""
    found = (each for each in numbers.numbers(text) if each.shown not in own)
    return {value for each in found for value in each.values if len(value) >= _DIGITS}


def _names_shared(first: str, second: str, own: str) -> int:
    """How many separate names two texts share; words that stand side by side are one.

    That a word begins a sentence makes no name of it, unless the other text has it elsewhere.
    """
    one, one_inner = _names(first)
    other, other_inner = _names(second)
    shared = frozenset[str]().union(*one) & frozenset[str]().union(*other) & (one_inner | other_inner)
    shared = frozenset(word for word in shared if word not in own)
    apart: list[frozenset[str]] = []
    for name in filter(None, (each & shared for each in (*one, *other))):
        joined = name.union(*(each for each in apart if each & name))
        apart = [*(each for each in apart if not each & name), joined]
    return len(apart)


def _names(text: str) -> tuple[list[frozenset[str]], frozenset[str]]:
    """The words of each run of capitals, and which of all these do not only begin a sentence."""
    names: list[frozenset[str]] = []
    inner: set[str] = set()
    for start, end in sentences.spans(text):
        opener = _LETTER.search(text, start, end)
        for run in _NAME.finditer(text, start, end):
            words = {
                each.start(): each.group().casefold()
                for each in _CAPITAL.finditer(text, run.start(), run.end())
                if len(each.group()) >= _LETTERS and each.group().casefold() not in _no_names()
            }
            names.append(frozenset(words.values()))
            inner |= {word for at, word in words.items() if opener is None or at != opener.start()}
    return names, frozenset(inner)


@cache
def _no_names() -> frozenset[str]:
    """Words that have a capital without being a name, and months: a month is no more than its year."""
    packs = [pack(code) for code in codes()]
    return frozenset(word.casefold() for each in packs for word in (*each.stopwords, *each.months))


def _runs_shared(first: str, second: str, own: str) -> int:
    """How many runs of Chinese characters two texts share, each as long as it is the same."""
    known = {run[at : at + _RUN] for run in _HAN.findall(second) for at in range(len(run) - _RUN + 1)}
    found: set[str] = set()
    for run in _HAN.findall(first):
        last = -2
        for at in range(len(run) - _RUN + 1):
            piece = run[at : at + _RUN]
            if piece not in known or piece in own:
                continue
            if at != last + 1:
                found.add(piece)
            last = at
    return len(found)
