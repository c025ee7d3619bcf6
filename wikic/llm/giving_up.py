"""Ends a run's conversation with a model that cannot follow: what it costs to find out is known."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final

from wikic.errors import ModelUnavailableError
from wikic.llm.protocol import Layer, Model, Reply, Request

# Replies one after the other of which none passed: a dozen documents, each asked three times. More than are
# waited for at once, since those that pass may be under way.
MOST: Final = 40
# What rules do in a model's place where it is given up; whoever asks for anything else is told of each reply.
_CHECKED: Final = ("extract", "verify")


class GivingUp(Layer):
    """Another model, not asked any more once ``most`` of its replies in a row could not be used."""

    def __init__(self, inner: Model, most: int = MOST) -> None:
        super().__init__(inner)
        self._most = most
        self._in_vain = 0
        self._lock = Lock()

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The inner model's reply. Raises ModelUnavailableError where it is given up."""
        if request.purpose not in _CHECKED:
            return self._inner.complete(request, on_text)
        with self._lock:
            if self._in_vain >= self._most:
                raise ModelUnavailableError(
                    f"{self.name}: none of {self._most} replies in a row could be used; it is given up"
                )
        reply = self._inner.complete(request, on_text)
        with self._lock:
            self._in_vain += 1
        return reply

    def keep(self, request: Request, reply: Reply) -> None:
        """A reply passed."""
        with self._lock:
            self._in_vain = 0
        self._inner.keep(request, reply)
