"""Health from the access log, on events and a graph made by hand."""

from __future__ import annotations

import pytest

from wikic.evaluate.diagnosis.health import LogHealth, log_health, log_health_by_directory
from wikic.graph.wiki_graph import Edge, Graph
from wikic.store.access_log import Access, Retrieval

AT = "2026-11-22T12:00:00Z"
GRAPH = Graph.build(
    {
        "people/Ann": [Edge("towns/Ely", "link", "")],
        "people/Ben": [Edge("towns/Ely", "link", ""), Edge("towns/Wye", "link", "")],
        "towns/Ely": [],
        "towns/Wye": [],
    }
)
EVENTS = [
    Access(AT, "ask", "Where was Ann born?", ("people/Ann", "people/Ben", "towns/Ely"),
           Retrieval(("seed", "link", "search"), (0, 1), named=1, found=8, calls=4, tokens=500)),
    Access(AT, "ask", "Who is Cid?", ("towns/Wye",),
           Retrieval(("search",), (0,), named=2, found=2, calls=2, tokens=100)),
    Access(AT, "ask", "Nothing?", (), Retrieval(calls=2)),
    Access(AT, "ask", "Of an older version?", ("people/Ann",)),
    Access(AT, "read", "", ("people/Ann",), Retrieval(("seed",), calls=1)),
]  # fmt: skip


def test_what_the_log_says() -> None:
    found = log_health(EVENTS, GRAPH)
    assert (found.questions, found.unknown, found.naming) == (3, 1, 2)
    assert found.unanswered == pytest.approx(1 / 3)
    assert found.seed_hits == 0.5, "the page that names Cid was not cited"
    assert found.cited_per_call == pytest.approx((2 / 4 + 1 / 2 + 0) / 3)
    assert found.cited_per_1000_tokens == pytest.approx((4 + 10) / 2)
    assert found.noise == pytest.approx((8 / 2 + 2 / 1) / 2)
    assert found.backfill == pytest.approx((0 + 1) / 2)
    assert found.redundancy == pytest.approx(1 / 2), "Ely of Ely and Wye"


def test_by_the_directory_of_what_is_cited() -> None:
    found = log_health_by_directory(EVENTS, GRAPH)
    assert list(found) == ["people", "towns"]
    assert found["people"].questions == 1
    assert found["people"].backfill == 0.0
    assert found["towns"].backfill == 1.0


def test_an_empty_log_and_one_whose_origins_are_short() -> None:
    nothing = LogHealth(0, 0, None, 0, None, None, None, None, None, None)
    assert log_health([], GRAPH) == nothing
    odd = Access(AT, "ask", "Q?", ("people/Ann",), Retrieval((), (0, 7), named=1, calls=1))
    assert log_health([odd], GRAPH).unanswered == 1.0
