"""Model repair as steps of a compile: every so many sources, and at the end until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.compiler.batch_steps import Land, Step, StepOutcome
from wikic.curator.protocol import Curator
from wikic.fix.model.model_repair import ModelRepair, Repaired
from wikic.fix.model.need_sampling import AskedQuestions, NotLookedAt, RepairLimits
from wikic.wiki.workspace import Workspace

# Sources between two rounds. A round checks at most 8 things: one call for checks stands against 25 sources.
EVERY: Final = 200


def repair_steps(
    curator: Curator, title: str, *, every: int = EVERY, jobs: int = 1, limits: RepairLimits | None = None
) -> tuple[Step, ...]:
    """The second layer of repair, for a compile with ``curator`` (LLM-Wiki, section 3.3).

    title: of the wiki. every: sources between two rounds, 0 for none before the end. jobs: threads that wait
        for replies.
    """
    steps = _Steps(curator, title, jobs, limits)
    last = Step("repair", steps.at_the_end)
    return (Step("repair", steps.now_and_then, every), last) if every else (last,)


class _Steps:
    """One repairer for both, so that what was asked in between is not asked again at the end."""

    def __init__(self, curator: Curator, title: str, jobs: int, limits: RepairLimits | None) -> None:
        self._curator = curator
        self._title = title
        self._jobs = jobs
        self._limits = limits
        self._repairer: ModelRepair | None = None

    def now_and_then(self, space: Workspace, keys: Sequence[str], land: Land) -> StepOutcome:
        """The step between batches: one round of repair."""
        done = self._repair(space, land).repair(space, keys)
        return StepOutcome(done.space, lines_of(done), done.sightings)

    def at_the_end(self, space: Workspace, keys: Sequence[str], land: Land) -> StepOutcome:
        """The step at the end: at most three rounds of code fixes and repair."""
        done = repair_until_stable(space, keys, refold_wiki(land), self._repair(space, land).repair).whole
        return StepOutcome(done.space, lines_of(done), done.sightings)

    def _repair(self, space: Workspace, land: Land) -> ModelRepair:
        if self._repairer is None:
            memory = AskedQuestions(self._curator.name, space.tree.build)
            self._repairer = ModelRepair(
                self._curator, land, self._title, limits=self._limits, jobs=self._jobs, memory=memory
            )
        return self._repairer


def lines_of(done: Repaired) -> tuple[str, ...]:
    """Lines on a round for the report; none when it asked nothing."""
    lines: list[str] = []
    if done.changed:
        number = len(done.changed)
        lines.append(
            f"repaired {number} {'digest' if number == 1 else 'digests'}: {_list_keys(done.changed)}"
        )
    if done.refused:
        lines.append(f"refused what does not hold in repairs (changes: {done.refused})")
    if done.harmful:
        lines.append(f"left out repairs that would have made findings worse (repairs: {done.harmful})")
    return (*lines, *(f"could not repair: {each}" for each in done.failed))


def left_lines(left: NotLookedAt) -> tuple[str, ...]:
    """A line on what no round has looked at, for the report; none when that is nothing."""
    parts = [
        f"{number:,} {one if number == 1 else many}"
        for number, one, many in ((left.digests, "document", "documents"), (left.pages, "page", "pages"))
        if number
    ]
    return (f"not looked at yet: {' and '.join(parts)}; run it again to go on",) if parts else ()


def _list_keys(keys: Sequence[str], most: int = 5) -> str:
    more = f" and {len(keys) - most} more" if len(keys) > most else ""
    return ", ".join(keys[:most]) + more


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


def refold_wiki(land: Land) -> CodeFix:
    """A code fix that folds again, so that the pages on disk are what the fold gives."""

    def fix(space: Workspace) -> tuple[Workspace, bool]:
        changes = space.propose("fold again")
        return land(space, changes), bool(changes)

    return fix
