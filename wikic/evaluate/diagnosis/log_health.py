"""How well a wiki's graph served the questions it was really asked: from the access log, without gold.

What nobody knows of a real question is where its answer stands; a cited page stands for one (RLM-on-KG,
section 6, has gold chunks instead: `wikic eval diagnose`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.evaluate.diagnosis.health import BY_WORDS, mean_of, median_of, redundancy
from wikic.graph.wiki_graph import Graph
from wikic.store.access_log import Access, Retrieval

_TOP: Final = 5


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
    return _health(list(map(_answered, known)), graph, len(asked) - len(known))


def log_health_by_directory(events: Iterable[Access], graph: Graph) -> dict[str, LogHealth]:
    """Health of the questions that cite pages of each directory; a question may count in several."""
    found: dict[str, list[_Answered]] = {}
    for event in events:
        if not event.question or event.retrieval is None:
            continue
        each = _answered(event)
        for name in {layout.directory(page) for page in each.cited}:
            found.setdefault(name, []).append(each)
    return {name: _health(members, graph, 0) for name, members in sorted(found.items())}


def _answered(event: Access) -> _Answered:
    known = event.retrieval or Retrieval()
    told = dict(enumerate(zip(event.pages, known.origins, strict=False)))
    pairs = [told[place] for place in known.cited if place in told]
    return _Answered(known, tuple(page for page, _ in pairs), tuple(origin for _, origin in pairs))


def _health(asked: Sequence[_Answered], graph: Graph, unknown: int) -> LogHealth:
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
        backfill=mean_of(map(_by_words_alone, citing)),
        redundancy=mean_of(redundancy(each.cited, graph) for each in citing if len(each.cited) > 1),
    )


def _by_words_alone(each: _Answered) -> float:
    first = each.origins[:_TOP]
    return sum(origin in BY_WORDS for origin in first) / len(first)
