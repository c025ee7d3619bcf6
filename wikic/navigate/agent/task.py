"""What one run of the agent is to do, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from wikic.model.answer import Evidence
from wikic.navigate.agent.fact_handles import Handles
from wikic.navigate.agent.run_record import Manner, Run

PURPOSE: Final = "ask"
CHILD: Final = "ask-passages"

OnText = Callable[[str], None]
OnCall = Callable[[str, str], None]
"""Told of the name and the arguments of a tool, as the model wrote them, before it runs."""

Told = Literal["given", "summary"]
"""Prompts for a run without tools: answer from facts that are given, or sum them up."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A run with the handles its draft cites."""

    run: Run
    handles: Handles


@dataclass(frozen=True, slots=True)
class Task:
    """What one run is to do.

    question: as asked. manner: with tools, or from what is given. given: facts it is shown at the beginning.
    earlier: questions that were asked before, with their answers.
    on_text: gets the answer's words as they come. on_call: is told of every tool call.
    told: what it is told where it has no tools.
    purpose: of its calls, for totals; that of a child is its own.
    """

    question: str
    manner: Manner = "explore"
    given: tuple[Evidence, ...] = ()
    earlier: tuple[tuple[str, str], ...] = ()
    on_text: OnText | None = None
    on_call: OnCall | None = None
    told: Told = "given"
    purpose: str = PURPOSE
