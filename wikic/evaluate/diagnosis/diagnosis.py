"""Ask all questions by rules and tell what they lack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wikic.evaluate.diagnosis.failure import Failure, failures
from wikic.evaluate.diagnosis.health import Health, by_directory, health
from wikic.evaluate.diagnosis.question_trail import Trail, trail
from wikic.evaluate.gold import Gold
from wikic.evaluate.question import Question
from wikic.navigate.ask import Asker
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """How healthy the wiki is for its questions, and what each failed one lacks.

    asked: questions. health: over all with gold. directories: by the directory their gold stands in.
    failures: in order of the questions; a question may lack several things.
    """

    asked: int
    health: Health
    directories: Mapping[str, Health]
    failures: tuple[Failure, ...]


def diagnose(library: Library, questions: Sequence[Question], progress: Progress | None = None) -> Diagnosis:
    """See the module. Raises InputError when the wiki has none of the gold, FormatError (damaged index)."""
    trails = walked(library, questions, progress)
    found = tuple(
        failure
        for question, each in zip(questions, trails, strict=True)
        for failure in failures(library, question, each)
    )
    graph = library.graph
    return Diagnosis(len(questions), health(trails, graph), by_directory(trails, graph), found)


def walked(
    library: Library, questions: Sequence[Question], progress: Progress | None = None
) -> tuple[Trail, ...]:
    """Every question asked by rules. Raises what ``diagnose`` raises."""
    gold, asker = Gold(library), Asker(library)
    gold.missing(questions)
    shown = progress or Silent()
    shown.phase("Asking", len(questions))
    trails = []
    for question in questions:
        trails.append(trail(library, asker, question.text, gold.groups(question)))
        shown.advance()
    return tuple(trails)
