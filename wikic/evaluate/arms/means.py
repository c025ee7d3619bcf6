"""What arms are opened with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wikic.errors import UsageError
from wikic.llm.protocol import Model
from wikic.navigate.agent.limits import ToolMode
from wikic.navigate.library import Library

if TYPE_CHECKING:
    from wikic.llm.open_models import Models


@dataclass(frozen=True, slots=True)
class Means:
    """What arms answer with.

    library: of the wiki. models: of the run, or None where no model is named. tools: how a model calls them.
    """

    library: Library
    models: Models | None = None
    tools: ToolMode = "auto"

    @property
    def model(self) -> Model:
        """The model that answers. Raises UsageError without one, and what opening it raises."""
        if self.models is None:
            raise UsageError("this arm asks a model, and none is named", hint="name one: --model")
        return self.models.model("ask")
