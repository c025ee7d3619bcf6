"""How far the agent may go for one question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ToolMode = Literal["auto", "native", "text"]
"""How a model calls tools: as its provider has it, as text, or whichever it turns out to know."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one run.

    calls: of tools (LLM-Wiki, section 4.1: T_max = 15).
    patience: turns in a row that bring nothing new (LLM-Wiki, section 4.1: P = 3 empty searches; several
        searches of one turn are one, since the model has not seen that the first found nothing).
    warn: calls left at which the model is told to come to an end: one for a last page, one to spare.
    result: tokens of one result; a page of 60 facts.
    reply: tokens of one reply; an answer with its explanation takes 300, the rest is for models that think.
    refusals: turns in which tools are called though none may be, before the run ends without an answer.
    """

    calls: int = 15
    patience: int = 3
    warn: int = 3
    result: int = 3_000
    reply: int = 4_000
    refusals: int = 2
