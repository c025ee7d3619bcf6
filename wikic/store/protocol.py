"""The one door to the wiki as paths and records. Every implementation passes tests/store/test_conformance.py.

Operators of WikiKV, section II-B: Q1 is ``get``, Q2 ``list``, Q4 ``prefix``; Q3, navigation along a path, is
``navigate`` over these. Readers take no lock. What each store guarantees: docs/consistency.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Protocol, Self

from wikic.store.records import Applied, Batch, DirectoryRecord, FileRecord, Node, Stamp


class Store(Protocol):
    """Reading. Paths that no store can hold are simply absent, never an error.

    Raises ``StoreDamagedError`` where what is stored cannot be read; a record of LevelDB may do so when a
    field of it is first asked for.
    """

    @property
    def generation(self) -> int:
        """Grows with every batch; 0 for a store that keeps no count (the tree). Take it before you read."""
        ...

    @property
    def settled(self) -> bool:
        """Whether it shows a whole tree, not one half mirrored."""
        ...

    def get(self, path: str) -> FileRecord | None:
        """Q1: the file record at ``path``, or None."""
        ...

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        """Q2: the directory at ``path`` with its names, or None; a point lookup.

        A large directory comes in pages: pass ``next`` of one as ``after`` for the following. The cursor
        is a name, so a name that stays is met exactly once, whatever is written in between.
        """
        ...

    def prefix(self, prefix: str, limit: int | None = None) -> tuple[str, ...]:
        """Q4: paths of files that begin with ``prefix``, in code-point order, at most ``limit``."""
        ...

    def close(self) -> None:
        """Let go of files and locks. No other thread may be reading. Twice is once."""
        ...


class WritableStore(Store, Protocol):
    """A store that mirrors a tree. One writer at a time; others wait in ``apply``.

    batch_bytes: how much a batch should hold at most, for what readers wait while it lands.
    """

    batch_bytes: int

    def apply(self, batch: Batch) -> Applied:
        """Write ``batch``: children before the directories that name them, removals the other way round.

        Raises ``StaleVersionError`` when an operation expects another version, ``ValueError`` on a path
        that no store holds or that is named twice; nothing is written then.
        """
        ...

    def stamp(self, path: str) -> tuple[int, Stamp] | None:
        """Version and stamp of a file record, without its text."""
        ...

    def stamps(self) -> Iterator[tuple[str, int, Stamp]]:
        """Path, version and stamp of every file record, in code-point order, as of one moment."""
        ...


class Closing:
    """``with store:`` closes it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the store; this one holds nothing open."""


def navigate_path(store: Store, path: str) -> tuple[Node, ...]:
    """Q3: the records along ``path``, from the root's down to the file or directory it names.

    It ends where a step is missing, so what is returned is always a walk that was possible.
    """
    hook: Callable[[str], tuple[Node, ...]] | None = getattr(store, "navigate", None)
    if hook is not None:
        return hook(path)  # a store that is asked once for the whole walk, because asking is what costs
    listing = store.list
    directory = listing("")
    if directory is None:
        return ()
    trail: list[Node] = [directory]
    at = path.find("/")
    while at > 0:
        directory = listing(path[:at])
        if directory is None:
            return tuple(trail)
        trail.append(directory)
        at = path.find("/", at + 1)
    if path and at:
        last = store.get(path) or listing(path)
        if last is not None:
            trail.append(last)
    return tuple(trail)


def list_names(store: Store, directory: str) -> Iterator[str]:
    """Names of all files in ``directory``, over all pages of a large one."""
    page = store.list(directory)
    while page is not None:
        yield from page.files
        page = None if page.next is None else store.list(directory, page.next)
