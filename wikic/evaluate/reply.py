"""What an arm says to a question, and a judge of that, as they are kept in a run's file."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Label = Literal["supported", "partial", "missing", "contradicted"]


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """A judgement; what was not judged is None. A reply that says nothing is judged without a model.

    judge: name of the model.
    same: whether the reply means the same as a right answer (A-RAG, section 4).
    factuality, context: 1 to 5 (Corpus2Skill, appendix I).
    supported: whether the sentences that the reply cites bear it out; None where it cites none.
    claims: what became of each claim of the question, in order; score: 0 to 3 (LLM-Wiki, appendix B).
    """

    judge: str
    same: bool | None = None
    factuality: int | None = None
    context: int | None = None
    claims: tuple[Label, ...] = ()
    score: int | None = None
    supported: bool | None = None


CONTEXT: Final = 8_000  # characters of what was read that are kept (Corpus2Skill, appendix I)


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reply; what an arm does not give stays at its default.

    documents: keys of sources, best first: what was retrieved or cited.
    answered: whether something was said, and not that the wiki does not say.
    text: all that a reader is shown as the answer.
    short: the answer in a few words, "" where there is none; None of an arm that never gives one.
    cited: the quotes that the short answer, or without one the answer, rests on.
    context: what a model answered from, at most ``CONTEXT`` characters; "" where the text is all there is.
    tokens: of what was retrieved, estimated.
    sent, received: tokens of model calls, as the provider counts them.
    calls: of a model. tools: of tools.
    cost: US dollars; None where a call's price is unknown.
    seconds: by the clock.
    error: why there is no reply, or "".
    """

    documents: tuple[str, ...] = ()
    answered: bool = False
    text: str = ""
    short: str | None = None
    cited: tuple[str, ...] = ()
    context: str = ""
    tokens: int = 0
    sent: int = 0
    received: int = 0
    calls: int = 0
    tools: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0
    error: str = ""
