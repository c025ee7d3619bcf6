"""Model repair as steps of a compile: now and then between batches, and until it is stable at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.compiler.steps import Step, Stepped
from wikic.curator.protocol import Curator
from wikic.errors import DiskError
from wikic.fix.model.final import refold, settle
from wikic.fix.model.step import Limits, ModelRepair, Repaired
from wikic.model.change import ChangeSet
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.workspace import Workspace

# Sources between two rounds. A round checks at most 8 things: one call for checks stands against 25 sources.
EVERY: Final = 200
MAX_TRIES: Final = 3  # folds for a person who saves while we write


def repair_steps(
    curator: Curator,
    title: str,
    *,
    every: int = EVERY,
    jobs: int = 1,
    limits: Limits | None = None,
    faults: Faults = no_fault,
) -> tuple[Step, ...]:
    """The steps that repair with a model, for one compile.

    title: heading of the root index. every: sources between two rounds, 0 for none before the end. jobs:
        threads that wait for replies. faults: for tests.

    The same ``ModelRepair`` serves both, so that nothing is asked twice in a run.
    """
    land = Lander(title, faults)
    repair = ModelRepair(curator, land, title, limits=limits, jobs=jobs)

    def now(space: Workspace, keys: Sequence[str]) -> Stepped:
        done = repair.repair(space, keys)
        return Stepped(done.space, _lines(done), done.sightings)

    def finally_(space: Workspace, keys: Sequence[str]) -> Stepped:
        done = settle(space, keys, refold(land), repair.repair)
        return Stepped(done.space, _lines(done.whole), done.sightings)

    last = Step("Repairing", finally_)
    return (Step("Repairing", now, every), last) if every else (last,)


class Lander:
    """Lands what a repair proposes, and folds again what a person saved meanwhile."""

    def __init__(self, title: str, faults: Faults = no_fault) -> None:
        self._title = title
        self._faults = faults

    def __call__(self, space: Workspace, changes: ChangeSet) -> Workspace:
        """The workspace to go on with. Raises DiskError when the disk refuses, or a file never rests."""
        for _ in range(MAX_TRIES):
            outcome = space.land(changes, faults=self._faults)
            if not outcome.conflicts:
                return space
            space = Workspace.open(space.tree.root, self._title)
            changes = space.propose("fold what people saved during the run")
        raise DiskError(
            f"{outcome.conflicts[0].path} was saved again and again during the run",
            hint="run wikic compile once more",
        )


def _lines(done: Repaired) -> tuple[str, ...]:
    """What a report says of it: nothing when nothing was asked."""
    lines: list[str] = []
    if done.changed:
        number = len(done.changed)
        lines.append(f"repaired {number} {'digest' if number == 1 else 'digests'}: {_listed(done.changed)}")
    if done.refused:
        lines.append(f"refused what does not hold in repairs (changes: {done.refused})")
    if done.harmful:
        lines.append(f"left out repairs that would have made findings worse (repairs: {done.harmful})")
    return (*lines, *(f"could not repair: {each}" for each in done.failed))


def _listed(keys: Sequence[str], most: int = 5) -> str:
    more = f" and {len(keys) - most} more" if len(keys) > most else ""
    return ", ".join(keys[:most]) + more
