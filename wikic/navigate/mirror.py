"""The LevelDB mirror in ``.wikic/mirror`` and the process that holds it. It is never needed: the tree serves.

with Mirror.open(tree, root) as mirror:
    mirror.sync()             # the whole tree, by content
    mirror.update(paths)      # what a watcher told
    mirror.store              # for readers in any thread, and always as the files are
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

from wikic import build_dir, layout
from wikic.errors import MissingExtraError, StoreDamagedError, StoreError, StoreLockedError
from wikic.navigate import mirror_note
from wikic.navigate.describe import describe
from wikic.navigate.mirror_note import Note
from wikic.progress import Progress, Silent
from wikic.store.protocol import Closing, WritableStore
from wikic.store.sync import Known, Plan, Result, nothing_known, plan, survey, sync
from wikic.store.sync_paths import plan_paths
from wikic.store.tree import FreshStore, TreeStore, open_mirror
from wikic.wiki.lock import Settling
from wikic.wiki.watching import EVERYTHING

# From here on looking at everything costs less than at each, and finds what the system forgot to tell.
_MANY: Final = 1_000
# Seconds in which transactions may overtake it, one after the other; then any state is better than an old one
_OVERTAKEN: Final = 30.0


class Mirror(Closing):
    """The mirror of one wiki in the process that holds it. One thread writes, any may read ``store``.

    store: the reader.
    level: what is kept in step.
    rebuilt: why it was made anew, "" when it was not.
    unpublished: why readers elsewhere have no new index, "" where they have.
    elsewhere: whether a server holds it, which may be away for a while.
    known: hashes of files that ``sync`` need not read for that.
    """

    elsewhere = False

    def __init__(self, tree: TreeStore, root: Path, build: Path, level: WritableStore, rebuilt: str) -> None:
        """Use ``open``."""
        self.rebuilt = rebuilt
        self.unpublished = ""
        self.level = level
        self.store = FreshStore(level, tree)
        self.watching = False
        self.known: Known = nothing_known
        self._tree = tree
        self._build = build
        self._settling = Settling(root)
        self._files = 0
        self._open = True

    @classmethod
    def open(cls, tree: TreeStore, root: Path, *, build: Path | None = None, rebuild: bool = False) -> Self:
        """Take the mirror of the knowledge base at ``root``; one that is damaged or of another version is
        dropped, and ``sync`` makes it anew.

        build: where it lies, when not in ``.wikic/``.
        rebuild: drop it whatever it is.

        Raises StoreLockedError, which names the holder, MissingExtraError without plyvel, StoreError.
        """
        build = build or build_dir.at(root)
        path = build / layout.MIRROR_DIR
        # Versions must not go backwards, not over a rebuild either, nor when somebody removes the folder: a
        # new database counts from the clock, which is ahead of all batches there have been.
        first = time.time_ns()
        rebuilt = ""
        try:
            level = open_mirror(path, first=first)
            if rebuild:
                first, rebuilt = max(first, level.generation + 1), "asked for"
                level.close()
        except StoreLockedError:
            raise
        except StoreError as error:
            rebuilt = str(error)
        if rebuilt:
            from wikic.store.leveldb import destroy

            if path.is_file():
                path.unlink()
            destroy(path)
            level = open_mirror(path, first=first)
        return cls(tree, root, build, level, rebuilt)

    def close(self) -> None:
        """Let go of the mirror, and tell how it stands."""
        if self._open:
            self._open = False
            self.watching = False
            self.tell()
        self.store.close()

    # --- in step ----------------------------------------------------------------------------------

    def sync(self, progress: Progress | None = None) -> Result:
        """Bring the mirror in step with the whole tree, by content. Raises StoreDamagedError, StoreError."""
        show = progress or Silent()

        def whole() -> Plan:
            # A first mirror reads every file anyway.
            empty = next(self.level.stamps(), None) is None
            entries, directories = survey(self._tree, hashed=not empty, known=self.known)
            self._files = len(entries)
            wanted = plan(entries, self.level, directories, self._take_stock())
            show.phase("mirror", wanted.size)
            return wanted

        return self._carry_out(whole, show.advance)

    def update(self, paths: Collection[str]) -> Result:
        """Bring in step what a watcher told, files and directories below ``wiki/``. Raises as ``sync``."""
        if len(paths) > _MANY or EVERYTHING in paths:
            return self.sync()

        def some() -> Plan:
            wanted = plan_paths(paths, self._tree, self.level)
            new = sum(self.level.stamp(each.path) is None for each in wanted.changed)
            self._files += new - len(wanted.gone)
            return wanted

        return self._carry_out(some, None)

    def _take_stock(self) -> Iterable[str]:
        """Paths of files that the store knows to have lost; LevelDB loses all or nothing."""
        return ()

    def _carry_out(self, make: Callable[[], Plan], advance: Callable[[int], None] | None) -> Result:
        """Plan and sync until no transaction came in between."""
        until = time.monotonic() + _OVERTAKEN
        while True:
            # A crashed writer's half batch stands until the next writer finishes it: readers of the tree see
            # it too, and skip what is missing.
            quiet = self._settling.wait()
            still = self._settling.still() if quiet and time.monotonic() < until else None
            before = self._files
            result = sync(self.level, make(), describe, still=still, advance=advance)
            if not result.overtaken:
                break
            self._files = before
        self.tell()
        return result

    @property
    def files(self) -> int:
        """How many files it holds, once it was brought in step."""
        return self._files

    def tell(self) -> None:
        """Tell other processes how it stands (``mirror_note``)."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        mirror_note.save(self._build, Note(self._files, self.level.generation, now, self.watching))


def bring(
    tree: TreeStore,
    root: Path,
    *,
    build: Path | None = None,
    rebuild: bool = False,
    progress: Progress | None = None,
    known: Known = nothing_known,
) -> tuple[Mirror, Result]:
    """``Mirror.open`` and ``sync``; where damage shows only then, it is made anew.

    known: hashes of files that need not be read for that.

    Raises StoreLockedError, MissingExtraError, StoreError.
    """
    mirror = Mirror.open(tree, root, build=build, rebuild=rebuild)
    mirror.known = known
    try:
        return mirror, mirror.sync(progress)
    except StoreDamagedError as error:
        mirror.close()
        mirror = Mirror.open(tree, root, build=build, rebuild=True)
        mirror.rebuilt = str(error)
    except BaseException:
        mirror.close()
        raise
    try:
        return mirror, mirror.sync(progress)
    except BaseException:
        mirror.close()
        raise


def keep(
    tree: TreeStore,
    root: Path,
    build: Path,
    progress: Progress,
    *,
    rebuild: bool = False,
    known: Known = nothing_known,
) -> str:
    """Bring the mirror in step with the tree; returns why it could not be, "" when it was.

    rebuild: make it anew: LevelDB keeps what is deleted in its files until it merges them.
    known: hashes of files that need not be read for that.

    A mirror that another process holds is left to it: readers judge every record by the file's status.
    """
    try:
        mirror, _ = bring(tree, root, build=build, rebuild=rebuild, progress=progress, known=known)
        mirror.close()
    except (StoreError, MissingExtraError, OSError) as error:
        return str(error)
    return ""
