"""Attribute and constrain: from errors seen to entries that say why, and what to do instead.

LLM-Wiki, section 3.3. Who judges is passed in: a curator's ``attribute``, or anything of its shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from wikic.errorbook.entry import MAX_EXAMPLES, MAX_PAGES, Book, Entry, line
from wikic.errorbook.sighting import Sighting
from wikic.errors import ModelUnavailableError, ReplyError
from wikic.model.extraction import Slip

MAX_LESSONS: Final = 8  # calls of one batch; what is left is asked when it is met again
SHOWN: Final = 5  # cases a lesson is drawn from


class Lesson(Protocol):
    """What ``curator.protocol.Lesson`` holds; that is a floor above."""

    @property
    def root_cause(self) -> str: ...
    @property
    def constraint(self) -> str: ...
    @property
    def verification(self) -> str: ...


Attribute = Callable[[Sequence[Slip]], Lesson]


def discover(book: Book, sightings: Iterable[Sighting]) -> Book:
    """The book with an entry for each cause that was seen; closed ones are open again."""
    entries = book.by_id
    for name, seen in grouped(sightings).items():
        first = seen[0]
        known = entries.get(name) or Entry(name, first.category, first.rule, line(first.phenomenon))
        entries[name] = replace(
            known,
            status="open",
            examples=_first(known.examples, (line(each.example) for each in seen), MAX_EXAMPLES),
            pages=_first(known.pages, (each.page for each in seen), MAX_PAGES),
        )
    return Book(tuple(entries[name] for name in sorted(entries)))


def attribute(book: Book, sightings: Iterable[Sighting], ask: Attribute) -> Book:
    """The book with a lesson for the causes seen that have no constraint, most frequent first.

    A constraint that is there stays, whoever wrote it. A curator that does not answer leaves the entry
    without; QuotaError, CredentialsError and BudgetError pass.
    """
    entries = book.by_id
    seen = grouped(sightings)
    untaught = [name for name in seen if name in entries and not entries[name].constraint]
    untaught.sort(key=lambda name: (-len(seen[name]), name))
    for name in untaught[:MAX_LESSONS]:
        try:
            lesson = ask(tuple(each.slip for each in seen[name][:SHOWN]))
        except (ReplyError, ModelUnavailableError):
            continue
        entries[name] = replace(
            entries[name],
            root_cause=line(lesson.root_cause),
            constraint=line(lesson.constraint),
            verification=line(lesson.verification),
        )
    return Book(tuple(entries[name] for name in sorted(entries)))


def grouped(sightings: Iterable[Sighting]) -> Mapping[str, list[Sighting]]:
    """What was seen by entry id, in the order in which it was first seen."""
    groups: dict[str, list[Sighting]] = {}
    for each in sightings:
        groups.setdefault(each.entry, []).append(each)
    return groups


def _first(known: tuple[str, ...], seen: Iterable[str], limit: int) -> tuple[str, ...]:
    """What is known and the first of what is new: entries that are full do not change with every batch."""
    kept = dict.fromkeys(known)
    for each in seen:
        if len(kept) >= limit:
            break
        if each:
            kept[each] = None
    return tuple(sorted(kept))
