"""The greedy descent (WikiKV, section III-B): passes of proposals, each committed only where the cost falls.

The Arbiter (equation 4) commits at most ``most`` proposals a pass whose subtrees do not overlap, so that
their changes of cost add up. Pure: a census and a schema in, steps and the schema they lead to out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from wikic.evolve.architect import sections, splits
from wikic.evolve.census import Census, Tree, grown
from wikic.evolve.coaccess import joined, merges
from wikic.evolve.cost import LEAST_GAIN, Cost, Critic, Judged, Prices, Proposal, affordable, cost
from wikic.model.schema import Schema

MOST: Final = 16  # commits a pass (K of equation 4)
PASSES: Final = 12  # a split leaves parts to split: three levels, then headings

Operator = Callable[[Tree], Iterator[Proposal]]
OPERATORS: Final[tuple[Operator, ...]] = (merges, splits, sections)


@dataclass(frozen=True, slots=True)
class Step:
    """One committed change.

    proposal: the change.
    before, after: cost of the whole tree before and after the pass that committed it.
    delta: its own part of that, as estimated.
    """

    proposal: Proposal
    before: float
    after: float
    delta: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What an evolution would do.

    steps: in order.
    before, after: cost of the tree as it is, and as it will be.
    schema: as it will be.
    basis: what the needs rest on.
    """

    steps: tuple[Step, ...]
    before: Cost
    after: Cost
    schema: Schema
    basis: str


def plan(census: Census, schema: Schema, prices: Prices | None = None, *, most: int = MOST) -> Plan:
    """The changes that lower the cost, until none does."""
    paid = prices or Prices()
    critic = Critic(census, paid)
    tree = grown(census, schema)
    first = now = cost(tree, paid)
    steps: list[Step] = []
    for _ in range(PASSES):
        judged = critic.judge(tree, (each for operator in OPERATORS for each in operator(tree)))
        chosen = arbitrate(affordable(judged), most)
        committed = _commit(tree, chosen, now, paid)
        if committed is None:
            break
        tree, after, taken = committed
        steps += [Step(each.proposal, now.total, after.total, each.delta) for each in taken]
        now = after
    return Plan(tuple(steps), first, now, tree.schema, census.basis)


def arbitrate(judged: Iterable[Judged], most: int) -> list[Judged]:
    """The best proposals of which no two touch one subtree."""
    chosen: list[Judged] = []
    taken: list[str] = []
    for each in judged:
        tops = each.proposal.touches
        if len(chosen) < most and not any(_overlap(one, two) for one in tops for two in taken):
            chosen.append(each)
            taken += tops
    return chosen


def _overlap(one: str, two: str) -> bool:
    return one == two or one.startswith(f"{two}/") or two.startswith(f"{one}/")


def _commit(
    tree: Tree, chosen: list[Judged], now: Cost, prices: Prices
) -> tuple[Tree, Cost, list[Judged]] | None:
    """The tree with the chosen changes; fewer of them where the estimate was wrong; None when none pays.

    The estimate looks at subtrees, and what the sum gives is what counts: admissible is what lowers it.
    """
    while chosen:
        schema = tree.schema
        for each in chosen:
            schema = _added(schema, tree.schema, each.proposal)
        after_tree = grown(tree.census, schema)
        after = cost(after_tree, prices)
        if after.total < now.total - LEAST_GAIN and after.excess <= now.excess:
            return after_tree, after, chosen
        chosen = chosen[: len(chosen) // 2]
    return None


def _added(schema: Schema, base: Schema, proposal: Proposal) -> Schema:
    """``schema`` with what ``proposal`` changed of ``base``, which touches no directory changed before."""
    if schema == base:
        return proposal.schema
    theirs = proposal.schema
    if proposal.kind == "merge":
        merged, _ = joined(schema, proposal.directory, proposal.parts[0])
        return replace(merged, evolved=(*merged.evolved, theirs.evolved[-1]))
    own = {proposal.directory}
    known = {each.name for each in schema.dimensions}
    return replace(
        schema,
        dimensions=schema.dimensions
        + tuple(each for each in theirs.dimensions[len(base.dimensions) :] if each.name not in known),
        placement=schema.placement + theirs.placement[len(base.placement) :],
        sections=tuple(each for each in schema.sections if each.directory not in own)
        + tuple(each for each in theirs.sections if each.directory in own),
        evolved=(*schema.evolved, theirs.evolved[-1]),
    )
