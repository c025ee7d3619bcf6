"""``.wikic/errors.json``: how often, since when, in which batch. Counters do not merge, so they stay local.

Without the file counting begins anew; the book itself loses nothing by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.errorbook.sighting import Sighting
from wikic.errors import DiskError

BATCHES_KEPT: Final = 100  # enough to see a rate fall; ten reviews


@dataclass(frozen=True, slots=True)
class Count:
    """How often one cause was met.

    times: errors of it.
    since, last: days, ``YYYY-MM-DD``.
    batch: number of the last batch it was met in.
    """

    times: int
    since: str
    last: str
    batch: int


@dataclass(frozen=True, slots=True)
class Batch:
    """One batch of sources.

    sources: how many were extracted.
    errors: how many errors were seen in it.
    """

    sources: int
    errors: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted here.

    batch: number of batches so far, over all runs.
    counts: by entry id.
    recent: the last batches, oldest first.
    """

    batch: int = 0
    counts: Mapping[str, Count] = field(default_factory=dict)
    recent: tuple[Batch, ...] = ()

    def times(self, entry: str) -> int:
        """How often an entry's error was met, 0 when nothing is known of it."""
        count = self.counts.get(entry)
        return count.times if count is not None else 0

    def last_batch(self, entry: str) -> int:
        """The batch an entry's error was last met in, 0 when nothing is known of it."""
        count = self.counts.get(entry)
        return count.batch if count is not None else 0


def after(tally: Tally, sightings: Iterable[Sighting], sources: int, today: str) -> Tally:
    """The tally once one more batch is done."""
    seen = Counter(each.entry for each in sightings)
    batch = tally.batch + 1
    recent = (*tally.recent, Batch(sources, seen.total()))[-BATCHES_KEPT:]
    return Tally(batch, _counted(tally.counts, seen, batch, today), recent)


def also(tally: Tally, sightings: Iterable[Sighting], today: str) -> Tally:
    """The tally with more errors of the batch that was counted last."""
    seen = Counter(each.entry for each in sightings)
    recent = tally.recent
    if recent:
        recent = (*recent[:-1], Batch(recent[-1].sources, recent[-1].errors + seen.total()))
    return Tally(tally.batch, _counted(tally.counts, seen, tally.batch, today), recent)


def found_again(tally: Tally, entries: Iterable[str], today: str) -> Tally:
    """The tally once a review has found these errors still there: met now, not made once more."""
    counts = dict(tally.counts)
    for entry in entries:
        known = counts.get(entry, Count(0, today, today, 0))
        counts[entry] = Count(known.times, known.since, today, tally.batch)
    return Tally(tally.batch, counts, tally.recent)


def _counted(counts: Mapping[str, Count], seen: Counter[str], batch: int, today: str) -> dict[str, Count]:
    added = dict(counts)
    for entry, times in seen.items():
        known = counts.get(entry)
        added[entry] = Count(
            times=times + (known.times if known is not None else 0),
            since=known.since if known is not None else today,
            last=today,
            batch=batch,
        )
    return added


def load(build: Path) -> Tally:
    """The tally of ``.wikic/``; an empty one when there is none to believe."""
    return build_dir.kept(build / layout.ERRORS_FILE, _DECODER.decode) or Tally()


def save(build: Path, tally: Tally) -> None:
    """Replace the tally; a reader sees the old file or the new one. Raises DiskError."""
    path = build / layout.ERRORS_FILE
    try:
        build_dir.replace(path, msgspec.json.format(msgspec.json.encode(tally)) + b"\n")
    except OSError as error:
        raise DiskError(f"cannot write {path}: {error.strerror}") from error


_DECODER: Final = msgspec.json.Decoder(Tally)
