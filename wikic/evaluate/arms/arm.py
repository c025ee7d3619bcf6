"""An arm answers a question with a reply: its protocol, what it is opened with, and what its model took."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from wikic.errors import (
    BudgetError,
    CredentialsError,
    ModelError,
    ModelUnavailableError,
    QuotaError,
    UsageError,
)
from wikic.evaluate.run_file import Reply
from wikic.llm.error_mapping import Rejected
from wikic.llm.meter import Meter
from wikic.llm.protocol import Model
from wikic.navigate.ask.agent.run_record import ToolMode
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent

if TYPE_CHECKING:
    from wikic.llm.embedding import Embedder
    from wikic.llm.open_models import Models
    from wikic.search.sentence_vectors import Meaning


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


@dataclass(frozen=True, slots=True)
class Means:
    """What an arm is opened with.

    library: of the wiki. models: of the run, or None where no model is named. tools: how a model calls them.
    progress: of what has to be done before the first question.
    """

    library: Library
    models: Models | None = None
    tools: ToolMode = "auto"
    progress: Progress = field(default_factory=Silent)

    @property
    def model(self) -> Model:
        """The model that answers. Raises UsageError without one, and what opening it raises."""
        if self.models is None or not self.models.has("ask"):
            raise UsageError("this arm asks a model, and none is named", hint="name one: --model")
        return self.models.model("ask")

    @property
    def embedder(self) -> Embedder | None:
        """Gives texts their vectors; None where no model is named for it. Raises what opening it raises."""
        return self.models.embedder() if self.models is not None and self.models.has("embed") else None

    def embed(self) -> None:
        """Give documents their vectors, where an embedding model is named. Raises what embedding raises."""
        if (embedder := self.embedder) is not None:
            from wikic.navigate.indexes.embedding import refresh_vectors

            refresh_vectors(self.library, embedder, self.progress)

    @property
    def meaning(self) -> Meaning | None:
        """Search by meaning over the wiki; None where it has no vectors of the model that is named.

        Raises what opening it raises.
        """
        if self.models is None or not self.models.has("embed"):
            return None
        from wikic.search.sentence_vectors import Meaning

        return Meaning.open(self.library.root, self.models.name("embed"), self.models.embedder)


ENDING = (BudgetError, CredentialsError, QuotaError)
"""What ends a run: the next call would fail as well."""

_IN_A_ROW = 3  # questions that nobody answered, each of which may wait for minutes


class Metered:
    """An arm that also tells what each question cost."""

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
