"""The answers of several wikis in one order.

Scores of different wikis do not compare: words are rare in one and common in another. Two things do: the rank
a fact has in its wiki, and how surely a wiki says anything about the question, which is one measure for all
(``answer/refusal.py``). A fact is worth that certainty over its rank, as in reciprocal rank fusion (Cormack,
Clarke and Buettcher 2009).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from wikic.federation.addresses import title_beside
from wikic.model.answer import Answer, Document, Evidence, Group, Near, Short
from wikic.navigate.ask.answer.compose import is_said_among
from wikic.text.compare import same_fact
from wikic.text.normalise import normalise

_NEAREST: Final = 5

_Key = tuple[str, str]  # page and id of a fact, or its text


@dataclass(frozen=True, slots=True)
class Told:
    """What one wiki said.

    wiki: its name. title: what it calls itself. answer: with qualified addresses. sure: certainty.
    pages: how many it has. ruled: whether a rule told it, whatever the certainty.
    """

    wiki: str
    title: str
    answer: Answer
    sure: float
    pages: int
    ruled: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """A fact in the order of all. worth: its place goes by it. at: its rank in its wiki."""

    worth: float
    told: Told
    at: int

    @property
    def fact(self) -> Evidence:
        return replace(self.told.answer.evidence[self.at], score=round(self.worth, 4))


def merged(question: str, told: Sequence[Told], limit: int) -> Answer:
    """One answer of at most ``limit`` facts and those its short answer needs, in a group for each wiki.

    The short answer is that of the surest wiki that has one; what others answer in short is a note.
    """
    pages = sum({each.wiki: each.pages for each in told}.values())
    saying = sorted((each for each in told if _says(each, pages)), key=lambda each: (-each.sure, each.wiki))
    best: dict[_Key, _Row] = {}  # a wiki that was asked twice may say the same twice
    for each in saying:
        for at, fact in enumerate(each.answer.evidence):
            row = _Row(each.sure / (1 + at), each, at)
            if row.worth > best.setdefault(_key(fact), row).worth:
                best[_key(fact)] = row
    brief = next((each for each in saying if each.answer.short is not None), None)
    needed = _needed(brief)
    order = sorted(best.values(), key=lambda row: (-row.worth, row.told.wiki, row.at))
    ranked = _each_text_once(order, needed)
    rows = [row for place, row in enumerate(ranked) if place < limit or _key(row.fact) in needed]
    return Answer(
        question=question,
        answered=bool(rows),
        short=_placed(brief, needed, rows),
        evidence=tuple(row.fact for row in rows),
        groups=tuple(_groups(rows)),
        sources=tuple(_sources(rows)),
        nearest=() if rows else _nearest(told),
        complete=all(each.answer.complete for each in told),
        notes=tuple(_others(saying, brief)),
    )


def _each_text_once(ranked: Iterable[_Row], needed: Container[_Key]) -> Iterator[_Row]:
    """Without what another wiki has said before in the same words: wikis share documents."""
    seen: set[str] = set()
    for row in ranked:
        text = normalise(row.fact.text)
        if text not in seen or _key(row.fact) in needed:
            yield row
        seen.add(text)


def _says(told: Told, pages: int) -> bool:
    """Whether a wiki says something: in many pages a question finds its words by chance."""
    return told.answer.answered and (told.ruled or is_said_among(told.sure, told.pages, pages))


def _needed(brief: Told | None) -> tuple[_Key, ...]:
    """The facts that a short answer rests on, in the order of the argument."""
    if brief is None or brief.answer.short is None:
        return ()
    return tuple(_key(brief.answer.evidence[at]) for at in brief.answer.short.evidence)


def _placed(brief: Told | None, needed: tuple[_Key, ...], rows: Sequence[_Row]) -> Short | None:
    """The short answer with the places of its facts among ``rows``."""
    if brief is None or brief.answer.short is None:
        return None
    places = {_key(row.fact): place for place, row in enumerate(rows)}
    return replace(brief.answer.short, evidence=tuple(places[key] for key in needed))


def _key(fact: Evidence) -> _Key:
    return fact.page, fact.fact or fact.text


def _groups(rows: Sequence[_Row]) -> Iterator[Group]:
    """The facts by wiki, that of the best first."""
    found: dict[str, list[int]] = {}
    titles: dict[str, str] = {}
    for place, row in enumerate(rows):
        found.setdefault(row.told.wiki, []).append(place)
        titles[row.told.wiki] = row.told.title
    for wiki, places in found.items():
        title = title_beside(wiki, titles[wiki])
        yield Group(f"{title} ({wiki})" if title else wiki, tuple(places))


def _sources(rows: Sequence[_Row]) -> Iterator[Document]:
    """The documents of the facts in their order, each once."""
    seen: set[str] = set()
    for row in rows:
        known = {each.digest: each for each in row.told.answer.sources}
        for cite in row.fact.citations:
            if cite.digest not in seen and cite.digest in known:
                seen.add(cite.digest)
                yield known[cite.digest]


def _nearest(told: Sequence[Told]) -> tuple[Near, ...]:
    """The pages near the question in each wiki in turn, the surest first."""
    order = sorted(told, key=lambda each: (-each.sure, each.wiki))
    turns = zip_longest(*(each.answer.nearest for each in order))
    return tuple(near for turn in turns for near in turn if near is not None)[:_NEAREST]


def _others(saying: Sequence[Told], brief: Told | None) -> Iterator[str]:
    """What other wikis answer in short, where it is not the same."""
    if brief is None or brief.answer.short is None:
        return
    for each in saying:
        short = each.answer.short
        if each is not brief and short is not None and not same_fact(short.text, brief.answer.short.text):
            yield f"{each.wiki} answers otherwise: {short.text}"
