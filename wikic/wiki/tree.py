"""The files of one wiki: listing, reading, stat. The only reader of ``wiki/`` above the store."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from wikic import build_dir, layout
from wikic.errors import DiskError
from wikic.plain_file import WIKI_FILE, may_read, read_below


@dataclass(frozen=True, slots=True)
class FileStat:
    """What tells a changed file from an unchanged one without reading it.

    mtime_ns: modification time in nanoseconds.
    size: in bytes.
    """

    mtime_ns: int
    size: int


def walk_files(
    root: Path, is_left_out: Callable[[str], bool], *, lenient: bool = False
) -> Iterator[tuple[str, FileStat]]:
    """Every regular file below ``root`` by its path from there, with its stat; symlinks are left out.

    is_left_out: whether a file or directory of this name is passed over, with all that it holds.
    lenient: whether what cannot be listed or read is passed over, too.

    Raises DiskError for a directory that cannot be listed and for a page that may not be read.
    """
    stack = [""]
    while stack:
        inside = stack.pop()
        try:
            entries = os.scandir(root / inside)
        except FileNotFoundError:
            continue
        except OSError as error:
            if lenient:
                continue
            raise DiskError(f"cannot list {root / inside}: {error.strerror}") from error
        with entries:
            for entry in entries:
                if is_left_out(entry.name):
                    continue
                path = f"{inside}/{entry.name}" if inside else entry.name
                if entry.is_dir(follow_symlinks=False):
                    stack.append(path)
                elif entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    # Said here: what is remembered of a file would else stand for it.
                    if path.endswith((".md", ".yaml")) and not may_read(entry.path, status.st_mode):
                        if lenient:
                            continue
                        raise DiskError(f"cannot read {entry.path}: Permission denied")
                    yield path, FileStat(status.st_mtime_ns, status.st_size)


@dataclass(frozen=True, slots=True)
class Tree:
    """The ``wiki/`` directory of a knowledge base, or another one that is laid out so.

    root: the knowledge base, the directory that holds ``wiki/``.
    inside: the directory's name.
    """

    root: Path
    inside: str = field(default=layout.WIKI_DIR, kw_only=True)

    @property
    def wiki(self) -> Path:
        """The directory itself."""
        return self.root / self.inside

    @property
    def build(self) -> Path:
        """The ``.wikic/`` directory; all of it can be made again."""
        return build_dir.at(self.root)

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None when there is no such file (skip on miss).

        Raises DiskError when it is there and cannot be read, NotPlainError when it is no plain file, leads
        out of ``wiki/`` or is too large.
        """
        try:
            return read_below(f"{self.root}/{self.inside}", file, WIKI_FILE)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            raise DiskError(f"cannot read {self.wiki / file}: {error.strerror}") from error

    def stat(self, file: str) -> FileStat | None:
        """Stat of a file path, or None when there is no such file."""
        try:
            status = os.stat(self.wiki / file)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return FileStat(status.st_mtime_ns, status.st_size)

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        """Every regular file below ``wiki/`` with its stat; hidden names and symlinks are left out."""
        return walk_files(self.wiki, lambda name: name.startswith("."))


class Files(Protocol):
    """A listing and a way to read, as ``Tree`` has them."""

    def walk(self) -> Iterable[tuple[str, FileStat]]:
        """Every file path with its stat."""
        ...

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None when there is no such file."""
        ...


@dataclass(frozen=True, slots=True)
class TreeAfter(Tree):
    """A tree with other contents laid over it.

    base: the files as they are.
    contents: content by file path, None for a file that is gone.
    """

    base: Files
    contents: Mapping[str, bytes | None]

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None when there is no such file."""
        return self.contents[file] if file in self.contents else self.base.read(file)

    def stat(self, file: str) -> FileStat | None:
        """Stat of a file path, or None when there is no such file."""
        if file not in self.contents:
            return Tree.stat(self, file)
        data = self.contents[file]
        return None if data is None else _made_up_stat(data)

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        """Every file with its stat."""
        for file, stat in self.base.walk():
            if file not in self.contents:
                yield file, stat
        for file, data in self.contents.items():
            if data is not None:
                yield file, _made_up_stat(data)


def _made_up_stat(data: bytes) -> FileStat:
    """Before 1970, so no file's on disk; another for every content, so that none is taken for another."""
    return FileStat(-1 - int(layout.content_hash(data)[:15], 16), len(data))
