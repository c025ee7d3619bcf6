"""What runs the bases of a fleet, and the one loop over it: so many at once, under one ceiling of cost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Final, Protocol

from wikic.errors import UsageError
from wikic.fleet.base_run import Order, Outcome, run_base
from wikic.fleet.child import Running
from wikic.fleet.manifest import Base
from wikic.time_limit import ended


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
    bases: Sequence[Base], executor: Executor, tell: Callable[[Outcome], None], ceiling: float | None = None
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
        made = self._threads.submit(run_base, base, self._running, self._order, ceiling)
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
def local_pool(jobs: int, order: Order) -> Iterator[Pool]:
    """An executor of this machine, ``jobs`` bases at once."""
    with ThreadPoolExecutor(max_workers=jobs) as threads:
        yield Pool(threads, jobs, order)


_DASK: Final = {"dask": "tcp", "dask+tls": "tls"}  # scheme, and what Dask calls it


def open_executor(
    where: str, bases: Sequence[Base], jobs: int | None, order: Order
) -> AbstractContextManager[Executor]:
    """An executor for ``bases``.

    where: "" for this machine, or ``dask://host:port``, ``dask+tls://host:port``. jobs: bases at once, None
        for one for each core here, or thread of the workers there.

    Raises UsageError for an address that is none; entering raises ExecutorError, MissingExtraError.
    """
    if not where:
        return local_pool(jobs or os.cpu_count() or 1, order)
    scheme, slashes, host = where.partition("://")
    if scheme not in _DASK or not slashes or not host:
        raise UsageError(f"--executor {where!r} is not dask://HOST:PORT")
    from wikic.fleet.dask_executor import dask

    return dask(f"{_DASK[scheme]}://{host}", bases, jobs, order)
