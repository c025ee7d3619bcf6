"""How long a model thinks, for a whole run (A-RAG, section 5: from minimal to high)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wikic.llm.protocol import Effort, Layer, Model, Reply, Request


class Thinking(Layer):
    """Another model, each request to which asks for so much effort, and leaves room for it.

    effort: None for as much as it takes by itself. room: tokens a reply may have beside what it says.
    """

    def __init__(self, inner: Model, effort: Effort | None, room: int = 0) -> None:
        super().__init__(inner)
        self._effort: Effort | None = effort
        self._room = room

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The inner model's reply."""
        return self._inner.complete(self._asked(request), on_text)

    def keep(self, request: Request, reply: Reply) -> None:
        """Hand the reply on, under the request that was sent."""
        self._inner.keep(self._asked(request), reply)

    def _asked(self, request: Request) -> Request:
        effort = self._effort or request.effort
        return replace(request, effort=effort, max_tokens=request.max_tokens + self._room)
