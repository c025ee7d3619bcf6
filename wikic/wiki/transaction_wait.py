"""Whether a transaction is landing right now: who copies the tree waits, so that no half batch is shown.

Readers of the tree need none of this; they skip what is missing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from wikic.wiki import lock
from wikic.wiki.journal import Journal, home_of

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
        return lock.owner(self._root) is not None

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
