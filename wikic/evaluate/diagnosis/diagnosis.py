"""Ask all questions by rules and tell what each failed one lacks: a class, why, and what a person can do
(RLM-on-KG, section 7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from wikic.evaluate.diagnosis.health import (
    HORIZON,
    Health,
    Trail,
    health_by_directory,
    measure_health,
    question_trail,
)
from wikic.evaluate.question import Gold, Question
from wikic.evaluate.wording import contains_answer, split_words
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent
from wikic.text.normalise import fold_name

FailureKind = Literal["coverage", "connectivity", "provenance", "queryability", "ranking", "answer"]
_TOP: Final = 5  # documents, as in R@5
_IN_WORDS: Final = 8  # words of a right answer that a fact may hold as they are; longer ones are told anew
_ALIKE: Final = 85.0  # of 100: rapidfuzz's likeness of a name and words of a question
_AROUND: Final = " ,.;:?!\"'“”‘’()[]？！，。"
_SHORTEST: Final = 5  # letters of a name that is looked for by likeness
_WALKED: Final = 2  # steps that `ask` goes


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing a question lacks.

    id, question: of the question.
    kind: ``coverage``: the wiki does not hold or does not know it; ``connectivity``: no way leads there;
        ``provenance``: the page was found and cites something else; ``queryability``: the search ended
        early; ``ranking``: it was found and came too late; ``answer``: the documents were found, the
        answer was not, or something was answered that the wiki does not say.
    reason: in words.
    advice: what a person can do, in words.
    """

    id: str
    question: str
    kind: FailureKind
    reason: str
    advice: str


def find_failures(library: Library, question: Question, each: Trail) -> Iterator[Failure]:
    """What ``question`` lacks; nothing when all its documents are among the first five and it is answered."""

    failure = partial(Failure, question.id, question.text)
    answer = each.answer
    if question.unanswerable:
        if answer.answered:
            title = answer.evidence[0].title
            yield failure("answer", f"answered from {title!r}, and the wiki does not say", "other names")
        return
    cited = [document.key for document in answer.sources]
    lost = [at for at, group in enumerate(each.groups) if group.isdisjoint(cited[:_TOP])]
    for at in lost:
        yield _classify_miss(library, each, at, cited, failure)
    if lost:
        return
    if not answer.answered:
        yield failure("answer", "refused, though its documents were found", "a title that says what is asked")
    elif any(len(split_words(each)) <= _IN_WORDS for each in question.answers):
        said = "\n".join(fact.text for fact in answer.evidence)
        short = answer.short.text if answer.short is not None else ""
        if not contains_answer(said, question.answers) and not contains_answer(short, question.answers):
            yield failure("answer", "no fact that was cited holds the answer", "to find it on the page")


def _classify_miss(
    library: Library, each: Trail, at: int, cited: list[str], failure: partial[Failure]
) -> Failure:
    group, pages = each.groups[at], each.pages[at]
    name = ", ".join(sorted(group)[:2]) or "a gold document"
    if not group:
        return failure("coverage", "the wiki has no such source", "`wikic compile`")
    if not pages:
        return failure("coverage", f"no page holds a statement of {name}", "`wikic lint`")
    subjects = {path for key in group for path in _subject_pages(library, key)}
    page = min(pages, key=lambda path: (each.distances.get(path, HORIZON + 1), path not in subjects, path))
    title, steps = library.title(page), each.distances.get(page)
    apart = bool(each.seeds) and (steps is None or steps > _WALKED)
    place = next((number for number, key in enumerate(cited, start=1) if key in group), None)
    if place is not None:
        advice = "a link to it" if apart else "a title that says what is asked"
        return failure("ranking", f"{name} came as number {place}", advice)
    if page in [candidate.passage.path for candidate in each.exploration.ranked][:_TOP]:
        return failure("provenance", f"{title!r} was found and cites other documents first", "what it cites")
    if not each.exploration.complete:
        return failure("queryability", "the search ended by its budget", "more time")
    alike = spelled_otherwise(library, each.exploration.question.text, pages)
    if alike is not None:
        path, said = alike
        return failure(
            "coverage",
            f"the question says {said!r}, which no page is called",
            f"an alias of {library.title(path)!r}",
        )
    if not each.seeds:
        return failure("coverage", "the question names no page", f"an alias of {title!r}, or a term page")
    if apart:
        far = "not reached" if steps is None else f"{steps} steps away"
        reason = f"{title!r} is {far} from {library.title(each.seeds[0])!r}"
        return failure("connectivity", reason, "a relation or a link between them")
    far = f"is {steps} steps away" if steps else "is named"
    return failure("ranking", f"{title!r} {far}, and others came first", "a typed relation")


def _subject_pages(library: Library, key: str) -> tuple[str, ...]:
    """The page of what a document is about."""
    source = library.source(key)
    digest = library.digest(source.digest) if source is not None else None
    main = digest.principal if digest is not None else None
    return library.resolve(main.title).paths if main is not None else ()


def spelled_otherwise(library: Library, question: str, pages: frozenset[str]) -> tuple[str, str] | None:
    """A page whose name is nearly, and not quite, in the question, and the words that are; the likest one."""
    from rapidfuzz import fuzz

    best: tuple[float, str, str] | None = None
    for path in sorted(pages):
        view = library.view(path)
        for name in (view.title, *view.aliases) if view is not None else ():
            if len(name) < _SHORTEST or fold_name(name) in fold_name(question):
                continue
            for said in _word_stretches(question, len(name.split())):
                score = fuzz.ratio(fold_name(name), fold_name(said))
                if score >= _ALIKE and (best is None or score > best[0]) and not library.resolve(said).paths:
                    best = score, path, said
    return (best[1], best[2]) if best is not None else None


def _word_stretches(question: str, count: int) -> Iterator[str]:
    """As many words of ``question`` running as a name has, one less, one more."""
    parts = [part.strip(_AROUND) for part in question.split()]
    for size in {max(1, count - 1), count, count + 1}:
        for at in range(len(parts) - size + 1):
            yield " ".join(parts[at : at + size])


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
    trails = walk_questions(library, questions, progress)
    found = tuple(
        failure
        for question, each in zip(questions, trails, strict=True)
        for failure in find_failures(library, question, each)
    )
    graph = library.graph
    return Diagnosis(len(questions), measure_health(trails, graph), health_by_directory(trails, graph), found)


def walk_questions(
    library: Library, questions: Sequence[Question], progress: Progress | None = None
) -> tuple[Trail, ...]:
    """Every question asked by rules. Raises what ``diagnose`` raises."""
    gold, asker = Gold(library), Asker(library)
    gold.missing(questions)
    shown = progress or Silent()
    shown.phase("Asking", len(questions))
    trails = []
    for question in questions:
        trails.append(question_trail(library, asker, question.text, gold.groups(question)))
        shown.advance()
    return tuple(trails)
