"""The search index of one wiki: opened by any number of readers, written by one."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import build_dir
from wikic.errors import FormatError
from wikic.search import ranking
from wikic.search.fields import FORMAT, Hit, SearchRecord, storable
from wikic.search.generation import (
    MARKER_FILE,
    Marker,
    create_index,
    damaged_index,
    disk_faults,
    fresh_generation,
    is_rotten,
    is_torn,
    latest_commit,
    measure_files,
    open_index,
    read_faults,
    read_marker,
    sweep_generations,
    write_marker,
    write_records,
    writer_lock,
)
from wikic.search.query import exclude_query, filter_query, saved_answers, shorten_query

if TYPE_CHECKING:
    import tantivy

# A page written over stays in the statistics until its segment is merged: words seem commoner than they are,
# and ranks change. Beyond a quarter of the pages (and this many, so that small wikis are not rebuilt all the
# time) the index is compacted: after `wikic evolve` moved pages, questions are answered as before.
_WORN: Final = 1000
_WORN_SHARE: Final = 4
# A rebuild may sweep the generation away between reading the marker and opening it.
_ATTEMPTS: Final = 5


class SearchIndex:
    """Search over the pages of one wiki.

    ``open`` never fails: an index that is absent, damaged or of another version says so in
    ``needs_rebuild``, and ``rebuild`` makes it whole. Readers see every commit with their next call, in this
    process and in others, and keep the last one while a rebuild runs. Safe to use from several threads.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._guard = threading.Lock()
        self._seen: tuple[int, int] | None = None
        self._marker: Marker | None = None
        self._index: tantivy.Index | None = None
        self._searcher: tantivy.Searcher | None = None
        self._fault: str | None = "absent"

    @classmethod
    def open(cls, directory: Path) -> SearchIndex:
        """The index in ``directory`` (``.wikic/search``); nothing is written."""
        index = cls(directory)
        index._refresh()
        return index

    @property
    def needs_rebuild(self) -> str | None:
        """Why the index cannot be used (``absent``, ``damaged``, ``of another version``), or None."""
        self._refresh()
        return self._fault

    @property
    def documents(self) -> int:
        """Pages in the index."""
        self._refresh()
        return self._searcher.num_docs if self._searcher is not None else 0

    @property
    def stamp(self) -> str:
        """What the last commit was stamped with; tells whether the index is in step with the tree."""
        self._refresh()
        return self._marker.stamp if self._marker is not None else ""

    # --- reading --------------------------------------------------------------------------------

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        directory: str | None = None,
        tag: str | None = None,
        among: Iterable[str] | None = None,
        answers: bool = True,
    ) -> list[Hit]:
        """The best ``limit`` pages for ``query``, exact names first, then aliases, mistyped names, text.

        query: any string; nothing in it is syntax. Only the first 4,096 characters count.
        directory: pages in or below it.
        tag: pages that carry it, spelled in any case.
        among: pages of these paths.
        answers: whether saved answers are found too: no other answer rests on them.

        No query is an error; one that says nothing finds nothing. Raises FormatError when the index needs
        to be rebuilt: finding nothing would be a false answer.
        """
        searcher, schema = self.snapshot()
        text = shorten_query(query)
        if limit < 1 or not text:
            return []
        with read_faults(self._directory):
            within = filter_query(schema, directory, tag, among)
            if not answers and (kept := saved_answers(searcher, schema)[1]) is not None:
                from tantivy import Query

                within = exclude_query(within or Query.all_query(), kept)
            return ranking.rank_pages(searcher, schema, text, limit, within)

    @property
    def directory(self) -> Path:
        """Where the index lies."""
        return self._directory

    def records(self) -> Iterator[SearchRecord]:
        """Every record of the last commit, in no particular order."""
        searcher, _ = self.snapshot()
        with read_faults(self._directory):
            yield from ranking.all_records(searcher)

    def snapshot(self) -> tuple[tantivy.Searcher, tantivy.Schema]:
        """The last commit, unchanging. Raises FormatError when the index needs to be rebuilt."""
        self._refresh()
        with self._guard:  # another thread may be reloading by now, with nothing in hand
            searcher, index = self._searcher, self._index
        if searcher is None or index is None:
            raise damaged_index(self._directory, self._fault or "absent")
        return searcher, index.schema

    # --- writing --------------------------------------------------------------------------------

    def update(
        self, upserts: Iterable[SearchRecord] = (), deletes: Iterable[str] = (), *, stamp: str | None = None
    ) -> None:
        """Put ``upserts`` in, take ``deletes`` (page paths) out, in one commit; readers see all or nothing.

        stamp: see ``stamp``; None keeps the one there is.

        Raises LockedError when another process writes, FormatError when the index needs to be rebuilt,
        DiskError when the disk refuses.
        """
        with writer_lock(self._directory):
            before = self.snapshot()[0].num_docs  # under the lock: nothing but this changes it now
            index, marker = self._index, self._marker
            assert index is not None
            assert marker is not None
            folder = self._directory / marker.generation
            if is_rotten(folder, marker.files):
                (self._directory / MARKER_FILE).unlink(missing_ok=True)
                raise damaged_index(self._directory)
            records = {storable(record.path): record for record in upserts}
            gone = {storable(path) for path in deletes}
            with disk_faults(folder):
                write_records(index, records.values(), sorted(gone | records.keys()))
                documents = latest_commit(index).num_docs
                marker = replace(
                    marker,
                    documents=documents,
                    replaced=marker.replaced + before + len(records) - documents,
                    stamp=marker.stamp if stamp is None else stamp,
                    files=measure_files(folder, marker.files),
                )
                write_marker(self._directory, marker)
            if marker.replaced > max(_WORN, marker.documents // _WORN_SHARE):
                self._build(_in_order(self.records()), marker.stamp)

    def rebuild(
        self, records: Iterable[SearchRecord], *, stamp: str | Callable[[], str] = "", in_order: bool = False
    ) -> None:
        """Replace the whole index by ``records``; readers keep the last commit until it is done.

        stamp: see ``stamp``; or what gives it when all records have been taken.
        in_order: they come in the order of their paths, and each is written as it comes; else all are held.

        Raises LockedError when another process writes, DiskError when the disk refuses.
        """
        with writer_lock(self._directory):
            self._build(_each_once(records) if in_order else _in_order(records), stamp)

    def _build(self, records: Iterable[SearchRecord], stamp: str | Callable[[], str]) -> None:
        name = fresh_generation(self._directory)
        folder = self._directory / name
        try:
            with disk_faults(folder):
                folder.mkdir()
                documents = write_records(create_index(folder), records)
                made_from = stamp if isinstance(stamp, str) else stamp()
                marker = Marker(FORMAT, name, documents, 0, made_from, measure_files(folder, {}))
                write_marker(self._directory, marker)
        except BaseException:
            build_dir.remove(folder)
            raise
        sweep_generations(self._directory, name)

    # --- keeping up -----------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Open or reload when the marker is another one than last time: one ``stat`` when it is not."""
        with self._guard:
            for _ in range(_ATTEMPTS):
                now = _marker_state(self._directory)
                if now == self._seen:
                    return
                self._load()
                self._seen = now

    def _load(self) -> None:
        marker = read_marker(self._directory)
        self._searcher = None
        if isinstance(marker, str):
            self._marker, self._index, self._fault = None, None, marker
            return
        folder = self._directory / marker.generation
        try:
            if is_torn(folder, marker.files):
                raise FormatError(f"{folder}: a file was cut off")
            if self._index is None or self._marker is None or self._marker.generation != marker.generation:
                self._index = open_index(folder)
            self._searcher = latest_commit(self._index)
        except (OSError, ValueError, FormatError):
            self._marker, self._index, self._fault = None, None, "damaged"
        else:
            self._marker, self._fault = marker, None


def _each_once(records: Iterable[SearchRecord]) -> Iterator[SearchRecord]:
    """Without those whose path is stored as that of the one before."""
    last = None
    for record in records:
        path = storable(record.path)
        if path != last:
            yield record
        last = path


def _in_order(records: Iterable[SearchRecord]) -> Iterator[SearchRecord]:
    """Each page once, by path: order decides the segments, and so the last digits of a score."""
    unique = {storable(record.path): record for record in records}
    return (unique[path] for path in sorted(unique))


def _marker_state(directory: Path) -> tuple[int, int] | None:
    """Which marker file there is: replaced markers differ in inode or time."""
    try:
        found = os.stat(directory / MARKER_FILE)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
