"""The agent controller: a model walks the wiki with the toolbox and answers from what it has read.

LLM-Wiki, section 3.2 and Appendix H: search, read, follow links, until the facts suffice; a budget of
calls, a bound on searches that find nothing, a page read before the answer. A-RAG: what was read is not sent
again, and at the budget's end the answer is made from what there is. The model only chooses; tools only read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.errors import ModelError
from wikic.llm.error_mapping import Rejected
from wikic.llm.prompt_files import language_of
from wikic.llm.protocol import Message, Model, Reply, Request, ToolCall, Usage
from wikic.llm.tokens import request_tokens
from wikic.model.answer import Evidence
from wikic.navigate.ask.agent import contract, prompts, stream
from wikic.navigate.ask.agent.claims import Ground
from wikic.navigate.ask.agent.prompts import read_word
from wikic.navigate.ask.agent.run_record import (
    Called,
    Draft,
    Ended,
    Limits,
    Manner,
    OnCall,
    OnText,
    Run,
    Task,
    ToolMode,
    Turn,
    child_limits,
)
from wikic.navigate.ask.agent.stream import Spoken
from wikic.navigate.ask.agent.tool_runner import ToolRunner, sound_arguments
from wikic.navigate.library import Library
from wikic.navigate.tools import toolbox, wiki_list
from wikic.navigate.tools.result import cut_to_tokens

# What a wiki with a thousand directories may take of every prompt.
_GLANCE: Final = 600
# Characters of a reply, and tools it may call, that are looked at: far more than a reply of its length holds.
_TEXT: Final = 40_000
_CALLS: Final = 64
# Notes on an answer that is not one; the heuristic's stands in its place.
INSTEAD: Final = "here is what was found without it"


class Agent:
    """Answers questions about one wiki with one model.

    limits: of each run. tools: how the model calls tools.
    """

    def __init__(
        self, library: Library, model: Model, limits: Limits | None = None, tools: ToolMode = "auto"
    ) -> None:
        self._library = library
        self._model = model
        self._limits = limits or Limits()
        self._tools = tools

    def run(
        self,
        question: str,
        *,
        manner: Manner = "explore",
        given: Sequence[Evidence] = (),
        on_text: OnText | None = None,
        on_call: OnCall | None = None,
        earlier: Sequence[tuple[str, str]] = (),
    ) -> Ended:
        """Answer ``question``; a question whose answer is not found has a draft that says so.

        manner: ``answer`` gives the model no tools. given: facts it is shown at the beginning.
        on_text: gets the answer's words as they come. on_call: is told of every tool call.
        earlier: questions that were asked before, with their answers; what "he" in this one may mean.

        A model that fails ends the run without an answer. Raises ConfigError when there is no such model, and
        InputError when a transcript does not hold its replies.
        """
        task = Task(question, manner, tuple(given), tuple(earlier), on_text, on_call)
        ended = _Run(self._library, self._model, self._limits, self._tools, task).go()
        self._tools = ended.run.tools  # a server that knows no tools is not asked for them again
        return ended


class _Run:
    def __init__(self, library: Library, model: Model, limits: Limits, tools: ToolMode, task: Task) -> None:
        self._library = library
        self._model = model
        self._limits = limits
        self._mode: ToolMode = tools
        self._task = task
        self._question = task.question
        self._manner: Manner = task.manner
        self._given = task.given
        self._earlier = task.earlier
        self._language = language_of(task.question)
        self._meaning = library.meaning is not None
        self._runner = ToolRunner(library, limits, task, self._child)
        self._ground = Ground(self._runner.handles, task.question)
        self._spoken = Spoken(task.on_text, self._ground) if task.on_text is not None else None
        self._on_call = task.on_call
        self._turns: list[Turn] = []
        self._exchanges: list[tuple[Request, Reply]] = []
        self._usage = Usage()
        self._notes: list[str] = []
        self._refusals = 0
        self._pleas: set[bool] = set()

    def go(self) -> Ended:
        """Turns until there is an answer or no hope of one."""
        error = ""
        draft: Draft | None = None
        try:
            draft = self._converse()
        except ModelError as broken:
            error = str(broken)
            self._nothing(error)
        if draft is not None:
            for request, reply in self._exchanges:
                self._model.keep(request, reply)
        run = Run(
            question=self._question,
            manner=self._manner,
            model=self._model.name,
            prompts=prompts.prompt_version(
                self._language, tools=self._manner == "explore", loop=self._limits.loop
            ),
            tools=self._mode,
            given=self._given,
            turns=tuple(self._turns),
            draft=draft,
            notes=tuple(self._notes),
            pages=tuple(self._runner.reading.pages),
            origins=tuple(map(self._runner.reading.origin, self._runner.reading.pages)),
            usage=self._usage + self._runner.children.usage,
            error=error,
            limits=self._limits,
        )
        return Ended(run, self._runner.handles)

    # --- the loop -----------------------------------------------------------------------------------

    def _converse(self) -> Draft | None:
        messages = self._opening()
        while True:
            reply, messages = self._say(messages)
            if reply.stop == "refusal":
                self._take(reply, (), ())
                return self._nothing("the model refuses to answer")
            calls, text = self._calls(reply)
            if calls:
                more, called = self._answer_calls(reply, calls, text)
                self._take(reply, called, ())
                if self._refusals > self._limits.refusals:
                    return self._nothing("the model gave no answer")
                messages += more
                continue
            draft = contract.read_draft(reply.text)
            settled = contract.settle_draft(draft, self._ground)
            read = self._may_answer(draft)
            faults = contract.check_draft(draft, settled, self._ground.question, reply.stop, has_read=read)
            self._take(reply, (), tuple(fault.told(self._language) for fault in faults))
            # Once for reading first, once for all else that is wrong with an answer.
            plea = any(fault.kind == "unread" for fault in faults)
            if not faults or plea in self._pleas:
                return self._accepted(draft, settled, faults)
            self._pleas.add(plea)
            lines = [f"- {fault.told(self._language)}" for fault in faults]
            told = "\n".join(
                (read_word("refused", self._language), *lines, read_word("refused-form", self._language))
            )
            messages += (Message("assistant", reply.text or "…"), Message("user", told))

    def _may_answer(self, draft: Draft) -> bool:
        """Whether enough was read; that the wiki does not say may be said when searches bring nothing."""
        if self._runner.has_read or self._manner == "answer":
            return True
        return not draft.says and (self._runner.closed or self._runner.in_vain)

    def _accepted(
        self, draft: Draft, settled: contract.Settled, faults: tuple[contract.Fault, ...]
    ) -> Draft | None:
        """The answer as it may be given, with notes on what is wrong with it; None where nothing is left."""
        kinds = {fault.kind for fault in faults}
        if kinds & {"empty", "unread"} and draft.says:
            unread = "unread" in kinds and (draft.short or draft.explanation)
            return self._nothing(
                "the model answered without reading" if unread else "the model gave no answer"
            )
        draft = settled.draft
        if draft.says and not (draft.cited and (draft.short or draft.explanation)):
            if settled.lost:
                self._notes.append(settled.losses)
            return self._nothing("the model's answer rests on nothing that was read")
        self._notes += settled.notes
        if "language" in kinds:
            self._notes.append("the answer is not in the language of the question")
        if "cut" in kinds:
            self._notes.append("the model's answer is cut off")
        if "unread" in kinds:
            self._notes.append("no page was read")
        if self._manner == "explore" and self._runner.used >= self._limits.calls:
            spent = f"the budget of {self._limits.calls} tool calls was used up"
            self._notes.append(f"{spent}; the answer is from what was read until then")
        return draft

    def _nothing(self, why: str) -> Draft | None:
        self._notes.append(f"{why}; {INSTEAD}")
        return None

    # --- what is said -------------------------------------------------------------------------------

    def _opening(self) -> tuple[Message, ...]:
        """What never changes, then the wiki, then the question: so that a provider's cache serves most."""
        language = self._language
        told = prompts.system_rules(
            language,
            tools=self._manner == "explore",
            spelt_out=self._mode == "text",
            meaning=self._meaning,
            loop=self._limits.loop,
            without=self._task.told,
        )
        parts: list[str] = []
        if self._manner == "explore" and self._limits.loop != "arag":
            glance = cut_to_tokens(toolbox.call(self._library, wiki_list.NAME).text(), _GLANCE)
            parts.append(f"{read_word('wiki', language)}\n{glance}")
        if self._earlier:
            lines = (
                f"- {' '.join(asked.split())}\n  {' '.join(said.split())}" for asked, said in self._earlier
            )
            parts.append("\n".join((read_word("earlier", language), *lines)))
        parts.append(read_word("question", language, question=" ".join(self._question.split())))
        if self._given:
            facts = self._runner.handles.given(self._given, self._runner.reading)
            head = read_word("found" if self._manner == "explore" else "facts", language)
            parts.append(f"{head}\n{facts}")
        return Message("system", told), Message("user", "\n\n".join(parts))

    def _say(self, messages: tuple[Message, ...]) -> tuple[Reply, tuple[Message, ...]]:
        """The next reply, and the messages it answers: they change where a provider knows no tools."""
        try:
            return self._complete(messages), messages
        except Rejected:
            if self._mode != "auto" or self._turns or self._manner != "explore":
                raise
        self._mode = "text"
        messages = (
            Message(
                "system",
                prompts.system_rules(
                    self._language, tools=True, spelt_out=True, meaning=self._meaning, loop=self._limits.loop
                ),
            ),
            *messages[1:],
        )
        return self._complete(messages), messages

    def _complete(self, messages: tuple[Message, ...]) -> Reply:
        offered = self._manner == "explore" and self._mode != "text"
        specs = prompts.tool_specs(meaning=self._meaning, loop=self._limits.loop) if offered else ()
        may_call = not (specs and self._runner.closed)
        request = Request(
            "ask", self._task.purpose, messages, self._limits.reply, tools=specs, may_call=may_call
        )
        if 0 < self._limits.window < request_tokens(request) and not self._runner.closed:
            self._runner.full = True
            over = replace(
                messages[-1], text=f"{messages[-1].text}\n{read_word('state-over', self._language)}"
            )
            messages = (*messages[:-1], over)
            request = replace(request, messages=messages, may_call=not specs)
        if self._spoken is not None:
            self._spoken.turn()
        reply = self._model.complete(request, self._spoken.hear if self._spoken is not None else None)
        if self._spoken is not None and not reply.calls:
            self._spoken.end(reply.text)
        self._usage += reply.usage
        if len(reply.text) > _TEXT or len(reply.calls) > _CALLS:
            reply = replace(reply, text=reply.text[:_TEXT], calls=reply.calls[:_CALLS])
        self._exchanges.append((request, reply))
        return reply

    def _calls(self, reply: Reply) -> tuple[tuple[ToolCall, ...], str]:
        """The tools a reply calls, and its text up to the last call: what follows was made up."""
        if reply.calls:
            return reply.calls, reply.text
        if self._mode == "native":
            return (), reply.text
        said = contract.without_thought(reply.text)
        found = stream.find_actions(said)
        mark = contract.MARK.search(said)
        if found is None or (mark is not None and mark.start() < found.start):
            return (), reply.text
        return found.calls, said[: found.end]

    def _answer_calls(
        self, reply: Reply, calls: tuple[ToolCall, ...], text: str
    ) -> tuple[tuple[Message, ...], tuple[Called, ...]]:
        """The turns that answer a reply with calls: the model's, the results, the state behind the last."""
        self._refusals += self._runner.closed
        self._runner.collected.hear(text)
        answered = [self._run(call) for call in calls]
        called = tuple(each for _, each in answered)
        texts = [each for each, _ in answered]
        texts[-1] = f"{texts[-1]}\n\n{self._runner.state()}"
        if not reply.calls:
            named = (f"{call.name}:\n{each}" for call, each in zip(calls, texts, strict=True))
            return (Message("assistant", text), Message("user", "\n\n".join(named))), called
        results = (Message("tool", each, answers=call.id) for call, each in zip(calls, texts, strict=True))
        # Some clients parse what they echo: arguments that are no JSON must not come back.
        echoed = tuple(ToolCall(call.id, call.name, sound_arguments(call.arguments)) for call in calls)
        return (Message("assistant", text, calls=echoed), *results), called

    def _child(self, task: Task) -> Ended:
        """A run over passages that are given; without tools, so of two turns at most."""
        return _Run(self._library, self._model, child_limits(), self._mode, task).go()

    def _run(self, call: ToolCall) -> tuple[str, Called]:
        if self._on_call is not None and not self._runner.closed:
            self._on_call(call.name, call.arguments)
        return self._runner.run(call)

    def _take(self, reply: Reply, called: tuple[Called, ...], wrong: tuple[str, ...]) -> None:
        usage = reply.usage
        self._turns.append(
            Turn(
                reply.text,
                tuple((call.id, call.name, call.arguments) for call in reply.calls),
                reply.stop,
                called,
                wrong,
                usage.prompt,
                usage.completion,
                usage.cached,
            )
        )
