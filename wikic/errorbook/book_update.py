"""Turns errors that were seen into entries that say why, and what to do instead ("attribute", "constrain").

LLM-Wiki, section 3.3. Where a check says by itself what to do instead, its lesson is there at once; others
are worded by a curator's ``attribute``, which whoever keeps the book asks when it holds nothing up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, Protocol

from wikic.errorbook.entry import MAX_EXAMPLES, MAX_PAGES, Book, Entry, line
from wikic.errorbook.known_lessons import known_lesson
from wikic.errorbook.sighting import Sighting
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


def discover(book: Book, sightings: Iterable[Sighting]) -> Book:
    """The book with an entry for each cause that was seen; closed ones are open again.

    What a check teaches by itself stands in its entry at once; a constraint that is there stays.
    """
    entries = book.by_id
    for name, seen in grouped(sightings).items():
        first = seen[0]
        known = entries.get(name) or Entry(
            name, first.category, first.rule, line(first.phenomenon), language=first.language
        )
        lesson = None if known.constraint else known_lesson(known.rule, known.language)
        if lesson is not None:
            known = replace(known, root_cause=known.root_cause or lesson[0], constraint=lesson[1])
        entries[name] = replace(
            known,
            status="open",
            examples=_first(known.examples, (line(each.example) for each in seen), MAX_EXAMPLES),
            pages=_first(known.pages, (each.page for each in seen), MAX_PAGES),
        )
    return Book(tuple(entries[name] for name in sorted(entries)))


def untaught(book: Book, sightings: Iterable[Sighting]) -> dict[str, tuple[Slip, ...]]:
    """Causes seen that have no constraint, by entry id, most frequent first; cases to draw a lesson from."""
    entries = book.by_id
    seen = grouped(sightings)
    names = [name for name in seen if name in entries and not entries[name].constraint]
    names.sort(key=lambda name: (-len(seen[name]), name))
    return {name: tuple(each.slip for each in seen[name][:SHOWN]) for name in names[:MAX_LESSONS]}


def taught(book: Book, lessons: Mapping[str, Lesson]) -> Book:
    """The book with lessons, by entry id. A constraint that is there stays, whoever wrote it."""
    entries = book.by_id
    for name, lesson in lessons.items():
        if name in entries and not entries[name].constraint:
            entries[name] = replace(
                entries[name],
                root_cause=line(lesson.root_cause),
                constraint=line(lesson.constraint),
                verification=line(lesson.verification),
            )
    return Book(tuple(entries[name] for name in sorted(entries)))


def grouped(sightings: Iterable[Sighting]) -> Mapping[str, list[Sighting]]:
    """The sightings by entry id, in the order in which each entry was first seen."""
    groups: dict[str, list[Sighting]] = {}
    for each in sightings:
        groups.setdefault(each.entry, []).append(each)
    return groups


def _first(known: tuple[str, ...], seen: Iterable[str], limit: int) -> tuple[str, ...]:
    """``known`` and as much of ``seen`` as fits into ``limit``, sorted: a full list does not change again."""
    kept = dict.fromkeys(known)
    for each in seen:
        if len(kept) >= limit:
            break
        if each:
            kept[each] = None
    return tuple(sorted(kept))
