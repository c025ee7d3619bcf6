"""One writer per wiki: an OS lock, and beside it a note that says who holds it.

The lock decides; the note only explains. A process that dies loses the lock with its last file
handle, so a note it left behind blocks nobody. Readers take no lock.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from wikic import build_dir, layout
from wikic.errors import LockedError
from wikic.store.lock import Owner, leave, me, read
from wikic.wiki.disk import disk_error
from wikic.wiki.journal import Journal, home_of

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


LONGEST: Final = 30.0  # seconds: a transaction of 10,000 files lands within 2 on a slow disk
_LOOK: Final = 0.005


class Settling:
    """The transactions of the knowledge base at ``root``."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._home = home_of(root)

    def landing(self) -> bool:
        """Whether files are being moved into place by a writer that lives."""
        if not any(each.begun and not each.done for each in Journal.left(self._root)):
            return False
        # A crashed writer's journal stands until the next one finishes it: nobody waits for that.
        return owner(self._root) is not None

    def wait(self, ended: Callable[[], bool] = lambda: False, longest: float = LONGEST) -> bool:
        """Wait until nothing is landing; False when something still is after ``longest`` seconds.

        ended: asked now and then; true stops waiting.
        """
        until = time.monotonic() + longest
        while self.landing():
            if ended() or time.monotonic() > until:
                return False
            time.sleep(_LOOK)
        return True

    def still(self) -> Callable[[], bool]:
        """Remember this moment; what is returned says whether no transaction has touched the tree since."""
        before = self._stand()
        return lambda: self._stand() == before and not self.landing()

    def _stand(self) -> object:
        # Every journal that comes or goes changes the time of the directory they lie in; within one tick of
        # the file system's clock it shows in the names, which are drawn by lot.
        try:
            return os.stat(self._home).st_mtime_ns, frozenset(os.listdir(self._home))
        except OSError:
            return None
