"""Keeping what lies in ``.wikic/`` in step with the tree: catalogue, search indexes, graph, mirror.

One process at a time does it; readers beside it keep the last commit. Whether there is anything to do is
found out from the files' times and sizes. Nothing here is knowledge: whatever is absent or damaged is made
again, and whatever cannot be made leaves readers with what is there.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from wikic import build_dir, layout
from wikic.errors import DiskError, FormatError, LockedError
from wikic.navigate.indexes import articles, catalogue, graph_file, mirror
from wikic.navigate.indexes.articles import article_of, unshown_sentences
from wikic.navigate.indexes.catalogue import Catalogue, Cites, Head, Links, Look, PageEntry, SourceEntry
from wikic.navigate.reader.page_view import PageView, record_of
from wikic.navigate.vault.page_tree import SETTINGS, PageTree, page_tree
from wikic.progress import Progress, Silent
from wikic.search.fields import SearchRecord, storable
from wikic.search.index import SearchIndex
from wikic.store.tree import TreeStore
from wikic.wiki.packed_table import PackedTable

# A file written this shortly before it was read may be written again within the same tick of the file
# system's clock (1-4 ms on ext4, 10 ms on slow kernels): it is looked at once more next time, as git does.
_RACY_NS: Final = 20_000_000


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What ``refresh`` did.

    changed: pages and sources that were read into the indexes.
    removed: pages and sources that were taken out.
    notes: why something was left as it was; for ``--verbose``.
    """

    changed: int = 0
    removed: int = 0
    notes: tuple[str, ...] = ()


def refresh(
    root: Path,
    *,
    build: Path | None = None,
    mirrored: bool = True,
    anew: bool = False,
    progress: Progress | None = None,
) -> Refreshed:
    """Bring the indexes of the wiki at ``root`` in step with its tree.

    build: where they lie, when not in ``.wikic/``.
    mirrored: whether to bring the LevelDB mirror in step too; a command that reads once needs none.
    anew: make all of it anew, so that nothing is left in any file of what was forgotten: tantivy and LevelDB
        only mark what is deleted until they merge their files.

    Never waits: when another process is at it, or the disk refuses, that is a note. Raises NotAWikiError.
    """
    place = build or build_dir.at(root)
    tree = page_tree(root)
    mirrored = mirrored and not tree.adopted
    known = catalogue.load_catalogue(place)
    if not anew and known is not None and _in_step(place, tree, known.head):
        behind = mirrored and _is_behind(place, known.head)
        if not behind:
            return Refreshed()
    try:
        with one_writer(place):
            return _Run(tree, root, place, progress or Silent(), anew=anew).run(mirrored=mirrored)
    except (LockedError, DiskError) as error:
        return Refreshed(notes=(f"{error}; going on with the indexes there are",))


def catalogue_of(root: Path) -> Catalogue:
    """The catalogue of the wiki at ``root``, made in memory: for a disk on which nothing can be written."""
    tree = page_tree(root)
    pages: dict[str, PageEntry] = {}
    links: dict[str, Links] = {}
    cites: dict[str, Cites] = {}
    for path, look in tree.looks().items():
        data = tree.store.read(layout.page_file(path))
        if data is not None:
            view = _read_view(tree, path, data[0])
            pages[path] = catalogue.entry_of(view, layout.content_hash(data[0]), look)
            links[path] = catalogue.links_entry(view)
            cites[path] = catalogue.cites_entry(view)
    return Catalogue().with_sources({}, tree.shelves()).with_pages(pages, links, cites)


def tree_of(root: Path) -> TreeStore:
    """The tree of the compiled wiki at ``root``.

    Raises NotAWikiError when there is none, NotPlainError when it lies elsewhere by a symlink.
    """
    return PageTree(root).store


def _in_step(place: Path, tree: PageTree, head: Head) -> bool:
    """Whether everything but the mirror is as the tree is."""
    return (
        bool(head.looks)
        and _is_whole(place / layout.SEARCH_DIR, head.pages_stamp)
        and _is_whole(place / layout.SOURCE_SEARCH_DIR, head.sources_stamp)
        and graph_file.graph_stamp(place) == head.pages_stamp
        and tree.shelves() == head.shelves
        and catalogue.looks_stamp(tree.looks().items()) == head.looks
    )


def _is_whole(directory: Path, stamp: str) -> bool:
    """Whether the search index there can be used and was made from this state."""
    index = SearchIndex.open(directory)
    return bool(stamp) and index.stamp == stamp and index.needs_rebuild is None


def _is_behind(place: Path, head: Head) -> bool:
    return head.mirrored != head.stamp or not (place / layout.MIRROR_DIR).is_dir()


@contextmanager
def one_writer(place: Path) -> Iterator[None]:
    """Raises LockedError when another process is indexing, DiskError when the lock cannot be made."""
    from filelock import FileLock, Timeout

    lock = FileLock(place / layout.INDEX_LOCK_FILE, timeout=0)
    try:
        if not place.exists():
            build_dir.make(place)
            build_dir.replace(place / layout.GIT_IGNORE_FILE, b"*\n")  # the notes may be kept in git
        lock.acquire()
    except Timeout:
        raise LockedError("another wikic is indexing this wiki") from None
    except (OSError, NotImplementedError) as error:
        raise DiskError(f"{place} cannot be written: {error}") from error
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            lock.release()


class _Run:
    """One refresh, under the lock."""

    def __init__(self, tree: PageTree, root: Path, place: Path, progress: Progress, *, anew: bool) -> None:
        self._tree = tree
        self._root = root
        self._place = place
        self._progress = progress
        self._anew = anew
        self._changed = 0
        self._removed = 0

    def run(self, *, mirrored: bool) -> Refreshed:
        """Sources, then pages, which take words from them, then the mirror."""
        # Read again: whoever held the lock before may have done it all.
        old = catalogue.load_catalogue(self._place, packed=True) or Catalogue()
        # Times are taken before anything is read: what changes meanwhile looks old, never new.
        shelves = self._tree.shelves()
        # Pages are told by their files; read by other settings, they are others.
        self._anew = self._anew or shelves.get(SETTINGS) != old.head.shelves.get(SETTINGS)
        try:
            now = old
            if shelves != old.head.shelves or not self._sources_whole(old):
                now = self._sources(now, shelves)
            now = self._pages(now, articles.changed_articles(old, now))
            if now.head != old.head:
                catalogue.save_catalogue(self._place, now)
        except OSError as error:
            raise DiskError(f"{self._place} cannot be written: {error}") from error
        notes: tuple[str, ...] = ()
        if mirrored and (self._anew or self._changed or self._removed or _is_behind(self._place, now.head)):
            note = mirror.keep_mirror(
                self._tree.store,
                self._root,
                self._place,
                self._progress,
                rebuild=self._anew,
                known=now.hash_of,
            )
            if note:
                notes = (note,)
            else:
                with contextlib.suppress(OSError):  # it is only looked at again next time
                    catalogue.save_catalogue(self._place, now.with_mirror())
        return Refreshed(self._changed, self._removed, notes)

    # --- pages ------------------------------------------------------------------------------------

    def _pages(self, old: Catalogue, retold: frozenset[str]) -> Catalogue:
        """Bring the index of pages in step; ``retold`` are articles that changed."""
        whole = not self._anew and _is_whole(self._place / layout.SEARCH_DIR, old.head.pages_stamp)
        looks = self._tree.looks()
        kept = old if whole else Catalogue()
        entries = PackedTable[PageEntry].picked(PageEntry, kept.pages, looks)
        links = PackedTable[Links].picked(Links, kept.links, entries)
        cites = PackedTable[Cites].picked(Cites, kept.cites, entries)
        gone = [path for path in old.pages if path not in looks]
        reread = [path for path, look in looks.items() if _is_other(entries.get(path), look, retold)]
        self._progress.phase("index", len(reread))
        changed: list[str] = []

        def records() -> Iterator[SearchRecord]:
            for path, data, sha256, look in self._read_again(reread, gone, entries, links, cites):
                before = entries.get(path)
                same = whole and before is not None and before.sha256 == sha256
                if same and before is not None and before.article not in retold:
                    entries[path] = structs.replace(before, look=look)
                    continue
                view = _read_view(self._tree, path, data)
                record, told = self._record(view)
                entry = catalogue.entry_of(view, sha256, look)
                entries[path] = structs.replace(entry, article=record.article, told=told)
                changed.append(path)
                links[path] = catalogue.links_entry(view)
                cites[path] = catalogue.cites_entry(view)
                yield record

        @cache  # once all records have come
        def catalogue_now() -> Catalogue:
            return old.with_pages(entries.sorted(), links, cites)

        index = SearchIndex.open(self._place / layout.SEARCH_DIR)
        if whole:
            again = list(records())
            now = catalogue_now()
            if now.head.pages_stamp != old.head.pages_stamp:
                try:
                    index.update(again, gone, stamp=now.head.pages_stamp)
                except FormatError:  # damage that only the writer looks for: everything is read again, once
                    return self._pages(old.with_pages({}, {}, {}), retold)
        else:
            index.rebuild(records(), stamp=lambda: catalogue_now().head.pages_stamp, in_order=True)
            now = catalogue_now()
        if not whole:
            graph_file.build_graph(self._place, self._tree, now)
        elif now.head.pages_stamp != old.head.pages_stamp:
            graph_file.renew_graph(self._place, self._tree, old, now, changed, gone)
        elif (
            graph_file.graph_stamp(self._place) != now.head.pages_stamp
            or graph_file.load_graph(self._place) is None
        ):
            graph_file.build_graph(self._place, self._tree, now)
        self._changed += len(changed)
        self._removed += len(gone)
        return now

    def _record(self, view: PageView) -> tuple[SearchRecord, str]:
        """A page as the index takes it, with what its document says beside, and the article's hash."""
        record, article = record_of(view), article_of(view)
        read = self._read(article) if article else None
        if read is None:
            return replace(record, article=article), ""
        said = articles.read_article_entry(article, *read)[1]
        shown = "\n".join((record.title, *record.aliases, record.summary, record.body))
        return replace(record, article=article, unshown=unshown_sentences(said.body, shown)), read[1]

    def _read_again(
        self, paths: Iterable[str], gone: list[str], entries: PackedTable[Any], *beside: PackedTable[Any]
    ) -> Iterator[tuple[str, bytes, str, Look]]:
        """Path, bytes, hash and look of the files that are there, in the order of an index.

        One that is gone is taken out of ``entries`` and the tables beside them, and named in ``gone``.
        """
        for path in sorted(paths, key=storable):
            self._progress.advance()
            read = self._read(path)
            if read is not None:
                yield path, *read
            elif entries.pop(path, None) is not None:
                gone.append(path)
                for table in beside:
                    table.pop(path, None)

    def _read(self, path: str) -> tuple[bytes, str, Look] | None:
        """Bytes, hash and look of a file; None when it is gone."""
        found = self._tree.store.read(layout.page_file(path))
        if found is None:
            return None
        data, status = found
        racy = time.time_ns() - status.st_mtime_ns < _RACY_NS  # or from the future
        return data, layout.content_hash(data), (0 if racy else status.st_mtime_ns, status.st_size)

    # --- sources ----------------------------------------------------------------------------------

    def _sources_whole(self, old: Catalogue) -> bool:
        return not self._anew and _is_whole(self._place / layout.SOURCE_SEARCH_DIR, old.head.sources_stamp)

    def _sources(self, old: Catalogue, shelves: dict[str, int]) -> Catalogue:
        whole = self._sources_whole(old)
        looks = self._tree.article_looks()
        kept = old if whole else Catalogue()
        entries = PackedTable[SourceEntry].picked(SourceEntry, kept.sources, looks)
        gone = [path for path in old.sources if path not in looks]
        reread = [path for path, look in looks.items() if _is_other(entries.get(path), look)]
        self._progress.phase("index", len(reread))
        count = 0

        def records() -> Iterator[SearchRecord]:
            nonlocal count
            for path, data, sha256, look in self._read_again(reread, gone, entries):
                before = entries.get(path)
                if whole and before is not None and before.sha256 == sha256:
                    entries[path] = structs.replace(before, look=look)
                    continue
                entries[path], record = articles.read_article_entry(path, data, sha256, look)
                count += 1
                yield record

        @cache  # once all records have come
        def catalogue_now() -> Catalogue:
            return old.with_sources(entries.sorted(), shelves)

        index = SearchIndex.open(self._place / layout.SOURCE_SEARCH_DIR)
        if whole:
            again = list(records())
            now = catalogue_now()
            if now.head.sources_stamp != old.head.sources_stamp:
                try:
                    index.update(again, gone, stamp=now.head.sources_stamp)
                except FormatError:  # damage that only the writer looks for
                    return self._sources(old.with_sources({}, {}), shelves)
        else:
            index.rebuild(records(), stamp=lambda: catalogue_now().head.sources_stamp, in_order=True)
            now = catalogue_now()
        self._changed += count
        self._removed += len(gone)
        return now


def _is_other(
    entry: PageEntry | SourceEntry | None, look: Look, retold: frozenset[str] = frozenset()
) -> bool:
    """Whether a file is to be read: it is new or looks otherwise, or what its document says is other."""
    return entry is None or entry.look != look or (isinstance(entry, PageEntry) and entry.article in retold)


def _read_view(tree: PageTree, path: str, data: bytes) -> PageView:
    return tree.view(data.decode("utf-8", "replace"), path)
