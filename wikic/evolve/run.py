"""``wikic evolve``: plan changes of the directories that lower the cost, and carry them out as one verified
ChangeSet.

The Arbiter (equation 4) commits at most ``most`` proposals a pass whose subtrees do not overlap, so that
their changes of cost add up. Pure: a census and a schema in, steps and the schema they lead to out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from wikic.compiler import batch_steps
from wikic.compiler.batch_steps import Land, StepOutcome
from wikic.compiler.options import Options
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.writer import Writer
from wikic.config import EvolveConfig
from wikic.curator.protocol import Curator
from wikic.errors import RefusedError
from wikic.evolve.architect import propose_sections, propose_splits
from wikic.evolve.carry_out import Decisions, carry_on
from wikic.evolve.census import Census, Tree, grow_tree, survey_wiki
from wikic.evolve.coaccess import join_directories, propose_merges
from wikic.evolve.cost import (
    LEAST_GAIN,
    Cost,
    Critic,
    Judged,
    Prices,
    Proposal,
    choose_affordable,
    price_tree,
)
from wikic.evolve.split import PageSplit, merge_splits, page_splits
from wikic.model.schema import Schema
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Workspace

MOST: Final = 16  # commits a pass (K of equation 4)
PASSES: Final = 12  # a split leaves parts to split: three levels, then headings

Operator = Callable[[Tree], Iterator[Proposal]]
OPERATORS: Final[tuple[Operator, ...]] = (propose_merges, propose_splits, propose_sections)


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


def plan_changes(census: Census, schema: Schema, prices: Prices | None = None, *, most: int = MOST) -> Plan:
    """The changes that lower the cost, until none does."""
    paid = prices or Prices()
    critic = Critic(census, paid)
    tree = grow_tree(census, schema)
    first = now = price_tree(tree, paid)
    steps: list[Step] = []
    for _ in range(PASSES):
        judged = critic.judge(tree, (each for operator in OPERATORS for each in operator(tree)))
        chosen = choose_disjoint(choose_affordable(judged), most)
        committed = _commit_proposals(tree, chosen, now, paid)
        if committed is None:
            break
        tree, after, taken = committed
        steps += [Step(each.proposal, now.total, after.total, each.delta) for each in taken]
        now = after
    return Plan(tuple(steps), first, now, tree.schema, census.basis)


def choose_disjoint(judged: Iterable[Judged], most: int) -> list[Judged]:
    """The best proposals of which no two touch one subtree."""
    chosen: list[Judged] = []
    taken: list[str] = []
    for each in judged:
        tops = each.proposal.touches
        if len(chosen) < most and not any(_proposals_overlap(one, two) for one in tops for two in taken):
            chosen.append(each)
            taken += tops
    return chosen


def _proposals_overlap(one: str, two: str) -> bool:
    return one == two or one.startswith(f"{two}/") or two.startswith(f"{one}/")


def _commit_proposals(
    tree: Tree, chosen: list[Judged], now: Cost, prices: Prices
) -> tuple[Tree, Cost, list[Judged]] | None:
    """The tree with the chosen changes; fewer of them where the estimate was wrong; None when none pays.

    The estimate looks at subtrees, and what the sum gives is what counts: admissible is what lowers it.
    """
    while chosen:
        schema = tree.schema
        for each in chosen:
            schema = _add_changes(schema, tree.schema, each.proposal)
        after_tree = grow_tree(tree.census, schema)
        after = price_tree(after_tree, prices)
        if after.total < now.total - LEAST_GAIN and after.excess <= now.excess:
            return after_tree, after, chosen
        chosen = chosen[: len(chosen) // 2]
    return None


def _add_changes(schema: Schema, base: Schema, proposal: Proposal) -> Schema:
    """``schema`` with what ``proposal`` changed of ``base``, which touches no directory changed before."""
    if schema == base:
        return proposal.schema
    theirs = proposal.schema
    if proposal.kind == "merge":
        merged, _ = join_directories(schema, proposal.directory, proposal.parts[0])
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


@dataclass(frozen=True, slots=True)
class Evolved:
    """What an evolution planned, and what it changed.

    plan: of the directories, its steps with costs.
    pages: pages to divide.
    refused: why the pages were left as they are after all, or "".
    report: of the writing; None where nothing was to be written.
    """

    plan: Plan
    pages: tuple[PageSplit, ...] = ()
    refused: str = ""
    report: Report | None = None

    def __bool__(self) -> bool:
        return bool(self.plan.steps or self.pages)


def configured_prices(settings: EvolveConfig) -> Prices:
    """The coefficients of the cost, as configured."""
    return Prices(settings.alpha, settings.beta, settings.gamma)


def propose(
    root: Path,
    options: Options,
    settings: EvolveConfig,
    curator: Curator | None = None,
    *,
    findings: Mapping[str, int] | None = None,
) -> Evolved:
    """The plan for the wiki at ``root``; nothing is written and no lock is taken.

    curator: asked which pages hold several things; None for links alone.
    findings: how many there are on a page, by stem; they are part of the quality, and change no decision.

    Raises NotAWikiError, ConfigError and FormatError as opening the wiki does, and as the curator does.
    """
    require(root)
    space = Workspace.open(root, options.title)
    space.propose("fold what changed on disk")  # what people changed counts; it is not landed
    return plan_wiki(space, settings, curator, findings)


def plan_wiki(
    space: Workspace,
    settings: EvolveConfig,
    curator: Curator | None = None,
    findings: Mapping[str, int] | None = None,
) -> Evolved:
    """The plan for an open wiki."""
    census, paid = survey_wiki(space, findings), configured_prices(settings)
    found = plan_changes(census, space.schema, paid, most=settings.commits)
    return Evolved(found, tuple(page_splits(space, census, paid, curator)))


def evolve(
    root: Path,
    options: Options,
    settings: EvolveConfig,
    curator: Curator | None = None,
    *,
    findings: Mapping[str, int] | None = None,
    faults: Faults = no_fault,
) -> Evolved:
    """Plan, and carry out what was planned in one transaction.

    Raises RefusedError when it would lose something or bring a finding: nothing of it is changed then.
    Raises what opening and writing a wiki, and the curator, raise besides.
    """
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        space = Workspace.open(root, options.title)
        if not options.dry_run:
            space = writer.land(space, space.propose("fold what changed on disk"))
        found = plan_wiki(space, settings, curator, findings)
        found, _ = _carry_planned(space, found, writer.land, options)
        return replace(found, report=report_of(tally, options))


def periodic(options: Options, settings: EvolveConfig) -> tuple[batch_steps.Step, ...]:
    """The step between batches that evolves after every so many sources; none where none is configured.

    A plan that would bring a finding is not carried out, and the compile goes on: the step says so.
    """
    if not settings.every or options.dry_run:
        return ()

    def run(space: Workspace, keys: Sequence[str], land: Land) -> StepOutcome:
        found = plan_wiki(space, settings)
        try:
            found, space = _carry_planned(space, found, land, options)
        except RefusedError as error:
            return StepOutcome(space, (str(error),))
        return StepOutcome(space, tuple(describe_plan(found)))

    return (batch_steps.Step("Evolving", run, settings.every),)


def describe_plan(found: Evolved) -> Iterator[str]:
    """The plan in words, a line for each change."""
    for step in found.plan.steps:
        yield f"{step.proposal.kind} {step.proposal.directory}/: {step.proposal.reason}"
    for each in found.pages:
        yield f"split {each.page.path}: {each.reason}"


def _carry_planned(
    space: Workspace, found: Evolved, land: Land, options: Options
) -> tuple[Evolved, Workspace]:
    """Directories and pages as planned; the directories alone where dividing the pages brings a finding."""
    if not found:
        return found, space
    count = len(found.plan.steps) + len(found.pages)
    costs = f"cost {found.plan.before.total:.3f} to {found.plan.after.total:.3f}"
    reason = f"evolve: {count} change{'s' if count > 1 else ''}, {costs}"

    def decide(now: Workspace) -> Decisions:
        return Decisions(reason, found.plan.schema, merge_splits(now, found.pages, now.fold.identity))

    try:
        return found, carry_on(space, land, options, decide)
    except RefusedError as error:
        if not found.pages:
            raise
        rest = replace(found, pages=(), refused=str(error))
    return _carry_planned(space, rest, land, options)
