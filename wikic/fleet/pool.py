"""The bases of a fleet on one machine: a thread waits for the process of each."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from wikic.fleet.base_run import Order, Outcome, run
from wikic.fleet.child import Running
from wikic.fleet.manifest import Base
from wikic.time_limit import ended


class Pool:
    """An ``Executor`` of this machine."""

    def __init__(self, threads: ThreadPoolExecutor, jobs: int, order: Order) -> None:
        """jobs: bases at once, at most the number of threads."""
        self._threads = threads
        self._jobs = jobs
        self._order = order
        self._running = Running()
        self._held: dict[Future[Outcome], tuple[Base, float | None]] = {}

    def slots(self) -> int:
        """Bases at once."""
        return self._jobs

    def begin(self, base: Base, ceiling: float | None) -> None:
        """Begin a base."""
        made = self._threads.submit(run, base, self._running, self._order, ceiling)
        self._held[made] = (base, ceiling)

    def ended(self) -> Iterator[Outcome]:
        """What became of the bases that ended, at least one."""
        for done in ended(self._held):
            base, ceiling = self._held.pop(done)
            try:
                yield done.result()
            except Exception as error:  # noqa: BLE001 - what goes wrong with one base ends no other
                said = f"wikic failed ({type(error).__name__}: {error})"
                yield Outcome(str(base.directory), "failed", "compile", said, cost=ceiling or 0.0)

    def stop(self) -> None:
        """End what runs."""
        self._running.stop()


@contextmanager
def pool(jobs: int, order: Order) -> Iterator[Pool]:
    """An executor of this machine, ``jobs`` bases at once."""
    with ThreadPoolExecutor(max_workers=jobs) as threads:
        yield Pool(threads, jobs, order)
