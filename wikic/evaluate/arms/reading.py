"""A model that answers from what it is given to read, or from nothing: the papers' baselines."""

from __future__ import annotations

from collections.abc import Sequence

from wikic.evaluate.arms.passages import Find, keys_of
from wikic.evaluate.asking import ClosedReply, ReadReply, Task, ask
from wikic.evaluate.reply import CONTEXT, Reply
from wikic.llm.protocol import Model
from wikic.llm.tokens import text_tokens


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
