"""One change of the tree's shape, proposed and estimated."""

from __future__ import annotations

from dataclasses import dataclass

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
