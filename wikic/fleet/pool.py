"""The bases of a fleet on one machine: so many at once, under one ceiling of cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from wikic.fleet.base_run import Outcome, Running, run
from wikic.fleet.manifest import Base


def run_all(
    bases: Sequence[Base],
    jobs: int,
    running: Running,
    options: Sequence[str] = (),
    ceiling: float | None = None,
) -> Iterator[Outcome]:
    """The outcome of each base as it ends, not in order.

    jobs: bases at once. ceiling: dollars over all bases; each may take its share of what is left, and one
        that finds nothing left fails, and is not begun.
    """
    waiting = list(reversed(bases))
    left = ceiling
    held: dict[Future[Outcome], float] = {}
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        try:
            while waiting or held:
                while waiting and len(held) < jobs:
                    base = waiting.pop()
                    share = 0.0 if left is None else left / (jobs - len(held))
                    if left is not None:
                        if left <= 0.0:
                            yield Outcome(str(base.directory), "failed", "compile", "--max-cost is reached")
                            continue
                        left -= share
                    made = pool.submit(run, base, running, options, None if left is None else share)
                    held[made] = share
                if not held:
                    break
                for done in wait(held, return_when=FIRST_COMPLETED).done:
                    share, outcome = held.pop(done), done.result()
                    if left is not None:
                        left += max(0.0, share - outcome.cost)
                    yield outcome
        except BaseException:  # Ctrl-C, or whoever reads the outcomes stops
            running.stop()
            raise
