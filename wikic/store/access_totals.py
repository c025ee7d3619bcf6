"""How often pages were read, and which for one question: the access log and its totals, ``access.counts``.

WikiKV keeps access counts in the records (section IV-B) and merges dimensions by how often they are read for
one question (section III-D). Here they live beside the mirror, so that they survive its rebuild and no reader
writes to it. LevelDB would belong to one process, and several may ask at once; a log that all append to,
totalled now and then, has no such owner.

Totals are made of the files that the log set aside, but the newest of them: a process that had the log open
when it was renamed may still append to that one. Every file totalled halves what was counted before it, so
old habits fade and pages that are gone drop out. What is not totalled yet counts in full.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.store import access_files
from wikic.store.access_files import Access

QUESTIONS: Final = 20_000  # how far back co-access looks: enough that one page in a hundred is met 200 times
_COUNTED_PAGES: Final = 500_000  # the most read; a bound, about 40 MB, that no wiki reached
_FORMAT: Final = 1
_ATTEMPTS: Final = 5


class Totals(msgspec.Struct, frozen=True):
    """The totals on disk.

    format: version of this record.
    through: number of the newest file that they cover.
    counts: reads per page path, older ones halved.
    questions: page paths read for one question, oldest first.
    """

    format: int = _FORMAT
    through: int = -1
    counts: dict[str, int] = {}
    questions: list[tuple[str, ...]] = []


def count_reads(build: Path) -> Counter[str]:
    """Reads per page path, of the wiki whose ``.wikic/`` is ``build``; old ones weigh less."""
    totals, recent = _all(build)
    counts = Counter(totals.counts)
    for event in recent:
        counts.update(dict.fromkeys(event.pages, 1))
    return counts


def list_questions(build: Path) -> Sequence[tuple[str, ...]]:
    """The page paths that were read for one question, each once, oldest first; the last ``QUESTIONS``."""
    totals, recent = _all(build)
    return _asked(totals.questions, recent)


def _all(build: Path) -> tuple[Totals, list[Access]]:
    """Totals and the events they do not cover, of one moment."""
    for _ in range(_ATTEMPTS):
        totals = load(build)
        files = access_files.aside(build)
        recent = list(access_files.events(build, totals.through))
        if access_files.aside(build) == files:
            break  # nobody set a file aside, or totalled one and removed it, in between
    return totals, recent


def fold(build: Path) -> None:
    """Total the files that were set aside, but the newest. Does nothing while another does it."""
    held = access_files.hold(build)
    if held is None:
        return
    try:
        totals = load(build)
        done = access_files.aside(build)[:-1]
        for number, file in done:
            if number > totals.through:
                totals = _added(totals, number, list(access_files.read(file)))
        with suppress(OSError):
            _save(build, totals)
            # Only now: after a crash before this line they are covered, and removed by the next.
            for _, file in done:
                file.unlink(missing_ok=True)
    finally:
        held.release()


def _added(totals: Totals, number: int, events: list[Access]) -> Totals:
    counts = Counter({path: count // 2 for path, count in totals.counts.items() if count > 1})
    for event in events:
        counts.update(dict.fromkeys(event.pages, 1))
    kept = dict(counts if len(counts) <= _COUNTED_PAGES else counts.most_common(_COUNTED_PAGES))
    return Totals(totals.format, number, kept, list(_asked(totals.questions, events)))


def _asked(older: Iterable[tuple[str, ...]], events: Iterable[Access]) -> deque[tuple[str, ...]]:
    """Questions of before and of ``events``, the last ``QUESTIONS``."""
    found = deque(older, QUESTIONS)
    found.extend(tuple(dict.fromkeys(event.pages)) for event in events if event.question and event.pages)
    return found


def load(build: Path) -> Totals:
    """The totals, empty ones when there are none that can be read."""
    totals = build_dir.kept(build / layout.COUNTS_FILE, _DECODER.decode)
    # Absent or damaged: counting begins anew with the files that are there.
    return totals if totals is not None and totals.format == _FORMAT else Totals()


def _save(build: Path, totals: Totals) -> None:
    # Lasting: what it was made of is removed next.
    build_dir.replace(build / layout.COUNTS_FILE, msgspec.msgpack.encode(totals), lasting=True)


_DECODER: Final = msgspec.msgpack.Decoder(Totals)
