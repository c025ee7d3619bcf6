"""Recall and ranks of documents."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.evaluate.metrics import all_gold, recall_at, reciprocal_rank

keys = st.sampled_from("abcdefgh")
rankings = st.lists(keys, unique=True)
golds = st.lists(st.frozensets(keys), min_size=1, max_size=4)


def test_groups_of_which_one_document_will_do() -> None:
    groups = [frozenset("ab"), frozenset("c")]
    assert recall_at(["b", "x", "c"], groups, 2) == 0.5
    assert recall_at(["b", "x", "c"], groups, 3) == 1.0
    assert all_gold(["b", "x", "c"], groups, 2) == 0.0
    assert reciprocal_rank(["x", "c"], groups) == 0.5
    assert reciprocal_rank(["x"], groups) == 0.0
    assert recall_at(["a"], [frozenset()], 5) == 0.0, "what the wiki does not have is not found"


@given(rankings, golds)
def test_more_documents_never_find_less(ranked: list[str], groups: list[frozenset[str]]) -> None:
    shares = [recall_at(ranked, groups, k) for k in range(len(ranked) + 1)]
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    assert (reciprocal_rank(ranked, groups) > 0) == (shares[-1] > 0)
    assert all_gold(ranked, groups, 8) == float(shares[-1] == 1.0)
