"""What an arm's calls took, and which failures are one question's."""

from __future__ import annotations

import pytest

from wikic.errors import BudgetError, ModelError, ModelUnavailableError, ReplyError
from wikic.evaluate.arms.arm import Metered
from wikic.evaluate.run_file import Reply
from wikic.llm.error_mapping import Rejected
from wikic.llm.meter import Meter
from wikic.llm.protocol import Usage


class _Arm:
    """Spends, and fails as it is told."""

    name = "arm"

    def __init__(self, meter: Meter, *outcomes: ModelError | None, cost: float | None = 0.5) -> None:
        self._meter, self._outcomes, self._cost = meter, list(outcomes), cost

    def ask(self, question: str) -> Reply:
        self._meter.spent("eval read", "m", Usage(100, 10, 0, self._cost))
        self._meter.reused("eval read")
        outcome = self._outcomes.pop(0)
        if outcome is not None:
            raise outcome
        return Reply(answered=True, text=question)


def test_each_reply_says_what_it_took_itself() -> None:
    meter = Meter()
    meter.spent("ask", "m", Usage(7, 7, 0, 7.0))
    arm = Metered(_Arm(meter, None, None), meter)
    assert [arm.ask("Q?"), arm.ask("Q?")] == 2 * [
        Reply(answered=True, text="Q?", sent=100, received=10, calls=2, cost=0.5)
    ]


def test_an_unknown_price_is_not_nothing() -> None:
    meter = Meter()
    assert Metered(_Arm(meter, None, cost=None), meter).ask("Q?").cost is None


def test_a_failure_is_a_reply_and_says_what_it_took() -> None:
    meter = Meter()
    arm = Metered(_Arm(meter, ReplyError("no JSON"), Rejected("too long")), meter)
    assert arm.ask("Q?") == Reply(error="no JSON", sent=100, received=10, calls=2, cost=0.5)
    assert arm.ask("Q?").error == "too long"


def test_a_limit_ends_the_run() -> None:
    meter = Meter()
    with pytest.raises(BudgetError):
        Metered(_Arm(meter, BudgetError("no more")), meter).ask("Q?")


def test_a_server_that_is_away_ends_the_run_at_the_third_question_in_a_row() -> None:
    meter, away = Meter(), ModelUnavailableError("nobody there")
    arm = Metered(_Arm(meter, away, away, None, away, away, Rejected("long"), away, away, away), meter)
    replies = [arm.ask("Q?") for _ in range(8)]
    assert [reply.error for reply in replies] == [*2 * ["nobody there"], "", *2 * ["nobody there"], "long",
                                                  *2 * ["nobody there"]]  # fmt: skip
    with pytest.raises(ModelUnavailableError):
        arm.ask("Q?")
