"""The answer to a question: evidence, groups, a short answer, or that the wiki does not say.

Whether it says anything is a measure that was learnt, with whole sets left out to judge it
(``benchmarks/refusal.py``); its weights are data, ``refusal_weights.txt``. Capitals and punctuation of a
question decide nothing. Where documents differ, the lines that the fold wrote of that are shown, with all
sources.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import exp, fsum, log
from pathlib import Path
from typing import Final

from wikic.model.answer import Answer, Document, Evidence, Group, Near, Short
from wikic.model.page import Citation
from wikic.navigate.ask.answer import notes_asked
from wikic.navigate.ask.answer.evidence import Collector
from wikic.navigate.ask.answer.follow_relation import Support
from wikic.navigate.ask.answer.labelled_answer import labelled_answer
from wikic.navigate.ask.answer.notes_asked import open_tasks
from wikic.navigate.ask.answer.short_answer import Draft, draft_short_answer
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.ask.heuristic.question import SURE, Question
from wikic.navigate.ask.heuristic.term_forms import asked_in
from wikic.navigate.library import Library

# "Founded: 1861 (Orsgate Observatory); 1863 (Edwin Quill)", as ``wiki.fold.differing`` writes it.
_VALUES: Final = re.compile(r"(?:^[^:(]+: |\); )([^(]+?) \(")


def differing_on(
    cited: Collection[Citation], pages: Iterable[str], exploration: Exploration, library: Library
) -> tuple[Support, ...]:
    """The lines that tell where sources differ on what is cited.

    pages: page paths where they may stand, beside those that the question names.
    """
    named = (path for each in exploration.question.names for path in each.match.paths)
    found = _differing_lines((*pages, *named), library)
    return tuple(each for each in found if not set(cited).isdisjoint(each.fact.citations))


def _differing_lines(pages: Iterable[str], library: Library) -> Iterator[Support]:
    for path in dict.fromkeys(pages):
        view = library.view(path)
        yield from (
            Support(path, fact) for fact in (view.facts if view is not None else ()) if fact.differing
        )


def told_by_all(short: Draft, exploration: Exploration, library: Library) -> Draft:
    """A short answer with the other values that documents give, the line that says so behind its facts."""
    cited = {cite for each in short.supports for cite in each.fact.citations}
    for line in differing_on(cited, (each.page for each in short.supports), exploration, library):
        values = _VALUES.findall(line.fact.text)
        if any(short.text in each or each in short.text for each in values):
            return replace(short, text=" / ".join(values), supports=(*short.supports, line))
    return short


_FILE: Final = Path(__file__).with_name("refusal_weights.txt")


def is_said(exploration: Exploration) -> bool:
    """Whether evidence is shown for an explored question."""
    return bool(exploration.ranked) and answer_score(exploration) >= _least_score(exploration.question)


def is_said_among(best: float, pages: int, everywhere: int) -> bool:
    """The same where several wikis were asked.

    best: score of one of them. pages: how many it has. everywhere: how many all of them have.
    """
    return best + _load_weights()["pages"] * log((1 + everywhere) / (1 + pages)) >= _load_weights()["least"]


def answer_probability(exploration: Exploration) -> float:
    """How likely what was found is about the question, from 0 to 1."""
    return 1 / (1 + exp(min(700.0, -answer_score(exploration))))


def answer_score(exploration: Exploration) -> float:
    """How surely what was found is about the question: the logarithm of the odds, the same for every wiki."""
    weights = _load_weights()
    return weights["always"] + fsum(
        weights[name] * value for name, value in refusal_signals(exploration).items()
    )


def refusal_signals(exploration: Exploration) -> dict[str, float]:
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
        "named": question.weight(_surely_named(question)),
        "match": exploration.match,
        "pages": question.most,
        "unheld": len(question.unheld) / max(1, len(question.weights)),
    }


_LINES: Final = 10  # of the best passages, whose facts are looked at


def _least_score(question: Question) -> float:
    return _load_weights()["least" if asked_in(question.text) in ("", "en") else "least elsewhere"]


@cache
def _load_weights() -> dict[str, float]:
    rows = (line.split("\t") for line in _FILE.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {name: float(weight) for name, weight in rows}


def _surely_named(question: Question) -> frozenset[str]:
    """The terms of the names it surely holds; what is mistyped stands on no page, but it was understood."""
    spans = (each.match for each in question.names if each.weight >= SURE)
    return frozenset[str]().union(
        *(question.matcher.held(f"{question.text[at.start : at.end]} {at.name}") for at in spans)
    )


DEFAULT_EVIDENCE: Final = 8  # facts
_NEAREST: Final = 5  # pages shown where nothing is said


@dataclass(frozen=True, slots=True)
class Composed:
    """An answer.

    ruled: whether a rule told it (a short answer, a day, open tasks), so that it is no matter of degree.
    """

    answer: Answer
    ruled: bool


def compose_answer(exploration: Exploration, library: Library, *, limit: int = DEFAULT_EVIDENCE) -> Answer:
    """The answer to an explored question, with at most ``limit`` facts (and those its short answer needs)."""
    return compose_fully(exploration, library, limit=limit).answer


def compose_fully(exploration: Exploration, library: Library, *, limit: int = DEFAULT_EVIDENCE) -> Composed:
    """The same, with how it came about."""
    short = _draft_short(exploration, library) if exploration.ranked else None
    short = told_by_all(short, exploration, library) if short is not None else None
    dated = notes_asked.dated_notes(exploration, library, limit)
    tasks = open_tasks(exploration.question, library, limit)
    told = (*tasks.supports, *dated.supports)
    answered = short is not None or bool(told) or is_said(exploration)
    collector = Collector(exploration, library)
    supports = (*(short.supports if short is not None else ()), *told)
    collected = collector.collect(limit, supports) if answered else []
    if collected and not supports:
        best = collected[0]
        supports = differing_on(best.citations, [best.page], exploration, library)
        collected = collector.collect(limit, supports) if supports else collected
    stated = {each.fact.id for each in supports}
    evidence = tuple(
        each
        for each in collected
        if each.fact in stated or (not tasks.alone and dated.fits(each, exploration.question))
    )
    answer = Answer(
        question=exploration.question.text,
        answered=bool(evidence),
        short=_place_short(short, evidence),
        evidence=evidence,
        groups=_group_evidence(exploration, evidence),
        sources=tuple(
            cited_documents(evidence, library, {each.fact.id for each in supports if each.fact.differing})
        ),
        nearest=() if evidence else _nearest_pages(exploration, library),
        complete=exploration.complete,
        sure=1.0 if short is not None or told else round(answer_probability(exploration), 2),
    )
    return Composed(answer, bool(evidence) and (short is not None or bool(told)))


def _draft_short(exploration: Exploration, library: Library) -> Draft | None:
    """The short answer, as relations tell it, or as a fact labels it."""
    told = draft_short_answer(exploration, library, library.graph)
    if told is not None:
        return told
    found = labelled_answer(exploration, library)
    return Draft(found[0], (found[1],)) if found is not None else None


def _place_short(short: Draft | None, evidence: tuple[Evidence, ...]) -> Short | None:
    """The short answer with the places of its facts."""
    if short is None:
        return None
    keys = {(each.page, each.fact or each.text): at for at, each in enumerate(evidence)}
    wanted = ((each.page, each.fact.id or each.fact.text) for each in short.supports)
    return Short(short.text, tuple(dict.fromkeys(keys[key] for key in wanted if key in keys)))


def _group_evidence(exploration: Exploration, evidence: tuple[Evidence, ...]) -> tuple[Group, ...]:
    """Evidence by the name of the question it belongs to: its own page, or one reached from there."""
    names = {path: each.match.name for each in exploration.question.names for path in each.match.paths}
    by_page = {each.passage.path: each for each in reversed(exploration.ranked)}
    found: dict[str, list[int]] = {}
    for at, each in enumerate(evidence):
        path, seen = each.page, set[str]()
        while path not in names and path in by_page and path not in seen:
            seen.add(path)
            via = by_page[path].via
            path = via[0] if via is not None else ""
        found.setdefault(names.get(path, ""), []).append(at)
    return tuple(Group(name, tuple(places)) for name, places in found.items())


def cited_documents(
    evidence: Iterable[Evidence], library: Library, differing: Collection[str] = ()
) -> Iterator[Document]:
    """The document each fact rests on first, in order; the others say the same.

    differing: ids of facts of which they do not: all are given.
    """
    cited = (cite for each in evidence for cite in each.citations[: None if each.fact in differing else 1])
    for path in dict.fromkeys(cite.digest for cite in cited):
        digest = library.digest(path)
        yield Document(path, digest.key if digest else "", digest.title if digest else "")


def _nearest_pages(exploration: Exploration, library: Library) -> tuple[Near, ...]:
    """The pages nearest to a question, each with what it says that is nearest."""
    facts: dict[str, str] = {}
    for each in Collector(exploration, library).collect(_NEAREST):
        facts.setdefault(each.page, each.text)
    paths = dict.fromkeys((*facts, *(each.passage.path for each in exploration.ranked)))
    entries = ((path, library.entry(path)) for path in list(paths)[:_NEAREST])
    return tuple(
        Near(path, entry.title, entry.summary, facts.get(path, ""))
        for path, entry in entries
        if entry is not None
    )
