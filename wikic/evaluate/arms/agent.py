"""``ask-model`` and ``agent``: as `wikic ask --model` answers: rules first, or the model from the start."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from wikic.errors import ModelError
from wikic.evaluate.arms.means import Means
from wikic.evaluate.arms.rules import EVIDENCE, reply_of
from wikic.evaluate.reply import CONTEXT, Reply
from wikic.llm import protocol
from wikic.llm.protocol import Layer, Model, Request
from wikic.llm.tokens import text_tokens
from wikic.navigate.agent.limits import Limits
from wikic.navigate.ask import Asker, Controller


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

    def __init__(self, name: str, means: Means, controller: Controller, limits: Limits) -> None:
        """controller: ``auto``, ``agent`` or ``arag``. limits: of each question."""
        self.name = name
        self._controller: Controller = controller
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
        return replace(
            reply_of(asked.answer),
            context="\n".join(dict.fromkeys(each.quote or each.text for each in evidence))[:CONTEXT],
            tokens=text_tokens("\n".join(sorted(given))) + sum(each.tokens for each in called),
            tools=sum(run.calls for run in asked.runs),
        )
