"""What a judge says of a reply, as it is kept in a run's file beside it."""

from __future__ import annotations

from typing import Literal

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
