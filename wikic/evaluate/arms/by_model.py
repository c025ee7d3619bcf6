"""Arms in which a model answers: as `wikic ask --model` does (``ask-model``, ``agent``), by A-RAG's loop over
parts of the documents (``a-rag``), from what it is given to read, or from nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from wikic.errors import ModelError
from wikic.evaluate.arms.arm import Means
from wikic.evaluate.arms.passages import Find, keys_of
from wikic.evaluate.arms.rules import EVIDENCE, reply_of
from wikic.evaluate.asking import ClosedReply, ReadReply, Task, ask
from wikic.evaluate.reply import CONTEXT, Reply
from wikic.llm import protocol
from wikic.llm.protocol import Layer, Model, Request
from wikic.llm.tokens import text_tokens
from wikic.navigate.ask.agent.limits import Limits
from wikic.navigate.ask.asker import Asker, Controller


class _Heard(Layer):
    """Another model, and the last error it raised: the agent makes a note of it, a measure must know it."""

    def __init__(self, inner: Model) -> None:
        super().__init__(inner)
        self.error: ModelError | None = None

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> protocol.Reply:
        try:
            return super().complete(request, on_text)
        except ModelError as error:
            self.error = error
            raise


class AgentArm:
    """See the module."""

    def __init__(
        self, name: str, means: Means, controller: Controller, limits: Limits, *, alone: bool = False
    ) -> None:
        """controller: ``auto``, ``agent`` or ``arag``. limits: of each question.

        alone: what rules found is no answer of it.
        """
        self.name = name
        self._controller: Controller = controller
        self._alone = alone
        self._model = _Heard(means.model)
        self._asker = Asker(
            means.library, model=self._model, limits=limits, tools=means.tools, arag_calls=limits.calls
        )

    def ask(self, question: str) -> Reply:
        """What `ask` shows; where the model gives no answer, that is what rules found.

        Raises what the model raised last, where it could not be asked further.
        """
        asked = self._asker.ask(question, evidence=EVIDENCE, controller=self._controller)
        if self._model.error is not None and any(run.error for run in asked.runs):
            error, self._model.error = self._model.error, None
            raise error
        evidence = asked.answer.evidence
        given = {each.text for run in asked.runs for each in run.given}
        called = [each for run in asked.runs for turn in run.turns for each in turn.called]
        if self._alone and asked.answer.by == "heuristic":
            return Reply(short="", tools=sum(run.calls for run in asked.runs))
        return replace(
            reply_of(asked.answer),
            context="\n".join(dict.fromkeys(each.quote or each.text for each in evidence))[:CONTEXT],
            tokens=text_tokens("\n".join(sorted(given))) + sum(each.tokens for each in called),
            tools=sum(run.calls for run in asked.runs),
        )


class ReadingArm:
    """Passages are found by code, and the model answers from them in one call."""

    def __init__(self, name: str, model: Model, find: Find) -> None:
        """find: what is read for a question, best first."""
        self.name = name
        self._model = model
        self._find = find

    def ask(self, question: str) -> Reply:
        """The model's answer. Documents it says that it rests on stand before others it was given.

        Without a passage the model is not asked. Raises what asking a model raises.
        """
        found = self._find(question)
        if not found:
            return Reply(short="")
        texts = [f"[{at}] {each.text}" for at, each in enumerate(found, start=1)]
        shown = {"question": question, "passages": "\n\n".join(texts)}
        said = ask(self._model, Task("ask", "read", question), shown, ReadReply, _fault)
        cited = [found[at - 1] for at in said.passages if 0 < at <= len(found)]
        return Reply(
            documents=keys_of((*cited, *found)),
            answered=said.known,
            text=_text(said),
            short=said.answer.strip() if said.known else "",
            context="\n\n".join(each.text for each in found)[:CONTEXT],
            tokens=text_tokens("\n\n".join(texts)),
        )


class ClosedBookArm:
    """The model answers from what it knows."""

    def __init__(self, model: Model) -> None:
        self.name = "closed-book"
        self._model = model

    def ask(self, question: str) -> Reply:
        """The model's answer; no document. Raises what asking a model raises."""
        said = ask(self._model, Task("ask", "closed", question), {"question": question}, ClosedReply, _fault)
        short = said.answer.strip() if said.known else ""
        return Reply(answered=said.known, text=_text(said), short=short)


def _text(said: ReadReply | ClosedReply) -> str:
    return "\n".join(filter(None, (said.answer.strip(), said.explanation.strip())))


def _fault(said: ReadReply | ClosedReply) -> Sequence[str]:
    return ("known is true, and answer is empty",) if said.known and not said.answer.strip() else ()
