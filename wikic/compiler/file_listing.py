"""The files of a wiki, listed once in a run and updated by each change that lands."""

from __future__ import annotations

from collections.abc import Iterable

from wikic.model.change import Change, Delete, Move
from wikic.wiki.tree import FileStat, Tree


class Listing:
    """A tree to lint proposals in, whose files are not listed again for each batch.

    What people add or delete meanwhile it does not see; whoever writes does.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._files: dict[str, FileStat] = {}
        self._stale = True

    def walk(self) -> Iterable[tuple[str, FileStat]]:
        """Every file path with its stat at the first listing; zeros for a file that landed since."""
        if self._stale:
            self._files, self._stale = dict(self._tree.walk()), False
        return self._files.items()

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None when there is no such file."""
        return self._tree.read(file)

    def landed(self, changes: Iterable[Change]) -> None:
        """Update the listing by changes that are on disk now."""
        for change in changes:
            if isinstance(change, Delete | Move):
                self._files.pop(change.path, None)
            if not isinstance(change, Delete):
                self._files[change.target if isinstance(change, Move) else change.path] = _UNKNOWN

    def spoil(self) -> None:
        """Forget the listing, because people changed files too; the next ``walk`` lists them again."""
        self._stale = True


_UNKNOWN = FileStat(0, 0)
