"""Ask a wiki: explore, then answer from what was found; with a model, let it answer, or explore further."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from wikic.llm.protocol import Model
from wikic.model.answer import Answer, Evidence
from wikic.navigate import escalation
from wikic.navigate.agent.controller import Agent
from wikic.navigate.agent.draft_to_answer import finish
from wikic.navigate.agent.limits import Limits, ToolMode, arag
from wikic.navigate.agent.run_record import Run
from wikic.navigate.agent.task import OnCall, OnText
from wikic.navigate.answer.compose import DEFAULT_EVIDENCE, compose
from wikic.navigate.answer.model_evidence import FACTS, handed
from wikic.navigate.escalation import GIVEN, Route
from wikic.navigate.heuristic.controller import Exploration, Heuristic
from wikic.navigate.heuristic.options import Options
from wikic.navigate.heuristic.question import SURE
from wikic.navigate.library import Library

Controller = Literal["heuristic", "agent", "auto", "arag"]


@dataclass(frozen=True, slots=True)
class Earlier:
    """What went before a question in a conversation.

    exchanges: questions with the answers they got, in order.
    facts: that these answers rest on; a model may cite them again.
    """

    exchanges: tuple[tuple[str, str], ...] = ()
    facts: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer and how it came about.

    answer: the answer.
    exploration: what was looked at without a model; ``trace.py`` makes a file of it.
    route: how the question was answered, and why; None without a model.
    runs: what the model did: one run, or two where the first found the evidence wanting.
    """

    answer: Answer
    exploration: Exploration
    route: Route | None = None
    runs: tuple[Run, ...] = ()


class Asker:
    """Answers questions about one wiki; keeps what it read from one question to the next."""

    def __init__(
        self,
        library: Library,
        options: Options | None = None,
        *,
        model: Model | None = None,
        limits: Limits | None = None,
        tools: ToolMode = "auto",
        arag_calls: int | None = None,
    ) -> None:
        """model: that may be asked; None for the heuristic controller alone.

        options: of the heuristic controller. limits, tools: of the agent.
        arag_calls: tools that A-RAG's loop may call.
        """
        self.library = library
        self._heuristic = Heuristic(library, options)
        self._agent = None if model is None else Agent(library, model, limits, tools)
        self._arag = None if model is None else Agent(library, model, arag(arag_calls), tools)

    def named(self, text: str) -> tuple[str, ...]:
        """What ``text`` surely names of this wiki's pages, in its names."""
        names = self._heuristic.question(text).names
        return tuple(each.match.name for each in names if each.weight >= SURE)

    def ask(
        self,
        question: str,
        *,
        evidence: int = DEFAULT_EVIDENCE,
        controller: Controller = "auto",
        on_text: OnText | None = None,
        on_call: OnCall | None = None,
        earlier: Earlier = Earlier(),
    ) -> Asked:
        """Answer ``question`` with at most ``evidence`` facts, and those a short answer rests on.

        controller: ``auto`` lets the heuristic one look first and the model answer, or explore where that
            is not enough; ``agent`` lets the model explore from nothing, ``arag`` from the documents alone
            by A-RAG's loop. Without a model there is only ``heuristic``.
        on_text: gets a model's answer as it is written; nothing of other answers.
            on_call: is told of every tool that a model calls. earlier: questions and facts that a model is
            reminded of.

        Any text will do: one that says nothing, or about what the wiki says nothing, is not answered. What
        goes wrong with a model is a note on the heuristic's answer, never an error.
        Raises FormatError when the search index is damaged meanwhile.
        """
        exploration = self._heuristic.explore(question)
        plain = compose(exploration, self.library, limit=evidence)
        agent = self._arag if controller == "arag" else self._agent
        if agent is None or controller == "heuristic" or not question.strip():
            return Asked(plain, exploration)
        given: tuple[Evidence, ...] = ()
        if controller in ("agent", "arag"):
            route = Route(
                "explore", f"the {'agent' if controller == 'agent' else 'loop of A-RAG'} was asked for"
            )
        else:
            found = compose(exploration, self.library, limit=GIVEN)
            route = escalation.decide(escalation.signals(exploration, found))
            if not found.evidence:
                route = Route("explore", "nothing was found by names and words", route.signals)
            given = handed(compose(exploration, self.library, limit=FACTS), self.library)
        known = {(each.page, each.fact or each.text) for each in given}
        given += tuple(each for each in earlier.facts if (each.page, each.fact or each.text) not in known)
        walk = partial(
            agent.run,
            exploration.question.text,
            on_text=on_text,
            on_call=on_call,
            earlier=earlier.exchanges,
        )
        ended = walk(manner=route.manner, given=given)
        runs: tuple[Run, ...] = (ended.run,)
        draft = ended.run.draft
        if route.manner == "answer" and not ended.run.error and (draft is None or not draft.says):
            route = Route("explore", f"{route.why}; the model found it wanting", route.signals)
            ended = walk(manner="explore", given=given)
            runs = (*runs, ended.run)
        return Asked(finish(plain, ended, self.library), exploration, route, runs)
