"""Merges the Error Books of two branches: for git's merge driver, and for a book saved during a run.

An entry is on both branches the same by its id. What one side changed is taken; where both changed a text,
both choose the same one whichever is called ours; lists are sets, and their bound keeps the first in order.
"""

from __future__ import annotations

from typing import cast

from wikic.errorbook.entry import MAX_EXAMPLES, MAX_PAGES, Book, Entry, Status
from wikic.model.finding import Category


def merge(base: Book, ours: Book, theirs: Book) -> Book:
    """The book that holds what both learned.

    base: what both come from, an empty book when that is not known. Then this is a join: commutative,
        associative, idempotent.

    An entry that one side removed is gone, unless the other side changed it. A status that both sides give
    differently is the one that is new; with nothing to tell, ``open``.
    """
    before, mine, yours = base.by_id, ours.by_id, theirs.by_id
    kept: list[Entry] = []
    for name in sorted({*mine, *yours}):
        origin, a, b = before.get(name), mine.get(name), yours.get(name)
        if a is None or b is None:
            left = a or b
            if left is not None and left != origin:
                kept.append(_plain(left))
            continue
        kept.append(_merged(origin, a, b))
    return Book(tuple(kept))


def _merged(origin: Entry | None, a: Entry, b: Entry) -> Entry:
    """The merged entry of two sides' versions. origin: the version of the base, None where it had none."""

    def text(name: str) -> str:
        was = getattr(origin, name) if origin is not None else ""
        return _choose(was, getattr(a, name), getattr(b, name))

    return _plain(
        Entry(
            id=a.id,
            category=Category(text("category")),
            rule=text("rule"),
            phenomenon=text("phenomenon"),
            root_cause=text("root_cause"),
            constraint=text("constraint"),
            verification=text("verification"),
            status=_status(origin.status if origin is not None else "closed", a.status, b.status),
            examples=_united(origin.examples if origin is not None else (), a.examples, b.examples),
            pages=_united(origin.pages if origin is not None else (), a.pages, b.pages),
            language=text("language"),
        )
    )


def _choose(was: str, a: str, b: str) -> str:
    """The text that is new; of two new ones the last in order, so that no text never wins over some."""
    if a == b or b == was:
        return a
    return b if a == was else max(a, b)


def _united(was: tuple[str, ...], a: tuple[str, ...], b: tuple[str, ...]) -> tuple[str, ...]:
    """What either side added, and what was there and neither removed."""
    return tuple(each for each in (*a, *b) if each not in was or (each in a and each in b))


def _status(was: str, a: str, b: str) -> Status:
    return cast("Status", a if b == was else b if a == was else max(a, b))


def _plain(entry: Entry) -> Entry:
    """The entry with its lists sorted and within bounds; a closed one has no page left to look at."""
    return Entry(
        id=entry.id,
        category=entry.category,
        rule=entry.rule,
        phenomenon=entry.phenomenon,
        root_cause=entry.root_cause,
        constraint=entry.constraint,
        verification=entry.verification,
        status=entry.status,
        examples=tuple(sorted(set(entry.examples)))[:MAX_EXAMPLES],
        pages=tuple(sorted(set(entry.pages)))[:MAX_PAGES] if entry.status == "open" else (),
        language=entry.language,
    )
