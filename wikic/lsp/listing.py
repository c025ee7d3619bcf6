"""The files of one tree as the server last listed them: a keystroke does not walk the disk again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from wikic.errors import WikicError
from wikic.lint.vault.tree import VaultTree, is_left_out
from wikic.lsp.place import Place
from wikic.wiki.tree import FileStat, Tree, walk_files

# A folder that nobody adopted may be a home directory: what is beyond that many files is left out.
MOST: Final = 60_000


class Listing:
    """Every file with its stat; what cannot be read is as if it were not there, and nothing is raised."""

    def __init__(self, place: Place, most: int = MOST) -> None:
        """``most``: files that are listed of a folder that nobody adopted."""
        self.place = place
        self._most = most
        self._files = Tree(place.root) if place.inside else VaultTree(place.root)
        self._stats: dict[str, FileStat] | None = None
        self.cut = False  # whether there are more files than are listed

    def renew(self) -> None:
        """The disk has changed: list it again when somebody asks."""
        self._stats = None

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        """Every file path with its stat."""
        if self._stats is None:
            self._stats = dict(self._listed())
        return iter(self._stats.items())

    def _listed(self) -> Iterator[tuple[str, FileStat]]:
        place = self.place
        if place.only is not None:
            with suppress(OSError):
                status = os.stat(place.home / place.only)
                yield place.only, FileStat(status.st_mtime_ns, status.st_size)
            return
        left_out = is_left_out if not place.inside else (lambda name: name.startswith("."))
        for number, each in enumerate(walk_files(place.home, left_out, lenient=True)):
            if number >= self._most and not place.judged:
                self.cut = True
                return
            yield each

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None where there is none to be had."""
        if self.place.only not in (None, file):
            return None
        try:
            return self._files.read(file)
        except WikicError:
            return None
