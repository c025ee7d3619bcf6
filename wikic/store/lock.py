"""Who holds a store's files: one process at a time, known at once and without waiting.

LevelDB keeps a lock of its own, but reports its loss as the same I/O error as a full disk. The operating
system drops this lock when its owner dies, however it dies.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from wikic.errors import StoreLockedError
from wikic.store import lock_owner


class HeldFile:
    """An exclusive lock on ``path``, made when absent; held until ``release``.

    ``<path>.owner`` says who holds it. Raises ``StoreLockedError``, which names the holder, when another one,
    in this process or in another, has it; ``OSError`` when the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        from filelock import FileLock, Timeout

        self._note = note_of(path)
        # Who closes a store may be another thread than who opened it.
        self._lock = FileLock(path, timeout=0, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise StoreLockedError(
                f"{path.with_suffix('')} is in use by {lock_owner.read(self._note) or 'another wikic'}",
                hint="wait until it ends or stop it; the wiki's own files are read instead",
            ) from None
        with suppress(OSError):  # a note is a courtesy: a disk that is full must not cost the lock
            lock_owner.leave(self._note, lock_owner.me())

    def release(self) -> None:
        """Let go; twice is once."""
        if self._lock.is_locked:
            # Before the lock: afterwards the note may be the next holder's.
            with suppress(OSError):
                self._note.unlink(missing_ok=True)
            self._lock.release()


def note_of(path: Path) -> Path:
    """Where the holder of the lock ``path`` is named."""
    return path.with_name(f"{path.name}.owner")


def holder(path: Path) -> lock_owner.Owner | None:
    """Who holds the lock ``path``, as far as can be told without touching it."""
    found = lock_owner.read(note_of(path))
    return None if found is None or found.gone else found
