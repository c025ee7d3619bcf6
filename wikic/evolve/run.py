"""``wikic evolve``: plan on the wiki as it is, carry the plan out as one verified ChangeSet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wikic.compiler.batch_steps import Land, Step, StepOutcome
from wikic.compiler.options import Options
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.writer import Writer
from wikic.config import EvolveConfig
from wikic.curator.protocol import Curator
from wikic.errors import RefusedError
from wikic.evolve.carry_out import carry_on
from wikic.evolve.cost import Prices
from wikic.evolve.decisions import Decisions
from wikic.evolve.page_split import PageSplit, merged, page_splits
from wikic.evolve.plan import Plan, plan
from wikic.evolve.wiki_census import survey
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.schema_file import require
from wikic.wiki.workspace import Workspace


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


def prices(settings: EvolveConfig) -> Prices:
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
    return planned(space, settings, curator, findings)


def planned(
    space: Workspace,
    settings: EvolveConfig,
    curator: Curator | None = None,
    findings: Mapping[str, int] | None = None,
) -> Evolved:
    """The plan for an open wiki."""
    census, paid = survey(space, findings), prices(settings)
    found = plan(census, space.schema, paid, most=settings.commits)
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
        found = planned(space, settings, curator, findings)
        found, _ = _carried(space, found, writer.land, options)
        return replace(found, report=report_of(tally, options))


def periodic(options: Options, settings: EvolveConfig) -> tuple[Step, ...]:
    """The step between batches that evolves after every so many sources; none where none is configured.

    A plan that would bring a finding is not carried out, and the compile goes on: the step says so.
    """
    if not settings.every or options.dry_run:
        return ()

    def run(space: Workspace, keys: Sequence[str], land: Land) -> StepOutcome:
        found = planned(space, settings)
        try:
            found, space = _carried(space, found, land, options)
        except RefusedError as error:
            return StepOutcome(space, (str(error),))
        return StepOutcome(space, tuple(lines(found)))

    return (Step("Evolving", run, settings.every),)


def lines(found: Evolved) -> Iterator[str]:
    """What was planned, a line for each change."""
    for step in found.plan.steps:
        yield f"{step.proposal.kind} {step.proposal.directory}/: {step.proposal.reason}"
    for each in found.pages:
        yield f"split {each.page.path}: {each.reason}"


def _carried(space: Workspace, found: Evolved, land: Land, options: Options) -> tuple[Evolved, Workspace]:
    """Directories and pages as planned; the directories alone where dividing the pages brings a finding."""
    if not found:
        return found, space
    count = len(found.plan.steps) + len(found.pages)
    costs = f"cost {found.plan.before.total:.3f} to {found.plan.after.total:.3f}"
    reason = f"evolve: {count} change{'s' if count > 1 else ''}, {costs}"

    def decide(now: Workspace) -> Decisions:
        return Decisions(reason, found.plan.schema, merged(now, found.pages, now.fold.identity))

    try:
        return found, carry_on(space, land, options, decide)
    except RefusedError as error:
        if not found.pages:
            raise
        rest = replace(found, pages=(), refused=str(error))
    return _carried(space, rest, land, options)
