"""The one door to language models: requests and replies as values.

A ``Model`` is anything that completes a request. The real one speaks through litellm; the others count, keep,
record or replay, each wrapped round another. Every implementation passes tests/llm/test_conformance.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Protocol

Role = Literal["extract", "verify", "write", "ask", "judge", "embed"]
ROLES: Final[tuple[Role, ...]] = ("extract", "verify", "write", "ask", "judge", "embed")

Effort = Literal["minimal", "low", "medium", "high"]

Speaker = Literal["system", "user", "assistant", "tool"]
Stop = Literal["stop", "length", "calls", "refusal"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that a model wants run.

    id: what its result names.
    name: as the model wrote it; perhaps no tool at all.
    arguments: JSON text as the model wrote it, unchecked.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation that a request sends.

    role: who speaks.
    text: what is said.
    calls: tools an assistant's turn asks for.
    answers: id of the call that a tool's turn answers, or "".
    """

    role: Speaker
    text: str
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model is told of it.

    parameters: JSON schema of its arguments, an object.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is asked.

    role: which of the configured models is meant.
    purpose: the operation, ``extract``, ``repair``, for totals by purpose.
    messages: what does not change stands first, so that a provider's prompt cache works.
    max_tokens: of the reply.
    schema: JSON schema the reply must have; enforced by the provider where it can, checked by us always.
    tools: what the model may call.
    may_call: whether it may call them now; they stay in the request, whose history names them.
    temperature: 0 wants the likeliest reply.
    effort: how long a model that reasons may think; None for as long as it does by itself.
    about: key of the one document it is about, for whom keeps requests by document; else "".
    beside: lines of the last message that show what is known already, which changes from run to run: a reply
        to the same request with other such lines, or none, serves as well.
    """

    role: Role
    purpose: str
    messages: tuple[Message, ...]
    max_tokens: int
    schema: Mapping[str, Any] | None = None
    tools: tuple[ToolSpec, ...] = ()
    temperature: float = 0.0
    may_call: bool = True
    effort: Effort | None = None
    about: str = ""
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """What a call took.

    prompt, completion: tokens sent and received.
    cached: of the tokens sent, those the provider had cached.
    cost: US dollars; None when nobody knows the price, which is not 0.
    """

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        return Usage(
            self.prompt + other.prompt, self.completion + other.completion, self.cached + other.cached, cost
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said.

    text: "" when it only calls tools.
    calls: in the order given.
    stop: why it ended; ``length`` is a reply cut off at ``max_tokens``.
    usage: what it took; all 0 for one from a cache.
    model: who answered, as the provider names it.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    stop: Stop = "stop"
    usage: Usage = Usage()
    model: str = ""


class Model(Protocol):
    """Completes requests; several threads may call it at once.

    name: identity of the model as configured, ``openai/gpt-5-mini``; part of every cache key.
    """

    @property
    def name(self) -> str: ...

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The reply, whole; ``on_text`` gets its text piece by piece as it comes, where it can stream.

        Raises ModelError: ModelUnavailableError after the last retry, QuotaError, CredentialsError and
        BudgetError at once.
        """
        ...

    def keep(self, request: Request, reply: Reply) -> None:
        """Told that ``reply`` passed every check: caches keep it. Replies nobody vouched for are not kept."""
        ...


class Layer:
    """A model around another one, as which it does all that it does not do itself."""

    def __init__(self, inner: Model) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """The name of the inner model."""
        return self._inner.name

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The inner model's reply."""
        return self._inner.complete(request, on_text)

    def keep(self, request: Request, reply: Reply) -> None:
        """Hand the reply to the inner model, to be kept."""
        self._inner.keep(request, reply)


class Concerning(Layer):
    """Another model, each request to which is about one document.

    about: the document's key.
    """

    def __init__(self, inner: Model, about: str) -> None:
        super().__init__(inner)
        self._about = about

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The inner model's reply."""
        return self._inner.complete(replace(request, about=self._about), on_text)
