"""What a run of the agent is to do, how far it may go, and what it did: plain values that a trace holds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from wikic.llm.protocol import Usage
from wikic.model.answer import Evidence
from wikic.navigate.ask.agent.fact_handles import Handles
from wikic.store.access_log import Origin

ToolMode = Literal["auto", "native", "text"]
"""How a model calls tools: as its provider has it, as text, or whichever it turns out to know."""

Loop = Literal["wiki", "arag", "rlm"]
"""What a model walks and with which tools: the pages and what they rest on; parts of the documents alone
(A-RAG, section 3); or the pages in three phases, with runs of its own over what it found (RLM-on-KG)."""

Tools = Literal["wiki", "rlm"]
"""The tools that may be named for the loop that walks pages."""

ARAG_CALLS: Final = 10  # tool calls (A-RAG, section 4)
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


Manner = Literal["explore", "answer"]
"""With tools, or from evidence that is given."""

Outcome = Literal["ran", "problem", "again", "not run"]


@dataclass(frozen=True, slots=True)
class Called:
    """A tool that a model wanted run.

    tool: its name as the model wrote it; perhaps no tool at all.
    arguments: as the model wrote them.
    outcome: ``ran``; ``problem``, no such tool, arguments or page; ``again``, it gave what it gave before;
        ``not run``.
    result: what was sent back, as the first 16 hex digits of its SHA-256.
    tokens: about what that cost.
    text: what was sent back; a trace holds it where it was asked for.
    child: turns of the run that the tool made of the model, if it did.
    """

    tool: str
    arguments: str
    outcome: Outcome
    result: str
    tokens: int
    text: str = ""
    child: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A reply of the model and what came of it.

    text: what it said.
    calls: tools it called in its provider's way, as (id, name, arguments); calls in text stand in ``text``.
    stop: why it ended, as ``llm.protocol.Stop`` has it.
    called: what became of its calls, those in text included.
    wrong: why its answer was refused, a line each.
    prompt, completion, cached: tokens.
    """

    text: str
    calls: tuple[tuple[str, str, str], ...] = ()
    stop: Literal["stop", "length", "calls", "refusal"] = "stop"
    called: tuple[Called, ...] = ()
    wrong: tuple[str, ...] = ()
    prompt: int = 0
    completion: int = 0
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """A model's answer, taken apart.

    says: whether the wiki says what is asked, in the model's view.
    short: in a few words, without citations; may be "".
    explanation: with citations as the model wrote them, ``[F3]``.
    cited: handles in order, each once.
    implied: "(implied, not stated)" as the model wrote it of a short answer that only follows, or "".
    """

    says: bool
    short: str
    explanation: str
    cited: tuple[str, ...] = ()
    implied: str = ""

    @property
    def shown(self) -> str:
        """The short answer as a reader sees it."""
        return f"{self.short} {self.implied}".strip() if self.short else ""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the agent: its question, the model's turns, and the answer it drafted.

    question: as asked.
    manner: with tools or without.
    model: its name.
    prompts: version and language of what it was told, ``ask/1 en``.
    tools: how it could call tools at the end.
    given: facts that it was shown at the beginning.
    turns: in order.
    draft: its answer; None where there is none.
    notes: what was dropped, or did not go as it should, for the person who asked.
    pages: pages it read, in order. origins: how it came by each.
    usage: of all turns.
    error: why the model could not be asked further, or "".
    limits: that held.
    """

    question: str
    manner: Manner
    model: str
    prompts: str
    tools: ToolMode
    given: tuple[Evidence, ...]
    turns: tuple[Turn, ...]
    draft: Draft | None
    notes: tuple[str, ...]
    pages: tuple[str, ...]
    usage: Usage
    error: str = ""
    limits: Limits = field(default_factory=Limits)
    origins: tuple[Origin, ...] = ()

    @property
    def calls(self) -> int:
        """How many tool calls were run."""
        return sum(each.outcome != "not run" for turn in self.turns for each in turn.called)

    @property
    def looked(self) -> bool:
        """Whether the model looked for itself: a tool ran for it and gave something."""
        return any(each.outcome == "ran" for turn in self.turns for each in turn.called)


def result_hash(text: str) -> str:
    """The first 16 hex digits of a text's SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


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
