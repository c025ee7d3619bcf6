"""A person's own agent as a model: what it is asked lies in files until it is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wikic.errors import ModelUnavailableError, PendingError
from wikic.llm.agent_request import AgentRequest
from wikic.llm.agent_work import AgentWork
from wikic.llm.protocol import Reply, Request
from wikic.llm.structured import complaints

AGENT: Final = "agent"
_ASKED: Final = ("extract", "verify")


class AgentModel:
    """A ``Model`` that gives the answers that are there, and raises PendingError where none is."""

    name: Final = AGENT

    def __init__(self, work: AgentWork) -> None:
        self._work = work

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The answer to a request. Raises PendingError where it has to be given, or given again.

        Raises ModelUnavailableError for what an agent is not asked, and DiskError.
        """
        if request.purpose not in _ASKED:
            raise ModelUnavailableError(f"an agent is not asked to {request.purpose}")
        asked = AgentRequest.of(request)
        wrong = complaints(request)
        if wrong:
            self._work.refuse(asked.id, "; ".join(wrong))
            raise PendingError(f"{asked.id} has to be answered again")
        answer = self._work.ask(asked)
        if answer is None:
            raise PendingError(f"{asked.id} waits for an answer")
        if answer.declines:
            return Reply("", stop="refusal", model=answer.by)
        if on_text is not None:
            on_text(answer.text)
        return Reply(answer.text, model=answer.by)

    def keep(self, request: Request, reply: Reply) -> None:
        """Does nothing: answers are kept as they come."""
