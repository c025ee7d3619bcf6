"""A wiki whose files are elsewhere, opened for reading: pages from a store, indexes from beside them.

It reads whatever ``Library`` reads of a compiled wiki but the pictures and files beside articles.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import layout
from wikic.errors import StoreDamagedError, StoreError
from wikic.navigate.indexes.remote_mirror import FetchedIndexes, remote_address
from wikic.navigate.library import Library
from wikic.navigate.vault.page_tree import PageTree
from wikic.progress import Progress
from wikic.store.protocol import Store
from wikic.store.records import FileRecord
from wikic.store.tree import TreeStore
from wikic.user_cache import user_cache

if TYPE_CHECKING:
    from wikic.store.redis_reader import RedisReader

_INDEXES: Final = "indexes"  # a folder for each version


class StoredTree(PageTree):
    """How the pages of a compiled wiki are read whose files are not here."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.store = TreeStore(place)


class StoredLibrary(Library):
    """A wiki whose pages come from a store, and whose indexes were fetched."""

    elsewhere = True

    def __init__(self, root: Path, store: Store, indexes: FetchedIndexes) -> None:
        """``root``: where this machine keeps notes about the wiki. Raises StoreError without an index."""
        super().__init__(root, store, tree=StoredTree(root / layout.WIKI_DIR), place=indexes.place)
        self._indexes = indexes

    def renew(self, progress: Progress | None = None) -> tuple[str, ...]:
        """Go over to the indexes that are published now, whole. Raises StoreError; the old ones serve on."""
        if self._indexes.renew() or self._place != self._indexes.place:
            before = self._place
            self._move(self._indexes.place)
            try:
                _ = self.search, self.source_search  # refused here, where the old ones still serve
                self._look(again=True).warm()
                self._look_at_graph(again=True)
            except BaseException:
                self._move(before)
                raise
        return ()

    def record(self, path: str) -> FileRecord | None:
        try:
            return super().record(path)
        except StoreError:
            # Of what may be a page the index knows whether it is one.
            if self._is_listed(path):
                raise
            return None

    def _is_listed(self, path: str) -> bool:
        known = self.catalogue
        source = f"{layout.ARTICLES_DIR}/{layout.stem(path)}"
        return path in known.pages or layout.is_index(path) or source in known.sources

    def attachments(self, article: str) -> tuple[str, ...]:
        return ()

    def attachment(self, path: str) -> bytes | None:
        return None

    def _borrow(self) -> None:
        raise StoreDamagedError(
            f"the index in {self._place} cannot be used",
            hint="the same version of wikic must publish and read it; or remove that folder",
        )


def open_stored(address: str, root: Path) -> tuple[RedisReader, FetchedIndexes, Path]:
    """The wiki at ``address``, called as the folder ``root`` where no name is given: its pages, its indexes,
    and the folder on this machine for them.

    Raises MissingExtraError, UsageError, and StoreError where it cannot be read, or has no index yet.
    """
    where = remote_address(address, root)
    from wikic.store.redis_reader import RedisReader

    reader = RedisReader(where)
    try:
        folder = _index_folder(str(where), where.wiki)
        indexes = FetchedIndexes(reader.blobs, folder / _INDEXES)
        indexes.renew()
    except BaseException:
        reader.close()
        raise
    return reader, indexes, folder


def stored_library(address: str, root: Path) -> StoredLibrary:
    """``open_stored`` for a command that ends soon. Raises as that."""
    reader, indexes, folder = open_stored(address, root)
    return StoredLibrary(folder, reader, indexes)


def _index_folder(address: str, wiki: str) -> Path:
    """Where the indexes of the wiki at an address are kept on this machine."""
    return user_cache() / f"{wiki}-{hashlib.sha256(address.encode()).hexdigest()[:16]}"
