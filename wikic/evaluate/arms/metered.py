"""An arm that asks a model: its replies say what that took, and a call that failed is its reply's error."""

from __future__ import annotations

from msgspec.structs import replace

from wikic.errors import BudgetError, CredentialsError, ModelError, ModelUnavailableError, QuotaError
from wikic.evaluate.arms.arm import Arm
from wikic.evaluate.reply import Reply
from wikic.llm.error_mapping import Rejected
from wikic.llm.meter import Meter

ENDING = (BudgetError, CredentialsError, QuotaError)
"""What ends a run: the next call would fail as well."""

_IN_A_ROW = 3


class Metered:
    """Another arm, with what its questions take."""

    def __init__(self, arm: Arm, meter: Meter) -> None:
        """meter: of the models that ``arm`` asks, and nobody else meanwhile."""
        self._arm = arm
        self._meter = meter
        self._unreached = 0

    @property
    def name(self) -> str:
        """The other arm's."""
        return self._arm.name

    def ask(self, question: str) -> Reply:
        """Its reply. A call that a cache or a transcript answered counts as a call, and took nothing.

        Raises ModelUnavailableError when nobody answered three questions in a row: each may wait for minutes.
        """
        before = self._meter.totals().whole
        try:
            reply = self._arm.ask(question)
            self._unreached = 0
        except ENDING:
            raise
        except ModelError as error:
            away = isinstance(error, ModelUnavailableError) and not isinstance(error, Rejected)
            self._unreached = self._unreached + 1 if away else 0
            if self._unreached == _IN_A_ROW:
                raise
            reply = Reply(error=str(error))
        took = self._meter.totals().whole - before
        return replace(
            reply,
            sent=took.prompt,
            received=took.completion,
            calls=took.calls + took.reused,
            cost=None if took.unpriced else took.cost,
        )
