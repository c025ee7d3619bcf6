"""A model that says what it was told to say: for tests and examples, and for trying prompts without a key."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Final

from wikic.errors import ModelError, ModelUnavailableError
from wikic.llm.protocol import Reply, Request, Usage
from wikic.llm.tokens import request_tokens, text_tokens

Said = Reply | str | ModelError
Script = Iterable[Said] | Callable[[Request], Said]

_PIECE: Final = 16  # characters handed to ``on_text`` at once


class ScriptedModel:
    """A ``Model`` that takes its replies from a queue or a function.

    A string becomes a reply whose usage is estimated and costs nothing; an error is raised. A queue that is
    empty raises ModelUnavailableError.

    name: its identity.
    requests: what it was asked, in order.
    kept: what passed every check, in order.
    """

    def __init__(self, script: Script, name: str = "scripted") -> None:
        self.name: Final = name
        self.requests: list[Request] = []
        self.kept: list[tuple[Request, Reply]] = []
        self._answer = script if callable(script) else _Queue(script)
        self._lock = Lock()

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The next reply of the script."""
        with self._lock:
            self.requests.append(request)
        said = self._answer(request)
        if isinstance(said, ModelError):
            raise said
        if isinstance(said, str):
            said = Reply(said, usage=Usage(request_tokens(request), text_tokens(said)), model=self.name)
        if on_text is not None:
            for start in range(0, len(said.text), _PIECE):
                on_text(said.text[start : start + _PIECE])
        return said

    def keep(self, request: Request, reply: Reply) -> None:
        """Note that the caller would keep this reply."""
        with self._lock:
            self.kept.append((request, reply))


class _Queue:
    """Replies one after the other, for any number of threads."""

    def __init__(self, replies: Iterable[Said]) -> None:
        self._replies = deque(replies)

    def __call__(self, request: Request) -> Said:
        try:
            return self._replies.popleft()
        except IndexError:
            return ModelUnavailableError(f"the script has no reply left for {request.purpose}")
