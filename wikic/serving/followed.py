"""The wiki of a process that stays, followed while people, compilers and git change it.

Reads never wait for a refresh once there are indexes: pages are judged by their status when they are read,
and catalogue, search and graph are renewed by a thread of its own, which swaps them in whole. Of a wiki in a
store pages are told of; where the server goes away, what was read before and the last whole index serve on.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Final

from wikic import build_dir, layout
from wikic.errors import MissingExtraError, NotAWikiError, StoreError, WikicError
from wikic.navigate.indexes.mirror import Mirror
from wikic.navigate.indexes.stored_library import StoredLibrary, open_stored
from wikic.navigate.library import Library
from wikic.navigate.vault.page_tree import page_tree
from wikic.search.sentence_vectors import Meaning
from wikic.store.protocol import Closing
from wikic.store.tree import TreeStore
from wikic.wiki.watching import EVERYTHING, FolderFollower, file_identity

# Calls wait so long, from the start, for the first look at the tree: 0.1 s for 12,600 pages in step.
_PATIENCE: Final = 2.0
# With no index at all there is nothing to answer from; 12,600 pages take 10 s.
_FIRST: Final = 600.0
# Between two looks whether `wiki/` is still the directory that is watched.
_LOOK: Final = 2.0
# A wiki that changes all the time is followed a third of the time, so that reads keep their pace.
_REST: Final = 2

Say = Callable[[str], None]


class Followed(Closing, ABC):
    """A wiki and the thread that follows it; ``close`` it, or use it in a ``with``.

    root: the knowledge base, or where notes about it are kept. reads_from: what is read.
    busy: whether the indexes are not as the pages are.
    """

    def __init__(self, root: Path, library: Library, reads_from: str, say: Say) -> None:
        self.root = root
        self.reads_from = reads_from
        self.busy = False
        self._say = say
        self._library = library
        self._library.pinned = True
        self._thread = Thread(target=self._follow, name="wikic-follow", daemon=True)

    def start(self) -> None:
        """Begin to follow changes, on a thread of its own."""
        self._say(f"reads from {self.reads_from}")
        self._thread.start()

    def search_by(self, meaning: Meaning | None) -> None:
        """Let the wiki be searched by meaning, or not."""
        self._library.meaning = meaning

    @property
    def by_meaning(self) -> bool:
        """Whether the wiki can be searched by meaning."""
        return self._library.meaning is not None

    @property
    def library(self) -> Library:
        """The wiki, for any number of threads."""
        return self._library

    @property
    def there(self) -> Library:
        """``library``, for who shows pages. Raises StoreError where its files are gone."""
        return self.library

    def overview(self) -> tuple[str, str]:
        """Title and line of the wiki, without waiting."""
        return self._library.overview()

    @abstractmethod
    def health(self) -> tuple[str, ...]:
        """What is not as it should be, a line each."""

    @abstractmethod
    def _follow(self) -> None: ...


class LiveLibrary(Followed):
    """The wiki in a folder; what it is read from is the mirror, or the files themselves."""

    def __init__(self, root: Path, say: Say, aloud: Say | None = None) -> None:
        """Open the wiki at ``root``; what is worth knowing goes to ``say``. Raises NotAWikiError.

        aloud: takes what everybody should see; None where there is nobody else to tell.
        """
        self._aloud = aloud or say
        tree = page_tree(root)
        self._mirror, reads_from = None, "the files: they are not wikic's to copy"
        if not tree.adopted:
            self._mirror, reads_from = _open_mirror(root, tree.store)
        library = Library.open(root, store=self._mirror.store if self._mirror is not None else None)
        super().__init__(root, library, reads_from, say)
        self.busy = True
        self._indexed = (build_dir.at(root) / layout.CATALOGUE_FILE).is_file()
        self._ready = Event()
        self._begun = time.monotonic()
        self._place = tree.place
        self._folder = FolderFollower(tree.place, say)

    @property
    def library(self) -> Library:
        """The wiki; the first call may wait until it has been looked at."""
        if not self._ready.is_set():
            until = self._begun + (_PATIENCE if self._indexed else _FIRST)
            self._ready.wait(max(0.0, until - time.monotonic()))
        return self._library

    @property
    def there(self) -> Library:
        """``library``. Raises StoreError where it is gone: what indexes still know of it cannot be read."""
        if gone := self.health():
            raise StoreError(*gone, hint="put it back, or end this server")
        return self.library

    def health(self) -> tuple[str, ...]:
        """What is not as it should be: that the wiki is gone; files answer whatever the mirror cannot."""
        return () if file_identity(self._place) is not None else ("the wiki is not where it was",)

    def close(self) -> None:
        """Stop following and let go of the wiki."""
        self._folder.stop()
        if self._thread.is_alive():
            self._thread.join(timeout=0.5)
        if not self._thread.is_alive():  # else it is within a refresh: its locks end with the process
            if self._mirror is not None:
                self._mirror.close()
            self._library.close()

    # --- the thread -------------------------------------------------------------------------------

    def _follow(self) -> None:
        for changed in self._folder.batches(lambda: _LOOK):
            if changed:
                self.busy = True
                took = self._renew(frozenset() if EVERYTHING in changed else changed)
                self._folder.ended.wait(_REST * took)

    def _renew(self, changed: frozenset[str] = frozenset()) -> float:
        """Bring everything in step; returns the seconds it took.

        changed: paths below ``wiki/``; none where anything may have changed.
        """
        begun = time.monotonic()
        try:
            before = self._library.said
            for note in self._library.renew():
                self._say(note)
            for note in self._library.said if not before else ():
                self._aloud(note)
            self._keep_mirror(changed)
        except NotAWikiError:
            pass  # `git checkout` of a branch without it; what follows is found when it is back
        except (WikicError, OSError) as error:
            self._say(f"the indexes stay as they are: {error}")
        self._ready.set()
        self.busy = False
        return time.monotonic() - begun

    def _keep_mirror(self, changed: frozenset[str]) -> None:
        """Bring the mirror in step with what changed; with everything where that is not known."""
        if self._mirror is None or self._folder.ended.is_set():
            return
        try:
            if changed:
                self._mirror.update(changed)
            else:
                self._mirror.sync()
                self._mirror.watching = True
        except StoreError as error:  # readers pass over what is not as the files are
            self._say(f"the mirror stays as it is: {error}")


def _open_mirror(root: Path, tree: TreeStore) -> tuple[Mirror | None, str]:
    """The mirror where this process can have it, and what is read."""
    try:
        return Mirror.open(tree, root), "the mirror"
    except (StoreError, MissingExtraError) as error:
        return None, f"the files: {error}"


_LOOK_AT_STORE: Final = 1.0  # seconds between two looks at how the store stands


class LiveStore(Followed):
    """The wiki at the address ``store``; notes about it are kept where ``root`` says."""

    def __init__(self, store: str, directory: Path, say: Say) -> None:
        """``directory`` names the wiki where the address does not.

        Raises MissingExtraError, UsageError, and StoreError where it cannot be read or has no index yet.
        """
        self._reader, self._indexes, root = open_stored(store, directory)
        self._stack = ExitStack()
        try:
            cache = self._stack.enter_context(self._reader.followed())
            library = StoredLibrary(root, cache, self._indexes)
        except BaseException:
            self._stack.close()
            raise
        super().__init__(root, library, "the store", say)
        self._health: tuple[str, ...] = ()
        self._end = Event()

    def start(self) -> None:
        """Begin to follow the store, on a thread of its own."""
        self._look()
        super().start()

    def health(self) -> tuple[str, ...]:
        """What is not as it should be, a line each."""
        return self._health

    def close(self) -> None:
        """Stop following and let go of the store."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)
        self._stack.close()

    def _follow(self) -> None:
        while not self._end.wait(_LOOK_AT_STORE):
            self._look()

    def _look(self) -> None:
        """See how the store stands, and go over to new indexes."""
        lines = []
        generation = self._reader.look()
        if self._reader.trouble:
            lines.append(f"{self._reader.trouble}: what was read before and the last index serve")
        else:
            try:
                self._library.renew()
            except (WikicError, OSError) as error:
                lines.append(f"{error}: the last whole index serves")
            if not self._reader.mirrored:
                lines.append("the wiki is being mirrored: some pages may be of before")
            if self._indexes.generation < generation:
                lines.append("the pages are ahead of the index")
        self.busy = bool(lines)
        for line in lines:
            if line not in self._health:
                self._say(line)
        self._health = tuple(lines)


def opened(root: Path, store: str, say: Say, aloud: Say) -> Followed:
    """The wiki at ``root``, or the one at the address ``store`` where there is one.

    say, aloud: as ``LiveLibrary`` takes them.

    Raises NotAWikiError, MissingExtraError, UsageError, StoreError.
    """
    if not store:
        return LiveLibrary(root, say, aloud)

    return LiveStore(store, root, say)
