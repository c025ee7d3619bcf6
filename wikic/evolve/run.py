"""``wikic evolve``: plan on the wiki as it is, carry the plan out as one verified ChangeSet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wikic.compiler.options import Options
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.steps import Land, Step, Stepped
from wikic.compiler.writer import Writer
from wikic.config import EvolveConfig
from wikic.errors import RefusedError
from wikic.evolve.carry_out import carry_on
from wikic.evolve.cost import Prices
from wikic.evolve.decisions import Decisions
from wikic.evolve.plan import Plan, plan
from wikic.evolve.survey import survey
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.workspace import Workspace, require


@dataclass(frozen=True, slots=True)
class Evolved:
    """What an evolution planned, and what became of it.

    plan: its steps with costs.
    report: of the writing; None where nothing was to be written.
    """

    plan: Plan
    report: Report | None = None


def prices(settings: EvolveConfig) -> Prices:
    """The coefficients of the cost, as configured."""
    return Prices(settings.alpha, settings.beta, settings.gamma)


def propose(root: Path, options: Options, settings: EvolveConfig) -> Plan:
    """The plan for the wiki at ``root``; nothing is written and no lock is taken.

    Raises NotAWikiError, ConfigError and FormatError as opening the wiki does.
    """
    require(root)
    space = Workspace.open(root, options.title)
    space.propose("fold what changed on disk")  # what people changed counts; it is not landed
    return planned(space, settings)


def planned(space: Workspace, settings: EvolveConfig) -> Plan:
    """The plan for an open wiki."""
    return plan(survey(space), space.schema, prices(settings), most=settings.commits)


def evolve(root: Path, options: Options, settings: EvolveConfig, *, faults: Faults = no_fault) -> Evolved:
    """Plan, and carry out what was planned in one transaction.

    Raises RefusedError when it would lose something or bring a finding: nothing of it is changed then.
    Raises what opening and writing a wiki raises besides.
    """
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        space = Workspace.open(root, options.title)
        if not options.dry_run:
            space = writer.land(space, space.propose("fold what changed on disk"))
        found = planned(space, settings)
        if found.steps:
            _carried(space, found, writer.land, options)
        return Evolved(found, report_of(tally, options))


def periodic(options: Options, settings: EvolveConfig) -> tuple[Step, ...]:
    """The step between batches that evolves after every so many sources; none where none is configured.

    A plan that would bring a finding is not carried out, and the compile goes on: the step says so.
    """
    if not settings.every or options.dry_run:
        return ()

    def run(space: Workspace, keys: Sequence[str], land: Land) -> Stepped:
        found = planned(space, settings)
        if not found.steps:
            return Stepped(space)
        try:
            space = _carried(space, found, land, options)
        except RefusedError as error:
            return Stepped(space, (str(error),))
        steps = (
            f"{each.proposal.kind} {each.proposal.directory}/: {each.proposal.reason}" for each in found.steps
        )
        return Stepped(space, tuple(steps))

    return (Step("Evolving", run, settings.every),)


def _carried(space: Workspace, found: Plan, land: Land, options: Options) -> Workspace:
    schema, count = found.schema, len(found.steps)
    costs = f"cost {found.before.total:.3f} to {found.after.total:.3f}"
    reason = f"evolve: {count} change{'s' if count > 1 else ''}, {costs}"
    return carry_on(space, land, options, lambda now: Decisions(reason, schema, now.fold.identity))
