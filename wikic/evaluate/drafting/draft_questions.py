"""Draft questions about a wiki, evenly of all kinds that its statements allow."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, zip_longest
from typing import Any, Final

import msgspec

from wikic.evaluate.drafting import question_kinds
from wikic.evaluate.drafting.draft import Draft, Stated, question, relations, statements
from wikic.evaluate.wording import contains_answer
from wikic.navigate.library import Library

_NOWHERE: Final = 0.1  # share of questions that the wiki must refuse


def make_questions(library: Library, count: int, seed: int = 0) -> tuple[Draft, ...]:
    """At most ``count`` drafts, as many of each kind as there can be; the same for the same wiki and seed.

    A draft is kept where its source's own words hold the answer, and where no other draft asks the same.
    """
    stated, related = tuple(statements(library)), tuple(relations(library))
    found = chain(
        question_kinds.of_relations(related),
        question_kinds.of_chains(related),
        question_kinds.of_dates(stated),
        question_kinds.of_exchanges(stated),
        question_kinds.of_headings(stated),
        question_kinds.of_steps(stated),
        question_kinds.of_tables(stated),
        question_kinds.of_records(stated),
        question_kinds.of_gaps(stated),
    )
    unique = {each.question: each for each in found if _is_sound(each)}
    strangers = tuple(_unanswerable(stated, library, seed))[: round(count * _NOWHERE)]
    return (*_evenly(unique.values(), count - len(strangers), seed), *strangers)


def as_record(draft: Draft, place: int) -> dict[str, Any]:
    """A line of a file of questions, as ``read_questions`` reads it; ``why`` is for people."""
    record: dict[str, Any] = {"id": f"q{place:04}", "question": draft.question, "type": draft.type}
    if draft.drafted:
        record["drafted"] = draft.drafted
    if not draft.gold:
        return record | {"unanswerable": True, "why": draft.why}
    if draft.answers:  # steps and exchanges have a document that answers, and no answer in a few words
        record["answer"] = list(draft.answers)
    gold = [list(group) for group in draft.gold]
    return record | {"gold_groups": gold, "hops": draft.hops, "why": draft.why}


def as_lines(drafts: Sequence[Draft]) -> bytes:
    """The drafts as JSON Lines."""
    records = (as_record(each, place) for place, each in enumerate(drafts, start=1))
    return b"".join(msgspec.json.encode(each) + b"\n" for each in records)


def _is_sound(draft: Draft) -> bool:
    """Whether the answer stands in the words it comes from and not in the question."""
    if draft.type.startswith("first ") or not draft.answers:
        return True
    return any(
        contains_answer(draft.why, (each,)) and not contains_answer(draft.question, (each,))
        for each in draft.answers
    )


def _unanswerable(stated: Sequence[Stated], library: Library, seed: int) -> Iterator[Draft]:
    """Questions about people that the wiki does not know, whose names are of two that it knows."""
    kinds = ("born in", "educated at", "written by", "birth")
    by_language: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for each in stated:
        parts = each.name.split()
        if len(parts) == 2 and all(part[:1].isupper() and part.isalpha() for part in parts):
            by_language[each.language].setdefault(each.name, parts)
    for code, names in sorted(by_language.items()):
        drawn = sorted(names.values(), key=lambda parts: _drawn(" ".join(parts), seed))
        for at, (one, other) in enumerate(pairwise(drawn)):
            name = f"{one[0]} {other[1]}"
            asked = question(code, kinds[at % len(kinds)], name=name)
            if asked and not library.resolve(name).paths:
                yield Draft("unknown name", asked, (), (), f"nobody here is called {name}", 0)


def _evenly(drafts: Iterable[Draft], count: int, seed: int) -> list[Draft]:
    """``count`` of them, one of each type after the other, drawn by hash."""
    by_type: dict[str, list[Draft]] = defaultdict(list)
    for each in sorted(drafts, key=lambda each: _drawn(each.question, seed)):
        by_type[each.type].append(each)
    rounds = zip_longest(*(by_type[name] for name in sorted(by_type)))
    return [each for row in rounds for each in row if each is not None][: max(count, 0)]


def _drawn(text: str, seed: int) -> bytes:
    return hashlib.sha256(f"{seed} {text}".encode()).digest()
