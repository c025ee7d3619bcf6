"""Who holds a store's files: one process at a time, known at once and without waiting.

LevelDB keeps a lock of its own, but reports its loss as the same I/O error as a full disk. The operating
system drops this lock when its owner dies, however it dies.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from wikic.errors import StoreLockedError
from wikic.store import lock_owner

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
                f"{path.with_suffix('')} is in use by {_named(self._note)}",
                hint="wait until it ends or stop it; the wiki's own files are read instead",
            )
        with suppress(OSError):  # a note is a courtesy: a disk that is full must not cost the lock
            lock_owner.leave(self._note, lock_owner.me())

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


def holder(path: Path) -> lock_owner.Owner | None:
    """Who holds the lock ``path``, as far as can be told without touching it."""
    found = lock_owner.read(note_of(path))
    return None if found is None or found.gone else found


def _named(note: Path) -> str:
    found = lock_owner.read(note)
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
