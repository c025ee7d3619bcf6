"""Which pages were read for which question: the log ``.wikic/access.jsonl`` and its totals, for ``evolve``.

One JSON object a line, oldest first::

    {"at": "2026-11-21T22:45:00Z", "by": "ask", "question": "Who …?", "pages": ["people/John-V"],
     "retrieval": {"origins": ["seed"], "cited": [0], "named": 1, "found": 14, "calls": 5, "tokens": 120}}

``by`` is the command or tool that read, ``pages`` the page paths in order of reading, ``retrieval`` how they
were come by; older lines have none. Any number of processes append, without waiting for the disk. Past
``MAX_BYTES`` the file becomes ``access.<number>.jsonl``. Nothing of it is in the Markdown, and losing it
loses no knowledge: writing fails silently, lines that do not parse are passed over. kill -9 loses what was
not flushed.

WikiKV keeps access counts in the records (section IV-B) and merges dimensions by how often they are read for
one question (section III-D). Here they are totalled beside the mirror, in ``access.counts``, so that they
survive its rebuild and no reader writes to it: LevelDB would belong to one process, and several may ask at
once. Totals are made of the files that were set aside, but the newest of them: a process that had the log
open when it was renamed may still append to that one. Every file totalled halves what was counted before it,
so old habits fade and pages that are gone drop out. What is not totalled yet counts in full.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final, Literal

import msgspec

from wikic import build_dir, layout
from wikic.errors import StoreLockedError
from wikic.store.lock import HeldFile

MAX_BYTES: Final = 8 << 20  # about 50,000 questions
_STEM: Final = layout.ACCESS_FILE.removesuffix(".jsonl")
_ASIDE: Final = re.compile(rf"{re.escape(_STEM)}\.(\d+)\.jsonl")

Origin = Literal["seed", "link", "search", "backfill"]
"""How a page was come by: the question, or who reads, names it; a link, a listing or a relation led there;
words found it; words found in its document a sentence that no page shows."""


class Retrieval(msgspec.Struct, frozen=True, omit_defaults=True):
    """How pages were come by (RLM-on-KG, section 6: health from traces).

    origins: of each page of the event, in their order.
    cited: places among the pages of those that the answer cites, from 0.
    named: pages that the question names. found: pages that were found altogether, read or not.
    calls: steps of the controller and calls of tools. tokens: of the facts shown, estimated.
    """

    origins: tuple[Origin, ...] = ()
    cited: tuple[int, ...] = ()
    named: int = 0
    found: int = 0
    calls: int = 0
    tokens: int = 0

    def first(self, pages: int) -> Retrieval:
        """The same of an event that has only so many pages."""
        cited = tuple(place for place in self.cited if place < pages)
        return msgspec.structs.replace(self, origins=self.origins[:pages], cited=cited)


class Access(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event.

    at: when, UTC, ISO 8601 to the second.
    by: ``ask``, ``read_events``, or the name of another reader.
    question: as asked, "" where pages were read without one; at most 500 characters.
    pages: page paths, in order of reading, at most 100; none for a question that was not answered.
    retrieval: how they were come by; None where nobody told.
    """

    at: str
    by: str
    question: str
    pages: tuple[str, ...]
    retrieval: Retrieval | None = None


def append_lines(build: Path, lines: Sequence[bytes]) -> bool:
    """Append whole lines; whether the log was full and has been set aside. Raises ``OSError``."""
    full = build_dir.append(build / layout.ACCESS_FILE, lines) > MAX_BYTES
    return full and _put_aside(build)


def events(build: Path, after: int = -1) -> Iterator[Access]:
    """Every event that is left, oldest first; of the files set aside only those numbered above ``after``."""
    files = [file for number, file in files_aside(build) if number > after]
    for file in (*files, build / layout.ACCESS_FILE):
        yield from read_events(file)


def read_events(file: Path) -> Iterator[Access]:
    """The events of one file; nothing where it cannot be read."""
    for line in build_dir.kept(file, bytes.splitlines) or ():
        with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            yield msgspec.json.decode(line, type=Access)


def files_aside(build: Path) -> list[tuple[int, Path]]:
    """Number and path of every file that was set aside, oldest first."""
    found = []
    with suppress(OSError):
        for name in os.listdir(build):
            match = _ASIDE.fullmatch(name)
            if match:
                found.append((int(match[1]), build / name))
    return sorted(found)


def hold_log(build: Path) -> HeldFile | None:
    """The right to put files aside and to total them, or None when another has it: then it is being done."""
    try:
        return HeldFile(build / f"{_STEM}.lock")
    except (StoreLockedError, OSError):
        return None


def _put_aside(build: Path) -> bool:
    """Rename the file when it is still full; who appends to it meanwhile appends to the renamed one."""
    held = hold_log(build)
    if held is None:
        return False
    try:
        file = build / layout.ACCESS_FILE
        if file.stat().st_size <= MAX_BYTES:
            return False
        # By the clock too: totals that outlived the files they were made of must not cover new ones.
        last = max((number for number, _ in files_aside(build)), default=0)
        os.replace(file, build / f"{_STEM}.{max(last + 1, int(time.time()))}.jsonl")
    except OSError:
        return False
    finally:
        held.release()
    return True


QUESTIONS: Final = 20_000  # how far back co-access looks: enough that one page in a hundred is met 200 times
_COUNTED_PAGES: Final = 500_000  # the most read; a bound, about 40 MB, that no wiki reached
_FORMAT: Final = 1
_ATTEMPTS: Final = 5  # times that totals and files are read


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
    totals, recent = _read_all(build)
    counts = Counter(totals.counts)
    for event in recent:
        counts.update(dict.fromkeys(event.pages, 1))
    return counts


def list_questions(build: Path) -> Sequence[tuple[str, ...]]:
    """The page paths that were read for one question, each once, oldest first; the last ``QUESTIONS``."""
    totals, recent = _read_all(build)
    return _last_questions(totals.questions, recent)


def _read_all(build: Path) -> tuple[Totals, list[Access]]:
    """Totals and the events they do not cover, of one moment."""
    for _ in range(_ATTEMPTS):
        totals = load_totals(build)
        files = files_aside(build)
        recent = list(events(build, totals.through))
        if files_aside(build) == files:
            break  # nobody set a file aside, or totalled one and removed it, in between
    return totals, recent


def fold_totals(build: Path) -> None:
    """Total the files that were set aside, but the newest. Does nothing while another does it."""
    held = hold_log(build)
    if held is None:
        return
    try:
        totals = load_totals(build)
        done = files_aside(build)[:-1]
        for number, file in done:
            if number > totals.through:
                totals = _add_events(totals, number, list(read_events(file)))
        with suppress(OSError):
            _save_totals(build, totals)
            # Only now: after a crash before this line they are covered, and removed by the next.
            for _, file in done:
                file.unlink(missing_ok=True)
    finally:
        held.release()


def _add_events(totals: Totals, number: int, events: list[Access]) -> Totals:
    counts = Counter({path: count // 2 for path, count in totals.counts.items() if count > 1})
    for event in events:
        counts.update(dict.fromkeys(event.pages, 1))
    kept = dict(counts if len(counts) <= _COUNTED_PAGES else counts.most_common(_COUNTED_PAGES))
    return Totals(totals.format, number, kept, list(_last_questions(totals.questions, events)))


def _last_questions(older: Iterable[tuple[str, ...]], events: Iterable[Access]) -> deque[tuple[str, ...]]:
    """Questions of before and of ``events``, the last ``QUESTIONS``."""
    found = deque(older, QUESTIONS)
    found.extend(tuple(dict.fromkeys(event.pages)) for event in events if event.question and event.pages)
    return found


def load_totals(build: Path) -> Totals:
    """The totals, empty ones when there are none that can be read."""
    totals = build_dir.kept(build / layout.COUNTS_FILE, _DECODER.decode)
    # Absent or damaged: counting begins anew with the files that are there.
    return totals if totals is not None and totals.format == _FORMAT else Totals()


def _save_totals(build: Path, totals: Totals) -> None:
    # Lasting: what it was made of is removed next.
    build_dir.replace(build / layout.COUNTS_FILE, msgspec.msgpack.encode(totals), lasting=True)


_DECODER: Final = msgspec.msgpack.Decoder(Totals)


# One append is one write, which systems keep whole up to a page or more; longer lines are shortened.
_MAX_QUESTION: Final = 500
_MAX_PAGES: Final = 100  # pages of an event


class AccessLog:
    """Collects events and appends them; ``with`` writes what is left at the end. Any thread may note."""

    def __init__(self, build: Path, *, buffered: int = 64, every: float | None = None) -> None:
        """``build`` is ``.wikic/``.

        buffered: so many events are written at once.
        every: write in the background after so many seconds; None: when the buffer is full, and at the end.
        """
        self._build = build
        self._buffered = buffered
        self._every = every
        self._lines: list[bytes] = []
        self._noting = Lock()
        self._writing = Lock()
        self._wake = Event()
        self._closed = False
        self._writer: Thread | None = None

    def note(
        self,
        question: str,
        pages: Iterable[str],
        *,
        by: str,
        at: datetime | None = None,
        retrieval: Retrieval | None = None,
    ) -> None:
        """Write down that ``pages`` were read for ``question``, and how they were come by; where it is known
        that none was come by, that. Nothing where nothing is known.
        """
        paths = tuple(each.encode("utf-8", "replace").decode("utf-8") for each in tuple(pages)[:_MAX_PAGES])
        if not paths and retrieval is None:
            return
        when = (at or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        asked = question[:_MAX_QUESTION].encode("utf-8", "replace").decode("utf-8")
        kept = retrieval.first(len(paths)) if retrieval is not None else None
        line = msgspec.json.encode(Access(when, by, asked, paths, kept)) + b"\n"
        with self._noting:
            self._lines.append(line)
            full = len(self._lines) >= self._buffered
            if self._every is not None and self._writer is None and not self._closed:
                self._writer = Thread(target=self._write_on, name="access log", daemon=True)
                self._writer.start()
        if full:
            if self._writer is None:
                self.flush()
            else:
                self._wake.set()

    def flush(self) -> None:
        """Append what is collected, and wait for what another thread is appending. What the disk refuses is
        dropped.
        """
        with self._writing:
            with self._noting:
                lines, self._lines = self._lines, []
            if not lines or not self._build.is_dir():
                return
            with suppress(OSError):
                if append_lines(self._build, lines):
                    fold_totals(self._build)

    def close(self) -> None:
        """Write what is left and end the background writer. Twice is once."""
        with self._noting:
            self._closed = True
            writer, self._writer = self._writer, None
        self._wake.set()
        if writer is not None:
            writer.join()
        self.flush()

    def __enter__(self) -> AccessLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write_on(self) -> None:
        while not self._closed:
            self._wake.wait(self._every)
            self._wake.clear()
            self.flush()
