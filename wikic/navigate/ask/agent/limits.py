"""How far the agent may go for one question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

ToolMode = Literal["auto", "native", "text"]
"""How a model calls tools: as its provider has it, as text, or whichever it turns out to know."""

Loop = Literal["wiki", "arag", "rlm"]
"""What a model walks and with which tools: the pages and what they rest on; parts of the documents alone
(A-RAG, section 3); or the pages in three phases, with runs of its own over what it found (RLM-on-KG)."""

Tools = Literal["wiki", "rlm"]
"""The tools that may be named for the loop that walks pages."""

ARAG_CALLS: Final = 10
# The paper names no number; its cases take 18 and 34 calls (RLM-on-KG, section 5).
RLM_CALLS: Final = 30


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one run.

    calls: of tools (LLM-Wiki, section 4.1: T_max = 15).
    patience: turns in a row that bring nothing new (LLM-Wiki, section 4.1: P = 3 empty searches; several
        searches of one turn are one, since the model has not seen that the first found nothing).
    least: calls before which these do not end the looking.
    warn: calls left at which the model is told to come to an end: one for a last page, one to spare.
    result: tokens of one result; a page of 60 facts.
    reply: tokens of one reply; an answer with its explanation takes 300, the rest is for models that think.
    loop: what is walked, and with which tools; that of A-RAG runs one tool a turn.
    window: tokens of a request, beyond which no tool may be called; 0 for any number.
    refusals: turns in which tools are called though none may be, before the run ends without an answer.
    """

    calls: int = 15
    patience: int = 3
    warn: int = 3
    result: int = 3_000
    reply: int = 4_000
    refusals: int = 2
    loop: Loop = "wiki"
    window: int = 0
    least: int = 0


def arag_limits(calls: int | None = None) -> Limits:
    """The limits of A-RAG's release: 10 loops, 128,000 tokens, and no bound on what brings nothing new."""
    calls = calls or ARAG_CALLS
    return Limits(calls=calls, patience=calls, loop="arag", window=128_000)


def rlm(calls: int | None = None) -> Limits:
    """The limits of RLM-on-KG: four turns that collect nothing end it, once half the calls are used."""
    calls = calls or RLM_CALLS
    return Limits(calls=calls, patience=4, loop="rlm", least=(calls + 1) // 2)


def child_limits() -> Limits:
    """The limits of a run over passages that are given: no tool, and no second try at calling one."""
    return Limits(calls=1, refusals=0)
