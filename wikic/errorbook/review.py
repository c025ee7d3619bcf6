"""Closes entries whose errors no check finds any more, so that no prompt carries them (LLM-Wiki, 3.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic.errorbook.entry import PEOPLE, Book, Entry, line
from wikic.errorbook.error_counts import ErrorCounts, found_again
from wikic.errorbook.sighting import Sighting
from wikic.model.finding import Category

PERIOD: Final = 10  # sources; a batch of the paper's is one (LLM-Wiki, section 4.4 and Algorithm 1)
MOST_DOUBLINGS: Final = 6  # of the period: 640 sources

# The errors in the pages of these entries as they are now.
Check = Callable[[Sequence[Entry]], Iterable[Sighting]]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The outcome of a review.

    book, counts: as they are after it.
    closed: ids of the entries it closed.
    """

    book: Book
    counts: ErrorCounts
    closed: tuple[str, ...] = ()


def due(counts: ErrorCounts) -> bool:
    """Whether enough sources were taken in since the last review."""
    return counts.sources - counts.reviewed >= PERIOD


def review(book: Book, counts: ErrorCounts, check: Check, today: str) -> Reviewed:
    """Close the open entries that were not met for a while and that ``check`` does not find.

    A while is ``PERIOD`` sources, twice as many each time an error came back: where only the constraint keeps
    it away, an entry that closes too soon would come and go with every other batch.

    check: the errors in the pages of these entries as they are now; files that are gone have none. It is
        asked once, for all entries in question.

    What people wrote into the book no check finds, so none closes it.
    """
    quiet = [
        entry
        for entry in book.entries
        if entry.status == "open" and entry.rule != PEOPLE and counts.quiet(entry.id) >= _while(entry, counts)
    ]
    looked = [entry for entry in quiet if entry.pages]
    found = check(looked) if looked else ()
    there = {((each.category, each.rule, line(each.phenomenon)), each.page) for each in found}
    closed = {entry.id for entry in quiet if there.isdisjoint((_cause(entry), page) for page in entry.pages)}
    entries = tuple(
        replace(entry, status="closed", pages=()) if entry.id in closed else entry for entry in book.entries
    )
    still = sorted(entry.id for entry in quiet if entry.id not in closed)
    counted = replace(found_again(counts, still, today), reviewed=counts.sources)
    return Reviewed(Book(entries), counted, tuple(sorted(closed)))


def _while(entry: Entry, counts: ErrorCounts) -> int:
    return PERIOD << min(counts.returns(entry.id), MOST_DOUBLINGS)


def _cause(entry: Entry) -> tuple[Category, str, str]:
    """The entry's cause without its language: a check of a page does not know that of the documents."""
    return entry.category, entry.rule, entry.phenomenon
