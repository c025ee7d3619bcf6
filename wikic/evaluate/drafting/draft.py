"""A drafted question, and the words it is put in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wikic.language import pack_files

_TABLE: Final = "questions_to_make"


@dataclass(frozen=True, slots=True)
class Draft:
    """A question that the wiki's own statements answer.

    type: what it was made of, a column of the table.
    question: in words.
    answers: any one is right; () where the wiki does not say.
    gold: keys of sources in groups; one source of each group is wanted.
    why: the sentence it was made of, for whoever edits it.
    hops: how many steps lead to the answer; 0 where there is none.
    """

    type: str
    question: str
    answers: tuple[str, ...]
    gold: tuple[tuple[str, ...], ...]
    why: str
    hops: int = 1


@dataclass(frozen=True, slots=True)
class Wording:
    """A row of the table: how a language asks for something.

    question: with ``{name}`` and the like. described: "the father of {name}", or "".
    about, answer: the kinds of thing asked about and answered with, or "".
    """

    question: str
    described: str
    about: str
    answer: str

    def leads_to(self, other: Wording) -> bool:
        """Whether what answers this can be asked about by ``other``."""
        return bool(self.described) and bool(self.answer) and self.answer == other.about


def wording(code: str, kind: str) -> Wording | None:
    """How a language asks for a kind; None where it does not."""
    return next((Wording(*row[1:]) for row in pack_files.rows(code, _TABLE) if row[0] == kind), None)


def question(code: str, kind: str, **parts: str) -> str:
    """The question of a kind in a language; "" where the language has none."""
    found = wording(code, kind)
    return found.question.format(**parts) if found is not None else ""
