"""``--max-cost``, ``--max-tokens``: a call's worst case is set aside before it, and settled after it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition

from wikic.errors import BudgetError
from wikic.llm.attempt_error import Fault
from wikic.llm.meter import Meter
from wikic.llm.price import Price, worst
from wikic.llm.protocol import Layer, Model, Reply, Request, Usage


class Budget:
    """What a run may spend, over all models and threads.

    max_cost: US dollars, or None. max_tokens: sent and received, or None.
    """

    def __init__(self, max_cost: float | None = None, max_tokens: int | None = None) -> None:
        self._max_cost = max_cost
        self._max_tokens = max_tokens
        self._spent = Usage()
        self._reserved = Usage()
        self._turn = Condition()

    def reserve(self, most: Usage) -> None:
        """Set ``most`` aside; waits for calls under way where what they leave over may be enough.

        Raises BudgetError when it cannot be had even if those calls should cost nothing.
        """
        with self._turn:
            while not self._fits(self._reserved + most):
                if not self._fits(most):
                    raise self._refusal(most)
                self._turn.wait()
            self._reserved += most

    def settle(self, most: Usage, used: Usage) -> None:
        """Give back what was set aside and book what was used instead."""
        with self._turn:
            self._reserved = _less(self._reserved, most)
            self._spent += used
            self._turn.notify_all()

    def _fits(self, more: Usage) -> bool:
        total = self._spent + more
        if self._max_tokens is not None and total.prompt + total.completion > self._max_tokens:
            return False
        # Sums of floats: a millionth of a cent is no excess.
        return self._max_cost is None or (total.cost or 0.0) <= self._max_cost + 1e-8

    def _refusal(self, most: Usage) -> BudgetError:
        spent = self._spent
        tokens = most.prompt + most.completion
        if self._max_tokens is not None and spent.prompt + spent.completion + tokens > self._max_tokens:
            used = f"{spent.prompt + spent.completion:,} of {self._max_tokens:,} tokens are used"
            return _stop("--max-tokens", f"{used} and the next call may take {tokens:,}")
        used = f"${spent.cost or 0.0:.4f} of ${self._max_cost or 0.0:.4f} are spent"
        return _stop("--max-cost", f"{used} and the next call may cost ${most.cost or 0.0:.4f}")


def _stop(option: str, why: str) -> BudgetError:
    return BudgetError(
        f"stopped by {option}: {why}", hint=f"what was done is kept; run it again with a greater {option}"
    )


def _less(whole: Usage, part: Usage) -> Usage:
    return Usage(
        whole.prompt - part.prompt,
        whole.completion - part.completion,
        0,
        max(0.0, (whole.cost or 0.0) - (part.cost or 0.0)),
    )


class Budgeted(Layer):
    """Another model whose calls are counted, and refused before they may exceed the budget.

    price: of the inner model, None when nobody knows; with a limit in dollars there must be one.
    """

    def __init__(self, inner: Model, budget: Budget, meter: Meter, price: Price | None = None) -> None:
        super().__init__(inner)
        self._budget = budget
        self._meter = meter
        self._price = price

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The inner model's reply. Raises BudgetError before the call, and what the inner model raises.

        An attempt that failed on the way is booked at its worst when the provider may charge for it: the
        limits hold even then.
        """
        most = worst(self._price, request)
        self._budget.reserve(most)
        used = Usage()
        try:
            reply = self._inner.complete(request, on_text)
            used = reply.usage
        except Fault as fault:
            if fault.billed:
                used = most
                self._meter.lost(request.purpose, self.name, most)
            raise
        finally:
            self._budget.settle(most, used)
        self._meter.spent(request.purpose, self.name, reply.usage)
        return reply
