"""Work on threads: in order, at most so many at once, and ended by the first failure."""

from __future__ import annotations

import threading
import time

import pytest
from support.patience import HUNG

from wikic.compiler.daemon_threads import DaemonThreads


def test_results_come_in_the_order_of_the_jobs() -> None:
    def work(number: int) -> int:
        time.sleep(0.02 if number % 3 == 0 else 0)
        return number * number

    assert list(DaemonThreads(work, 8).map(range(40))) == [number * number for number in range(40)]


def test_at_most_so_many_at_once_and_all_of_them() -> None:
    lock, running, most = threading.Lock(), [0], [0]
    full = threading.Barrier(4, timeout=HUNG)

    def work(number: int) -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        full.wait()
        with lock:
            running[0] -= 1

    list(DaemonThreads(work, 4).map(range(16)))
    assert most == [4]


def test_the_first_failure_ends_the_work() -> None:
    done: list[int] = []

    def work(number: int) -> int:
        if number == 2:
            raise KeyError(number)
        time.sleep(0.005)
        done.append(number)
        return number

    results = DaemonThreads(work, 2).map(range(1_000))
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(KeyError):
        list(results)
    time.sleep(0.05)
    assert len(done) < 20


def test_nobody_listening_begins_no_more() -> None:
    begun: list[int] = []

    def work(number: int) -> int:
        begun.append(number)
        time.sleep(0.002)
        return number

    results = DaemonThreads(work, 2).map(range(10_000))
    next(results)
    results.close()  # type: ignore[attr-defined]
    time.sleep(0.05)
    before = len(begun)
    time.sleep(0.05)
    assert len(begun) == before < 1_000
