"""What arms are opened with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wikic.errors import UsageError
from wikic.llm.protocol import Model
from wikic.navigate.agent.limits import ToolMode
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent

if TYPE_CHECKING:
    from wikic.llm.embedding import Embedder
    from wikic.llm.open_models import Models
    from wikic.navigate.meaning import Meaning


@dataclass(frozen=True, slots=True)
class Means:
    """What arms answer with.

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

    @property
    def meaning(self) -> Meaning | None:
        """Search by meaning over the wiki; None where it has no vectors of the model that is named.

        Raises what opening it raises.
        """
        if self.models is None or not self.models.has("embed"):
            return None
        from wikic.navigate.meaning import Meaning

        return Meaning.open(self.library.root, self.models.name("embed"), self.models.embedder)
