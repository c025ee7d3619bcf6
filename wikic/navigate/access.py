"""``.wikic/access.jsonl``: which pages were read for which question, for ``evolve``.

One JSON object a line, oldest first::

    {"at": "2026-11-21T22:45:00Z", "by": "ask", "question": "Who …?", "pages": ["people/John-V"]}

``by`` is the command or tool that read, ``pages`` the page paths in order of reading. Nothing of it is in the
Markdown, and losing it loses no knowledge: writing fails silently, lines that do not parse are passed over,
and past ``MAX_BYTES`` the file becomes ``access.jsonl.1``, in place of the one before it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from wikic import layout

# About 50,000 questions; two such files are as much as evolve looks back.
MAX_BYTES: Final = 8 << 20
# One append is one write, which systems keep whole up to a page or more; longer lines are shortened.
_MAX_QUESTION: Final = 500
_MAX_PAGES: Final = 100


class Access(msgspec.Struct, frozen=True):
    """One event.

    at: when, UTC, ISO 8601 to the second.
    by: ``ask``, ``read``, or the name of another reader.
    question: as asked, "" where pages were read without one; at most 500 characters.
    pages: page paths, in order of reading, at most 100.
    """

    at: str
    by: str
    question: str
    pages: tuple[str, ...]


class AccessLog:
    """Collects events and appends them; ``with`` writes what is left at the end."""

    def __init__(self, build: Path, *, buffered: int = 64) -> None:
        """``build`` is ``.wikic/``; ``buffered`` events are written at once."""
        self._file = build / layout.ACCESS_FILE
        self._buffered = buffered
        self._lines: list[bytes] = []

    def note(self, question: str, pages: Iterable[str], *, by: str, at: datetime | None = None) -> None:
        """Write down that ``pages`` were read for ``question``; nothing where no page was."""
        paths = tuple(pages)[:_MAX_PAGES]
        if not paths:
            return
        when = (at or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        asked = question[:_MAX_QUESTION].encode("utf-8", "replace").decode("utf-8")
        self._lines.append(msgspec.json.encode(Access(when, by, asked, paths)) + b"\n")
        if len(self._lines) >= self._buffered:
            self.flush()

    def flush(self) -> None:
        """Append what is collected. What the disk refuses is dropped."""
        lines, self._lines = self._lines, []
        if not lines or not self._file.parent.is_dir():
            return
        with suppress(OSError):
            file = os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                for line in lines:
                    os.write(file, line)
                full = os.fstat(file).st_size > MAX_BYTES
            finally:
                os.close(file)
            if full:
                os.replace(self._file, _older(self._file))

    def __enter__(self) -> AccessLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()


def events(build: Path) -> Iterator[Access]:
    """Every event that is left, oldest first."""
    file = build / layout.ACCESS_FILE
    for each in (_older(file), file):
        try:
            data = each.read_bytes()
        except OSError:
            continue
        for line in data.split(b"\n"):
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                yield msgspec.json.decode(line, type=Access)


def _older(file: Path) -> Path:
    return file.with_name(f"{file.name}.1")
