"""How much of what is wanted stands among the first documents of a reply."""

from __future__ import annotations

from collections.abc import Sequence

Groups = Sequence[frozenset[str]]
"""Keys of the documents wanted; any one of a group will do. An empty group is never found."""


def recall(documents: Sequence[str], groups: Groups, k: int) -> float:
    """Share of the groups of which a document stands among the first ``k`` (R@k; HippoRAG, section 4)."""
    first = frozenset(documents[:k])
    return sum(not group.isdisjoint(first) for group in groups) / len(groups)


def all_gold(documents: Sequence[str], groups: Groups, k: int) -> float:
    """1.0 when every group has a document among the first ``k``, else 0.0 (AR@k; MDR, section 4)."""
    return float(recall(documents, groups, k) == 1.0)


def reciprocal_rank(documents: Sequence[str], groups: Groups) -> float:
    """1 / place of the first document that is wanted, 0.0 without one (MRR; TREC-8 question answering)."""
    wanted = frozenset().union(*groups)
    return next((1 / place for place, key in enumerate(documents, start=1) if key in wanted), 0.0)
