"""Nodes get places of their own, near what they are joined to, the same every time."""

from __future__ import annotations

from math import dist, isfinite
from statistics import mean

from hypothesis import given
from hypothesis import strategies as st

from wikic.navigate.reader.map import lay_out

_NODES = 40
GROUPS = st.lists(st.integers(0, 4), min_size=_NODES, max_size=_NODES)
EDGES = st.sets(
    st.tuples(st.integers(0, _NODES - 1), st.integers(0, _NODES - 1)).filter(lambda pair: pair[0] < pair[1]),
    max_size=60,
).map(sorted)


@given(GROUPS, EDGES)
def test_no_two_nodes_of_any_graph_share_a_place(groups: list[int], edges: list[tuple[int, int]]) -> None:
    found = lay_out(groups, edges)
    assert all(isfinite(x) and isfinite(y) for x, y in found)
    assert len({(round(x, 3), round(y, 3)) for x, y in found}) == _NODES
    assert lay_out(groups, edges) == found


def test_what_is_joined_stands_together() -> None:
    # Two rings that nothing joins, their nodes given by turns.
    groups = [0] * _NODES
    edges = sorted({tuple(sorted((at, (at + 2) % _NODES))) for at in range(_NODES)})
    found = lay_out(groups, edges)  # type: ignore[arg-type]
    joined = mean(dist(found[one], found[other]) for one, other in edges)
    apart = mean(dist(found[one], found[other]) for one in range(_NODES) for other in range(one))
    assert joined < apart / 2


def test_nodes_keep_their_distance() -> None:
    found = lay_out([0] * _NODES, [])
    nearest = [min(dist(one, other) for other in found if other is not one) for one in found]
    assert min(nearest) > 0.5


def test_a_node_alone_and_none_at_all() -> None:
    assert lay_out([], []) == []
    assert lay_out([3], []) == [(0.0, 0.0)]
