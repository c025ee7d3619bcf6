"""Plays a run again from its trace: the model's turns as they were, the tools on the wiki as it is now."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from wikic.errors import ModelUnavailableError
from wikic.llm.protocol import Reply, Request, ToolCall
from wikic.llm.scripted import ScriptedModel
from wikic.model.answer import Evidence
from wikic.navigate.agent.controller import Agent
from wikic.navigate.agent.run_record import Run, Turn
from wikic.navigate.agent.task import CHILD, Ended
from wikic.navigate.library import Library


def play(run: Run, given: Sequence[Evidence], library: Library) -> tuple[Ended, tuple[str, ...]]:
    """The run on the wiki as it is now, and the calls that give something else than they did.

    given: the facts it was shown at the beginning, as they stand now.
    """
    # Of a wiki that changed a child may not be asked, or asked again: its replies are not its parent's.
    turns = deque(map(_reply, run.turns))
    children = deque(_reply(each) for turn in run.turns for called in turn.called for each in called.child)

    def reply(request: Request) -> Reply | ModelUnavailableError:
        waiting = children if request.purpose == CHILD else turns
        return waiting.popleft() if waiting else ModelUnavailableError("the trace holds no further reply")

    model = ScriptedModel(reply, run.model)
    agent = Agent(library, model, run.limits, run.tools)
    ended = agent.run(run.question, manner=run.manner, given=given)
    return ended, tuple(_changed(run, ended.run))


def _reply(turn: Turn) -> Reply:
    return Reply(turn.text, tuple(ToolCall(*call) for call in turn.calls), turn.stop)


def _changed(then: Run, now: Run) -> Iterator[str]:
    for number, (before, after) in enumerate(zip(then.turns, now.turns, strict=False), 1):
        for one, other in zip(before.called, after.called, strict=False):
            if one.result != other.result:
                yield f"what {one.tool} {one.arguments} gives (turn {number})"
