from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.graph.pagerank import ALPHA, DAMPING, Ranks, Weights, pagerank
from wikic.graph.wiki_graph import KINDS, Edge, Graph

paths = st.sampled_from([f"p/{name}" for name in "ABCDEFGH"])
edges = st.builds(Edge, paths, st.sampled_from(KINDS), st.just(""))
graphs = st.dictionaries(paths, st.lists(edges, max_size=4), max_size=8).map(Graph.build)
seedings = st.dictionaries(paths, st.floats(0.01, 100), max_size=4)


def by_power_iteration(graph: Graph, seeds: dict[str, float], rounds: int = 200) -> dict[str, float]:
    """The textbook's way, over page paths: the oracle."""
    weights, pages = Weights(), list(graph.pages())
    shares: dict[str, dict[str, float]] = {}
    for path in pages:
        strongest: dict[str, float] = {}
        ends = [(edge.target, edge.kind) for edge in graph.out(path)]
        ends += [(back.source, back.kind) for back in graph.backlinks(path)]
        for other, kind in ends:
            if other in graph and other != path:
                strongest[other] = max(strongest.get(other, 0), weights.of(kind))
        damped = {
            other: weight * graph.degree(graph.numbers[other]) ** -DAMPING
            for other, weight in strongest.items()
        }
        shares[path] = {other: weight / sum(damped.values()) for other, weight in damped.items()}
    start = {path: weight for path, weight in seeds.items() if path in graph}
    mass = {path: weight / sum(start.values()) for path, weight in start.items()}
    ranks = dict.fromkeys(pages, 0.0)
    for _ in range(rounds):
        following = dict.fromkeys(pages, 0.0)
        for path, held in mass.items():
            ranks[path] += ALPHA * held if shares[path] else held
            for other, share in shares[path].items():
                following[other] += (1 - ALPHA) * held * share
        mass = following
    return ranks


@given(graphs, seedings)
def test_mass_is_conserved_and_no_score_is_off_by_more_than_what_is_left(
    graph: Graph, seeds: dict[str, float]
) -> None:
    ranks = pagerank(graph, seeds, epsilon=1e-4)
    if not any(path in graph for path in seeds):
        assert ranks.scores == {} and ranks.left == 0
        return
    assert sum(ranks.scores.values()) <= 1 + 1e-9
    assert sum(ranks.scores.values()) + ranks.left == pytest.approx(1)
    for path, exact in by_power_iteration(graph, seeds).items():
        assert -1e-9 <= exact - ranks.scores.get(path, 0.0) <= ranks.left + 1e-9


@given(graphs, seedings, st.data())
def test_a_heavier_seed_never_ranks_lower(graph: Graph, seeds: dict[str, float], data: st.DataObject) -> None:
    known = sorted(path for path in seeds if path in graph)
    if not known:
        return
    seed = data.draw(st.sampled_from(known))
    before = pagerank(graph, seeds, epsilon=1e-8)
    after = pagerank(graph, {**seeds, seed: seeds[seed] * 3}, epsilon=1e-8)
    assert after.scores[seed] >= before.scores[seed] - after.left - 1e-9


@given(graphs, seedings)
def test_the_order_of_seeds_changes_no_bit(graph: Graph, seeds: dict[str, float]) -> None:
    turned = dict(reversed(seeds.items()))
    assert list(pagerank(graph, seeds).scores.items()) == list(pagerank(graph, turned).scores.items())
    scores = list(pagerank(graph, seeds).scores.values())
    assert all(one >= other for one, other in pairwise(scores))


def test_a_hub_ranks_below_a_page_linked_as_often_from_the_seed() -> None:
    wiki: dict[str, list[Edge]] = {f"p/{at}": [Edge("p/hub", "link")] for at in range(100)}
    wiki |= {"p/hub": [], "p/quiet": [], "p/seed": [Edge("p/hub", "link"), Edge("p/quiet", "link")]}
    scores = pagerank(Graph.build(wiki), {"p/seed": 1}).scores
    assert scores["p/quiet"] > scores["p/hub"]
    assert next(iter(scores)) == "p/seed"


def test_a_kind_that_weighs_nothing_is_closed() -> None:
    graph = Graph.build({"p/A": [Edge("p/B", "mention")], "p/B": []})
    assert "p/B" in pagerank(graph, {"p/A": 1}).scores
    assert pagerank(graph, {"p/A": 1}, weights=Weights(mention=0)).scores == {"p/A": 1.0}


def test_work_is_bounded() -> None:
    graph = Graph.build({f"p/{at}": [Edge(f"p/{at + 1}", "link")] for at in range(500)})
    ranks = pagerank(graph, {"p/0": 1}, epsilon=1e-12, max_pushes=10)
    assert ranks.pushes == 10 and ranks.left > 0


@pytest.mark.parametrize(("alpha", "epsilon"), [(0, 1e-4), (1.5, 1e-4), (0.2, 0)])
def test_bad_parameters(alpha: float, epsilon: float) -> None:
    with pytest.raises(ValueError, match="out of range"):
        pagerank(Graph.build({}), {}, alpha=alpha, epsilon=epsilon)


def test_seeds_that_weigh_nothing_rank_nothing() -> None:
    graph = Graph.build({"a/A": [Edge("a/B", "link")], "a/B": []})
    for seeds in ({"a/A": 0.0}, {"a/A": -1.0}, {"a/A": 0.0, "a/Gone": 1.0}):
        assert pagerank(graph, seeds) == Ranks({}, 0, 0)


def test_a_page_that_leads_nowhere_takes_one_push() -> None:
    graph = Graph.build({"a/A": []})
    assert pagerank(graph, {"a/A": 2.0}) == Ranks({"a/A": 1.0}, 0, 1)
    assert pagerank(graph, {"a/A": 2.0}, max_pushes=0) == Ranks({}, 1.0, 0)


def test_less_mass_than_epsilon_for_each_edge_is_left() -> None:
    graph = Graph.build({"a/A": [Edge("a/B", "link"), Edge("a/C", "link")], "a/B": [], "a/C": []})
    assert pagerank(graph, {"a/A": 1.0}, epsilon=0.51) == Ranks({}, 1.0, 0)
    assert pagerank(graph, {"a/A": 1.0}, epsilon=0.5).pushes > 0


def test_just_enough_mass_is_handed_on() -> None:
    graph = Graph.build({"a/A": [Edge("a/B", "link")], "a/B": []})
    assert pagerank(graph, {"a/A": 1.0}, alpha=0.5, epsilon=0.5) == Ranks({"a/A": 0.5, "a/B": 0.25}, 0.25, 2)
