"""Ask a wiki: explore, then answer from what was found."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.model.answer import Answer
from wikic.navigate.answer.compose import DEFAULT_EVIDENCE, compose
from wikic.navigate.heuristic.controller import Exploration, Heuristic
from wikic.navigate.heuristic.options import Budget, Options
from wikic.navigate.library import Library


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer and how it came about.

    answer: the answer.
    exploration: what was looked at; ``trace.py`` makes a file of it.
    """

    answer: Answer
    exploration: Exploration


class Asker:
    """Answers questions about one wiki; keeps what it read from one question to the next."""

    def __init__(self, library: Library, options: Options | None = None) -> None:
        self.library = library
        self._heuristic = Heuristic(library, options)

    def ask(self, question: str, *, evidence: int = DEFAULT_EVIDENCE, budget: Budget | None = None) -> Asked:
        """Answer ``question`` with at most ``evidence`` facts, and those a short answer rests on.

        Any text will do: one that says nothing, or about what the wiki says nothing, is not answered.
        Raises FormatError when the search index is damaged meanwhile.
        """
        exploration = self._heuristic.explore(question, budget)
        return Asked(compose(exploration, self.library, limit=evidence), exploration)
