"""Runs jobs that wait for a server on daemon threads; results come in the order of the jobs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Final, Generic, TypeVar

from wikic.time_limit import result_of

THREAD: Final = "waits for a model"
_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


class DaemonThreads(Generic[_Job, _Result]):
    """Runs ``work`` over jobs on at most ``threads`` threads.

    Not a ``ThreadPoolExecutor``: Python waits for its threads when it ends, so Ctrl-C would take as long as
    the slowest reply. These are daemons; what they were waiting for is lost, and was worth one call.
    """

    def __init__(self, work: Callable[[_Job], _Result], threads: int) -> None:
        self._work = work
        self._threads = threads

    def map(self, jobs: Sequence[_Job]) -> Iterator[_Result]:
        """Results in the order of ``jobs``.

        When a job raises, those under way are finished, no other is begun, and its exception is raised in
        the place of the first result that is missing.
        """
        waiting: SimpleQueue[tuple[_Job, Future[_Result]]] = SimpleQueue()
        results = self._begin(jobs, waiting)
        try:
            for result in results:
                yield result_of(result)
        finally:
            _empty(waiting)

    def begin(self, jobs: Sequence[_Job]) -> list[Future[_Result]]:
        """Results that come while the caller does something else, in the order of ``jobs``."""
        return self._begin(jobs, SimpleQueue())

    def _begin(
        self, jobs: Sequence[_Job], waiting: SimpleQueue[tuple[_Job, Future[_Result]]]
    ) -> list[Future[_Result]]:
        results: list[Future[_Result]] = [Future() for _ in jobs]
        for each in zip(jobs, results, strict=True):
            waiting.put(each)
        for _ in range(min(self._threads, len(jobs))):
            threading.Thread(target=self._take, args=(waiting,), name=THREAD, daemon=True).start()
        return results

    def _take(self, waiting: SimpleQueue[tuple[_Job, Future[_Result]]]) -> None:
        """Take jobs until there is none, or one failed."""
        while True:
            try:
                job, result = waiting.get_nowait()
            except Empty:
                return
            try:
                result.set_result(self._work(job))
            except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
                result.set_exception(error)
                for _, other in _empty(waiting):
                    other.set_exception(error)


def still_waiting() -> bool:
    """Whether a thread of this process still runs a job whose result nobody reads any more."""
    return any(thread.name == THREAD for thread in threading.enumerate())


def _empty(waiting: SimpleQueue[tuple[_Job, Future[_Result]]]) -> list[tuple[_Job, Future[_Result]]]:
    """Take every job that no thread has begun off the queue, and return them."""
    left = []
    while True:
        try:
            left.append(waiting.get_nowait())
        except Empty:
            return left
