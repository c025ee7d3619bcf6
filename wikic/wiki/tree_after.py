"""A tree of files as it will be once some have other contents; nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from wikic import layout
from wikic.wiki.tree import FileStat, Tree


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
        return None if data is None else _stat(data)

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        """Every file with its stat."""
        for file, stat in self.base.walk():
            if file not in self.contents:
                yield file, stat
        for file, data in self.contents.items():
            if data is not None:
                yield file, _stat(data)


def _stat(data: bytes) -> FileStat:
    """Before 1970, so no file's on disk; another for every content, so that none is taken for another."""
    return FileStat(-1 - int(layout.content_hash(data)[:15], 16), len(data))
