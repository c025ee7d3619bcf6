"""Model repair as steps of a compile: every so many sources, and at the end until nothing changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.compiler.steps import Land, Step, Stepped
from wikic.curator.protocol import Curator
from wikic.fix.model.final import refold, settle
from wikic.fix.model.step import ModelRepair, Repaired
from wikic.wiki.workspace import Workspace

EVERY: Final = 256  # sources: four batches, so that a cause shows before it is paid for


def repair_steps(curator: Curator, title: str, *, jobs: int = 1, every: int = EVERY) -> tuple[Step, ...]:
    """The second layer of repair, for a compile with ``curator`` (LLM-Wiki, section 3.3).

    title: of the wiki. jobs: threads that wait for replies. every: sources between two rounds.
    """
    steps = _Steps(curator, title, jobs)
    return Step("repair", steps.now_and_then, every), Step("repair", steps.at_the_end)


class _Steps:
    """One repairer for both, so that what was asked in between is not asked again at the end."""

    def __init__(self, curator: Curator, title: str, jobs: int) -> None:
        self._curator = curator
        self._title = title
        self._jobs = jobs
        self._repairer: ModelRepair | None = None

    def now_and_then(self, space: Workspace, keys: Sequence[str], land: Land) -> Stepped:
        """One round."""
        done = self._repair(land).repair(space, keys)
        return Stepped(done.space, _lines(done), done.sightings)

    def at_the_end(self, space: Workspace, keys: Sequence[str], land: Land) -> Stepped:
        """At most three rounds of code and model."""
        done = settle(space, keys, refold(land), self._repair(land).repair).whole
        return Stepped(done.space, _lines(done), done.sightings)

    def _repair(self, land: Land) -> ModelRepair:
        if self._repairer is None:
            self._repairer = ModelRepair(self._curator, land, self._title, jobs=self._jobs)
        return self._repairer


def _lines(done: Repaired) -> tuple[str, ...]:
    said = []
    if done.changed:
        said.append(f"repaired {len(done.changed)} digests")
    if done.refused:
        said.append(f"refused {done.refused} repairs that the documents do not bear out")
    if done.harmful:
        said.append(f"left out {done.harmful} repairs that would have made findings worse")
    return (*said, *(f"not repaired: {line}" for line in done.failed))
