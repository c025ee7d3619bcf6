"""How an answer was found, as a JSON file that people read and ``wikic ask --replay`` plays again.

::

    {"version": 1, "question": "When …?", "shape": "bridge",
     "names": [{"name": "Princess Feodora of Denmark", "pages": ["people/…"], "weight": 0.81}],
     "terms": {"father": 2.1, …},
     "steps": [{"action": "names", "tried": "…", "found": ["people/…"], "why": "weight 0.81, 1 new"}, …],
     "ranked": [{"page": "people/…", "first": 0, "score": 1.9, "direct": 1.1, "gain": 0.6, "near": 0.2,
                 "via": "people/…", "how": "father"}, …],
     "answer": {…}}

Playing it again searches nothing: it reads the facts named as evidence where they stand now, so it gives the
same answer from the same wiki, and says which facts changed or are gone from another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from wikic.errors import DiskError, InputError
from wikic.model.answer import Answer, Evidence, Group, Short
from wikic.navigate.ask import Asked
from wikic.navigate.heuristic.controller import Step
from wikic.navigate.library import Library

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class TracedName:
    """A name found in the question: as the wiki writes it, its pages, what it is worth."""

    name: str
    pages: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class TracedPassage:
    """A passage in order of rank, with what its score is made of and the link that led to it.

    first: place of its first fact on the page.
    """

    page: str
    first: int
    score: float
    direct: float
    gain: float
    near: float
    via: str
    how: str


@dataclass(frozen=True, slots=True)
class Trace:
    """See the module."""

    version: int
    question: str
    shape: str
    names: tuple[TracedName, ...]
    terms: dict[str, float]
    steps: tuple[Step, ...]
    ranked: tuple[TracedPassage, ...]
    answer: Answer


@dataclass(frozen=True, slots=True)
class Replayed:
    """A trace played again.

    answer: the answer with the facts as they stand now; those that are gone are left out.
    changed: addresses of facts (``page#^id``) that are gone or say something else.
    """

    answer: Answer
    changed: tuple[str, ...]


def trace_of(asked: Asked) -> Trace:
    """How ``asked`` came about."""
    exploration = asked.exploration
    question = exploration.question
    return Trace(
        version=VERSION,
        question=question.text,
        shape=question.shape,
        names=tuple(
            TracedName(each.match.name, each.match.paths, round(each.weight, 4)) for each in question.names
        ),
        terms={term: round(weight, 4) for term, weight in question.weights.items()},
        steps=exploration.steps,
        ranked=tuple(
            TracedPassage(
                each.passage.path,
                each.passage.first,
                round(each.worth, 4),
                round(each.direct, 4),
                round(each.gain, 4),
                round(each.near, 4),
                each.via[0] if each.via is not None else "",
                each.how,
            )
            for each in exploration.ranked
        ),
        answer=asked.answer,
    )


def save(trace: Trace, file: Path) -> None:
    """Write the file. Raises DiskError."""
    try:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(trace)) + b"\n")
    except OSError as error:
        raise DiskError(f"cannot write {file}: {error.strerror}") from error


def load(file: Path) -> Trace:
    """Read the file. Raises InputError when it cannot be read or is no trace."""
    try:
        trace = msgspec.json.decode(file.read_bytes(), type=Trace)
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"{file} is no trace of `wikic ask`: {error}") from error
    if trace.version != VERSION:
        raise InputError(f"{file} is a trace of version {trace.version}, not {VERSION}")
    return trace


def replay(trace: Trace, library: Library) -> Replayed:
    """Read the evidence of ``trace`` where it stands now."""
    kept: list[Evidence] = []
    moved: dict[int, int] = {}
    changed: list[str] = []
    for at, each in enumerate(trace.answer.evidence):
        now = _now(each, library)
        if now != each:
            changed.append(f"{each.page}#^{each.fact}" if each.fact else each.page)
        if now is not None:
            moved[at] = len(kept)
            kept.append(now)
    answer = trace.answer
    groups = (Group(group.about, _moved(group.evidence, moved)) for group in answer.groups)
    short = answer.short
    if short is not None:
        # An argument that lost a fact proves nothing.
        whole = all(at in moved for at in short.evidence)
        short = Short(short.text, _moved(short.evidence, moved)) if whole else None
    return Replayed(
        replace(
            answer,
            evidence=tuple(kept),
            groups=tuple(group for group in groups if group.evidence),
            short=short,
            answered=bool(kept),
        ),
        tuple(changed),
    )


def _moved(places: tuple[int, ...], moved: dict[int, int]) -> tuple[int, ...]:
    return tuple(moved[place] for place in places if place in moved)


def _now(evidence: Evidence, library: Library) -> Evidence | None:
    """The same fact as the page has it now, or None when it is gone."""
    view = library.view(evidence.page)
    if view is None:
        return None
    if not evidence.fact:
        return evidence if any(each.text == evidence.text for each in view.passages) else None
    for fact in view.facts:
        if fact.id == evidence.fact:
            return replace(evidence, text=fact.text, citations=fact.citations)
    return None
