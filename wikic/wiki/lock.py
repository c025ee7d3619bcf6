"""One writer per wiki: an OS lock, and beside it a note that says who holds it.

The lock decides; the note only explains. A process that dies loses the lock with its last file
handle, so a note it left behind blocks nobody. Readers take no lock.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import LockedError
from wikic.wiki.disk import disk_error

OWNER_FILE: Final = f"{layout.LOCK_FILE}.owner"


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds the lock.

    pid: process id on ``host``.
    host: name of the machine; a knowledge base may lie on a shared disk.
    command: the command line, shortened.
    started: when the lock was taken, UTC, ISO 8601.
    """

    pid: int
    host: str
    command: str
    started: str

    def __str__(self) -> str:
        return f"{self.command} (process {self.pid} on {self.host}, since {self.started})"


@contextmanager
def writer(root: Path, *, wait: float = 0) -> Iterator[Owner]:
    """Hold the writer's lock of the knowledge base at ``root``; yields the note left beside it.

    wait: seconds to wait for another writer before giving up.

    Raises LockedError, naming the owner, when another process (or this one) holds the lock, and
    DiskError when ``.wikic/`` cannot be written.
    """
    from filelock import FileLock, Timeout

    build = root / layout.BUILD_DIR
    lock = FileLock(build / layout.LOCK_FILE, timeout=wait)
    try:
        build.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise _locked(root) from None
    except (OSError, NotImplementedError) as error:
        raise disk_error(error, build / layout.LOCK_FILE, "nothing was changed") from error
    note = build / OWNER_FILE
    try:
        me = _me()
        try:
            _leave(note, me)
        except OSError as error:
            raise disk_error(error, note, "nothing was changed") from error
        try:
            yield me
        finally:
            # Before the release: afterwards the note may be the next writer's.
            with suppress(OSError):
                note.unlink(missing_ok=True)
    finally:
        lock.release()


def owner(root: Path) -> Owner | None:
    """The note beside the lock, or None when there is none that can be read. It may be stale."""
    try:
        found = json.loads((root / layout.BUILD_DIR / OWNER_FILE).read_bytes())
        return Owner(int(found["pid"]), str(found["host"]), str(found["command"]), str(found["started"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _locked(root: Path) -> LockedError:
    who = owner(root)
    return LockedError(
        f"{root}: another wikic is writing here: {who}" if who else f"{root}: another wikic is writing here",
        hint="wait until it is done, then run the command again",
    )


def _me() -> Owner:
    command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]]) if sys.argv else "python"
    return Owner(
        os.getpid(), socket.gethostname(), command[:200], datetime.now(UTC).isoformat(timespec="seconds")
    )


def _leave(note: Path, me: Owner) -> None:
    """Write the note whole: the loser of a race reads it at once."""
    fresh = note.with_name(f"{note.name}.{me.pid}")
    fresh.write_text(json.dumps(asdict(me), ensure_ascii=True) + "\n", encoding="utf-8")
    os.replace(fresh, note)
