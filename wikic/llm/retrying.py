"""Tries again what may pass: back-off with full jitter, and the pause a provider asks for."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wikic.errors import ModelUnavailableError
from wikic.llm.attempt_error import Fault
from wikic.llm.protocol import Layer, Model, Reply, Request
from wikic.llm.turns import Turns

_THERE: Final = "is it running, and is model.base_url right? what was done is kept"
_ASKED_TO_WAIT: Final = 120.0  # seconds; more than this is not waited, however long a provider asks for


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is tried again, and how long between the tries.

    tries: attempts in all, the first included.
    base: seconds; the pause before try n is drawn evenly from 0 to base times two to the n, which spreads
        a crowd best ("full jitter", M. Brooker, Exponential Backoff and Jitter, AWS 2015).
    longest: seconds no drawn pause exceeds.
    """

    tries: int = 6
    base: float = 1.0
    longest: float = 60.0


class Retrying(Layer):
    """Another model, asked again when an attempt fails in a way that may pass.

    A pause that a provider asks one request for holds for all that begin meanwhile, on every thread; where it
    lets requests wait in silence, fewer are sent at once.

    sleep: waits so many seconds; gives True when the run is over meanwhile, and nothing is to be tried again.
    draw: ``random.random``. clock: seconds. They are passed in so that tests take no time.
    """

    def __init__(
        self,
        inner: Model,
        patience: Patience = Patience(),
        *,
        sleep: Callable[[float], object] = time.sleep,
        draw: Callable[[], float] = random.random,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(inner)
        self._patience = patience
        self._sleep = sleep
        self._draw = draw
        self._clock = clock
        self._closed_until = clock()  # one float: threads need no lock for it
        self._answered = False
        self._turns = Turns()

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The reply of the first attempt that succeeds; raises ModelUnavailableError after the last.

        Text that was handed out before a stream broke is not handed out again by the next attempt. A server
        that no connection reaches is tried once more only, where somebody waits for an answer, or where
        nothing was heard of it before: a wrong address, a server that was not started.
        """
        heard = _Heard(on_text) if on_text is not None else None
        self._wait_for_all()
        for turn in range(self._patience.tries):
            fault = None
            try:
                return self._attempt(request, heard.listen() if heard else None)
            except Fault as caught:
                fault = caught
                self._close(fault.wait)
            if turn and fault.unreached and (request.role == "ask" or not self._answered):
                raise ModelUnavailableError(f"{self.name}: {fault}", hint=_THERE)
            last = turn + 1 == self._patience.tries
            if not last and self._sleep(self._pause(turn, fault.wait)) is True:
                raise ModelUnavailableError(f"{self.name}: the run is over; the last attempt: {fault}")
        raise ModelUnavailableError(
            f"{self.name} did not answer after {self._patience.tries} attempts: {fault}",
            hint="what was done is kept; run it again to go on",
        )

    def _attempt(self, request: Request, on_text: Callable[[str], None] | None) -> Reply:
        with self._turns.turn():
            try:
                reply = self._inner.complete(request, on_text)
            except Fault as fault:
                if fault.silent:
                    self._turns.silent()
                raise
        self._turns.answered()
        self._answered = True
        return reply

    def _close(self, asked: float | None) -> None:
        """Let no request begin for as long as the provider asks."""
        if asked is not None:
            self._closed_until = max(self._closed_until, self._clock() + min(asked, _ASKED_TO_WAIT))

    def _wait_for_all(self) -> None:
        """Begin only when no pause is asked for, and not with everybody at once."""
        left = self._closed_until - self._clock()
        if left > 0 and self._sleep(left + self._draw() * self._patience.base) is True:
            raise ModelUnavailableError(f"{self.name}: the run is over")

    def _pause(self, turn: int, asked: float | None) -> float:
        patience = self._patience
        drawn = self._draw() * min(patience.longest, patience.base * 2.0**turn)
        if asked is None:
            return drawn
        # Not earlier than asked, and not everybody at once.
        return min(asked, _ASKED_TO_WAIT) + self._draw() * patience.base


class _Heard:
    """Lets text through that was not handed out before."""

    def __init__(self, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        self._given = 0

    def listen(self) -> Callable[[str], None]:
        """The function that one attempt reports its text to."""
        at = 0

        def hear(piece: str) -> None:
            nonlocal at
            fresh = piece[max(0, self._given - at) :]
            at += len(piece)
            if fresh:
                self._given = at
                self._on_text(fresh)

        return hear
