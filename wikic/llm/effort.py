"""How long a model thinks, for a whole run (A-RAG, section 5: from minimal to high)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wikic.llm.protocol import Effort, Layer, Model, Reply, Request


class Thinking(Layer):
    """Another model, each request to which asks for so much effort."""

    def __init__(self, inner: Model, effort: Effort) -> None:
        super().__init__(inner)
        self._effort: Effort = effort

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The inner model's reply."""
        return self._inner.complete(replace(request, effort=self._effort), on_text)

    def keep(self, request: Request, reply: Reply) -> None:
        """Pass it on."""
        self._inner.keep(replace(request, effort=self._effort), reply)
