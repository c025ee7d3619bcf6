"""How well a wiki's graph serves questions (RLM-on-KG, section 6: health of a graph by its traces): of a set
with gold, or of what it was really asked, out of the access log; how one question went beside where its
answer stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean, median
from typing import Final

from wikic import layout
from wikic.evaluate.arms.rules import EVIDENCE
from wikic.graph.wiki_graph import Graph
from wikic.llm.tokens import text_tokens
from wikic.model.answer import Answer
from wikic.navigate.ask.asker import Asker, origins_of
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.library import Library
from wikic.store.access_log import Access, Retrieval
from wikic.text.normalise import fold_name


@dataclass(frozen=True, slots=True)
class Trail:
    """How one question was answered by rules, and where its gold stands in the wiki.

    groups: documents wanted, as keys. pages: for each group the pages that hold what its documents say.
    exploration, answer: of `wikic ask` by rules.
    seeds: pages the question names.
    distances: steps along the graph from the seeds to each page within ``HORIZON`` of them.
    tokens: of the evidence, estimated.
    """

    groups: tuple[frozenset[str], ...]
    pages: tuple[frozenset[str], ...]
    exploration: Exploration
    answer: Answer
    seeds: tuple[str, ...]
    distances: dict[str, int]
    tokens: int


HORIZON: Final = 3  # steps that are looked at; RLM-on-KG walks three (section 4.4)


def question_trail(library: Library, asker: Asker, question: str, groups: Sequence[frozenset[str]]) -> Trail:
    """Ask by rules and look where the gold is."""
    asked = asker.ask(question, evidence=EVIDENCE)
    names = asked.exploration.question.names
    seeds = tuple(dict.fromkeys(path for each in names for path in each.match.paths))
    return Trail(
        groups=tuple(groups),
        pages=tuple(pages_of(library, group) for group in groups),
        exploration=asked.exploration,
        answer=asked.answer,
        seeds=seeds,
        distances=measure_distances(library.graph, seeds, HORIZON),
        tokens=text_tokens("\n".join(each.text for each in asked.answer.evidence)),
    )


def pages_of(library: Library, keys: Iterable[str]) -> frozenset[str]:
    """The pages that hold a statement of one of the sources."""
    found: set[str] = set()
    for key in keys:
        source = library.source(key)
        digest = library.digest(source.digest) if source is not None else None
        if source is None or digest is None:
            continue
        for entity in digest.entities:
            for path in library.resolve(entity.title).paths:
                view = library.view(path) if layout.is_knowledge_page(path) else None
                if view is not None and any(line.digest == source.digest for line in view.sources):
                    found.add(path)
    return frozenset(found)


def measure_distances(graph: Graph, seeds: Iterable[str], most: int) -> dict[str, int]:
    """Pages within ``most`` steps of the seeds, along relations, links and mentions either way."""
    found = {path: 0 for path in seeds if path in graph}
    edge: Collection[str] = tuple(found)
    for step in range(1, most + 1):
        fresh = {
            near
            for path in edge
            for near in _neighbours_of(graph, path)
            if near not in found and near in graph
        }
        found |= dict.fromkeys(fresh, step)
        edge = fresh
    return found


def _neighbours_of(graph: Graph, path: str) -> Iterable[str]:
    yield from (edge.target for edge in graph.out(path))
    yield from (back.source for back in graph.backlinks(path))


_TOP: Final = 5  # pages, as in R@5
BY_WORDS: Final = ("search", "backfill")  # origins of pages that neither a name nor a link led to


@dataclass(frozen=True, slots=True)
class Health:
    """Means over questions that name gold; None where nothing could be counted.

    questions: how many.
    seed_hits: share of which a named page holds gold.
    reachable: share of the gold within 0, 1, 2 … steps of the named pages.
    found_per_step: gold documents among the cited for each step of the controller.
    found_per_1000_tokens: the same for each 1,000 tokens of evidence.
    noise: median of pages found for each page that is cited.
    backfill: share of the first five cited pages that words alone found, neither a name nor a link.
    redundancy: mean share of neighbours that two cited pages have in common.
    """

    questions: int
    seed_hits: float | None
    reachable: tuple[float, ...]
    found_per_step: float | None
    found_per_1000_tokens: float | None
    noise: float | None
    backfill: float | None
    redundancy: float | None


def measure_health(trails: Sequence[Trail], graph: Graph) -> Health:
    """Of questions with gold; others are left out."""
    asked = [each for each in trails if each.groups]
    pairs = [(each, pages) for each in asked for pages in each.pages]
    return Health(
        questions=len(asked),
        seed_hits=mean_of(float(any(pages & set(each.seeds) for pages in each.pages)) for each in asked),
        reachable=tuple(
            mean_of(
                float(any(each.distances.get(page, h + 1) <= h for page in pages)) for each, pages in pairs
            )
            or 0.0
            for h in range(HORIZON + 1)
        ),
        found_per_step=mean_of(_count_found(each) / len(each.exploration.steps) for each in asked),
        found_per_1000_tokens=mean_of(
            1000 * _count_found(each) / each.tokens for each in asked if each.tokens
        ),
        noise=median_of(
            len({candidate.passage.path for candidate in each.exploration.ranked}) / len(cited)
            for each in asked
            if (cited := _cited_pages(each))
        ),
        backfill=mean_of(_by_words_alone(each) for each in asked if each.answer.evidence),
        redundancy=mean_of(
            measure_redundancy(_cited_pages(each), graph) for each in asked if len(_cited_pages(each)) > 1
        ),
    )


def health_by_directory(trails: Sequence[Trail], graph: Graph) -> dict[str, Health]:
    """Health of the questions whose gold stands in each directory; a question may count in several."""
    found: dict[str, list[Trail]] = {}
    for each in trails:
        for name in sorted({layout.directory(page) for pages in each.pages for page in pages}):
            found.setdefault(name, []).append(each)
    return {name: measure_health(members, graph) for name, members in sorted(found.items())}


def _count_found(each: Trail) -> int:
    cited = {document.key for document in each.answer.sources}
    return sum(not group.isdisjoint(cited) for group in each.groups)


def _cited_pages(each: Trail) -> list[str]:
    return list(dict.fromkeys(evidence.page for evidence in each.answer.evidence))


def _by_words_alone(each: Trail) -> float:
    origins = origins_of(each.exploration, each.answer.evidence)
    first = _cited_pages(each)[:_TOP]
    return sum(origins.get(page, "search") in BY_WORDS for page in first) / len(first)


def measure_redundancy(pages: Sequence[str], graph: Graph) -> float:
    """Mean share of neighbours that two of the first five pages have in common."""
    near = [{edge.target for edge in graph.out(page)} for page in pages[:_TOP]]
    shares = [len(one & other) / len(one | other) for one, other in combinations(near, 2) if one | other]
    return mean(shares) if shares else 0.0


def mean_of(values: Iterable[float]) -> float | None:
    """The mean, or None where there are no values."""
    listed = list(values)
    return mean(listed) if listed else None


def median_of(values: Iterable[float]) -> float | None:
    """The mean, or None where there are no values."""
    listed = list(values)
    return median(listed) if listed else None


@dataclass(frozen=True, slots=True)
class LogHealth:
    """Means over questions of which the log says how pages were come by; None where nothing can be counted.

    questions: how many. unknown: questions of which it does not say, as older versions and asking by budget.
    unanswered: share of which nothing is cited.
    naming: of them those that name a page. seed_hits: share of these whose answer cites a page they name.
    cited_per_call: pages cited for each step of the controller or call of a tool.
    cited_per_1000_tokens: pages cited for each 1,000 tokens of facts shown.
    noise: median of pages found for each page cited.
    backfill: share of the first five cited pages that words alone found, neither a name nor a link.
    redundancy: mean share of neighbours that two cited pages have in common.
    """

    questions: int
    unknown: int
    unanswered: float | None
    naming: int
    seed_hits: float | None
    cited_per_call: float | None
    cited_per_1000_tokens: float | None
    noise: float | None
    backfill: float | None
    redundancy: float | None


@dataclass(frozen=True, slots=True)
class _Answered:
    """A question: what is known of it, and the cited pages with their origins."""

    known: Retrieval
    cited: tuple[str, ...]
    origins: tuple[str, ...]


def log_health(events: Iterable[Access], graph: Graph) -> LogHealth:
    """Of the questions among ``events``; reading without one is left out."""
    asked = [event for event in events if event.question]
    known = [event for event in asked if event.retrieval is not None]
    return _measure_log(list(map(_read_answered, known)), graph, len(asked) - len(known))


def log_health_by_directory(events: Iterable[Access], graph: Graph) -> dict[str, LogHealth]:
    """Health of the questions that cite pages of each directory; a question may count in several."""
    found: dict[str, list[_Answered]] = {}
    for event in events:
        if not event.question or event.retrieval is None:
            continue
        each = _read_answered(event)
        for name in {layout.directory(page) for page in each.cited}:
            found.setdefault(name, []).append(each)
    return {name: _measure_log(members, graph, 0) for name, members in sorted(found.items())}


def _read_answered(event: Access) -> _Answered:
    known = event.retrieval or Retrieval()
    told = dict(enumerate(zip(event.pages, known.origins, strict=False)))
    pairs = [told[place] for place in known.cited if place in told]
    return _Answered(known, tuple(page for page, _ in pairs), tuple(origin for _, origin in pairs))


def _measure_log(asked: Sequence[_Answered], graph: Graph, unknown: int) -> LogHealth:
    naming = [each for each in asked if each.known.named]
    citing = [each for each in asked if each.cited]
    return LogHealth(
        questions=len(asked),
        unknown=unknown,
        unanswered=mean_of(float(not each.cited) for each in asked),
        naming=len(naming),
        seed_hits=mean_of(float("seed" in each.origins) for each in naming),
        cited_per_call=mean_of(len(each.cited) / each.known.calls for each in asked if each.known.calls),
        cited_per_1000_tokens=mean_of(
            1000 * len(each.cited) / each.known.tokens for each in asked if each.known.tokens
        ),
        noise=median_of(each.known.found / len(each.cited) for each in citing),
        backfill=mean_of(map(_logged_by_words_alone, citing)),
        redundancy=mean_of(measure_redundancy(each.cited, graph) for each in citing if len(each.cited) > 1),
    )


def _logged_by_words_alone(each: _Answered) -> float:
    first = each.origins[:_TOP]
    return sum(origin in BY_WORDS for origin in first) / len(first)


@dataclass(frozen=True, slots=True)
class Gap:
    """A question without an answer.

    question: as it was asked last.
    times: how often nothing was found. last: when last, UTC.
    nearest: page paths near it, as `wikic ask` offers them today.
    """

    question: str
    times: int
    last: str
    nearest: tuple[str, ...]


def find_gaps(events: Iterable[Access], asker: Asker) -> tuple[Gap, ...]:
    """Questions of the log that were not answered and are not answered today either, the most asked first.

    A question counts once, however it was cased and spaced. Raises FormatError for a damaged index.
    """
    unanswered: dict[str, list[Access]] = {}
    for event in events:
        if event.question.strip() and not event.pages:
            unanswered.setdefault(fold_name(event.question), []).append(event)
    found = []
    for asked in unanswered.values():
        answer = asker.ask(asked[-1].question).answer
        if not answer.answered:
            nearest = tuple(each.path for each in answer.nearest)
            found.append(Gap(asked[-1].question, len(asked), asked[-1].at, nearest))
    return tuple(sorted(found, key=lambda each: (-each.times, each.question)))
