"""Ctrl-C is heard while the main thread waits, even where the signal did not wake it."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future

import pytest
from support.patience import HUNG

from wikic.time_limit import ended, result_of
from wikic.wiki.watching import Changes


class Heard(Exception):
    """Raised by the handler of the signal."""


@pytest.fixture
def elsewhere() -> Iterator[Callable[[Callable[[], object]], None]]:
    """Delivers a signal to a thread that is not the main one, while that waits.

    It is the handler of the main thread that is to run, and nothing wakes it: as where a signal comes just
    before it begins to wait. What it waits for is ended in the end, so that a test fails and does not hang.
    """

    def hear(number: int, frame: object) -> None:
        heard.set()
        raise Heard

    def send(end: Callable[[], object]) -> None:
        time.sleep(0.2)  # by now the main thread waits; where it does not yet, it hears the sooner
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
        heard.wait(HUNG)
        end()

    heard = threading.Event()
    before = signal.signal(signal.SIGUSR1, hear)
    threads: list[threading.Thread] = []

    def deliver(end: Callable[[], object]) -> None:
        threads.append(threading.Thread(target=send, args=(end,)))
        threads[0].start()

    yield deliver
    for thread in threads:
        thread.join()
    signal.signal(signal.SIGUSR1, before)


def test_while_a_future_is_waited_for(elsewhere: Callable[[Callable[[], object]], None]) -> None:
    future: Future[str] = Future()
    elsewhere(lambda: future.set_result("late"))
    with pytest.raises(Heard):
        result_of(future)


def test_while_changes_are_waited_for(elsewhere: Callable[[Callable[[], object]], None]) -> None:
    changes = Changes()
    elsewhere(changes.stop)
    with pytest.raises(Heard):
        changes.take()


def test_what_ended_is_given() -> None:
    first, second = Future[int](), Future[int]()
    second.set_result(2)
    assert ended([first, second]) == {second} and ended([]) == set() and result_of(second) == 2
    first.set_exception(TimeoutError("of the job"))
    with pytest.raises(TimeoutError, match="of the job"):
        result_of(first)
