"""An arm that asks a model: its replies say what that took, and a call that failed is its reply's error."""

from __future__ import annotations

from msgspec.structs import replace

from wikic.errors import BudgetError, CredentialsError, ModelError, QuotaError
from wikic.evaluate.arms.arm import Arm
from wikic.evaluate.reply import Reply
from wikic.llm.meter import Meter

ENDING = (BudgetError, CredentialsError, QuotaError)
"""What ends a run: the next call would fail as well."""


class Metered:
    """Another arm, with what its questions take."""

    def __init__(self, arm: Arm, meter: Meter) -> None:
        """meter: of the models that ``arm`` asks, and nobody else meanwhile."""
        self._arm = arm
        self._meter = meter

    @property
    def name(self) -> str:
        """The other arm's."""
        return self._arm.name

    def ask(self, question: str) -> Reply:
        """Its reply. A call that a cache or a transcript answered counts as a call, and took nothing."""
        before = self._meter.totals().whole
        try:
            reply = self._arm.ask(question)
        except ENDING:
            raise
        except ModelError as error:
            reply = Reply(error=str(error))
        took = self._meter.totals().whole - before
        return replace(
            reply,
            sent=took.prompt,
            received=took.completion,
            calls=took.calls + took.reused,
            cost=None if took.unpriced else took.cost,
        )
