"""Turns errors that were seen into entries that say why, and what to do instead ("attribute", "constrain").

LLM-Wiki, section 3.3. Where a check says by itself what to do instead, its lesson is there at once; others
are worded by a curator's ``attribute``, which whoever keeps the book asks when it holds nothing up.

Slips that only follow from another of the same source are left out (``causes``): a title that the document
does not hold takes all statements of its entity with it, and the book counts the mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from wikic.errorbook.entry import MAX_EXAMPLES, MAX_PAGES, Book, Entry, Sighting, line
from wikic.model.extraction import Slip

_LESSONS: Final = Path(__file__).parent / "lessons"
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


def known_lesson(rule: str, language: str) -> tuple[str, str] | None:
    """Why mistakes of a check happen and what to do instead, or None where it takes a model to say.

    language: ``zh`` for Chinese; everything else reads English.
    """
    return _lessons("zh" if language == "zh" else "en").get(rule)


@cache
def _lessons(language: str) -> dict[str, tuple[str, str]]:
    """The lessons of checks that say by themselves what was wrong: these are written without a model."""
    lines = (_LESSONS / f"{language}.txt").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {rule: (why, instead) for rule, why, instead in rows}


_NOT_JSON: Final = "malformed-reply"
# What takes an entity away, and with it whatever names it.
_ENTITY: Final = ("empty-title", "outside-title", "path-in-name", "reused-id", "vague-name")
# What takes a statement away; enough of them, and a document is hardly told.
_STATEMENT: Final = (
    "altered-code",
    "empty-statement",
    "long-statement",
    "no-block",
    "no-entity",
    "opposed",
    "order",
    "outside-holder",
    "path-in-text",
    "prompt-leak",
    "undeclared-entity",
    "ungrounded",
    "unknown-block",
    "unsupported-name",
    "unsupported-statement",
    "wrong-language",
)
# A check, and the checks whose finding it may be the consequence of, in one source's extraction.
_FOLLOWS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("undeclared-entity", (_NOT_JSON, *_ENTITY)),
    ("dangling-relation", (_NOT_JSON, *_ENTITY, "undeclared-entity")),
    ("lost-part", (_NOT_JSON, *_ENTITY, *_STATEMENT)),
    ("no-statements", (_NOT_JSON, *_ENTITY, *_STATEMENT)),
    ("few-blocks-cited", (_NOT_JSON, "lost-part", "no-statements", *_ENTITY, *_STATEMENT)),
)
_CAUSES: Final = dict(_FOLLOWS)


def causes(slips: Iterable[Slip]) -> tuple[Slip, ...]:
    """The slips of one source without those that followed from another of them, and unreadable JSON once."""
    given: Sequence[Slip] = tuple(slips)
    seen = {each.rule for each in given}
    kept: list[Slip] = []
    for each in given:
        again = each.rule == _NOT_JSON and any(other.rule == _NOT_JSON for other in kept)
        if not again and seen.isdisjoint(_CAUSES.get(each.rule, ())):
            kept.append(each)
    return tuple(kept)
