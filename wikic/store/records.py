"""What a store holds (WikiKV, sections IV-A and IV-B): paths, their keys, records, and the batches that
change them.

The paper hashes paths; here the key is the raw UTF-8 path behind one byte that names its space. UTF-8 sorts
as code points do, so an ordered store answers prefix search by seeking, in Chinese as in English. The
spaces are documented in docs/store-format.md.

A *path* is a file path relative to ``wiki/`` with its extension, ``people/John-V.md``; a directory's path
has no trailing slash and the root's is ``""``. A file and a directory never share a key, so
``people/kings.md`` may stand beside ``people/kings/``. A writer hands over one batch, at most one change
per path, applied in a fixed order.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from wikic.layout import content_hash

FILE: Final = b"F"  # F<path> -> file record
DIRECTORY: Final = b"D"  # D<path> -> directory record with its first page of names
NAME: Final = b"P"  # P<path> -> version and stamp; small values, so that prefix search reads no text
STATE: Final = b"M"  # M<name> -> format, generation
# No space for access counters: they must survive a rebuild, so they belong in a database of their own.

# A schema's directories hold at most 200 entries, so each is one lookup; a listing of 512 names decodes in
# about 20 µs, one of 20,000 in a millisecond.
MAX_PAGE_NAMES: Final = 512

# In one expression: a first mirror asks it of every path.
_STEP: Final = r"[^./\x00-\x1f\x7f\ud800-\udfff][^/\x00-\x1f\x7f\ud800-\udfff]*"
_NAME: Final = re.compile(_STEP)
_PATH: Final = re.compile(rf"{_STEP}(?:/{_STEP})*")


def is_name(segment: str) -> bool:
    """Whether a store holds files of this name: not hidden, no control character, valid Unicode.

    Looser than ``layout.name_fault``: a mirror shows what people put into ``wiki/``, as it is.
    """
    return _NAME.fullmatch(segment) is not None


def check_path(path: str) -> None:
    """Raise ValueError when ``path`` is no file path a store can hold."""
    if not is_path(path):
        raise ValueError(f"{path!r} is not a path inside a wiki")


def is_path(path: str) -> bool:
    """Whether ``path`` is relative, without empty, hidden or ``..`` steps: it cannot leave the root."""
    return _PATH.fullmatch(path) is not None


def parent_directory(path: str) -> str:
    """The directory of a file or directory path; the root's own is ``""``."""
    return path.rpartition("/")[0]


def last_segment(path: str) -> str:
    """The last segment."""
    return path.rpartition("/")[2]


def join_path(directory: str, segment: str) -> str:
    """The path of a child."""
    return f"{directory}/{segment}" if directory else segment


def directories_above(path: str) -> Iterator[str]:
    """All directories above ``path``, the root's included."""
    while path:
        path = parent_directory(path)
        yield path


def path_depth(directory: str) -> int:
    """Steps from the root: 0 for ``""``."""
    return directory.count("/") + 1 if directory else 0


def encode_key(space: bytes, path: str) -> bytes:
    """The key of ``path`` in ``space``. A lone surrogate encodes to a key that nothing was stored under."""
    return space + path.encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class Stamp:
    """The state of the file a record was made from.

    sha256: hash of its bytes in hex (``layout.content_hash``).
    mtime_ns: its modification time in nanoseconds; 0 when unknown, which is never fresh.
    size: its length in bytes.
    """

    sha256: str
    mtime_ns: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class FileMeta:
    """What is known about a file beside its text; schema evolution reads it (WikiKV, section III-D).

    version: the compare-and-swap token, assigned by the store: the generation of the batch that last
        changed the content. It grows over deletes too. 0 before a record was stored.
    confidence: between 0 and 1.
    sources: paths or URIs the text rests on.
    last_verified: ISO date, or "".
    access_count: reads counted when the record was made; live counters are not kept in records.
    """

    version: int = 0
    confidence: float = 1.0
    sources: tuple[str, ...] = ()
    last_verified: str = ""
    access_count: int = 0


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A leaf: knowledge page, index file, digest, article, or a YAML file of the wiki.

    name: last segment of its path.
    text: its content as text, BOM and line ends kept; invalid UTF-8 is replaced.
    stamp: state of the file it was made from.
    meta: version and statistics.
    """

    name: str
    text: str
    stamp: Stamp
    meta: FileMeta = FileMeta()

    type: ClassVar[Literal["file"]] = "file"


@dataclass(frozen=True, slots=True)
class DirectoryMeta:
    """What is known about a directory.

    version: generation of the batch that last changed its names.
    entry_count: children it has over all pages, directories included.
    access_count: as for files.
    mtime_ns: modification time of the directory it mirrors; 0 when unknown, which is never fresh.
    """

    version: int = 0
    entry_count: int = 0
    access_count: int = 0
    mtime_ns: int = 0


@dataclass(frozen=True, slots=True)
class DirectoryRecord:
    """An inner node with the names of its children, or one page of them when there are many.

    name: last segment of its path, "" for the root.
    sub_dirs: names of all its directories, in code-point order; on the first page only.
    files: names of its files, in code-point order: all of them, or those of this page.
    next: what to pass as ``after`` for the following page, or None on the last.
    meta: version and statistics, the same on every page.
    """

    name: str
    sub_dirs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    next: str | None = None
    meta: DirectoryMeta = DirectoryMeta()

    type: ClassVar[Literal["directory"]] = "directory"


Node = FileRecord | DirectoryRecord


def file_record(path: str, data: bytes, mtime_ns: int = 0, meta: FileMeta | None = None) -> FileRecord:
    """The record of a file from its bytes and modification time."""
    return FileRecord(
        name=path.rpartition("/")[2],
        text=data.decode("utf-8", "replace"),
        stamp=Stamp(content_hash(data), mtime_ns, len(data)),
        meta=meta or FileMeta(),
    )


def stamp_version(record: FileRecord, version: int) -> FileRecord:
    """``record`` as the store keeps it. Spelled out: ``dataclasses.replace``, twice, costs 10 µs a record."""
    old = record.meta
    meta = FileMeta(version, old.confidence, old.sources, old.last_verified, old.access_count)
    return FileRecord(record.name, record.text, record.stamp, meta)


def is_fresh(record: Node, stat: os.stat_result | None) -> bool:
    """Whether ``record`` still shows the file or directory that ``stat`` was taken of (None: it is gone).

    Judged by modification time, for files by size too. Two writes of equal length within one tick of
    the file system's clock (1-4 ms on ext4) look alike, as they do to git and make.
    """
    if stat is None:
        return False
    if isinstance(record, DirectoryRecord):
        return record.meta.mtime_ns == stat.st_mtime_ns != 0
    return record.stamp.mtime_ns == stat.st_mtime_ns != 0 and record.stamp.size == stat.st_size


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
