"""At the end of a run: code fixes and model repair by turns, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from wikic.errorbook.sighting import Sighting
from wikic.fix.model.step import Land, Repaired
from wikic.wiki.workspace import Workspace

MAX_ROUNDS: Final = 3  # LLM-Wiki, section 3.3

CodeFix = Callable[[Workspace], tuple[Workspace, bool]]
ModelFix = Callable[[Workspace, Iterable[str]], Repaired]


@dataclass(frozen=True, slots=True)
class Settled:
    """What the last rounds came to.

    space: the workspace to go on with.
    rounds: how many there were.
    stable: whether the last one changed nothing; if not, the next run goes on.
    changed: keys of the digests that were rewritten, sorted.
    refused, harmful: as in ``Repaired``, of all rounds.
    failed: lines on what could not be asked.
    sightings: what was found wrong.
    """

    space: Workspace
    rounds: int
    stable: bool
    changed: tuple[str, ...] = ()
    refused: int = 0
    harmful: int = 0
    failed: tuple[str, ...] = ()
    sightings: tuple[Sighting, ...] = ()


def settle(space: Workspace, keys: Iterable[str], code_fix: CodeFix, model_fix: ModelFix) -> Settled:
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
    return Settled(
        space=space,
        rounds=len(rounds),
        stable=stable,
        changed=tuple(sorted({key for each in rounds for key in each.changed})),
        refused=sum(each.refused for each in rounds),
        harmful=sum(each.harmful for each in rounds),
        failed=tuple(line for each in rounds for line in each.failed),
        sightings=tuple(seen for each in rounds for seen in each.sightings),
    )


def refold(land: Land) -> CodeFix:
    """The code fix of pages the fold wrote: fold again, so that what stands on disk is what it gives."""

    def fix(space: Workspace) -> tuple[Workspace, bool]:
        changes = space.propose("fold again")
        return land(space, changes), bool(changes)

    return fix
