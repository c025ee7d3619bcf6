"""What runs the bases of a fleet, and the one loop over it: so many at once, under one ceiling of cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from wikic.fleet.base_run import Outcome
from wikic.fleet.manifest import Base


class Executor(Protocol):
    """Runs bases somewhere; ``begin`` is called for at most ``slots`` that have not ended."""

    def slots(self) -> int:
        """Bases at once, now; at least 1."""

    def begin(self, base: Base, ceiling: float | None) -> None:
        """Begin a base. ceiling: dollars that its model may take, None for any number."""

    def ended(self) -> Iterator[Outcome]:
        """What became of the bases that have ended since the last call; waits for one where none has.

        Raises ExecutorError where none can end any more.
        """

    def stop(self) -> None:
        """End what runs, in order; ``ended`` still tells what became of it."""


def run_all(
    bases: Sequence[Base],
    executor: Executor,
    tell: Callable[[Outcome], None],
    ceiling: float | None = None,
) -> None:
    """Run every base and ``tell`` what became of it as it ends, not in order.

    ceiling: dollars over all bases; each may take its share of what is left, and one that finds nothing left
        fails, and is not begun. Ctrl-C, or whatever else is raised, is raised on once all that ran has ended
        and is told.
    """
    waiting = list(reversed(bases))
    left = ceiling
    held: dict[str, float] = {}  # by directory, its share
    try:
        while waiting or held:
            while waiting and len(held) < (slots := executor.slots()):
                if left is not None and left <= 0.0 and held:
                    break  # one that runs may leave some of its share
                base = waiting.pop()
                if left is not None and left <= 0.0:
                    tell(Outcome(str(base.directory), "failed", "compile", "--max-cost is reached"))
                    continue
                share = 0.0 if left is None else left / (slots - len(held))
                executor.begin(base, None if left is None else share)
                left = None if left is None else left - share
                held[str(base.directory)] = share
            for outcome in executor.ended() if held else ():
                share = held.pop(outcome.directory)
                if left is not None:
                    left += share - outcome.cost
                tell(outcome)
    except BaseException:
        executor.stop()
        while held:
            for outcome in executor.ended():
                held.pop(outcome.directory, None)  # absent: it was interrupted while it began
                tell(outcome)
        raise
