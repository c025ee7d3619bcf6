"""How well a wiki's graph serves questions (RLM-on-KG, section 6: health of a graph by its traces)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean, median
from typing import Final

from wikic import layout
from wikic.evaluate.diagnosis.question_trail import HORIZON, Trail
from wikic.graph.wiki_graph import Graph
from wikic.navigate.retrieval import origins_of

_TOP: Final = 5
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


def health(trails: Sequence[Trail], graph: Graph) -> Health:
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
        found_per_step=mean_of(_found(each) / len(each.exploration.steps) for each in asked),
        found_per_1000_tokens=mean_of(1000 * _found(each) / each.tokens for each in asked if each.tokens),
        noise=median_of(
            len({candidate.passage.path for candidate in each.exploration.ranked}) / len(cited)
            for each in asked
            if (cited := _cited(each))
        ),
        backfill=mean_of(_by_words_alone(each) for each in asked if each.answer.evidence),
        redundancy=mean_of(redundancy(_cited(each), graph) for each in asked if len(_cited(each)) > 1),
    )


def by_directory(trails: Sequence[Trail], graph: Graph) -> dict[str, Health]:
    """Health of the questions whose gold stands in each directory; a question may count in several."""
    found: dict[str, list[Trail]] = {}
    for each in trails:
        for name in sorted({layout.directory(page) for pages in each.pages for page in pages}):
            found.setdefault(name, []).append(each)
    return {name: health(members, graph) for name, members in sorted(found.items())}


def _found(each: Trail) -> int:
    cited = {document.key for document in each.answer.sources}
    return sum(not group.isdisjoint(cited) for group in each.groups)


def _cited(each: Trail) -> list[str]:
    return list(dict.fromkeys(evidence.page for evidence in each.answer.evidence))


def _by_words_alone(each: Trail) -> float:
    origins = origins_of(each.exploration, each.answer.evidence)
    first = _cited(each)[:_TOP]
    return sum(origins.get(page, "search") in BY_WORDS for page in first) / len(first)


def redundancy(pages: Sequence[str], graph: Graph) -> float:
    """Mean share of neighbours that two of the first five pages have in common."""
    near = [{edge.target for edge in graph.out(page)} for page in pages[:_TOP]]
    shares = [len(one & other) / len(one | other) for one, other in combinations(near, 2) if one | other]
    return mean(shares) if shares else 0.0


def mean_of(values: Iterable[float]) -> float | None:
    """None for no values."""
    listed = list(values)
    return mean(listed) if listed else None


def median_of(values: Iterable[float]) -> float | None:
    """None for no values."""
    listed = list(values)
    return median(listed) if listed else None
