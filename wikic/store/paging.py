"""Large directories in an ordered store: a first page in the directory record, further pages behind it.

A page's key ends in the lowest name it may hold, so a page is found by one seek, and a change writes the
pages it touches, not the directory. Up to ``MAX_PAGE_NAMES`` files, a directory is always one record.
"""

from __future__ import annotations

from bisect import bisect_right
from contextlib import closing, suppress
from dataclasses import replace

from wikic.store.codec import decode_directory, decode_names, encode_directory, encode_names
from wikic.store.directories import MAX_PAGE_NAMES, PAGE_NAMES, Fate, NameChange, fate, merge
from wikic.store.path_keys import DIRECTORY, key, name, page_key, pages_prefix
from wikic.store.plyvel_engine import Database, View, cursor, keys
from wikic.store.records import DirectoryMeta, DirectoryRecord

Writes = dict[bytes, bytes | None]  # key -> value, None deletes; written in this order


def read_on(database: Database, path: str, after: str) -> DirectoryRecord | None:
    """The page of directory ``path`` that follows ``after``, or None when there is no such directory."""
    with closing(database.snapshot()) as view:  # a writer may move names between head and pages
        return _read_on(view, path, after)


def _read_on(view: View, path: str, after: str) -> DirectoryRecord | None:
    data = view.get(key(DIRECTORY, path))
    if data is None:
        return None
    head = decode_directory(data)
    page = tuple(each for each in head.files if each > after)
    following = None
    with closing(cursor(view, pages_prefix(path))) as pages:
        # Begin with the last page whose names may start at or before the cursor, else with the first.
        pages.seek(page_key(path, after) + b"\0")
        with suppress(StopIteration):
            pages.prev()
        for _, names in pages:
            if page:
                following = page[-1]
                break
            page = tuple(each for each in decode_names(names) if each > after)
    return replace(head, sub_dirs=(), files=page, next=following)


def edit(database: Database, writes: Writes, path: str, change: NameChange, generation: int) -> Fate:
    """Add to ``writes`` what carries ``change`` out on directory ``path``; nothing when it has no effect."""
    data = database.get(key(DIRECTORY, path))
    old = DirectoryRecord(name(path)) if data is None else decode_directory(data)
    sub_dirs = merge(old.sub_dirs, change.dirs, change.gone_dirs)
    pages = _Pages(database, path, old)
    grown = pages.change(change.files, change.gone_files)
    entries = old.meta.entry_count - len(old.sub_dirs) + len(sub_dirs) + grown
    outcome = fate(data is not None, path, entries)
    if outcome == "gone":
        writes |= pages.writes()
        writes[key(DIRECTORY, path)] = None
    elif outcome != "absent" and (pages.changed or sub_dirs != old.sub_dirs):
        pages.pack(entries - len(sub_dirs))
        files = pages.head
        meta = DirectoryMeta(generation, entries, old.meta.access_count)
        record = DirectoryRecord(old.name, sub_dirs, files, files[-1] if pages.further else None, meta)
        writes |= pages.writes()
        writes[key(DIRECTORY, path)] = encode_directory(record)
    return outcome


class _Pages:
    """One directory's names while they are edited: the head's, and the further pages by their lowest name."""

    def __init__(self, database: Database, path: str, old: DirectoryRecord) -> None:
        self._database = database
        self._path = path
        prefix = pages_prefix(path)
        self.head = old.files
        # With no successor there is no further page, and none of the seeks below are needed.
        found = () if old.next is None else keys(database, prefix)
        self.further = [each[len(prefix) :].decode() for each in found]
        self._edited: dict[str, tuple[str, ...] | None] = {}
        self.changed = False

    def change(self, add: set[str], drop: set[str]) -> int:
        """Put names in and take names out; returns by how many the directory grew."""
        touched: dict[int, tuple[set[str], set[str]]] = {}
        for names, which in ((add, 0), (drop, 1)):
            for each in names:
                touched.setdefault(bisect_right(self.further, each), (set(), set()))[which].add(each)
        grown = 0
        fences = tuple(self.further)
        for at, (come, go) in touched.items():
            old = self._load(fences[at - 1]) if at else self.head
            new = merge(old, come, go)
            if new != old:
                self.changed = True
                grown += len(new) - len(old)
                self._store(fences[at - 1] if at else None, new)
        self.further.sort()
        return grown

    def pack(self, files: int) -> None:
        """Give the head its share: everything when it fits, else never nothing while pages follow."""
        if not self.further or (files > MAX_PAGE_NAMES and self.head):
            return
        fences = tuple(self.further) if files <= MAX_PAGE_NAMES else (self.further[0],)
        for fence in fences:
            self.head += self._load(fence)
            self._edited[fence] = None
            self.further.remove(fence)

    def writes(self) -> Writes:
        """The pages of names that must be written, because they changed."""
        return {
            page_key(self._path, fence): None if names is None else encode_names(names)
            for fence, names in self._edited.items()
        }

    def _load(self, fence: str) -> tuple[str, ...]:
        edited = self._edited.get(fence)
        if edited is not None:
            return edited
        data = self._database.get(page_key(self._path, fence))
        return () if data is None else decode_names(data)

    def _store(self, fence: str | None, names: tuple[str, ...]) -> None:
        """Replace a page (None: the head), cutting what has grown too long."""
        size = PAGE_NAMES if len(names) > MAX_PAGE_NAMES else MAX_PAGE_NAMES
        chunks = [names[at : at + size] for at in range(0, len(names), size)]
        first = chunks.pop(0) if chunks else ()
        if fence is None:
            self.head = first
        elif first:
            self._edited[fence] = first
        else:
            self._edited[fence] = None
            self.further.remove(fence)
        for chunk in chunks:
            self._edited[chunk[0]] = chunk
            self.further.append(chunk[0])
