"""The Critic (WikiKV, section III-D, equation 3): what a proposal would change of the cost.

It prices the subtree that a proposal touches; the rest of the tree costs the same before and after.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from wikic.evolve.census import Census, Tree, cutting, grown
from wikic.evolve.cost import Prices, cost
from wikic.model.schema import DecisionKind, Schema


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that one operator proposes.

    kind: of the operator.
    directory: what it divides, or the directory that stays of a merge.
    parts: names of what it makes or joins.
    reason: one line.
    touches: directories whose subtrees it changes: two proposals that share one exclude each other.
    leaves: numbers of the pages that may lie elsewhere, or under another heading, after it.
    schema: with it alone.
    """

    kind: DecisionKind
    directory: str
    parts: tuple[str, ...]
    reason: str
    touches: tuple[str, ...]
    leaves: tuple[int, ...]
    schema: Schema


@dataclass(frozen=True, slots=True)
class Judged:
    """A proposal with what it costs.

    proposal: the change.
    delta: estimated change of the cost, in reads; below 0 it pays.
    excess: estimated change of children and levels over the bounds.
    """

    proposal: Proposal
    delta: float
    excess: int


LEAST_GAIN: Final = 0.0005  # reads: rounding must not reshape a wiki


class Critic:
    """Judges proposals on one census; a proposal that comes again unchanged is not priced again."""

    def __init__(self, census: Census, prices: Prices) -> None:
        self._prices = prices
        self._whole = sum(need.weight for need in census.needs)
        self._asked: dict[int, list[int]] = {}  # page → the needs that ask for it
        for number, need in enumerate(census.needs):
            for leaf in need.leaves:
                self._asked.setdefault(leaf, []).append(number)
        self._judged: dict[tuple[object, ...], Judged] = {}

    def judge(self, tree: Tree, proposals: Iterable[Proposal]) -> list[Judged]:
        """The proposals with the cost each saves or adds."""
        inside: dict[str, list[int]] = {}
        for number, name in enumerate(tree.places):
            inside.setdefault(name, []).append(number)
        found: list[Judged] = []
        for each in proposals:
            key = (each.kind, each.directory, each.parts, each.leaves)
            known = self._judged.get(key)
            if known is None:
                known = self._judged[key] = self._judge(tree, each, self._around(inside, each))
            found.append(Judged(each, known.delta, known.excess))
        return found

    def _judge(self, tree: Tree, proposal: Proposal, numbers: list[int]) -> Judged:
        needs = dict.fromkeys(need for number in numbers for need in self._asked.get(number, ()))
        before = cutting(tree, numbers, needs, self._whole)
        now = cost(before, self._prices)
        then = cost(grown(before.census, proposal.schema), self._prices)
        return Judged(proposal, then.total - now.total, then.excess - now.excess)

    def _around(self, inside: dict[str, list[int]], proposal: Proposal) -> list[int]:
        """The pages whose cost may differ: all below what is touched, and beside it those right above.

        A merge takes a line from the listing above, which its own pages are read behind.
        """
        tops = proposal.touches
        above = {name.rpartition("/")[0] for name in tops} - {""} if proposal.kind == "merge" else set()
        near = (
            numbers
            for name, numbers in inside.items()
            if name in above or any(name == top or name.startswith(f"{top}/") for top in tops)
        )
        return sorted(number for numbers in near for number in numbers)


def affordable(judged: Iterable[Judged]) -> list[Judged]:
    """The proposals that lower the cost, the best first."""
    paying = [each for each in judged if each.delta < -LEAST_GAIN and each.excess <= 0]
    return sorted(paying, key=lambda each: (each.delta, each.proposal.directory, each.proposal.parts))
