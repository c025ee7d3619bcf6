"""Waiting that hears Ctrl-C, and a bound on the time of one document, so that it holds up no other.

Python looks for signals before the main thread begins to wait and when the wait is over. One that comes in
between, as happens on a busy machine, would be heard when the wait is over: never, where what is waited for
does not come. So nothing here waits for long at once.

The timer counts what this process computes, not what a clock shows: a busy machine, a laptop that sleeps
and a disk that waits put nothing aside that a quiet machine takes. It is heard between two instructions of
Python, and within a regular expression. Only the main thread can be interrupted: in another one, or where
the system has no such timer (Windows), there is no bound.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Future, wait
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Final, TypeVar

from wikic.errors import OutOfTime, UsageError

TURN: Final = 1.0  # seconds
_Awaited = TypeVar("_Awaited")


def ended(futures: Collection[Future[Any]]) -> set[Future[Any]]:
    """Those of ``futures`` that have ended; waits for one where none has."""
    while futures:
        done = wait(futures, timeout=TURN, return_when=FIRST_COMPLETED).done
        if done:
            return done
    return set()


def result_of(future: Future[_Awaited]) -> _Awaited:
    """What ``future`` gives, or the exception that it raises."""
    ended((future,))
    return future.result()


# Seconds for a document, and again for each million characters: thirty times what ordinary text takes.
SECONDS: Final = 60.0
_MILLION: Final = 1_000_000
# Again after so much, where a destructor or a callback of C swallowed it.
_AGAIN: Final = 1.0
_Result = TypeVar("_Result")


def bound(seconds: float, size: int) -> float:
    """What a document of ``size`` characters or bytes may take, in seconds; 0, as ``seconds``, for any."""
    return seconds * (1 + size / _MILLION)


def within(seconds: float, work: Callable[[], _Result]) -> _Result:
    """What ``work`` gives. Raises OutOfTime once this process has computed for ``seconds``; 0 is no bound."""
    if not seconds or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        return work()
    if signal.getitimer(signal.ITIMER_VIRTUAL)[0]:  # it is part of something that has a bound
        return work()
    working = True

    def heard(number: int, frame: FrameType | None) -> None:
        if working:
            raise OutOfTime(seconds)

    before = signal.signal(signal.SIGVTALRM, heard)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN)
    try:
        try:
            return work()
        finally:
            working = False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


_TIME: Final = re.compile(r"(\d+(?:\.\d+)?) ?(ms|s)?", re.IGNORECASE)


def seconds_of(text: str) -> float:
    """``500ms``, ``2s`` or ``500`` (milliseconds) in seconds. Raises UsageError for what is no time."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"{text!r} is no time", hint="write it as 500ms or 2s")
    return float(found[1]) / (1 if (found[2] or "ms").lower() == "s" else 1000)
