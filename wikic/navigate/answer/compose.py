"""The answer to a question: evidence, groups, a short answer, or that the wiki does not say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from wikic.model.answer import Answer, Document, Evidence, Group, Near, Short
from wikic.navigate.answer import days
from wikic.navigate.answer.differing_sources import differing_on, told_by_all
from wikic.navigate.answer.evidence import Collector
from wikic.navigate.answer.labelled_answer import labelled_answer
from wikic.navigate.answer.open_tasks import open_tasks
from wikic.navigate.answer.refusal import is_said, sureness
from wikic.navigate.answer.short_answer import Draft, draft
from wikic.navigate.heuristic.controller import Exploration
from wikic.navigate.library import Library

DEFAULT_EVIDENCE: Final = 8
_NEAREST: Final = 5


@dataclass(frozen=True, slots=True)
class Composed:
    """An answer.

    ruled: whether a rule told it (a short answer, a day, open tasks), so that it is no matter of degree.
    """

    answer: Answer
    ruled: bool


def compose(exploration: Exploration, library: Library, *, limit: int = DEFAULT_EVIDENCE) -> Answer:
    """The answer to an explored question, with at most ``limit`` facts (and those its short answer needs)."""
    return composed(exploration, library, limit=limit).answer


def composed(exploration: Exploration, library: Library, *, limit: int = DEFAULT_EVIDENCE) -> Composed:
    """The same, with how it came about."""
    short = _short(exploration, library) if exploration.ranked else None
    short = told_by_all(short, exploration, library) if short is not None else None
    dated = days.told(exploration, library, limit)
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
        short=_placed(short, evidence),
        evidence=evidence,
        groups=_groups(exploration, evidence),
        sources=tuple(
            documents(evidence, library, {each.fact.id for each in supports if each.fact.differing})
        ),
        nearest=() if evidence else _nearest(exploration, library),
        complete=exploration.complete,
        sure=1.0 if short is not None or told else round(sureness(exploration), 2),
    )
    return Composed(answer, bool(evidence) and (short is not None or bool(told)))


def _short(exploration: Exploration, library: Library) -> Draft | None:
    """The short answer, as relations tell it, or as a fact labels it."""
    told = draft(exploration, library, library.graph)
    if told is not None:
        return told
    found = labelled_answer(exploration, library)
    return Draft(found[0], (found[1],)) if found is not None else None


def _placed(short: Draft | None, evidence: tuple[Evidence, ...]) -> Short | None:
    """The short answer with the places of its facts."""
    if short is None:
        return None
    keys = {(each.page, each.fact or each.text): at for at, each in enumerate(evidence)}
    wanted = ((each.page, each.fact.id or each.fact.text) for each in short.supports)
    return Short(short.text, tuple(dict.fromkeys(keys[key] for key in wanted if key in keys)))


def _groups(exploration: Exploration, evidence: tuple[Evidence, ...]) -> tuple[Group, ...]:
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


def documents(
    evidence: Iterable[Evidence], library: Library, differing: Collection[str] = ()
) -> Iterator[Document]:
    """The document each fact rests on first, in order; the others say the same.

    differing: ids of facts of which they do not: all are given.
    """
    cited = (cite for each in evidence for cite in each.citations[: None if each.fact in differing else 1])
    for path in dict.fromkeys(cite.digest for cite in cited):
        digest = library.digest(path)
        yield Document(path, digest.key if digest else "", digest.title if digest else "")


def _nearest(exploration: Exploration, library: Library) -> tuple[Near, ...]:
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
