"""``a-rag``: the model looks up chunks of documents with A-RAG's tools, one at a time (section 3.3)."""

from __future__ import annotations

import re
from typing import Final

from wikic.evaluate.arms.chunk_tools import ChunkTools, Looking
from wikic.evaluate.arms.passages import keys_of
from wikic.evaluate.asking import eval_prompt
from wikic.evaluate.reply import CONTEXT, Reply
from wikic.llm import protocol
from wikic.llm.prompt_files import language_of
from wikic.llm.protocol import Message, Model, Request, ToolCall
from wikic.llm.tokens import request_tokens, text_tokens
from wikic.navigate.ask.agent import contract
from wikic.navigate.ask.agent.tool_runner import sound

LOOPS: Final = 10  # of A-RAG's release
_WINDOW: Final = 128_000  # tokens of a request, the same
_REPLY: Final = 4_000
_ONE: Final = "Not run: one tool a turn."
_CITED: Final = re.compile(r"[ \t]*[\[【](?:chunk )?(\d{1,9})[\]】]", re.IGNORECASE)


class ARagArm:
    """See the module."""

    def __init__(self, name: str, tools: ChunkTools, model: Model, loops: int) -> None:
        """loops: tools that may be called for a question, after which the answer is asked for."""
        self.name = name
        self._tools = tools
        self._model = model
        self._loops = loops

    def ask(self, question: str) -> Reply:
        """The model's answer. Chunks it cites stand before others it read, those before others it was shown.

        Raises what asking a model raises.
        """
        looking, given = Looking(self._tools), list[str]()
        text = self._converse(question, looking, given)
        cited = [at for at in map(int, _CITED.findall(text)) if at in looking.read]
        draft = contract.read_draft(_CITED.sub("", text))
        chunks = [self._tools.chunks[at] for at in dict.fromkeys((*cited, *looking.read, *looking.found))]
        context = [self._tools.chunks[at].text for at in dict.fromkeys((*cited, *looking.read))]
        return Reply(
            documents=keys_of(chunks),
            answered=draft.says and bool(draft.short or draft.explanation),
            text="\n".join(filter(None, (draft.short, draft.explanation))),
            short=draft.short if draft.says else "",
            context="\n\n".join(context)[:CONTEXT],
            tokens=sum(map(text_tokens, given)),
            tools=len(given),
        )

    def _converse(self, question: str, looking: Looking, given: list[str]) -> str:
        """The text of the answer. given: gets the results of tools."""
        language = language_of(question)
        rules = Message("system", eval_prompt("arag", language))
        messages: tuple[Message, ...] = (rules, Message("user", question))
        turns: list[tuple[Request, protocol.Reply]] = []
        while True:
            request = self._request(messages)
            if len(given) == self._loops or request_tokens(request) > _WINDOW:
                end = Message("user", eval_prompt("arag-end", language))
                request = self._request((*messages, end), may_call=False)
            reply = self._model.complete(request)
            turns.append((request, reply))
            if not reply.calls or not request.may_call:
                break
            given.append(looking.run(reply.calls[0]))
            messages += _turn(reply, given[-1])
        if reply.text.strip():
            for each in turns:
                self._model.keep(*each)
        return reply.text

    def _request(self, messages: tuple[Message, ...], *, may_call: bool = True) -> Request:
        return Request("ask", "eval a-rag", messages, _REPLY, tools=self._tools.specs, may_call=may_call)


def _turn(reply: protocol.Reply, result: str) -> tuple[Message, ...]:
    """The model's turn and what answers it: of several calls the first is run."""
    # Some clients parse what they echo: arguments that are no JSON must not come back.
    echoed = tuple(ToolCall(call.id, call.name, sound(call.arguments)) for call in reply.calls)
    results = (result, *[_ONE] * (len(echoed) - 1))
    told = (Message("tool", text, answers=call.id) for call, text in zip(echoed, results, strict=True))
    return (Message("assistant", reply.text, calls=echoed), *told)
