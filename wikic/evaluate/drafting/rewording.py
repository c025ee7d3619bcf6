"""Drafts in the words a person would use: a model proposes them, code refuses what asks something else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.errors import ModelError
from wikic.evaluate.arms.arm import ENDING
from wikic.evaluate.asking import RewordReply, Task, ask
from wikic.evaluate.drafting.draft import Draft
from wikic.evaluate.drafting.draft_questions import GAP
from wikic.evaluate.wording import contains_answer
from wikic.llm.protocol import Model
from wikic.progress import Progress, Silent
from wikic.text.compare import unsupported
from wikic.text.normalise import normalise

_LONGEST: Final = 400  # characters of a question; drafts quote sentences of at most 300


@dataclass(frozen=True, slots=True)
class Reworded:
    """What came of it.

    drafts: in order, each in new words or as it was. changed: how many are in new words.
    refused: questions that stayed as they were, with why.
    """

    drafts: tuple[Draft, ...]
    changed: int
    refused: tuple[tuple[str, str], ...]


def reword_drafts(
    drafts: Sequence[Draft], model: Model, names: Iterable[str], progress: Progress | None = None
) -> Reworded:
    """Put each draft in other words.

    names: of the wiki's pages; one that a question holds must stay in it, letter by letter.

    Raises BudgetError, CredentialsError and QuotaError; another call that fails leaves its draft as it was.
    """
    known = sorted({name for name in names if len(name) > 1})
    shown = progress or Silent()
    shown.phase("Rewording", len(drafts))
    found: list[Draft] = []
    refused: list[tuple[str, str]] = []
    for draft in drafts:
        try:
            said, fault = _reworded(draft, model, known)
        except ENDING:
            raise
        except ModelError as error:
            said, fault = "", str(error)
        if fault:
            refused.append((draft.question, fault))
        found.append(draft if fault else replace(draft, question=said, drafted=draft.question))
        shown.advance()
    return Reworded(tuple(found), len(found) - len(refused), tuple(refused))


def _reworded(draft: Draft, model: Model, known: Sequence[str]) -> tuple[str, str]:
    """The question in new words, and why it cannot be taken, or ""."""
    shown = {"question": draft.question, "sentence": draft.why, "right-answer": "\n".join(draft.answers)}
    reply = ask(model, Task("ask", "reword", draft.question), shown, RewordReply)
    said = normalise(reply.question)
    return said, fault(draft, said, reply.answer, [name for name in known if name in draft.question])


def fault(draft: Draft, said: str, answer: str, names: Sequence[str]) -> str:
    """Why ``said`` cannot stand for the question of ``draft``, or "".

    answer: the model's own, to its question. names: that must stay.
    """
    if not said or len(said) > _LONGEST or GAP in said:
        return "is no question"
    if said == normalise(draft.question):
        return "is the same"
    gone = [name for name in names if name not in said] or unsupported(_inside(draft.question), [said])
    if gone:
        return f"lacks {gone[0]!r}"
    if new := unsupported(_inside(said), [draft.question, draft.why]):
        return f"brings {new[0]!r}"
    told = [
        each
        for each in draft.answers
        if contains_answer(said, (each,)) and not contains_answer(draft.question, (each,))
    ]
    if told:
        return f"tells the answer {told[0]!r}"
    if draft.answers and not contains_answer(answer, draft.answers):
        return f"has another answer: {answer[:60]!r}"
    return ""


def _inside(question: str) -> str:
    """``question`` as inside a sentence: its first word is no name for its capital ("Did Anna …?")."""
    return question[:1].lower() + question[1:]
