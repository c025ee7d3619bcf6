"""The protocol of an arm: it answers a question with a reply."""

from __future__ import annotations

from typing import Protocol

from wikic.evaluate.reply import Reply


class Arm(Protocol):
    """A way to answer questions about one wiki; asked by one thread at a time."""

    @property
    def name(self) -> str:
        """As the command line and a run's file name it, settings included: ``nav:500ms``."""
        ...

    def ask(self, question: str) -> Reply:
        """The reply to ``question``; ``seconds`` is set by who asks.

        What goes wrong with one question is ``error`` of its reply. Raises what ends the whole run:
        CredentialsError, QuotaError, BudgetError, FormatError.
        """
        ...
