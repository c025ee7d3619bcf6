"""Verify and close: errors that are gone stop costing room in every prompt (LLM-Wiki, section 3.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.errorbook.entry import PEOPLE, Book
from wikic.errorbook.sighting import Sighting
from wikic.errorbook.tally import Tally, found_again

PERIOD: Final = 10  # batches (LLM-Wiki, section 4.4)

Check = Callable[[Sequence[str]], Iterable[Sighting]]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What a review came to.

    book, tally: as they are after it.
    closed: ids of the entries it closed.
    """

    book: Book
    tally: Tally
    closed: tuple[str, ...] = ()


def due(tally: Tally) -> bool:
    """Whether the batch just counted is one to review after."""
    return tally.batch > 0 and tally.batch % PERIOD == 0


def review(book: Book, tally: Tally, check: Check, today: str) -> Reviewed:
    """Close the open entries that no batch of the last period met and that ``check`` does not find.

    check: the errors in these files as they are now; files that are gone have none. It is asked once, for
        the pages of all entries in question.

    What people wrote into the book no check finds, so none closes it.
    """
    quiet = [
        entry
        for entry in book.entries
        if entry.status == "open"
        and entry.rule != PEOPLE
        and tally.batch - tally.last_batch(entry.id) >= PERIOD
    ]
    pages = sorted({page for entry in quiet for page in entry.pages})
    there = {each.entry for each in check(pages)} if pages else set()
    closed = {entry.id for entry in quiet if entry.id not in there}
    entries = tuple(
        replace(entry, status="closed", pages=()) if entry.id in closed else entry for entry in book.entries
    )
    still = sorted(entry.id for entry in quiet if entry.id in there)
    return Reviewed(Book(entries), found_again(tally, still, today), tuple(sorted(closed)))
