"""A wiki as a dictionary of files, for whatever reads a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wikic.wiki.tree import FileStat


@dataclass(frozen=True)
class WikiFiles:
    """Files by path, as a reader of the linter sees them."""

    files: dict[str, bytes]

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        for name, data in self.files.items():
            yield name, FileStat(0, len(data))

    def read(self, file: str) -> bytes | None:
        return self.files.get(file)
