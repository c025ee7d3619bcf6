"""Who holds a store's files: one process at a time, known at once and without waiting.

LevelDB keeps a lock of its own, but reports its loss as the same I/O error as a full disk. The operating
system drops this lock when its owner dies, however it dies.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from wikic.errors import StoreLockedError


class HeldFile:
    """An exclusive lock on ``path``, made when absent; held until ``release``.

    Raises ``StoreLockedError`` when another holder, in this process or in another, has it; ``OSError``
    when the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if not _lock(self._file):
            os.close(self._file)
            raise StoreLockedError(
                f"{path.parent} is in use by another wikic", hint="the wiki's own files are read instead"
            )

    def release(self) -> None:
        """Let go; twice is once. The file stays: removing it would let two holders in."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


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
