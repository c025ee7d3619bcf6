"""How one question went by rules, beside where its answer stands: what health and failures are told from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wikic import layout
from wikic.evaluate.arms.rules import EVIDENCE
from wikic.graph.wiki_graph import Graph
from wikic.llm.tokens import text_tokens
from wikic.model.answer import Answer
from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.library import Library


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
        distances=distances(library.graph, seeds, HORIZON),
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


def distances(graph: Graph, seeds: Iterable[str], most: int) -> dict[str, int]:
    """Pages within ``most`` steps of the seeds, along relations, links and mentions either way."""
    found = {path: 0 for path in seeds if path in graph}
    edge: Collection[str] = tuple(found)
    for step in range(1, most + 1):
        fresh = {near for path in edge for near in _near(graph, path) if near not in found and near in graph}
        found |= dict.fromkeys(fresh, step)
        edge = fresh
    return found


def _near(graph: Graph, path: str) -> Iterable[str]:
    yield from (edge.target for edge in graph.out(path))
    yield from (back.source for back in graph.backlinks(path))
