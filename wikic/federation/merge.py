"""Where the facts of one wiki lead in another: names in them that another wiki has a page on.

A name is followed as a reader follows it, by looking it up: it is not taken to be the same thing, and what is
found stands in the answer as what that wiki says.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from math import inf
from typing import Final

from wikic.federation.members import title_beside
from wikic.federation.registry import Registry
from wikic.model.answer import Answer, Document, Evidence, Group, Near, Short
from wikic.navigate.ask.answer.compose import is_said_among
from wikic.text.compare import same_fact
from wikic.text.normalise import fold_name, normalise

# Facts whose names are looked up, and names of all of them.
_FACTS: Final = 4
_NAMES: Final = 8  # leads that an answer shows


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


def find_leads(
    registry: Registry,
    question: str,
    evidence: Sequence[Evidence],
    allowed: Container[str],
    sure: Mapping[str, float],
) -> list[Lead]:
    """Wikis that have pages on what the best facts name and the question does not.

    sure: certainty of the wikis that say the facts, by name.
    """
    return list(islice(_list_leads(registry, question, evidence, allowed, sure), _NAMES))


def _list_leads(
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


_NEAREST: Final = 5  # pages shown where nobody answers

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


def merge_answers(question: str, told: Sequence[Told], limit: int) -> Answer:
    """One answer of at most ``limit`` facts and those its short answer needs, in a group for each wiki.

    The short answer is that of the surest wiki that has one; what others answer in short is a note.
    """
    pages = sum({each.wiki: each.pages for each in told}.values())
    saying = sorted(
        (each for each in told if _says_something(each, pages)), key=lambda each: (-each.sure, each.wiki)
    )
    best: dict[_Key, _Row] = {}  # a wiki that was asked twice may say the same twice
    for each in saying:
        for at, fact in enumerate(each.answer.evidence):
            row = _Row(each.sure / (1 + at), each, at)
            if row.worth > best.setdefault(_fact_key(fact), row).worth:
                best[_fact_key(fact)] = row
    brief = next((each for each in saying if each.answer.short is not None), None)
    needed = _needed_facts(brief)
    order = sorted(best.values(), key=lambda row: (-row.worth, row.told.wiki, row.at))
    ranked = _each_text_once(order, needed)
    rows = [row for place, row in enumerate(ranked) if place < limit or _fact_key(row.fact) in needed]
    return Answer(
        question=question,
        answered=bool(rows),
        short=_place_short(brief, needed, rows),
        evidence=tuple(row.fact for row in rows),
        groups=tuple(_group_facts(rows)),
        sources=tuple(_list_sources(rows)),
        nearest=() if rows else _nearest_pages(told),
        complete=all(each.answer.complete for each in told),
        notes=tuple(_other_answers(saying, brief)),
    )


def _each_text_once(ranked: Iterable[_Row], needed: Container[_Key]) -> Iterator[_Row]:
    """Without what another wiki has said before in the same words: wikis share documents."""
    seen: set[str] = set()
    for row in ranked:
        text = normalise(row.fact.text)
        if text not in seen or _fact_key(row.fact) in needed:
            yield row
        seen.add(text)


def _says_something(told: Told, pages: int) -> bool:
    """Whether a wiki says something: in many pages a question finds its words by chance."""
    return told.answer.answered and (told.ruled or is_said_among(told.sure, told.pages, pages))


def _needed_facts(brief: Told | None) -> tuple[_Key, ...]:
    """The facts that a short answer rests on, in the order of the argument."""
    if brief is None or brief.answer.short is None:
        return ()
    return tuple(_fact_key(brief.answer.evidence[at]) for at in brief.answer.short.evidence)


def _place_short(brief: Told | None, needed: tuple[_Key, ...], rows: Sequence[_Row]) -> Short | None:
    """The short answer with the places of its facts among ``rows``."""
    if brief is None or brief.answer.short is None:
        return None
    places = {_fact_key(row.fact): place for place, row in enumerate(rows)}
    return replace(brief.answer.short, evidence=tuple(places[key] for key in needed))


def _fact_key(fact: Evidence) -> _Key:
    return fact.page, fact.fact or fact.text


def _group_facts(rows: Sequence[_Row]) -> Iterator[Group]:
    """The facts by wiki, that of the best first."""
    found: dict[str, list[int]] = {}
    titles: dict[str, str] = {}
    for place, row in enumerate(rows):
        found.setdefault(row.told.wiki, []).append(place)
        titles[row.told.wiki] = row.told.title
    for wiki, places in found.items():
        title = title_beside(wiki, titles[wiki])
        yield Group(f"{title} ({wiki})" if title else wiki, tuple(places))


def _list_sources(rows: Sequence[_Row]) -> Iterator[Document]:
    """The documents of the facts in their order, each once."""
    seen: set[str] = set()
    for row in rows:
        known = {each.digest: each for each in row.told.answer.sources}
        for cite in row.fact.citations:
            if cite.digest not in seen and cite.digest in known:
                seen.add(cite.digest)
                yield known[cite.digest]


def _nearest_pages(told: Sequence[Told]) -> tuple[Near, ...]:
    """The pages near the question in each wiki in turn, the surest first."""
    order = sorted(told, key=lambda each: (-each.sure, each.wiki))
    turns = zip_longest(*(each.answer.nearest for each in order))
    return tuple(near for turn in turns for near in turn if near is not None)[:_NEAREST]


def _other_answers(saying: Sequence[Told], brief: Told | None) -> Iterator[str]:
    """What other wikis answer in short, where it is not the same."""
    if brief is None or brief.answer.short is None:
        return
    for each in saying:
        short = each.answer.short
        if each is not brief and short is not None and not same_fact(short.text, brief.answer.short.text):
            yield f"{each.wiki} answers otherwise: {short.text}"
