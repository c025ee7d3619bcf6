"""A wiki opened for reading: pages, sources, names, search and graph behind one value.

It takes no lock and writes nothing in ``wiki/``. Pages are read from the store when they are asked for, so
they are always current; search, names and graph are as ``indexing.refresh`` left them last and follow when
another process refreshes them. What is gone by the time it is read is None, never an error.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, Generic, Self, TypeVar

from wikic import layout
from wikic.errors import FormatError
from wikic.graph.links import Graph
from wikic.graph.resolve import NOTHING, Ladder, Resolved
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.navigate import catalogue, graph_file, indexing
from wikic.navigate.catalogue import Catalogue, PageEntry
from wikic.navigate.listing import Directory, Listed, SourceRef, head_of, sections_of
from wikic.navigate.view import PageView, parse_page, view_of
from wikic.progress import Progress
from wikic.search.index import SearchIndex
from wikic.search.names import NameIndex
from wikic.store.operators import names as file_names
from wikic.store.protocol import Closing, Store
from wikic.store.records import FileRecord
from wikic.wiki import article_file, digest_file
from wikic.wiki.page_file import PageOnDisk

_KEPT: Final = 512  # parsed pages; one takes about 10 KB, and a question reads a few dozen
_Value = TypeVar("_Value")


class Library(Closing):
    """See the module. Close it, or use it in a ``with``."""

    def __init__(self, root: Path, store: Store, notes: tuple[str, ...] = ()) -> None:
        """Use ``open`` or ``current``."""
        self.root = root
        self.store = store
        self.notes = notes
        self._place = root / layout.BUILD_DIR
        self._borrowed: Path | None = None
        self._pages: _Kept[tuple[PageOnDisk, PageView]] = _Kept(_KEPT)
        self._digests: _Kept[Digest | None] = _Kept(_KEPT)
        self._catalogue: tuple[object, Catalogue] | None = None
        self._graph: tuple[object, Graph] | None = None
        self._ladder: tuple[Catalogue, Ladder] | None = None
        self._shelves: tuple[Catalogue, dict[str, tuple[int, int]]] | None = None

    @classmethod
    def open(cls, root: Path, *, store: Store | None = None) -> Self:
        """The wiki at ``root`` with the indexes there are, whether or not they are in step.

        store: what reads the tree; long-lived processes pass ``opening.open_reader(…).store``, the default
            is the tree itself.

        Raises NotAWikiError.
        """
        tree = indexing.tree_of(root)
        return cls(root, store or tree)

    @classmethod
    def current(cls, root: Path, *, store: Store | None = None, progress: Progress | None = None) -> Self:
        """``open`` after ``indexing.refresh``; ``notes`` says what could not be brought in step.

        Raises NotAWikiError.
        """
        done = indexing.refresh(root, mirrored=False, progress=progress)
        library = cls.open(root, store=store)
        library.notes = done.notes
        return library

    def close(self) -> None:
        """Let go of the store, and of indexes made for this library alone."""
        self.store.close()
        if self._borrowed is not None:
            shutil.rmtree(self._borrowed, ignore_errors=True)

    # --- indexes ----------------------------------------------------------------------------------

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
        stand = _stand(self._place / layout.GRAPH_FILE)
        if self._graph is None or self._graph[0] != stand:
            self._graph = stand, graph_file.load(self._place) or graph_file.graph_of(self.catalogue)
        return self._graph[1]

    @property
    def catalogue(self) -> Catalogue:
        """Every page and source by name."""
        stand = _stand(self._place / layout.CATALOGUE_FILE)
        if self._catalogue is None or self._catalogue[0] != stand:
            found = catalogue.load(self._place)
            if found is None:
                self._borrow()
                stand = _stand(self._place / layout.CATALOGUE_FILE)
                found = catalogue.load(self._place) or indexing.catalogue_of(self.root)
            self._catalogue = stand, found
        return self._catalogue[1]

    def _index(self, name: str) -> SearchIndex:
        index = SearchIndex.open(self._place / name)
        if index.needs_rebuild is not None:
            self._borrow()
            index = SearchIndex.open(self._place / name)
        return index

    def _borrow(self) -> None:
        """Make all indexes in a temporary folder: ``.wikic/`` holds none and cannot be written."""
        if self._borrowed is not None:
            return
        try:
            self._borrowed = Path(mkdtemp(prefix="wikic-"))
        except OSError as error:
            self.notes += (f"no place for an index: {error}",)
            return
        done = indexing.refresh(self.root, build=self._borrowed, mirrored=False)
        self._place = self._borrowed
        self.notes += (f"{self.root / layout.BUILD_DIR} holds no index; made one for this run", *done.notes)

    # --- pages ------------------------------------------------------------------------------------

    def page(self, path: str) -> PageOnDisk | None:
        """The page at a page path as it stands on disk, or None."""
        found = self._read_page(path)
        return found[0] if found is not None else None

    def view(self, path: str) -> PageView | None:
        """The page at a page path as readers see it, facts with their citations, or None."""
        found = self._read_page(path)
        return found[1] if found is not None else None

    def record(self, path: str) -> FileRecord | None:
        """The file at a page path, or None."""
        return self.store.get(layout.page_file(path))

    def _read_page(self, path: str) -> tuple[PageOnDisk, PageView] | None:
        record = self.record(path) if layout.is_knowledge_page(path) else None
        if record is None:
            return None

        def parse() -> tuple[PageOnDisk, PageView]:
            page = parse_page(record.text, path)
            return page, view_of(page, record.text)

        return self._pages.get(path, record.stamp.sha256, parse)

    def entry(self, path: str) -> PageEntry | None:
        """The page's entry in the catalogue, or None."""
        return self.catalogue.pages.get(path)

    def title(self, path: str) -> str:
        """Title of a page by its path, without reading it; the stem in words when it is unknown."""
        entry = self.entry(path)
        return entry.title if entry is not None else layout.stem(path).replace("-", " ")

    def resolve(self, name: str, *, origin: str = "") -> Resolved:
        """What a path, stem, title, alias or ``[[link]]`` means, by the ladder, and the rung that matched.

        Sources are known by path, key and stem.
        """
        name = _bare(name)
        path = name.strip("/").removeprefix(f"{layout.WIKI_DIR}/").removesuffix(".md")
        if layout.is_knowledge_page(path) and self.record(path) is not None:
            return Resolved("path", (path,))
        known = self.catalogue
        if self._ladder is None or self._ladder[0] is not known:
            self._ladder = known, Ladder(known.pages, known.names)
        found = self._ladder[1].resolve(name, origin=origin)
        if not found.paths and layout.directory(path) in self._counts():
            # A page that was moved is found by its stem, under a path noted before, too.
            found = self._ladder[1].resolve(layout.stem(path), origin=origin)
        if found.paths:
            return found
        source = self.source(name)
        return Resolved("path", (source.digest,)) if source is not None else NOTHING

    # --- sources ----------------------------------------------------------------------------------

    def source(self, name: str) -> SourceRef | None:
        """The source of a digest's or article's path, of its stem, or of a key; None when there is none."""
        stem = layout.stem(_bare(name).removesuffix(".md"))
        known = self.catalogue.sources
        for slug in dict.fromkeys((stem, layout.source_slug(name))):
            article, digest = f"{layout.ARTICLES_DIR}/{slug}", f"{layout.DIGESTS_DIR}/{slug}"
            entry = known.get(article)
            if entry is not None:
                return SourceRef(digest, article, entry.key, entry.title, entry.date)
            found = self.digest(digest)
            if found is not None:
                return SourceRef(digest, article, found.key, found.title, found.date)
        return None

    def sources(self) -> Iterator[SourceRef]:
        """Every source, by path."""
        for article, entry in self.catalogue.sources.items():
            digest = f"{layout.DIGESTS_DIR}/{layout.stem(article)}"
            yield SourceRef(digest, article, entry.key, entry.title, entry.date)

    def digest(self, path: str) -> Digest | None:
        """The digest at a page path; None when it is gone or is no digest."""
        record = self.record(path) if path.startswith(f"{layout.DIGESTS_DIR}/") else None
        if record is None:
            return None

        def parse() -> Digest | None:
            try:
                return digest_file.parse(record.text.encode("utf-8", "replace"), layout.page_file(path))
            except FormatError:
                return None

        return self._digests.get(path, record.stamp.sha256, parse)

    def article(self, path: str) -> Article | None:
        """The article at a page path; None when it is gone. One with broken frontmatter is all text."""
        record = self.record(path) if path.startswith(f"{layout.ARTICLES_DIR}/") else None
        if record is None:
            return None
        try:
            return article_file.parse(record.text.encode("utf-8", "replace"), layout.page_file(path))
        except FormatError:
            return Article("", layout.stem(path), record.text)

    # --- directories ------------------------------------------------------------------------------

    def has_directory(self, path: str) -> bool:
        """Whether a directory holds knowledge pages or directories of them."""
        return path in self._counts()

    def directory_names(self) -> tuple[str, ...]:
        """Paths of the directories, sorted."""
        return tuple(self._counts())

    def directories(self) -> tuple[Directory, ...]:
        """Every directory that holds knowledge pages or directories of them, by path."""
        return tuple(self.directory(path) for path in self._counts())

    def directory(self, path: str) -> Directory:
        """A directory that is there. Raises KeyError for another."""
        pages, below = self._counts()[path]
        index = self.record(layout.index_path(path))
        title, description = head_of(index.text) if index is not None else ("", "")
        return Directory(
            path, title or layout.stem(path).replace("-", " ").capitalize(), description, pages, below
        )

    def _counts(self) -> dict[str, tuple[int, int]]:
        """Pages in each directory, and in those below it."""
        known = self.catalogue
        if self._shelves is None or self._shelves[0] is not known:
            own = Counter(layout.directory(path) for path in known.pages)
            below: Counter[str] = Counter()
            for path, number in own.items():
                above = layout.directory(path)
                while above:
                    below[above] += number
                    above = layout.directory(above)
            self._shelves = known, {path: (own[path], below[path]) for path in sorted(own | below)}
        return self._shelves[1]

    def overview(self) -> tuple[str, str]:
        """Title of the wiki and what it is about, from its root index; "" where it does not say."""
        index = self.record(layout.ROOT_INDEX)
        return head_of(index.text) if index is not None else ("", "")

    def entries(self, directory: str) -> tuple[Listed, ...]:
        """The pages of a directory itself, in order of its index's sections, then of their stems.

        Pages that the index does not list yet stand in its last section; pages that are gone do not show.
        """
        index = self.record(layout.index_path(directory))
        sections = sections_of(index.text) if index is not None else {}
        order = {name: at for at, name in enumerate(dict.fromkeys(sections.values()))}
        last = next(reversed(order), "")
        rows = [
            Listed(path, each.title, each.aliases, each.tags, each.summary, each.facts, section)
            for path, each in self.catalogue.pages.items()
            if layout.directory(path) == directory
            for section in (sections.get(layout.stem(path), last),)
        ]
        return tuple(sorted(rows, key=lambda row: (order.get(row.section, 0), row.path)))

    def files(self, directory: str) -> Iterator[str]:
        """Page paths in a directory as it stands now, by name."""
        for name in file_names(self.store, directory):
            if name.endswith(".md"):
                yield f"{directory}/{name[:-3]}"


class _Kept(Generic[_Value]):
    """The values used last, each for as long as the file it was made from stays the same."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[str, tuple[str, _Value]] = OrderedDict()

    def get(self, path: str, sha256: str, make: Callable[[], _Value]) -> _Value:
        """The value for ``path`` in the state ``sha256``."""
        found = self._values.pop(path, None)
        if found is None or found[0] != sha256:
            found = sha256, make()
        self._values[path] = found
        while len(self._values) > self._size:
            self._values.popitem(last=False)
        return found[1]


def _bare(name: str) -> str:
    """``[[Name|text]]`` and ``Name#heading`` as ``Name``."""
    name = name.strip()
    if name.startswith("[[") and name.endswith("]]"):
        name = name[2:-2].partition("|")[0]
    return name.partition("#^")[0].strip()


def _stand(file: Path) -> tuple[int, int] | None:
    """Which file there is: replaced ones differ in inode or time."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
