"""The directory ``wiki/`` itself, read as a store: always current, needs nothing, and cannot be written.

Every process may read it at any time. It knows nothing about what the files mean. Symbolic links, hidden
files, names that no store holds (``records.is_name``) and the pictures and files beside articles, which are
no text, are not shown; folders without files are. A mirror, which lies in LevelDB where this process can have
one, answers in front of it where it is fresh: that is judged by the status of the very file or directory that
is returned, so a reader that follows a person's edit by a microsecond sees it, whether or not the mirror was
told.
"""

from __future__ import annotations

import os
import stat as modes
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from wikic.errors import MissingExtraError, StoreError
from wikic.model.attachment import FOLDER, is_folder
from wikic.plain_file import WIKI_FILE, open_below
from wikic.store.protocol import Closing, Store
from wikic.store.records import (
    MAX_PAGE_NAMES,
    DirectoryMeta,
    DirectoryRecord,
    FileMeta,
    FileRecord,
    file_record,
    is_fresh,
    is_name,
    is_path,
    join_path,
    last_segment,
    stamp_version,
)

if TYPE_CHECKING:
    from wikic.store.leveldb import LevelStore


# Inside the class, `list` is the operator.
Names = list[str]
Entries = list[tuple[str, bool]]  # name, whether it is a directory

_CHUNK = 32 << 10  # a larger buffer costs 15 µs a file to allocate


class TreeStore(Closing):
    """Reads below ``root``. The version of a record is the modification time of its file in nanoseconds."""

    generation = 0
    settled = True

    def __init__(self, root: Path) -> None:
        self._root = os.fspath(root)

    def get(self, path: str) -> FileRecord | None:
        found = self.read(path)
        if found is None:
            return None
        data, status = found
        return file_record(path, data, status.st_mtime_ns, FileMeta(version=status.st_mtime_ns))

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        status = self.stat(path)
        if status is None or not modes.S_ISDIR(status.st_mode):
            return None
        entries = self._scan(path)
        if entries is None:
            return None
        files = [each for each, is_directory in entries if not is_directory]
        files = files if after is None else files[bisect_right(files, after) :]
        page = tuple(files[:MAX_PAGE_NAMES])
        following = page[-1] if len(files) > len(page) else None
        sub_dirs = tuple(each for each, is_directory in entries if is_directory)
        # The time was taken before the names: a change in between makes the record look old, never new.
        meta = DirectoryMeta(status.st_mtime_ns, len(entries), 0, status.st_mtime_ns)
        return DirectoryRecord(last_segment(path), sub_dirs if after is None else (), page, following, meta)

    def prefix(self, prefix: str, limit: int | None = None) -> tuple[str, ...]:
        found: Names = []
        directory, slash, start = prefix.rpartition("/")
        if (slash and not directory) or self.stat(directory) is None:
            return ()
        for path in self._walk(directory, start):
            if len(found) == limit:
                break
            found.append(path)
        return tuple(found)

    def stat(self, path: str) -> os.stat_result | None:
        """Status of the file or directory at ``path``, None when it is absent or not shown."""
        if path and (not is_path(path) or (FOLDER in path and any(map(is_folder, path.split("/"))))):
            return None
        at = self._root
        try:
            status = os.stat(at)  # the root itself may be a link
            for step in path.split("/") if path else ():
                at = f"{at}/{step}"
                status = os.lstat(at)
                if not modes.S_ISDIR(status.st_mode) and not modes.S_ISREG(status.st_mode):
                    return None
        except (OSError, ValueError):
            return None
        return status

    def load(self, path: str) -> bytes:
        """Content of the file at ``path``. Raises ``FileNotFoundError`` when it is absent or not shown."""
        found = self.read(path)
        if found is None:
            raise FileNotFoundError(path)
        return found[0]

    def read(self, path: str) -> tuple[bytes, os.stat_result] | None:
        """Content of the file at ``path`` and the status it had before it was read, or None."""
        status = self.stat(path)
        if status is None or not modes.S_ISREG(status.st_mode) or status.st_size > WIKI_FILE:
            return None
        try:
            file = open_below(self._root, path)
        except OSError:
            return None  # it went, or may not be read: skip on miss
        try:
            status = os.fstat(file)
            if not modes.S_ISREG(status.st_mode):
                return None  # a pipe has come to where the file was, which nobody writes to
            chunks = []
            while chunk := os.read(file, _CHUNK):
                chunks.append(chunk)
        except OSError:
            return None
        finally:
            os.close(file)
        return b"".join(chunks), status

    def walk(self) -> Iterator[str]:
        """Paths of all files, in code-point order."""
        return self._walk("", "")

    def survey(self, directory: str = "") -> Iterator[tuple[str, os.stat_result, bool]]:
        """Path and status of every directory and file, and whether it is a directory, parents first.

        A directory's status is taken before its names are read.
        """
        status = self.stat(directory)
        if status is None:
            return
        yield directory, status, True
        for entry, is_directory in self._scan(directory) or ():
            path = join_path(directory, entry)
            if is_directory:
                yield from self.survey(path)
            else:
                with suppress(OSError):  # it went since the names were read
                    yield path, os.lstat(f"{self._root}/{path}"), False

    def entries(self, directory: str) -> Entries | None:
        """Names in a directory, sorted, and whether each is a directory; None when it cannot be read."""
        return self._scan(directory)

    def _walk(self, directory: str, start: str) -> Iterator[str]:
        """Files below ``directory`` whose path from there begins with ``start``, in code-point order."""
        entries = self._scan(directory) or ()
        # "a/" sorts after "a-b" and before "ab": the order of whole paths.
        for entry, is_directory in sorted(entries, key=lambda each: each[0] + "/" * each[1]):
            if entry.startswith(start):
                path = join_path(directory, entry)
                if is_directory:
                    yield from self._walk(path, "")
                else:
                    yield path

    def _scan(self, directory: str) -> Entries | None:
        """Names in a directory, sorted, and whether each is a directory."""
        found: Entries = []
        try:
            with os.scandir(f"{self._root}/{directory}") as entries:
                for entry in entries:
                    is_directory = entry.is_dir(follow_symlinks=False)
                    shown = (
                        not is_folder(entry.name) if is_directory else entry.is_file(follow_symlinks=False)
                    )
                    if is_name(entry.name) and shown:
                        found.append((entry.name, is_directory))
        except OSError:
            return None
        found.sort()
        return found


class FreshStore(Closing):
    """Reads ``mirror`` and falls back to ``tree``, record by record; a damaged mirror is passed over.

    Versions are the tree's, whichever answered: the modification time, which a fresh record shares with its
    file. The mirror's own count batches, and a file that changes and changes back between two would seem to
    go back in time.
    """

    generation = 0  # people edit the tree without telling anybody
    settled = True

    def __init__(self, mirror: Store, tree: TreeStore) -> None:
        self._mirror = mirror
        self._tree = tree

    def get(self, path: str) -> FileRecord | None:
        status = self._tree.stat(path)
        if status is None:
            return None
        record = self._record(path, status)
        if record is not None:
            return stamp_version(record, record.stamp.mtime_ns)
        return self._tree.get(path)

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        record = self._listing(path, after)
        if record is not None:
            meta = record.meta
            meta = DirectoryMeta(meta.mtime_ns, meta.entry_count, meta.access_count, meta.mtime_ns)
            return DirectoryRecord(record.name, record.sub_dirs, record.files, record.next, meta)
        return self._tree.list(path, after)

    def prefix(self, prefix: str, limit: int | None = None) -> tuple[str, ...]:
        # The mirror's answer holds when the listings it rests on are fresh: that of the prefix's directory,
        # and no directory below that begins like it.
        directory, _, start = prefix.rpartition("/")
        record = self._listing(directory, None)
        if record is None or any(each.startswith(start) for each in record.sub_dirs):
            return self._tree.prefix(prefix, limit)
        return self._mirror.prefix(prefix, limit)

    def close(self) -> None:
        self._mirror.close()

    def _record(self, path: str, status: os.stat_result) -> FileRecord | None:
        """The mirror's record of a file, when it is whole and fresh."""
        try:
            record = self._mirror.get(path) if self._mirror.settled else None
            # Records decode when they are looked at: look here, where the tree can still stand in.
            whole = record is not None and is_fresh(record, status) and record.text is not None
        except StoreError:
            return None
        return record if whole else None

    def _listing(self, path: str, after: str | None) -> DirectoryRecord | None:
        """The mirror's page of a directory, when it is fresh."""
        if path and not is_path(path):
            return None
        try:
            record = self._mirror.list(path, after) if self._mirror.settled else None
            # The status is taken after the record: a change in between makes it look old, never new.
            whole = (
                record is not None and is_fresh(record, self._tree.stat(path)) and record.files is not None
            )
        except StoreError:
            return None
        return record if whole else None


def open_mirror(mirror: Path, *, first: int = 0) -> LevelStore:
    """The LevelDB at ``mirror``, for the process that keeps it in step. Raises as ``LevelStore`` does.

    Raises ``MissingExtraError`` where plyvel cannot be imported.
    """
    try:
        from wikic.store.leveldb import LevelStore
    except ImportError as error:
        raise MissingExtraError(
            f"the mirror needs plyvel and msgspec: {error}", hint="the wiki's own files are read instead"
        ) from error
    return LevelStore(mirror, first=first)


def without_plyvel() -> str:
    """For ``status``: why no mirror can be had here, and what that costs; "" where one can."""
    try:
        from wikic.store import leveldb  # noqa: F401
    except ImportError as error:
        # Measured: `python benchmarks/store.py --mirror`.
        return (
            f"no mirror, because plyvel cannot be loaded ({error}): everything is read from the files, which "
            "costs a long-running process about 4 times as much for a page, 20 times for a directory, 30 "
            "times for a walk or a prefix; nothing else is missing"
        )
    return ""
