"""Runs code fixes and model repair by turns at the end of a run, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.errorbook.sighting import Sighting
from wikic.fix.model.model_repair import Land, Repaired
from wikic.wiki.workspace import Workspace

MAX_ROUNDS: Final = 3  # LLM-Wiki, section 3.3

CodeFix = Callable[[Workspace], tuple[Workspace, bool]]
ModelFix = Callable[[Workspace, Iterable[str]], Repaired]


@dataclass(frozen=True, slots=True)
class RepairRounds:
    """The outcome of the rounds at the end of a run.

    whole: the rounds together; its workspace is the one to go on with.
    rounds: how many there were.
    stable: whether the last one changed nothing; if not, the next run goes on.
    """

    whole: Repaired
    rounds: int
    stable: bool

    @property
    def space(self) -> Workspace:
        """The workspace to go on with."""
        return self.whole.space

    @property
    def changed(self) -> tuple[str, ...]:
        """Keys of the digests that were rewritten, sorted."""
        return self.whole.changed

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """What was found wrong, for the Error Book."""
        return self.whole.sightings


def repair_until_stable(
    space: Workspace, keys: Iterable[str], code_fix: CodeFix, model_fix: ModelFix
) -> RepairRounds:
    """At most three rounds; ends with the first that changes nothing.

    code_fix: mends what code can, and says whether it changed anything. model_fix: ``ModelRepair.repair``;
        from the second round on it sees the digests too that the first one changed.
    """
    wanted = set(keys)
    rounds: list[Repaired] = []
    stable = False
    while not stable and len(rounds) < MAX_ROUNDS:
        space, mended = code_fix(space)
        done = model_fix(space, sorted(wanted))
        space = done.space
        wanted.update(done.changed)
        rounds.append(done)
        stable = not mended and not done.changed
    return RepairRounds(together(space, rounds), len(rounds), stable)


def together(space: Workspace, rounds: Sequence[Repaired]) -> Repaired:
    """Several rounds as one, which ends with ``space``."""
    return Repaired(
        space=space,
        changed=tuple(sorted({key for each in rounds for key in each.changed})),
        asked=sum(each.asked for each in rounds),
        refused=sum(each.refused for each in rounds),
        harmful=sum(each.harmful for each in rounds),
        failed=tuple(line for each in rounds for line in each.failed),
        sightings=tuple(seen for each in rounds for seen in each.sightings),
    )


def refold(land: Land) -> CodeFix:
    """A code fix that folds again, so that the pages on disk are what the fold gives."""

    def fix(space: Workspace) -> tuple[Workspace, bool]:
        changes = space.propose("fold again")
        return land(space, changes), bool(changes)

    return fix
