"""One writer per wiki: an OS lock, and beside it a note that says who holds it.

The lock decides; the note only explains. A process that dies loses the lock with its last file
handle, so a note it left behind blocks nobody. Readers take no lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from wikic import build_dir, layout
from wikic.errors import LockedError
from wikic.store.lock import Owner, leave, me, read
from wikic.wiki.disk import disk_error

WRITING: Final = "another wikic is writing here"
OWNER_FILE: Final = f"{layout.LOCK_FILE}.owner"


@contextmanager
def writer(root: Path, *, wait: float = 0) -> Iterator[Owner]:
    """Hold the writer's lock of the knowledge base at ``root``; yields the note left beside it.

    wait: seconds to wait for another writer before giving up.

    Raises LockedError, naming the owner, when another process (or this one) holds the lock, and
    DiskError when ``.wikic/`` cannot be written, NotPlainError when it is not ours to write.
    """
    from filelock import FileLock, Timeout

    build = build_dir.at(root)
    lock = FileLock(build / layout.LOCK_FILE, timeout=wait)
    try:
        build_dir.make(build)
        lock.acquire()
    except Timeout:
        raise _locked(root) from None
    except (OSError, NotImplementedError) as error:
        raise disk_error(error, build / layout.LOCK_FILE, "nothing was changed") from error
    note = build / OWNER_FILE
    try:
        mine = me()
        try:
            leave(note, mine)
        except OSError as error:
            raise disk_error(error, note, "nothing was changed") from error
        build_dir.sweep(build)
        try:
            yield mine
        finally:
            # Before the release: afterwards the note may be the next writer's.
            with suppress(OSError):
                note.unlink(missing_ok=True)
    finally:
        lock.release()


def owner(root: Path) -> Owner | None:
    """Who writes, by the note beside the lock; None without one, and where its process runs no more."""
    found = read(build_dir.at(root) / OWNER_FILE)
    return found if found is not None and not found.gone else None


def _locked(root: Path) -> LockedError:
    who = owner(root)
    return LockedError(
        f"{root}: {WRITING}: {who}" if who else f"{root}: {WRITING}",
        hint="wait until it is done, then run the command again",
    )
