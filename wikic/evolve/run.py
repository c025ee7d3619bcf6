"""``wikic evolve``: plan on the wiki as it is, carry the plan out as one verified ChangeSet."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wikic.compiler.options import Options
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.writer import Writer
from wikic.config import EvolveConfig
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
        found, _ = _step(space, writer, options, settings)
        return Evolved(found, report_of(tally, options))


class Periodic:
    """The step that the compile loop calls after each batch: evolves once ``every`` sources came in.

    Pass ``Periodic(...).after`` to the loop; ``plans`` holds what it did.
    """

    def __init__(self, options: Options, settings: EvolveConfig) -> None:
        self._options = options
        self._settings = settings
        self._since = 0
        self.plans: list[Plan] = []

    def after(self, space: Workspace, writer: Writer, sources: int) -> Workspace:
        """Count ``sources`` that just landed; evolve when it is time. Returns the workspace to go on with."""
        self._since += sources
        if not self._settings.every or self._since < self._settings.every or self._options.dry_run:
            return space
        self._since = 0
        found, space = _step(space, writer, self._options, self._settings)
        self.plans.append(found)
        return space


def _step(
    space: Workspace, writer: Writer, options: Options, settings: EvolveConfig
) -> tuple[Plan, Workspace]:
    found = planned(space, settings)
    if not found.steps:
        return found, space
    schema, count = found.schema, len(found.steps)
    costs = f"cost {found.before.total:.3f} to {found.after.total:.3f}"
    reason = f"evolve: {count} change{'s' if count > 1 else ''}, {costs}"
    space = carry_on(space, writer, options, lambda now: Decisions(reason, schema, now.fold.identity))
    return found, space
