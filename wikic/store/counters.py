"""How often pages were read, and which were read for one question: what schema evolution counts over.

WikiKV keeps access counts in the records (section IV-B) and merges dimensions by how often they are read for
one question (section III-D). Here they live beside the mirror, so that they survive its rebuild and no reader
writes to it: the log ``.wikic/access.jsonl`` and its totals ``.wikic/access.counts``. LevelDB would belong to
one process, and several may ask at once; a log that all append to, totalled now and then, has no such owner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from wikic.store import access_files, access_totals
from wikic.store.access_files import Access
from wikic.store.access_log import AccessLog
from wikic.store.access_totals import Totals

FLUSH_SECONDS: Final = 5.0  # what kill -9 may cost
_ATTEMPTS: Final = 5


class Counters:
    """Notes reads and tells of them. ``with`` closes; several may be open on one wiki, in many processes."""

    def __init__(self, build: Path, log: AccessLog) -> None:
        self._build = build
        self._log = log

    @classmethod
    def open(cls, build: Path) -> Counters:
        """The counters of the wiki whose build directory (``.wikic/``) is ``build``. Never raises."""
        return cls(build, AccessLog(build, every=FLUSH_SECONDS))

    def note(self, question: str, pages: Iterable[str], *, by: str, at: datetime | None = None) -> None:
        """Count that ``pages`` (page paths) were read for ``question``; written in the background."""
        self._log.note(question, pages, by=by, at=at)

    def flush(self) -> None:
        """Write what is buffered."""
        self._log.flush()

    def close(self) -> None:
        """Write what is buffered and end the background writer. Twice is once."""
        self._log.close()

    def __enter__(self) -> Counters:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def counts(self) -> Mapping[str, int]:
        """Reads per page path; those long ago weigh less."""
        totals, recent = self._all()
        counts = Counter(totals.counts)
        for event in recent:
            counts.update(dict.fromkeys(event.pages, 1))
        return counts

    def questions(self) -> Iterator[tuple[str, ...]]:
        """The page paths that were read for one question, each once, oldest first; the last 20,000."""
        totals, recent = self._all()
        return iter(access_totals.asked(totals.questions, recent))

    def _all(self) -> tuple[Totals, list[Access]]:
        """Totals and the events they do not cover, of one moment."""
        self.flush()
        for _ in range(_ATTEMPTS):
            totals = access_totals.load(self._build)
            files = access_files.aside(self._build)
            recent = list(access_files.events(self._build, totals.through))
            if access_files.aside(self._build) == files:
                break  # nobody set a file aside, or totalled one and removed it, in between
        return totals, recent
