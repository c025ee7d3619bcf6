"""Noting which pages were read for which question, without waiting for the disk (see ``access_files``)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final

import msgspec

from wikic.store import access_files, access_totals
from wikic.store.access_files import Access, Retrieval

# One append is one write, which systems keep whole up to a page or more; longer lines are shortened.
_MAX_QUESTION: Final = 500
_MAX_PAGES: Final = 100


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
                if access_files.append(self._build, lines):
                    access_totals.fold(self._build)

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
