"""The LevelDB mirror in ``.wikic/mirror``, brought in step beside the indexes. It is never needed."""

from __future__ import annotations

import time
from pathlib import Path

from wikic.errors import MissingExtraError, StoreDamagedError, StoreError
from wikic.progress import Progress
from wikic.store.describe import describe
from wikic.store.opening import open_mirror
from wikic.store.sync import plan, survey, sync
from wikic.store.tree import TreeStore


def keep(tree: TreeStore, mirror: Path, progress: Progress) -> str:
    """Bring the mirror in step with the tree; returns why it could not be, "" when it was.

    A mirror that another process holds is left to it: readers judge every record by the file's status. One
    that is damaged or of another version is made anew.
    """
    try:
        try:
            _sync(tree, mirror, progress)
        except StoreDamagedError:
            from wikic.store.leveldb import destroy

            destroy(mirror)
            # Versions must not go backwards over a rebuild; the old count is lost, the clock is ahead of it.
            _sync(tree, mirror, progress, first=time.time_ns())
    except (StoreError, MissingExtraError, OSError) as error:
        return str(error)
    return ""


def _sync(tree: TreeStore, mirror: Path, progress: Progress, *, first: int = 0) -> None:
    with open_mirror(mirror, first=first) as store:
        entries, directories = survey(tree)
        wanted = plan(entries, store, directories)
        progress.phase("mirror", None)
        sync(store, wanted, describe)
