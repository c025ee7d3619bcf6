"""The indexes of a wiki as a reader holds them: search, names, graph and catalogue, loaded when asked for.

They are as ``indexing.refresh`` left them last and follow when another process refreshes them. Where
``.wikic/`` holds none and cannot be written, they are made in a temporary folder. Any number of threads may
read them.
"""

from __future__ import annotations

import os
import shutil
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from threading import RLock

from wikic import build_dir, layout
from wikic.graph.wiki_graph import Graph
from wikic.navigate.indexes import catalogue, graph_file, indexing
from wikic.navigate.indexes.catalogue import Catalogue
from wikic.navigate.indexes.catalogue_view import CatalogueView
from wikic.navigate.vault.page_tree import PageTree, page_tree
from wikic.progress import Progress
from wikic.search.index import SearchIndex
from wikic.search.name_index import NameIndex
from wikic.store.protocol import Closing


class OpenIndexes(Closing):
    """The indexes of the wiki at ``root``.

    tree: where its pages lie, and how they are read.
    notes: what could not be brought in step, a line each.
    said: those of them that everybody should see.
    pinned: catalogue and graph follow by ``renew`` alone, so that no read of a server pays for loading them.
    """

    def __init__(
        self,
        root: Path,
        notes: tuple[str, ...] = (),
        *,
        tree: PageTree | None = None,
        place: Path | None = None,
    ) -> None:
        """``tree`` and ``place``: of a wiki whose files, and whose indexes, are not in ``root``."""
        self.root = root
        self.tree: PageTree = tree or page_tree(root)
        self.notes = notes
        self.said: tuple[str, ...] = ()
        self.pinned = False
        self._loading = RLock()
        self._place = place or build_dir.at(root)
        self._borrowed: Path | None = None
        self._known: tuple[object, CatalogueView] | None = None
        self._graph: tuple[object, Graph] | None = None

    def close(self) -> None:
        """Remove the indexes that were made for this reader alone."""
        if self._borrowed is not None:
            shutil.rmtree(self._borrowed, ignore_errors=True)

    def renew(self, progress: Progress | None = None) -> tuple[str, ...]:
        """Bring the indexes that this library reads in step with the tree; returns what could not be.

        For the background of a process that stays: readers keep the old catalogue and graph until the new
        ones are there, whole. Raises NotAWikiError while there is no ``wiki/``.
        """
        done = indexing.refresh(self.root, build=self._place, mirrored=False, progress=progress)
        tree = page_tree(self.root)
        if tree.adopted and self.tree.adopted and tree.settings != self.tree.settings:
            self.tree = tree
        self._look(again=True).warm()
        self._look_at_graph(again=True)
        return done.notes

    def _move(self, place: Path) -> None:
        """Read the indexes at ``place`` from here on; who holds one of before goes on with it."""
        self._place = place
        for name in ("search", "source_search", "names"):
            self.__dict__.pop(name, None)

    @cached_property
    def search(self) -> SearchIndex:
        """Search over the knowledge pages."""
        return self._index(layout.SEARCH_DIR)

    @cached_property
    def source_search(self) -> SearchIndex:
        """Search over the articles, whole; hits are page paths of articles."""
        return self._index(layout.SOURCE_SEARCH_DIR)

    @cached_property
    def names(self) -> NameIndex:
        """Which pages a text names."""
        return NameIndex(self.search)

    @property
    def graph(self) -> Graph:
        """Relations with their labels, links in people's words and mentions, between knowledge pages.

        Take it once per question: it follows when another process refreshes it.
        """
        return self._look_at_graph()

    @property
    def catalogue(self) -> Catalogue:
        """Every page and source by name."""
        return self._look().catalogue

    def _look(self, *, again: bool = False) -> CatalogueView:
        """The catalogue; one thread loads those that are new, the others go on with the old ones."""
        held = self._known
        if held is not None and not again and (self.pinned or held[0] == self._version()):
            return held[1]
        if not self._loading.acquire(blocking=held is None or again):
            assert held is not None
            return held[1]
        try:
            version, held = self._version(), self._known
            if held is None or held[0] != version:
                found = catalogue.load_catalogue(self._place)
                if found is None:
                    self._borrow()
                    version = self._version()
                    found = catalogue.load_catalogue(self._place) or indexing.catalogue_of(self.root)
                known = CatalogueView(found, self.tree)
                if again:
                    known.warm()
                self._known = held = version, known
            return held[1]
        finally:
            self._loading.release()

    def _look_at_graph(self, *, again: bool = False) -> Graph:
        """The graph, loaded by one thread as the catalogue is."""
        held = self._graph
        if held is not None and not again and (self.pinned or held[0] == self._version(layout.GRAPH_FILE)):
            return held[1]
        if not self._loading.acquire(blocking=held is None or again):
            assert held is not None
            return held[1]
        try:
            version, held = self._version(layout.GRAPH_FILE), self._graph
            if held is None or held[0] != version:
                found = graph_file.load_graph(self._place) or graph_file.graph_of(self.catalogue, self.tree)
                self._graph = held = version, found
            return held[1]
        finally:
            self._loading.release()

    def _version(self, name: str = layout.CATALOGUE_FILE) -> object:
        return _file_version(self._place / name), self.tree

    def _index(self, name: str) -> SearchIndex:
        index = SearchIndex.open(self._place / name)
        if index.needs_rebuild is not None:
            self._borrow()
            index = SearchIndex.open(self._place / name)
        return index

    def _borrow(self) -> None:
        """Make all indexes in a temporary folder: ``.wikic/`` holds none and cannot be written."""
        with self._loading:
            if self._borrowed is not None:
                return
            try:
                borrowed = Path(mkdtemp(prefix="wikic-"))
            except OSError as error:
                self.notes += (f"no place for an index: {error}",)
                return
            self._borrowed = borrowed
            done = indexing.refresh(self.root, build=borrowed, mirrored=False)
            self._place = borrowed
            place = self.root / layout.BUILD_DIR
            note = f"{place} cannot be written: the index is made for this run alone, in {borrowed}"
            # A vault is often somebody else's to write; elsewhere it is told to who asks.
            self.said = (note,) if self.tree.adopted else ()
            self.notes += (note, *done.notes)


def _file_version(file: Path) -> tuple[int, int] | None:
    """Inode and time of a file, which differ once it is replaced; None where there is none."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
