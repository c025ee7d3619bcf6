"""The heuristic controller (RLM-on-KG, section 4.4): rules choose the tools, no model is asked.

Discovery and ranking are apart (their section 3.4): names, words and links only add passages to a pool, and
one score orders it at the end: what is near the names, what says something new. It stops when a step along
the links finds nothing new.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wikic.graph.pagerank import Weights, pagerank
from wikic.graph.wiki_graph import Graph
from wikic.navigate.ask.heuristic import link_expansion
from wikic.navigate.ask.heuristic.candidates import Candidate, Key, Passages, Pool
from wikic.navigate.ask.heuristic.options import Budget, Options
from wikic.navigate.ask.heuristic.question import MAX_TERMS, Question, read_question
from wikic.navigate.ask.heuristic.term_statistics import TermStatistics
from wikic.navigate.library import Library

# What the page nearest to the names gets; the square root, since ranks fall steeply.
_NEAREST: Final = 0.25
# Of what a passage's own words are worth, this share is lost where others before it said them all.
_SAID: Final = 0.5
# What a page only shows has no words of its own to lose: this share of all it is worth goes instead.
_LOST_OF_BORROWED: Final = 0.1
_ORDERED: Final = 40  # candidates put in order; nobody reads further


def add_nearness(pool: Pool, graph: Graph, options: Options) -> int:
    """Let nearness to the question's names count; returns how many pages it reached."""
    weights = None if options.relations else Weights(relation=0.7)
    if not options.mentions:
        weights = Weights(relation=1.0 if options.relations else 0.7, mention=0.0)
    ranks = pagerank(graph, pool.subjects(), weights=weights).scores
    most = max(ranks.values(), default=0.0)
    for candidate in pool.found.values():
        rank = ranks.get(candidate.passage.path, 0.0)
        candidate.near = _NEAREST * math.sqrt(rank / most) if rank else 0.0
    return len(ranks)


def order_candidates(pool: Pool) -> list[Candidate]:
    """The best candidates, one after another by score less what those before have said.

    What another document says in the same words is evidence as well: a passage of a document loses by others
    of its own page only. A question for several things takes the same words from each, so there nothing is
    lost.
    """
    left = pool.evidence(_ORDERED)
    if pool.question.shape == "enumeration" and not pool.seeds:
        for each in left:
            each.worth = each.score
        return left
    weights = pool.question.weights
    said: dict[str, set[str]] = {"": set()}
    ranked: list[Candidate] = []

    def worth(candidate: Candidate) -> float:
        page = candidate.passage.path if candidate.passage.article else ""
        return _candidate_worth(candidate, said.get(page, set()), weights)

    while left:
        best = max(left, key=lambda each: (worth(each), each.own))
        left.remove(best)
        best.worth = worth(best)
        ranked.append(best)
        said[""] |= best.held
        said.setdefault(best.passage.path, set()).update(best.held)
    return ranked


def _candidate_worth(candidate: Candidate, said: set[str], weights: dict[str, float]) -> float:
    every = math.fsum(weights[term] for term in candidate.held)
    new = math.fsum(weights[term] for term in candidate.held if term not in said)
    if candidate.passage.borrowed:
        return candidate.score * (1 - _LOST_OF_BORROWED * (1 - new / every if every else 1.0))
    lost = 1 - new / every if every else 0.0
    return candidate.score - candidate.direct * _SAID * lost


# Pages a search adds; a name that many pages claim adds this many of them.
_PAGES: Final = 30
_REST_PAGES: Final = 15  # pages a search for the words outside of names adds
_KIND: Final = 3  # words that name a kind of pages
_HOPS: Final = 2  # steps from what the question names
_BEAM: Final = 8  # passages from which each step goes on
_CLAIMANTS: Final = 8  # pages
_SHOWN: Final = 5  # pages that a step names
# Pages that say whether the wiki has an answer: as many as a reader looks at.
_JUDGED: Final = 5


@dataclass(frozen=True, slots=True)
class Step:
    """One action of the controller and what it found.

    action: ``names``, ``search``, ``follow``, ``rank`` …
    tried: what it was done with.
    found: page paths it led to, the first few.
    why: in words, with how many were new.
    """

    action: str
    tried: str
    found: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Exploration:
    """What was found for a question.

    question: taken apart.
    ranked: passages, the best first.
    steps: how they were found.
    covered: the most that one of the first pages says of the question, as a share.
    match: score of the best page of a search, by the weight of a word that no page holds.
    complete: whether it ended by itself and not by its budget.
    searched: pages that words found.
    """

    question: Question
    ranked: tuple[Candidate, ...]
    steps: tuple[Step, ...]
    covered: float
    match: float
    complete: bool
    searched: frozenset[str] = frozenset()


class Heuristic:
    """The controller over one wiki; keeps what it read until the index changes."""

    def __init__(self, library: Library, options: Options | None = None) -> None:
        self._library = library
        self._options = options or Options()
        self._known: tuple[object, TermStatistics, Passages] | None = None

    def explore(self, text: str, over: Callable[[], bool] | None = None) -> Exploration:
        """Look for evidence on ``text``. Any string will do; one that says nothing finds nothing.

        over: whether the time is over, looked at before each step; what was found until then is put in order.
        """
        statistics, passages = self._open()
        question = read_question(text, self._library.names, statistics)
        run = _Run(question, passages, statistics, self._options, over or Budget().deadline())
        run.seed()
        if self._options.links:
            run.follow(self._library.graph)
        return run.finish()

    def question(self, text: str) -> Question:
        """``text`` as a question; nothing is searched for yet."""
        statistics, _ = self._open()
        return read_question(text, self._library.names, statistics)

    def listed(self, text: str) -> tuple[str, ...]:
        """Pages of the kind that a question which asks for a list names; none where it asks for no list."""
        statistics, _ = self._open()
        question = self.question(text)
        if question.shape != "enumeration":
            return ()
        return tuple(statistics.described(question.rest[:_KIND], _PAGES))

    def _open(self) -> tuple[TermStatistics, Passages]:
        searcher, _ = self._library.search.snapshot()
        if self._known is None or self._known[0] is not searcher:
            statistics = TermStatistics(self._library.search, sources=self._options.sources)
            self._known = searcher, statistics, Passages(statistics, sources=self._options.sources)
        return self._known[1], self._known[2]


class _Run:
    def __init__(
        self,
        question: Question,
        passages: Passages,
        statistics: TermStatistics,
        options: Options,
        over: Callable[[], bool],
    ) -> None:
        self.pool = Pool(question, passages)
        self._statistics = statistics
        self._options = options
        self.over = over
        self._steps: list[Step] = []
        self._cut = False
        self._match = 0.0

    def seed(self) -> None:
        """Start from the pages the question names and those that hold its words."""
        question, pool = self.pool.question, self.pool
        for named in question.names:
            paths = named.match.paths[:_CLAIMANTS]
            for path in paths:
                pool.seeds[path] = max(pool.seeds.get(path, 0.0), named.weight)
            new = pool.add(paths)
            self._note("names", named.match.name, paths, f"weight {named.weight:.2f}, {new} new")
        if question.shape == "enumeration":
            kind = question.rest[:_KIND]
            found = self._statistics.described(kind, _PAGES)
            self._note("list", " ".join(kind), found, f"tags and summaries, {pool.add(found)} new")
        heavy = question.heavy
        searches = [(heavy, _PAGES)]
        if 0 < len(question.rest) < len(heavy):
            searches.append((list(question.rest[:MAX_TERMS]), _REST_PAGES))
        for terms, limit in searches:
            if self.over():
                self._cut = True
                return
            scored = self._statistics.holding(question.written(terms), limit)
            most = max(scored.values(), default=0.0)
            for path, score in scored.items():
                pool.searched[path] = max(pool.searched.get(path, 0.0), score / most)
            self._match = max(self._match, most / self._statistics.most)
            self._note("search", " ".join(terms), [*scored], f"{pool.add(scored)} new")

    def follow(self, graph: Graph) -> None:
        """Follow links from the best passages, step by step, then let nearness count."""
        done: set[Key] = set()
        for hop in range(_HOPS):
            beam = [each for each in self.pool.best(_BEAM) if each.passage.key not in done]
            fresh = 0
            for candidate in beam:
                if self.over():
                    self._cut = True
                    break
                done.add(candidate.passage.key)
                new = link_expansion.follow_links(
                    self.pool, candidate, graph, self._statistics, self._options
                )
                fresh += new
                self._note("follow", candidate.passage.path, (), f"hop {hop + 1}: {new} better known")
            if not fresh or self._cut:
                break
        if self._options.pagerank and self.pool.seeds:
            if self.over():
                self._cut = True
                return
            reached = add_nearness(self.pool, graph, self._options)
            self._note("near", " ".join(self.pool.seeds), (), f"PageRank reached {reached} pages")

    def finish(self) -> Exploration:
        """Rank the candidates found so far."""
        ranked = order_candidates(self.pool)
        paths = tuple(dict.fromkeys(each.passage.path for each in ranked))
        self._note("rank", f"{len(self.pool.found)} passages", paths, "by score less what was said before")
        question = self.pool.question
        said = [self.pool.said(path) for path in paths[:_JUDGED]]
        return Exploration(
            question,
            tuple(ranked),
            tuple(self._steps),
            max(map(question.weight, said), default=0.0),
            self._match,
            complete=not self._cut,
            searched=frozenset(self.pool.searched),
        )

    def _note(self, action: str, tried: str, found: tuple[str, ...] | list[str], why: str) -> None:
        self._steps.append(Step(action, tried, tuple(found[:_SHOWN]), why))
