"""Names of a question that nothing here bears: every word of them may be known, and still nobody is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.navigate.heuristic.question import SURE, Question
from wikic.navigate.heuristic.term_forms import terms
from wikic.navigate.heuristic.term_statistics import TermStatistics

_WORD: Final = re.compile(r"\w+(?:[’'.&-]\w+)*")
# Letters of a word that joins two capitalised ones: "Bank of Nova Scotia", "Anna van der Berg".
_JOINT: Final = 3
# Runs that are looked up: a question has few, a page pasted as one has many.
_MOST: Final = 12


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    text: str

    @property
    def opens(self) -> bool:
        """Whether a name may begin here; codes and quarters ("FY24", "Q2") are written in many ways."""
        return self.text[0].isupper() and not any(map(str.isdigit, self.text))

    @property
    def goes_on(self) -> bool:
        return self.text[0].isupper() or self.text[0].isdigit()


def unknown(question: Question, statistics: TermStatistics, shown: Sequence[frozenset[str]]) -> float:
    """The share of a question that stands in names which no page has, in [0, 1].

    Names are runs of capitals. One is known where a page is called so, where pages write its words next to
    each other, or where one of the best passages holds them all; where the run as a whole is not ("Ann and
    Bob in May"), each part counts by itself. A question in capitals, or without any, names nobody here.

    shown: terms that each of the best passages holds.
    """
    if question.text == question.text.upper():
        return 0.0

    def said(words: Sequence[_Word]) -> frozenset[str]:
        return frozenset(terms(_text(question, words))) & question.weights.keys()

    def known(words: Sequence[_Word]) -> bool:
        held = said(words)
        sure = any(
            each.weight >= SURE and each.match.start <= words[0].start and words[-1].end <= each.match.end
            for each in question.names
        )
        return sure or any(held <= each for each in shown) or statistics.writes(_text(question, words))

    met, missed = set[str](), set[str]()
    for run in list(_runs(question))[:_MOST]:
        if known(run):
            met |= said(run)
            continue
        for part in _parts(run):
            (met if len(part) < len(run) and known(part) else missed).update(said(part))
    return question.weight(frozenset(missed - met))


def _text(question: Question, words: Sequence[_Word]) -> str:
    return question.text[words[0].start : words[-1].end]


def _runs(question: Question) -> Iterator[list[_Word]]:
    """Capitalised words, the short ones and numbers between them; no opening words that say nothing."""
    run: list[_Word] = []
    for each in _words(question.text):
        apart = bool(run) and question.text[run[-1].end : each.start].strip() != ""
        if run and (apart or not (each.goes_on or len(each.text) <= _JOINT)):
            yield from _trimmed(run, question)
            run = []
        if run or each.opens:
            run.append(each)
    yield from _trimmed(run, question)


def _words(text: str) -> Iterator[_Word]:
    for found in _WORD.finditer(text):
        yield _Word(found.start(), found.end(), found[0])


def _trimmed(run: list[_Word], question: Question) -> Iterator[list[_Word]]:
    while run and not run[-1].goes_on:
        run.pop()
    while run and not (run[0].opens and question.weights.keys() & set(terms(run[0].text))):
        run.pop(0)
    if run:
        yield run


def _parts(run: Sequence[_Word]) -> Iterator[list[_Word]]:
    """What stands between the short words."""
    part: list[_Word] = []
    for each in run:
        if each.goes_on:
            part.append(each)
        elif part:
            yield part
            part = []
    if part:
        yield part
