"""Keeping what lies in ``.wikic/`` in step with the tree: catalogue, search indexes, graph, mirror.

One process at a time does it; readers beside it keep the last commit. Whether there is anything to do is
found out from the files' times and sizes. Nothing here is knowledge: whatever is absent or damaged is made
again, and whatever cannot be made leaves readers with what is there.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import DiskError, FormatError, LockedError, NotAWikiError
from wikic.navigate import catalogue, graph_file, mirror
from wikic.navigate.catalogue import Catalogue, Look, PageEntry, SourceEntry
from wikic.navigate.view import parse_page, record_of, view_of
from wikic.progress import Progress, Silent
from wikic.search.index import SearchIndex
from wikic.search.record import SearchRecord
from wikic.store.tree import TreeStore
from wikic.wiki import article_file

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
    root: Path, *, build: Path | None = None, mirrored: bool = True, progress: Progress | None = None
) -> Refreshed:
    """Bring the indexes of the wiki at ``root`` in step with its tree.

    build: where they lie, when not in ``.wikic/``.
    mirrored: whether to bring the LevelDB mirror in step too; a command that reads once needs none.

    Never waits: when another process is at it, or the disk refuses, that is a note. Raises NotAWikiError.
    """
    place = build or root / layout.BUILD_DIR
    tree = tree_of(root)
    known = catalogue.load(place)
    if known is not None and _in_step(place, tree, known) and not (mirrored and _behind(place, known)):
        return Refreshed()
    try:
        with _one_writer(place):
            return _Run(tree, place, progress or Silent()).run(mirrored=mirrored)
    except (LockedError, DiskError) as error:
        return Refreshed(notes=(f"{error}; going on with the indexes there are",))


def tree_of(root: Path) -> TreeStore:
    """The tree of the wiki at ``root``. Raises NotAWikiError when there is none."""
    wiki = root / layout.WIKI_DIR
    if not wiki.is_dir():
        raise NotAWikiError(f"no wiki in {root}", hint="`wikic init DOCUMENTS` makes one")
    return TreeStore(wiki)


def _in_step(place: Path, tree: TreeStore, known: Catalogue) -> bool:
    """Whether everything but the mirror is as the tree is."""
    pages, sources = SearchIndex.open(place / layout.SEARCH_DIR), place / layout.SOURCE_SEARCH_DIR
    return (
        pages.needs_rebuild is None
        and pages.stamp == known.pages_stamp
        and graph_file.stamp(place) == known.pages_stamp
        and SearchIndex.open(sources).stamp == known.sources_stamp
        and catalogue.shelf_times(tree) == known.shelves
        and catalogue.same_looks(known.pages, catalogue.looks(tree))
    )


def _behind(place: Path, known: Catalogue) -> bool:
    return known.mirrored != known.stamp or not (place / layout.MIRROR_DIR).is_dir()


@contextmanager
def _one_writer(place: Path) -> Iterator[None]:
    """Raises LockedError when another process is indexing, DiskError when the lock cannot be made."""
    from filelock import FileLock, Timeout

    lock = FileLock(place / layout.INDEX_LOCK_FILE, timeout=0)
    try:
        place.mkdir(parents=True, exist_ok=True)
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

    def __init__(self, tree: TreeStore, place: Path, progress: Progress) -> None:
        self._tree = tree
        self._place = place
        self._progress = progress
        self._changed = 0
        self._removed = 0

    def run(self, *, mirrored: bool) -> Refreshed:
        """Pages, then sources, then the mirror; each is usable when the next fails."""
        # Read again: whoever held the lock before may have done it all.
        old = catalogue.load(self._place) or Catalogue()
        # Times are taken before anything is read: what changes meanwhile looks old, never new.
        shelves = catalogue.shelf_times(self._tree)
        try:
            now = self._pages(old)
            if shelves != old.shelves or not self._sources_whole(old):
                now = replace(self._sources(now), shelves=shelves)
            if now != old:
                catalogue.save(self._place, now)
        except OSError as error:
            raise DiskError(f"{self._place} cannot be written: {error}") from error
        notes: tuple[str, ...] = ()
        if mirrored and (self._changed or self._removed or _behind(self._place, now)):
            note = mirror.keep(self._tree, self._place / layout.MIRROR_DIR, self._progress)
            if note:
                notes = (note,)
            else:
                with contextlib.suppress(OSError):  # it is only looked at again next time
                    catalogue.save(self._place, replace(now, mirrored=now.stamp))
        return Refreshed(self._changed, self._removed, notes)

    # --- pages ------------------------------------------------------------------------------------

    def _pages(self, old: Catalogue) -> Catalogue:
        index = SearchIndex.open(self._place / layout.SEARCH_DIR)
        whole = index.needs_rebuild is None and index.stamp == old.pages_stamp and bool(old.pages_stamp)
        looks = catalogue.looks(self._tree)
        entries = {path: entry for path, entry in old.pages.items() if path in looks}
        gone = [path for path in old.pages if path not in looks]
        reread = [
            path for path in looks if not whole or path not in entries or entries[path].look != looks[path]
        ]
        self._progress.phase("index", len(reread))
        records: list[SearchRecord] = []
        changed: dict[str, PageEntry] = {}
        for path in reread:
            self._progress.advance()
            read = self._read(path)
            before = entries.get(path)
            if read is None:
                entries.pop(path, None)
                gone += [path] if before is not None else []
                continue
            data, sha256, look = read
            if whole and before is not None and before.sha256 == sha256:
                entries[path] = _with_look(before, look)
                continue
            text = data.decode("utf-8", "replace")
            view = view_of(parse_page(text, path), text)
            records.append(record_of(view))
            changed[path] = entries[path] = catalogue.entry_of(view, sha256, look)
        now = old.with_pages(dict(sorted(entries.items())))
        if not whole or now.pages_stamp != old.pages_stamp:
            self._index(index, records, gone, now.pages_stamp, whole=whole)
            graph_file.renew(self._place, old, now, changed, gone)
        elif graph_file.stamp(self._place) != now.pages_stamp:
            graph_file.build_graph(self._place, now)
        self._changed += len(changed)
        self._removed += len(gone)
        return now

    def _index(
        self, index: SearchIndex, records: list[SearchRecord], gone: list[str], stamp: str, *, whole: bool
    ) -> None:
        if whole:
            try:
                index.update(records, gone, stamp=stamp)
                return
            except FormatError:
                # Damage that only the writer looks for: everything is read again, once.
                records = [record for path in catalogue.looks(self._tree) if (record := self._record(path))]
        index.rebuild(records, stamp=stamp)

    def _record(self, path: str) -> SearchRecord | None:
        read = self._read(path)
        if read is None:
            return None
        text = read[0].decode("utf-8", "replace")
        return record_of(view_of(parse_page(text, path), text))

    def _read(self, path: str) -> tuple[bytes, str, Look] | None:
        """Bytes, hash and look of a file; None when it is gone."""
        found = self._tree.read(layout.page_file(path))
        if found is None:
            return None
        data, status = found
        racy = abs(time.time_ns() - status.st_mtime_ns) < _RACY_NS
        return data, layout.content_hash(data), (0 if racy else status.st_mtime_ns, status.st_size)

    # --- sources ----------------------------------------------------------------------------------

    def _sources_whole(self, old: Catalogue) -> bool:
        index = SearchIndex.open(self._place / layout.SOURCE_SEARCH_DIR)
        return index.needs_rebuild is None and index.stamp == old.sources_stamp and bool(old.sources_stamp)

    def _sources(self, old: Catalogue) -> Catalogue:
        whole = self._sources_whole(old)
        looks = catalogue.article_looks(self._tree)
        entries = {path: entry for path, entry in old.sources.items() if path in looks}
        gone = [path for path in old.sources if path not in looks]
        reread = [
            path for path in looks if not whole or path not in entries or entries[path].look != looks[path]
        ]
        self._progress.phase("index", len(reread))
        records: list[SearchRecord] = []
        for path in reread:
            self._progress.advance()
            read = self._read(path)
            before = entries.get(path)
            if read is None:
                entries.pop(path, None)
                gone += [path] if before is not None else []
                continue
            data, sha256, look = read
            if whole and before is not None and before.sha256 == sha256:
                entries[path] = SourceEntry(before.key, before.title, before.date, sha256, look)
                continue
            entries[path], record = _source(path, data, sha256, look)
            records.append(record)
        now = old.with_sources(dict(sorted(entries.items())))
        index = SearchIndex.open(self._place / layout.SOURCE_SEARCH_DIR)
        if not whole:
            index.rebuild(records, stamp=now.sources_stamp)
        elif now.sources_stamp != old.sources_stamp:
            try:
                index.update(records, gone, stamp=now.sources_stamp)
            except FormatError:
                return self._sources(Catalogue(old.version, old.pages, pages_stamp=old.pages_stamp))
        self._changed += len(records)
        self._removed += len(gone)
        return now


def _with_look(entry: PageEntry, look: Look) -> PageEntry:
    import msgspec

    return msgspec.structs.replace(entry, look=look)


def _source(path: str, data: bytes, sha256: str, look: Look) -> tuple[SourceEntry, SearchRecord]:
    """An article for the catalogue and for its index; one that people broke is text with a name."""
    folder = layout.directory(path)
    try:
        article = article_file.parse(data, layout.page_file(path))
    except FormatError:
        title, text = layout.stem(path), data.decode("utf-8", "replace")
        return SourceEntry("", title, None, sha256, look), SearchRecord(
            path, title, body=text, directory=folder
        )
    entry = SourceEntry(article.key, article.title, article.date, sha256, look)
    return entry, SearchRecord(path, article.title, body=article.text, directory=folder)
