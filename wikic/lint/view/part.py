"""Some files of a wiki, looked at as if there were no others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from wikic.wiki.tree import FileStat, Tree


@dataclass(frozen=True, slots=True)
class Part:
    """A tree to lint in that holds a few files of another one, which is not listed for it.

    tree: of the whole.
    files: file paths of those that are there.
    """

    tree: Tree
    files: Collection[str]

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        """Each of the files that is on disk, with its stat."""
        for file in sorted(self.files):
            stat = self.tree.stat(file)
            if stat is not None:
                yield file, stat

    def read(self, file: str) -> bytes | None:
        """Content of a file, None where it is not among these."""
        return self.tree.read(file) if file in self.files else None
