"""How an answer was found, as a JSON file that people read and ``wikic ask --replay`` plays again.

::

    {"version": 1, "question": "When …?", "shape": "bridge",
     "names": [{"name": "Princess Feodora of Denmark", "pages": ["people/…"], "weight": 0.81}],
     "terms": {"father": 2.1, …},
     "steps": [{"action": "names", "tried": "…", "found": ["people/…"], "why": "weight 0.81, 1 new"}, …],
     "ranked": [{"page": "people/…", "first": 0, "score": 1.9, "direct": 1.1, "gain": 0.6, "near": 0.2,
                 "via": "people/…", "how": "father"}, …],
     "answer": {…},
     "route": {"manner": "explore", "why": "the best evidence stands alone …", "signals": {…}},
     "runs": [{"model": "openai/…", "turns": [{"text": "…", "called": [{"tool": "wiki_read", "arguments": "…",
               "outcome": "ran", "result": "9f86d081884c7d65", "tokens": 312}], …}], …}]}

Playing it again searches nothing: it reads the facts named as evidence where they stand now, so it gives the
same answer from the same wiki, and says which facts changed or are gone from another. Where a model was
asked, its turns are played as they were, with no key, and the tools it called run on the wiki as it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from wikic.build_dir import LARGE
from wikic.errors import InputError, ModelUnavailableError
from wikic.llm.protocol import Reply, Request, ToolCall
from wikic.llm.scripted import ScriptedModel
from wikic.model.answer import Answer, Evidence, Group
from wikic.navigate.ask.agent.controller import Agent
from wikic.navigate.ask.agent.draft_to_answer import finish_answer
from wikic.navigate.ask.agent.run_record import CHILD, Ended, Run, Turn
from wikic.navigate.ask.asker import Asked, Route
from wikic.navigate.ask.heuristic.controller import Step
from wikic.navigate.indexes.articles import article_words
from wikic.navigate.library import Library
from wikic.plain_file import read_plain


def replay_run(run: Run, given: Sequence[Evidence], library: Library) -> tuple[Ended, tuple[str, ...]]:
    """The run on the wiki as it is now, and the calls that give something else than they did.

    given: the facts it was shown at the beginning, as they stand now.
    """
    # Of a wiki that changed a child may not be asked, or asked again: its replies are not its parent's.
    turns = deque(map(_turn_reply, run.turns))
    children = deque(
        _turn_reply(each) for turn in run.turns for called in turn.called for each in called.child
    )

    def reply(request: Request) -> Reply | ModelUnavailableError:
        waiting = children if request.purpose == CHILD else turns
        return waiting.popleft() if waiting else ModelUnavailableError("the trace holds no further reply")

    model = ScriptedModel(reply, run.model)
    agent = Agent(library, model, run.limits, run.tools)
    ended = agent.run(run.question, manner=run.manner, given=given)
    return ended, tuple(_changed_calls(run, ended.run))


def _turn_reply(turn: Turn) -> Reply:
    return Reply(turn.text, tuple(ToolCall(*call) for call in turn.calls), turn.stop)


def _changed_calls(then: Run, now: Run) -> Iterator[str]:
    for number, (before, after) in enumerate(zip(then.turns, now.turns, strict=False), 1):
        for one, other in zip(before.called, after.called, strict=False):
            if one.result != other.result:
                yield f"what {one.tool} {one.arguments} gives (turn {number})"


VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class TracedName:
    """A name found in the question: as the wiki writes it, its pages, what it is worth."""

    name: str
    pages: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class TracedPassage:
    """A passage in order of rank, with what its score is made of and the link that led to it.

    first: place of its first fact on the page.
    """

    page: str
    first: int
    score: float
    direct: float
    gain: float
    near: float
    via: str
    how: str


@dataclass(frozen=True, slots=True)
class Trace:
    """See the module; ``route`` and ``runs`` are of a model, absent without one."""

    version: int
    question: str
    shape: str
    names: tuple[TracedName, ...]
    terms: dict[str, float]
    steps: tuple[Step, ...]
    ranked: tuple[TracedPassage, ...]
    answer: Answer
    route: Route | None = None
    runs: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """A trace played again.

    answer: the answer with the facts as they stand now; those that are gone are left out.
    changed: addresses of facts (``page#^id``) that are gone or say something else, and calls of tools that
        give something else.
    """

    answer: Answer
    changed: tuple[str, ...]


def trace_of(asked: Asked, *, full: bool = False) -> Trace:
    """How ``asked`` came about. full: with what each tool gave, whole."""
    exploration = asked.exploration
    question = exploration.question
    return Trace(
        version=VERSION,
        question=question.text,
        shape=question.shape,
        names=tuple(
            TracedName(each.match.name, each.match.paths, round(each.weight, 4)) for each in question.names
        ),
        terms={term: round(weight, 4) for term, weight in question.weights.items()},
        steps=exploration.steps,
        ranked=tuple(
            TracedPassage(
                each.passage.path,
                each.passage.first,
                round(each.worth, 4),
                round(each.direct, 4),
                round(each.gain, 4),
                round(each.near, 4),
                each.via[0] if each.via is not None else "",
                each.how,
            )
            for each in exploration.ranked
        ),
        answer=asked.answer,
        route=asked.route,
        runs=asked.runs if full else tuple(map(_without_results, asked.runs)),
    )


def _without_results(run: Run) -> Run:
    """What tools gave can be had again from the wiki; its hash says whether it is the same."""
    turns = (
        replace(turn, called=tuple(replace(each, text="") for each in turn.called)) for turn in run.turns
    )
    return replace(run, turns=tuple(turns))


def encode_trace(trace: Trace) -> bytes:
    """What the file holds."""
    return msgspec.json.format(msgspec.json.encode(trace)) + b"\n"


def load_trace(file: Path) -> Trace:
    """Read the file. Raises InputError when it cannot be read or is no trace."""
    try:
        trace = msgspec.json.decode(read_plain(file, LARGE), type=Trace)
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{file} is no trace of `wikic ask`: {error}") from error
    if trace.version != VERSION:
        raise InputError(f"{file} is a trace of version {trace.version}, not {VERSION}")
    return trace


def replay_trace(trace: Trace, library: Library) -> Replayed:
    """Read the evidence of ``trace`` where it stands now; play what a model did, and let it answer."""
    if not trace.runs:
        return _read_again(trace, library)
    differs: dict[str, None] = {}
    for run in trace.runs:
        given = [(each, _read_now(each, library)) for each in run.given]
        differs.update((_fact_address(each), None) for each, now in given if now != each)
        ended, changed = replay_run(run, [now for _, now in given if now is not None], library)
        differs.update(dict.fromkeys(changed))
    before = _read_again(trace, library)
    if trace.answer.by == "heuristic" or (ended.run.draft is None and not trace.runs[-1].error):
        # The model had no answer then; or it has none now, since the wiki is another.
        differs.update(dict.fromkeys(before.changed))
        return Replayed(before.answer, tuple(differs))
    answer = finish_answer(before.answer, ended, library)
    return Replayed(answer, tuple(differs))


def _read_again(trace: Trace, library: Library) -> Replayed:
    """The answer with its facts as they stand now."""
    kept: list[Evidence] = []
    moved: dict[int, int] = {}
    changed: list[str] = []
    for at, each in enumerate(trace.answer.evidence):
        now = _read_now(each, library)
        if now != each:
            changed.append(_fact_address(each))
        if now is not None:
            moved[at] = len(kept)
            kept.append(now)
    answer = trace.answer
    groups = (Group(group.about, _move_places(group.evidence, moved)) for group in answer.groups)
    short = answer.short
    if short is not None:
        # An argument that lost a fact proves nothing.
        whole = all(at in moved for at in short.evidence)
        short = replace(short, evidence=_move_places(short.evidence, moved)) if whole else None
    return Replayed(
        replace(
            answer,
            evidence=tuple(kept),
            groups=tuple(group for group in groups if group.evidence),
            short=short,
            answered=bool(kept),
        ),
        tuple(changed),
    )


def _fact_address(evidence: Evidence) -> str:
    return f"{evidence.page}#^{evidence.fact}" if evidence.fact else evidence.page


def _move_places(places: tuple[int, ...], moved: dict[int, int]) -> tuple[int, ...]:
    return tuple(moved[place] for place in places if place in moved)


def _still_told(evidence: Evidence, library: Library) -> list[str]:
    """A sentence of an article, if the article still says it."""
    source = library.source(evidence.citations[0].digest)
    article = library.article(source.article) if source is not None else None
    return [evidence.text] if article is not None and evidence.text in article_words(article.text) else []


def _read_now(evidence: Evidence, library: Library) -> Evidence | None:
    """The same fact as the page has it now, or None when it is gone."""
    view = library.view(evidence.page)
    if view is None:
        return None
    if not evidence.fact:
        said = (
            [each.text for each in view.passages]
            if not evidence.citations
            else _still_told(evidence, library)
        )
        return evidence if evidence.text in said else None
    for fact in view.facts:
        if fact.id == evidence.fact:
            return replace(evidence, text=fact.text, citations=fact.citations)
    return None
