"""Waiting for other threads so that Ctrl-C is heard.

Python looks for signals before the main thread begins to wait and when the wait is over. One that comes in
between, as happens on a busy machine, would be heard when the wait is over: never, where what is waited for
does not come. So nothing here waits for long at once.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, Final, TypeVar

TURN: Final = 1.0  # seconds
_Result = TypeVar("_Result")


def ended(futures: Collection[Future[Any]]) -> set[Future[Any]]:
    """Those of ``futures`` that have ended; waits for one where none has."""
    while futures:
        done = wait(futures, timeout=TURN, return_when=FIRST_COMPLETED).done
        if done:
            return done
    return set()


def result_of(future: Future[_Result]) -> _Result:
    """What ``future`` gives, or the exception that it raises."""
    ended((future,))
    return future.result()
