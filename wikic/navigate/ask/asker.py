"""Ask a wiki: explore, then answer from what was found; with a model, let it answer, or explore further; how
the pages of an answer were come by, for the access log.

The heuristic controller looks first; that takes milliseconds and costs nothing. Its evidence then goes to
the model with no tools, one call, where signals say that it is all there; else the model gets tools as well
(RLM-on-KG, section 6: selective escalation). A model that finds the evidence wanting says so, and explores.

The thresholds were chosen on one half of the visible questions and measured on the other:
``benchmarks/agent.py --escalation``, docs/ask.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum
from typing import Final, Literal

from wikic.llm.protocol import Model
from wikic.llm.tokens import text_tokens
from wikic.model.answer import Answer, Evidence
from wikic.navigate.ask.agent.controller import Agent
from wikic.navigate.ask.agent.draft_to_answer import finish_answer
from wikic.navigate.ask.agent.run_record import Limits, Manner, OnCall, OnText, Run, ToolMode, arag_limits
from wikic.navigate.ask.answer.compose import DEFAULT_EVIDENCE, compose_answer
from wikic.navigate.ask.answer.evidence import FACTS, evidence_for_model
from wikic.navigate.ask.heuristic.controller import Exploration, Heuristic
from wikic.navigate.ask.heuristic.options import Options
from wikic.navigate.ask.heuristic.question import SURE
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Reading
from wikic.store.access_log import AccessLog, Origin, Retrieval

# Facts whose evidence is judged; what a model is handed then, ``answer/model_evidence.py`` says.
GIVEN: Final = 12
# Less than this, and the best evidence stands alone: pieces of an answer lie scattered.
CONNECTED: Final = 0.2
# Share of the question's words, by rarity, that the evidence must hold.
COVERED: Final = 0.85


@dataclass(frozen=True, slots=True)
class Signals:
    """What is known of the evidence without asking anybody. Shares are from 0 to 1.

    connected: what the links that lead to the best evidence are worth beside its own words; 0 where nothing
        the question names leads there. The opposite of scatter.
    covered: share of the question's words, by rarity, that the evidence holds.
    named: share of the things named in the question that have evidence of their own; 1 where none is named.
    agreed: whether the facts allow a short answer: each step of the question is stated by one of them.
    """

    connected: float
    covered: float
    named: float
    agreed: bool


@dataclass(frozen=True, slots=True)
class Route:
    """How a question is answered, and why.

    manner: ``answer`` from the evidence, or ``explore``.
    why: in words, for the trace.
    signals: what it was decided by; None where the controller was chosen by hand.
    """

    manner: Manner
    why: str
    signals: Signals | None = None


def escalation_signals(exploration: Exploration, answer: Answer) -> Signals:
    """The signals of an explored question; ``answer`` holds the evidence that the model would be given."""
    question = exploration.question
    evidence = answer.evidence[:GIVEN]
    held = question.matcher.held("\n".join(f"{each.title} {each.text}" for each in evidence))
    pages = {each.page for each in evidence}
    named = [each for each in question.names if each.weight >= SURE]
    found = [bool(pages.intersection(each.match.paths)) for each in named]
    best = exploration.ranked[0] if exploration.ranked else None
    return Signals(
        connected=round(best.gain, 4) if best is not None else 0.0,
        covered=round(question.weight(held), 4) if evidence else 0.0,
        named=round(fsum(found) / len(found), 4) if found else 1.0,
        agreed=answer.short is not None,
    )


def decide_route(found: Signals) -> Route:
    """Whether the evidence is enough to answer from."""
    if found.agreed:
        return Route("answer", "the facts allow a short answer", found)
    if found.connected < CONNECTED:
        why = f"the best evidence stands alone ({found.connected:.2f}, below {CONNECTED})"
    elif found.covered < COVERED:
        why = f"the evidence holds {found.covered:.0%} of what is asked, less than {COVERED:.0%}"
    else:
        why = f"linked evidence ({found.connected:.2f}) holds {found.covered:.0%} of what is asked"
        return Route("answer", why, found)
    return Route("explore", why, found)


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
        self._arag = None if model is None else Agent(library, model, arag_limits(arag_calls), tools)

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
        plain = compose_answer(exploration, self.library, limit=evidence)
        agent = self._arag if controller == "arag" else self._agent
        if agent is None or controller == "heuristic" or not question.strip():
            return Asked(plain, exploration)
        given: tuple[Evidence, ...] = ()
        if controller in ("agent", "arag"):
            route = Route(
                "explore", f"the {'agent' if controller == 'agent' else 'loop of A-RAG'} was asked for"
            )
        else:
            found = compose_answer(exploration, self.library, limit=GIVEN)
            route = decide_route(escalation_signals(exploration, found))
            if not found.evidence:
                route = Route("explore", "nothing was found by names and words", route.signals)
            given = evidence_for_model(compose_answer(exploration, self.library, limit=FACTS), self.library)
        known = {(each.page, each.fact or each.text) for each in given}
        given += tuple(each for each in earlier.facts if (each.page, each.fact or each.text) not in known)
        walk = partial(
            agent.run, exploration.question.text, on_text=on_text, on_call=on_call, earlier=earlier.exchanges
        )
        ended = walk(manner=route.manner, given=given)
        runs: tuple[Run, ...] = (ended.run,)
        draft = ended.run.draft
        if route.manner == "answer" and not ended.run.error and (draft is None or not draft.says):
            route = Route("explore", f"{route.why}; the model found it wanting", route.signals)
            ended = walk(manner="explore", given=given)
            runs = (*runs, ended.run)
        return Asked(finish_answer(plain, ended, self.library), exploration, route, runs)


def note_asked(log: AccessLog, asked: Asked) -> None:
    """Log the pages an answer cites, then those a model read besides; also that there is none."""
    evidence = asked.answer.evidence
    cited = list(dict.fromkeys(each.page for each in evidence))
    pages = list(dict.fromkeys([*cited, *(page for run in asked.runs for page in run.pages)]))
    exploration = asked.exploration
    found = {each.passage.path for each in exploration.ranked}
    origins: dict[str, Origin] = {}
    for run in asked.runs:
        origins.update(zip(run.pages, run.origins, strict=False))  # traces of before have no origins
    origins |= origins_of(exploration, evidence)  # what rules know goes before what an agent came by later
    retrieval = Retrieval(
        origins=tuple(origins.get(page, "search") for page in pages),
        cited=tuple(range(len(cited))),
        named=len(named_by(exploration)),
        found=len(found.union(pages)),
        calls=len(exploration.steps) + sum(run.calls for run in asked.runs),
        tokens=text_tokens("\n".join(each.text for each in evidence)),
    )
    log.note(asked.answer.question, pages, by="ask", retrieval=retrieval)


def note_read(log: AccessLog, pages: list[str], reading: Reading) -> None:
    """Log pages that were read without a question."""
    if pages:
        origins = tuple(map(reading.origin, pages))
        log.note("", pages, by="read", retrieval=Retrieval(origins=origins, calls=1))


def origins_of(exploration: Exploration, evidence: Sequence[Evidence]) -> dict[str, Origin]:
    """How each page that was found was come by.

    Where the question names a page, what a link led to counts as that, whether or not words found it too:
    words alone found the rest. Where it names none, words were the way in.
    """
    named = named_by(exploration)
    searched = frozenset[str]() if named else exploration.searched
    on_page = {each.page for each in evidence if each.fact or not each.citations}
    found: dict[str, Origin] = {}
    for each in exploration.ranked:
        path = each.passage.path
        if each.via is not None and path not in searched:
            found[path] = "link"
        else:
            found.setdefault(path, "search")
    found |= {
        each.page: "backfill"
        for each in evidence
        if each.page not in on_page and found.get(each.page) != "link"
    }
    return found | dict.fromkeys(named, "seed")


def named_by(exploration: Exploration) -> frozenset[str]:
    """Pages that the question names."""
    return frozenset(path for each in exploration.question.names for path in each.match.paths)
