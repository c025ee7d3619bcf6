"""``.wikic/catalogue``: what every knowledge page is called and links to, and what its file looked like.

One record per page says whether the indexes are in step (time and size of the file, hash of its content),
and gives listings, the resolution ladder and titles without a page being read. All of it can be made again.
"""

from __future__ import annotations

import os
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from wikic import build_dir, layout
from wikic.errors import FormatError
from wikic.graph.resolve import PageNames
from wikic.graph.wiki_graph import KINDS, Edge
from wikic.navigate.reader.page_view import PageView, links_of
from wikic.store.records import is_name
from wikic.store.tree import TreeStore
from wikic.wiki.packed_table import PackedTable

Look = tuple[int, int]


def page_looks(wiki: Path) -> dict[str, Look]:
    """Every page by path, with how its file looks now, sorted.

    Names as ``TreeStore`` shows them; asked of the directories themselves, at a third of the time.
    """
    found: dict[str, Look] = {}
    pending = [(os.fspath(wiki), "")]
    while pending:
        place, above = pending.pop()
        for entry in _scan_directory(place):
            name = entry.name
            if not is_name(name):
                continue
            if entry.is_dir(follow_symlinks=False):
                if above or name != layout.SOURCES_DIR:
                    pending.append((entry.path, f"{above}{name}/"))
            elif name.endswith(".md") and entry.is_file(follow_symlinks=False):
                path = f"{above}{name[:-3]}"
                if not layout.is_index(path):
                    with suppress(OSError):  # it went since the names were read
                        status = entry.stat(follow_symlinks=False)
                        found[path] = status.st_mtime_ns, status.st_size
    return dict(sorted(found.items()))


def looks_stamp(found: Iterable[tuple[str, Look]]) -> str:
    """One value over the items of ``looks``."""
    return stamp_of(f"{path}\0{time}\0{size}" for path, (time, size) in found)


def article_looks(tree: TreeStore) -> dict[str, Look]:
    """Every article by page path, with how its file looks now, sorted."""
    found: dict[str, Look] = {}
    for file, status, is_directory in tree.survey(layout.ARTICLES_DIR):
        if not is_directory and file.endswith(".md"):
            found[layout.page_path(file)] = status.st_mtime_ns, status.st_size
    return dict(sorted(found.items()))


def shelf_times(tree: TreeStore) -> dict[str, int]:
    """When the directories of sources changed last: sources are written by renaming, which shows there."""
    stats = ((path, tree.stat(path)) for path in (layout.ARTICLES_DIR, layout.DIGESTS_DIR))
    return {path: status.st_mtime_ns for path, status in stats if status is not None}


def _scan_directory(place: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(place) as entries:
            return list(entries)
    except OSError:
        return []


def stamp_of(lines: Iterable[str]) -> str:
    """One value over lines, which are not held together."""
    found, end = sha256(), ""
    for line in lines:
        found.update(f"{end}{line}".encode())
        end = "\n"
    return found.hexdigest()[:16]


VERSION: Final = 6  # raise it when the records or what is derived from a page change
_MAP: Final = 0x80  # MessagePack's sign of a map, less how many fields it has
_Entry = TypeVar("_Entry")


class PageEntry(msgspec.Struct, frozen=True, array_like=True):
    """A knowledge page, without its text.

    title, aliases, tags, summary, redirects: as ``PageView`` has them.
    facts: how many it holds.
    sha256: of the file's bytes.
    look: of the file the entry was made from.
    article: page path of the article of which it is the page, or "".
    told: hash of that article's file when the entry was made, or "".
    """

    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    summary: str
    redirects: tuple[str, ...]
    facts: int
    sha256: str
    look: Look
    article: str = ""
    told: str = ""


class SourceEntry(msgspec.Struct, frozen=True, array_like=True):
    """A source, without its text.

    key, title, date, language: as ``Article`` has them.
    sha256, look: of the article's file.
    """

    key: str
    title: str
    date: str | None
    sha256: str
    look: Look
    language: str = "und"


Links = tuple[tuple[str, int, str], ...]
Cites = tuple[tuple[str, int], ...]
"""Stems of the sources that a page cites, each with the number of its facts that do."""


class Head(msgspec.Struct, frozen=True):
    """What tells at once whether everything is in step.

    version: of the format.
    looks: over path, time and size of every page's file, "" when one must be looked at again.
    shelves: modification time of the directories of sources when they were listed.
    pages_stamp: which pages in which state; what their index and the graph are stamped with.
    sources_stamp: which articles in which state; what their index is stamped with.
    mirrored: ``stamp`` when the mirror was brought in step last.
    """

    version: int = VERSION
    looks: str = ""
    shelves: dict[str, int] = {}
    pages_stamp: str = ""
    sources_stamp: str = ""
    mirrored: str = ""

    @property
    def stamp(self) -> str:
        """One value that changes whenever a page or source of this wiki does."""
        return f"{self.pages_stamp} {self.sources_stamp}"


class _Stored(msgspec.Struct):
    """The file. The parts are decoded when they are asked for: a search needs none of them."""

    head: Head
    pages: msgspec.Raw
    links: msgspec.Raw
    cites: msgspec.Raw
    sources: msgspec.Raw


class Catalogue:
    """The pages and sources of one moment. Never changed; ``with_…`` give another one."""

    def __init__(
        self,
        head: Head | None = None,
        pages: Part[PageEntry] | None = None,
        links: Part[Links] | None = None,
        cites: Part[Cites] | None = None,
        sources: Part[SourceEntry] | None = None,
    ) -> None:
        self.head = head or Head()
        self._pages = pages or Part(PageEntry, {})
        self._links = links or Part(Links, {})
        self._cites = cites or Part(Cites, {})
        self._sources = sources or Part(SourceEntry, {})

    @property
    def pages(self) -> Mapping[str, PageEntry]:
        """By page path, sorted. Raises FormatError when the file is damaged."""
        return self._pages.value

    @property
    def links(self) -> Mapping[str, Links]:
        """By page path. Raises FormatError when the file is damaged."""
        return self._links.value

    @property
    def cites(self) -> Mapping[str, Cites]:
        """By page path. Raises FormatError when the file is damaged."""
        return self._cites.value

    @property
    def sources(self) -> Mapping[str, SourceEntry]:
        """By page path of the article, sorted. Raises FormatError when the file is damaged."""
        return self._sources.value

    def with_pages(
        self, pages: Mapping[str, PageEntry], links: Mapping[str, Links], cites: Mapping[str, Cites]
    ) -> Catalogue:
        """This catalogue with other pages; ``pages`` are sorted."""
        stamp = stamp_of(f"{path}\0{entry.sha256}{entry.told}" for path, entry in pages.items())
        racy = any(not entry.look[0] for entry in pages.values())
        looks = "" if racy else looks_stamp((path, entry.look) for path, entry in pages.items())
        head = msgspec.structs.replace(self.head, pages_stamp=stamp, looks=looks)
        return Catalogue(head, Part(PageEntry, pages), Part(Links, links), Part(Cites, cites), self._sources)

    def with_sources(self, sources: Mapping[str, SourceEntry], shelves: dict[str, int]) -> Catalogue:
        """This catalogue with other sources, sorted, as listed when their directories had these times."""
        stamp = stamp_of(f"{path}\0{entry.sha256}" for path, entry in sources.items())
        head = msgspec.structs.replace(self.head, sources_stamp=stamp, shelves=shelves)
        return Catalogue(head, self._pages, self._links, self._cites, Part(SourceEntry, sources))

    def with_mirror(self) -> Catalogue:
        """The catalogue with the note that the mirror is in step with it."""
        head = msgspec.structs.replace(self.head, mirrored=self.head.stamp)
        return Catalogue(head, self._pages, self._links, self._cites, self._sources)

    def hash_of(self, file: str, status: os.stat_result) -> str:
        """Hash of a page's or an article's file, "" where it looks otherwise than when it was read."""
        path = layout.page_path(file)
        found = self.pages.get(path) or self.sources.get(path)
        fits = found is not None and found.look == (status.st_mtime_ns, status.st_size)
        return found.sha256 if found is not None and fits else ""

    def names(self) -> Iterator[PageNames]:
        """The names of every page, from which the ladder of links is made."""
        for path, entry in self.pages.items():
            yield PageNames(path, entry.title, entry.aliases, entry.redirects)

    def edges(self, path: str) -> Iterator[Edge]:
        """The links of a page, targets as written."""
        return (Edge(target, KINDS[kind], label) for target, kind, label in self.links.get(path, ()))

    def encode(self) -> Iterator[bytes]:
        """The file's bytes, in pieces: a ``_Stored``, without another copy of its parts."""
        encode = msgspec.msgpack.encode
        parts = (self._pages, self._links, self._cites, self._sources)
        values = ((encode(self.head),), *(part.pieces() for part in parts))
        fields = _Stored.__struct_fields__
        yield bytes([_MAP + len(fields)])
        for name, pieces in zip(fields, values, strict=True):
            yield encode(name)
            yield from pieces


class Part(Generic[_Entry]):
    """One table of the file, decoded once, when it is first asked for."""

    def __init__(
        self,
        entry: Any,
        value: Mapping[str, _Entry] | None,
        raw: bytes | None = None,
        *,
        packed: bool = False,
    ) -> None:
        """entry: the type of its entries. value, raw: one of both. packed: whether they stay bytes."""
        self._entry = entry
        self._value = value
        self._raw = raw
        self._packed = packed

    @property
    def value(self) -> Mapping[str, _Entry]:
        """The table. Raises FormatError when its bytes are none."""
        if self._value is None:
            data = self._raw or b""
            try:
                if self._packed:
                    self._value = PackedTable.decoded(self._entry, data)
                else:
                    self._value = msgspec.msgpack.decode(data, type=dict[str, self._entry])  # type: ignore[name-defined]
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise FormatError("the catalogue is damaged", hint="delete .wikic/catalogue") from error
        return self._value

    def pieces(self) -> Iterable[bytes]:
        """The table as MessagePack, as the file holds it."""
        if self._raw is not None:
            return (self._raw,)
        if isinstance(self._value, PackedTable):
            return self._value.pieces()
        return (msgspec.msgpack.encode(self._value),)


def entry_of(view: PageView, sha256: str, look: Look) -> PageEntry:
    """The entry of a page."""
    return PageEntry(
        title=view.title,
        aliases=view.aliases,
        tags=view.tags,
        summary=view.summary,
        redirects=view.redirects,
        facts=len(view.facts),
        sha256=sha256,
        look=look,
    )


def links_entry(view: PageView) -> Links:
    """The links of a page."""
    return tuple((edge.target, KINDS.index(edge.kind), edge.label) for edge in links_of(view))


def cites_entry(view: PageView) -> Cites:
    """What a page cites; a fact that it borrows is counted where it stands."""
    found = Counter(
        layout.stem(digest)
        for fact in view.facts
        if not fact.borrowed
        for digest in {cite.digest for cite in fact.citations}
    )
    return tuple(sorted(found.items()))


def load_catalogue(build: Path, *, packed: bool = False) -> Catalogue | None:
    """The catalogue in ``.wikic/``, or None when there is none to believe.

    packed: give ``PackedTable``, for who looks at every entry once.

    The file carries a checksum of its parts, so that damage shows here and not when they are decoded.
    """
    found = build_dir.kept(build / layout.CATALOGUE_FILE, _decode_stored, limit=build_dir.DERIVED)
    if found is None or found.head.version != VERSION:
        return None
    return Catalogue(
        found.head,
        Part(PageEntry, None, bytes(found.pages), packed=packed),
        Part(Links, None, bytes(found.links), packed=packed),
        Part(Cites, None, bytes(found.cites), packed=packed),
        Part(SourceEntry, None, bytes(found.sources), packed=packed),
    )


def _decode_stored(data: bytes) -> _Stored | None:
    whole = int.from_bytes(data[:4], "little") == zlib.crc32(data[4:])
    return msgspec.msgpack.decode(data[4:], type=_Stored) if whole else None


def save_catalogue(build: Path, catalogue: Catalogue) -> None:
    """Replace the catalogue in one step. Raises OSError."""
    checked = 0
    for piece in catalogue.encode():
        checked = zlib.crc32(piece, checked)
    build_dir.replace(
        build / layout.CATALOGUE_FILE, chain((checked.to_bytes(4, "little"),), catalogue.encode())
    )
