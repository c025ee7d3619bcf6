"""From ranked passages to facts with their citations, quotes and page names; and what a model is handed.

That is the best pages whole, as far as they are short, and the best facts of others: facts chosen one by one
lose what stands beside them, the date in the sentence before, the name two lines up.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.markdown.escape import unescape
from wikic.model import attachment
from wikic.model.answer import Answer, Evidence
from wikic.model.page import Citation, Fact
from wikic.navigate.ask.answer.follow_relation import Support
from wikic.navigate.ask.heuristic.asked import dated_terms
from wikic.navigate.ask.heuristic.candidates import Candidate
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.indexes.articles import digest_of
from wikic.navigate.library import Library
from wikic.navigate.reader.page_view import PageView
from wikic.navigate.tools.result import count_tokens
from wikic.text.names import base
from wikic.text.normalise import normalise

# The second fact from one document adds little to the first; so documents come in turn, and a wiki made from
# a single book is still ranked fact by fact.
_AGAIN: Final = 0.3
_ATTRIBUTE: Final = 0.3  # what the kind of fact asked for is worth beside the question's words
_VALUE: Final = 0.6  # what the value asked for is worth: often no word of the question says it
_NEXT: Final = 0.3  # what the next best fact of a passage is worth beside the one before it
_BESIDE: Final = 2  # facts beside the best one
_ALIKE: Final = 0.9
_MARKS: Final = re.compile(r"^\s*(?:[-*+]\s+|\d{1,3}[.)]\s+|>\s*)?(?:\[[ xX]\]\s+)?")
_PER_PASSAGE: Final = 3  # facts taken from one passage at most


@dataclass(slots=True)
class _Taken:
    """The facts taken so far: as evidence, by id, and how many of each document."""

    found: list[Evidence]
    seen: set[str]
    used: Counter[str]


class Collector:
    """Turns passages of one exploration into evidence."""

    def __init__(self, exploration: Exploration, library: Library) -> None:
        self._exploration = exploration
        self._library = library
        self._by_key = {each.passage.key: each for each in exploration.ranked}

    def collect(self, limit: int, supports: Sequence[Support] = ()) -> list[Evidence]:
        """The best ``limit`` facts; those that a short answer rests on come first, however many."""
        taken = _Taken([], set(), Counter())
        top = max((each.score for each in self._exploration.ranked), default=1.0)
        for support in supports:
            candidate = self._holder(support)
            self._take(taken, support.page, support.fact, candidate, top)
        waiting: list[tuple[float, Candidate, PageView, Fact]] = []
        coming = deque(self._exploration.ranked)

        def value(item: tuple[float, Candidate, PageView, Fact]) -> float:
            return item[0] * _AGAIN ** taken.used[_fact_document(item[3], item[2].path)]

        while len(taken.found) < limit:
            best = max(waiting, key=value, default=None)
            # Candidates come in order of worth: a page is read only when it may hold the next fact.
            if coming and (best is None or coming[0].worth > value(best)):
                waiting += self._facts_of(coming.popleft())
                continue
            if best is None:
                break
            waiting.remove(best)
            score, candidate, view, fact = best
            first = not taken.found
            self._take(taken, view.path, fact, candidate, score)
            for beside in self._beside(view, fact) if first else ():
                if len(taken.found) < limit:
                    self._take(taken, view.path, beside, candidate, score)
        return taken.found

    def _beside(self, view: PageView, fact: Fact) -> list[Fact]:
        """What stands on the page of the best fact and may be the answer as well: what says as much of the
        question, and what follows below a heading that says some of it.
        """
        held, weight = self._exploration.question.matcher.held, self._exploration.question.weight
        facts = [each for each in view.facts if not each.borrowed and not each.superseded]
        if fact not in facts:
            return []
        said = held(fact.text)
        alike = [each for each in facts if said and weight(held(each.text)) >= _ALIKE * weight(said)]
        at = facts.index(fact) + 1
        asked = bool(fact.place and held(fact.place[-1]) - said)
        below = [each for each in facts[at : at + _BESIDE] if asked and each.place == fact.place]
        return [each for each in dict.fromkeys((*below, *alike)) if each != fact][:_BESIDE]

    def _facts_of(self, candidate: Candidate) -> list[tuple[float, Candidate, PageView, Fact]]:
        """The facts of a candidate with their scores; none when its page is gone."""
        view = self._library.view(candidate.passage.path)
        if view is None:
            return []
        facts = self._facts(candidate, view)
        return [(candidate.worth * _NEXT**at, candidate, view, fact) for at, fact in enumerate(facts)]

    def _facts(self, candidate: Candidate, view: PageView) -> list[Fact]:
        """The facts of a passage, those that say most about the question first."""
        passage = candidate.passage
        if passage.part == "unshown":
            cited = (Citation(digest_of(passage.article), ""),)
            alike = tuple(Fact("", line, cited, kind="quotation") for line in passage.lines)
            return self._best(alike, passage.title)
        told = (each for each in view.facts if not each.differing)
        alike = tuple(each for each in told if each.borrowed == passage.borrowed)
        facts = alike[passage.first : passage.first + len(passage.lines)]
        if not facts and not passage.borrowed:  # the lines of people's words stand behind those of facts
            facts = tuple(_own_words(passage.lines, {each.heading for each in view.passages}))
        return self._best(facts, passage.title)

    def _best(self, facts: Sequence[Fact], title: str) -> list[Fact]:
        """The facts that say most about the question, of a page with a title."""
        question = self._exploration.question
        worth: list[tuple[float, int, Fact]] = []
        for at, fact in enumerate(facts):
            # A heading says what its facts speak of; the page's title, above a list, is that of all facts.
            text = "\n".join((*(fact.place or ()), fact.text.removeprefix(f"{title}:")))
            said = question.weight(question.matcher.held(text))
            said += _ATTRIBUTE * sum(bool(each.shape.search(text)) for each in question.attributes)
            said += _VALUE * sum(bool(each.shape.search(text)) for each in question.values)
            worth.append((-(said - at / 100), at, fact))
        worth.sort(key=lambda each: each[:2])
        return [fact for _, _, fact in worth[:_PER_PASSAGE]]

    def _holder(self, support: Support) -> Candidate | None:
        return next((each for each in self._exploration.ranked if each.passage.path == support.page), None)

    def _take(self, taken: _Taken, page: str, fact: Fact, candidate: Candidate | None, score: float) -> None:
        # One statement may stand on several pages: its own, and those that borrow it.
        key = fact.id or fact.text
        if key in taken.seen:
            return
        taken.seen.add(key)
        taken.used[_fact_document(fact, page)] += 1
        taken.found.append(self._evidence(page, fact, candidate, score))

    def _evidence(self, page: str, fact: Fact, candidate: Candidate | None, score: float) -> Evidence:
        fact = self._placed(fact)
        source, quote = self._quote(fact)
        via = self._by_key.get(candidate.via) if candidate is not None and candidate.via else None
        return Evidence(
            page=page,
            title=self._library.title(page),
            fact=fact.id,
            text=fact.text,
            citations=fact.citations,
            source=source,
            quote=quote,
            score=round(score, 4),
            about=self._about(page, fact),
            via=via.passage.path if via is not None else "",
            how=candidate.how if candidate is not None else "",
            kind=fact.kind,
            holder=fact.holder,
            heading=self._library.heading(page, fact),
        )

    def _quote(self, fact: Fact) -> tuple[str, str]:
        """Title of the first document cited, and the block cited of it that says most about the question.

        Empty where the digest is gone.
        """
        question = self._exploration.question
        for first in fact.citations[:1]:
            digest = self._library.digest(first.digest)
            if digest is not None:
                quotes = self._library.quotes(fact)
                said = {each: question.matcher.held(each) | self._dated(each) for each in quotes}
                best = max(quotes, key=lambda text: question.weight(said[text]), default="")
                return digest.title, attachment.spoken(best)
        return "", ""

    def _dated(self, text: str) -> frozenset[str]:
        question = self._exploration.question
        return dated_terms(question.text, text) & question.weights.keys()

    def _placed(self, fact: Fact) -> Fact:
        """A sentence of an article that no statement shows, with the block it stands in."""
        if not fact.citations or fact.citations[0].block:
            return fact
        from wikic.document.quotes import segment

        digest = fact.citations[0].digest
        source = self._library.source(digest)
        article = self._library.article(source.article) if source is not None else None
        said = normalise(fact.text)
        for block in segment(article.text, article.language) if article is not None else ():
            if said in block.text or block.text in said:
                return replace(fact, citations=(Citation(digest, block.id),))
        return fact

    def _about(self, page: str, fact: Fact) -> tuple[str, ...]:
        """Names of the question that lead here, else the words it shares with the question."""
        question = self._exploration.question
        named = tuple(each.match.name for each in question.names if page in each.match.paths)
        return named or tuple(sorted(question.matcher.held(fact.text)))


def _fact_document(fact: Fact, page: str) -> str:
    """What a fact is from: the document that it cites, or the page on which somebody wrote it."""
    return fact.citations[0].digest if fact.citations else page


def _own_words(lines: Iterable[str], headings: Collection[str]) -> Iterator[Fact]:
    """What people wrote without a source, a fact a line; headings say nothing."""
    for line in lines:
        said = _MARKS.sub("", line).strip()
        if said and line not in headings and not line.startswith("#"):
            yield Fact("", attachment.spoken(unescape(said)), ())


# Beside them this many facts; ``benchmarks/agent.py --handed`` compares.
FACTS: Final = 8
_WHOLE: Final = 2  # pages that are shown whole
_CAP: Final = 250  # tokens of a page
_STUB: Final = 2  # fewer facts of its own, and a page is known by what others say of it
_MENTIONS: Final = 6  # facts of other pages


def evidence_for_model(answer: Answer, library: Library) -> tuple[Evidence, ...]:
    """Evidence for a model, by page: two pages from their beginning, then what else ``answer`` holds.

    answer: with ``FACTS`` facts, and those that its short answer rests on.
    """
    found: dict[tuple[str, str], Evidence] = {}
    pages = list(dict.fromkeys(each.page for each in answer.evidence))
    for path in pages[:_WHOLE]:
        view = library.view(path)
        chosen = [each for each in answer.evidence if each.page == path]
        left = _CAP - sum(count_tokens(each.text) for each in chosen)
        found.update((_evidence_key(each), each) for each in chosen)
        for each in _facts_around(view, library) if view is not None else ():
            cost = count_tokens(each.text)
            if _evidence_key(each) not in found and cost <= left:
                found[_evidence_key(each)] = each
                left -= cost
    found.update((_evidence_key(each), each) for each in answer.evidence if _evidence_key(each) not in found)
    by_page = {path: at for at, path in enumerate(dict.fromkeys(each.page for each in found.values()))}
    return tuple(sorted(found.values(), key=lambda each: by_page[each.page]))


def _facts_around(view: PageView, library: Library) -> Iterator[Evidence]:
    """The facts of a page in its order; of one that says little, what others say of it."""
    for fact in view.facts:
        yield evidence_of(view, fact, library)
    if sum(not fact.borrowed for fact in view.facts) >= _STUB:
        return
    names = {normalise(name) for name in (view.title, base(view.title), *view.aliases) if name}
    sources = dict.fromkeys(edge.source for edge in library.graph.backlinks(view.path))
    told = 0
    for path in sources:
        other = library.view(path)
        for fact in other.facts if other is not None else ():
            if told < _MENTIONS and other is not None and any(name in normalise(fact.text) for name in names):
                told += 1
                yield evidence_of(other, fact, library)


def evidence_of(view: PageView, fact: Fact, library: Library) -> Evidence:
    """A fact of a page, as a model is handed it."""
    return Evidence(
        view.path,
        view.title,
        fact.id,
        fact.text,
        fact.citations,
        "",
        "",
        0.0,
        kind=fact.kind,
        holder=fact.holder,
        heading=library.heading(view.path, fact),
    )


def _evidence_key(evidence: Evidence) -> tuple[str, str]:
    return evidence.page, evidence.fact or evidence.text
