"""``.wikic/errors.json``: how often each error was met, and since when.

The counts of two branches cannot be merged, so they stay on one machine. Without the file counting begins
anew; the book itself loses nothing.

They tell too which entries to close, whose errors no check finds any more, so that no prompt carries them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.errorbook.entry import PEOPLE, Book, Entry, Sighting, one_line
from wikic.errors import DiskError
from wikic.model.finding import Category

BATCHES_KEPT: Final = 100  # enough to see a rate fall


@dataclass(frozen=True, slots=True)
class Count:
    """How often one cause was met.

    times: errors of it.
    since, last: days, ``YYYY-MM-DD``.
    source: how many sources had been taken in when it was met last.
    returns: how often it was met again after its entry was closed, or stood on its page at a review.
    """

    times: int
    since: str
    last: str
    source: int = 0
    returns: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch of sources.

    sources: how many were extracted.
    errors: how many errors were seen in it.
    """

    sources: int
    errors: int


@dataclass(frozen=True, slots=True)
class ErrorCounts:
    """What was counted here.

    batch: number of batches so far, over all runs.
    counts: by entry id.
    recent: the last batches, oldest first.
    sources: number of sources taken in so far, over all runs.
    reviewed: how many of them at the last review.
    """

    batch: int = 0
    counts: Mapping[str, Count] = field(default_factory=dict)
    recent: tuple[Batch, ...] = ()
    sources: int = 0
    reviewed: int = 0

    def times(self, entry: str) -> int:
        """How often an entry's error was met, 0 when nothing is known of it."""
        count = self.counts.get(entry)
        return count.times if count is not None else 0

    def quiet(self, entry: str) -> int:
        """How many sources were taken in since an entry's error was met last; all where nothing is known."""
        count = self.counts.get(entry)
        return self.sources - (count.source if count is not None else 0)

    def returns(self, entry: str) -> int:
        """How often an entry's error came back, 0 when nothing is known of it."""
        count = self.counts.get(entry)
        return count.returns if count is not None else 0


def count_batch(
    so_far: ErrorCounts,
    sightings: Iterable[Sighting],
    sources: int,
    today: str,
    returned: Container[str] = (),
) -> ErrorCounts:
    """The counts after one more batch. ``returned``: entries that were closed when the batch began."""
    seen = Counter(each.entry for each in sightings)
    recent = (*so_far.recent, Batch(sources, seen.total()))[-BATCHES_KEPT:]
    counted = replace(so_far, batch=so_far.batch + 1, sources=so_far.sources + sources, recent=recent)
    return replace(counted, counts=_count_seen(counted, seen, today, returned))


def count_more(
    so_far: ErrorCounts, sightings: Iterable[Sighting], today: str, returned: Container[str] = ()
) -> ErrorCounts:
    """The counts with more errors of the batch that was counted last."""
    seen = Counter(each.entry for each in sightings)
    recent = so_far.recent
    if recent:
        recent = (*recent[:-1], Batch(recent[-1].sources, recent[-1].errors + seen.total()))
    return replace(so_far, recent=recent, counts=_count_seen(so_far, seen, today, returned))


def found_again(so_far: ErrorCounts, entries: Iterable[str], today: str) -> ErrorCounts:
    """The counts once a review has found these errors still there: met now, not made once more."""
    counts = dict(so_far.counts)
    for entry in entries:
        known = counts.get(entry, Count(0, today, today))
        counts[entry] = replace(known, last=today, source=so_far.sources, returns=known.returns + 1)
    return replace(so_far, counts=counts)


def _count_seen(
    so_far: ErrorCounts, seen: Counter[str], today: str, returned: Container[str]
) -> dict[str, Count]:
    added = dict(so_far.counts)
    for entry, times in seen.items():
        known = so_far.counts.get(entry, Count(0, today, today))
        added[entry] = Count(
            times=known.times + times,
            since=known.since,
            last=today,
            source=so_far.sources,
            returns=known.returns + (entry in returned),
        )
    return added


def load_counts(build: Path) -> ErrorCounts:
    """The counts of ``.wikic/``; an empty one when there is none to believe."""
    return build_dir.kept(build / layout.ERRORS_FILE, _DECODER.decode) or ErrorCounts()


def save_counts(build: Path, counts: ErrorCounts) -> None:
    """Replace the counts; a reader sees the old file or the new one. Raises DiskError."""
    path = build / layout.ERRORS_FILE
    try:
        build_dir.replace(path, msgspec.json.format(msgspec.json.encode(counts)) + b"\n")
    except OSError as error:
        raise DiskError(f"cannot write {path}: {error.strerror}") from error


_DECODER: Final = msgspec.json.Decoder(ErrorCounts)


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


def is_review_due(counts: ErrorCounts) -> bool:
    """Whether enough sources were taken in since the last review."""
    return counts.sources - counts.reviewed >= PERIOD


def review_entries(book: Book, counts: ErrorCounts, check: Check, today: str) -> Reviewed:
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
        if entry.status == "open"
        and entry.rule != PEOPLE
        and counts.quiet(entry.id) >= _sources_since(entry, counts)
    ]
    looked = [entry for entry in quiet if entry.pages]
    found = check(looked) if looked else ()
    there = {((each.category, each.rule, one_line(each.phenomenon)), each.page) for each in found}
    closed = {
        entry.id for entry in quiet if there.isdisjoint((_entry_cause(entry), page) for page in entry.pages)
    }
    entries = tuple(
        replace(entry, status="closed", pages=()) if entry.id in closed else entry for entry in book.entries
    )
    still = sorted(entry.id for entry in quiet if entry.id not in closed)
    counted = replace(found_again(counts, still, today), reviewed=counts.sources)
    return Reviewed(Book(entries), counted, tuple(sorted(closed)))


def _sources_since(entry: Entry, counts: ErrorCounts) -> int:
    return PERIOD << min(counts.returns(entry.id), MOST_DOUBLINGS)


def _entry_cause(entry: Entry) -> tuple[Category, str, str]:
    """The entry's cause without its language: a check of a page does not know that of the documents."""
    return entry.category, entry.rule, entry.phenomenon
