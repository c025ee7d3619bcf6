"""Who holds a store's files: one process at a time, known at once and without waiting.

LevelDB keeps a lock of its own, but reports its loss as the same I/O error as a full disk. The operating
system drops this lock when its owner dies, however it dies. Beside it lies a note that says who holds it, for
the message of the one who does not get it: it only explains, and one that was left behind blocks nobody.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir
from wikic.errors import StoreLockedError


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a lock.

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

    @property
    def gone(self) -> bool:
        """Whether it certainly runs no more; of another machine nobody here can tell."""
        if self.host != socket.gethostname() or sys.platform == "win32":
            return False
        try:
            os.kill(self.pid, 0)
        except (ProcessLookupError, OverflowError):
            return True
        except OSError:
            return False  # it runs as somebody else
        return False


def me() -> Owner:
    """This process as the owner of a lock that it takes now."""
    command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]]) if sys.argv else "python"
    return Owner(
        os.getpid(), socket.gethostname(), command[:200], datetime.now(UTC).isoformat(timespec="seconds")
    )


def leave(note: Path, owner: Owner) -> None:
    """Write the note whole: the loser of a race reads it at once. Raises ``OSError``."""
    build_dir.replace(note, (json.dumps(asdict(owner), ensure_ascii=True) + "\n").encode("ascii"))


def read(note: Path) -> Owner | None:
    """The note, or None when there is none that can be read. It may be stale."""
    return build_dir.kept(note, _DECODER.decode, limit=build_dir.SMALL)


_DECODER: Final = msgspec.json.Decoder(Owner)


_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


class HeldFile:
    """An exclusive lock on ``path``, made when absent; held until ``release``.

    ``<path>.owner`` says who holds it. Raises ``StoreLockedError``, which names the holder, when another one,
    in this process or in another, has it; ``OSError`` when the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._note = note_of(path)
        self._file: int | None = os.open(path, _FLAGS, 0o644)
        if not _lock(self._file):
            os.close(self._file)
            self._file = None
            raise StoreLockedError(
                f"{path.with_suffix('')} is in use by {_name_owner(self._note)}",
                hint="wait until it ends or stop it; the wiki's own files are read instead",
            )
        with suppress(OSError):  # a note is a courtesy: a disk that is full must not cost the lock
            leave(self._note, me())

    def release(self) -> None:
        """Let go; twice is once. The file stays: removing it would let two holders in."""
        if self._file is not None:
            # Before the lock: afterwards the note may be the next holder's.
            with suppress(OSError):
                self._note.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None


def note_of(path: Path) -> Path:
    """Where the holder of the lock ``path`` is named."""
    return path.with_name(f"{path.name}.owner")


def read_holder(path: Path) -> Owner | None:
    """Who holds the lock ``path``, as far as can be told without touching it."""
    found = read(note_of(path))
    return None if found is None or found.gone else found


def _name_owner(note: Path) -> str:
    found = read(note)
    return str(found) if found is not None else "another wikic"


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
