"""What a writer hands to a store: one batch, at most one change per path, applied in a fixed order."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.store.path_keys import check_path
from wikic.store.records import FileRecord, Stamp


@dataclass(frozen=True, slots=True)
class Put:
    """Store a file record; its directories are kept in step by the store.

    path: file path.
    record: what to store; the store assigns its version.
    expects: version it replaces, 0 when nothing may be there, None when it does not matter.
    """

    path: str
    record: FileRecord
    expects: int | None = None


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove a file record; no fault when there is none.

    path: file path.
    expects: version that goes, or None when it does not matter.
    """

    path: str
    expects: int | None = None


@dataclass(frozen=True, slots=True)
class Restamp:
    """The file was touched and its content stayed: renew modification time, keep version and text.

    path: file path.
    stamp: the new state; without effect when the stored hash is another.
    expects: as in ``Delete``.
    """

    path: str
    stamp: Stamp
    expects: int | None = None


Operation = Put | Delete | Restamp


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes that land together.

    operations: at most one per path; their order carries no meaning. A move is a Put and a Delete.
    directories: pairs of directory path and modification time, for listings that were read from the tree.
    settled: True when the store now mirrors a whole tree, False when more batches must follow before it
        does, None to leave that as it is.
    """

    operations: tuple[Operation, ...] = ()
    directories: tuple[tuple[str, int], ...] = ()
    settled: bool | None = None

    def check(self) -> None:
        """Raise ValueError on a path that no store holds, or that is named twice."""
        seen: set[str] = set()
        for operation in self.operations:
            check_path(operation.path)
            if operation.path in seen:
                raise ValueError(f"{operation.path!r} is changed twice in one batch")
            seen.add(operation.path)


@dataclass(frozen=True, slots=True)
class Applied:
    """What a batch did; caches drop exactly these paths (WikiKV, section V-C).

    generation: the store's generation after it.
    files: paths of the file records written or removed.
    directories: paths of the directories whose record changed, came or went.
    """

    generation: int
    files: tuple[str, ...] = ()
    directories: tuple[str, ...] = ()
