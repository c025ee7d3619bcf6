"""A wiki opened for reading: pages, sources, names, search and graph behind one value.

It takes no lock and writes nothing in ``wiki/``. Pages are read from the store when they are asked for, so
they are always current; search, names and graph are as ``indexing.refresh`` left them last and follow when
another process refreshes them. What is gone by the time it is read is None, never an error. Any number of
threads may read one library.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

from wikic import layout
from wikic.errors import FormatError, NotPlainError
from wikic.graph.resolve import NOTHING, Resolved
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.navigate import indexing
from wikic.navigate.catalogue import PageEntry
from wikic.navigate.library_cache import LastUsed
from wikic.navigate.listing import Directory, Listed, SourceRef, head_of, sections_of
from wikic.navigate.open_indexes import OpenIndexes
from wikic.navigate.page_view import PageView, parse_page, view_of
from wikic.plain_file import WIKI_FILE, read_plain
from wikic.progress import Progress
from wikic.store.operators import names as file_names
from wikic.store.protocol import Store
from wikic.store.records import FileRecord
from wikic.wiki import article_file, digest_file
from wikic.wiki.page_read import PageOnDisk

_KEPT: Final = 512  # parsed pages; one takes about 10 KB, and a question reads a few dozen


class Library(OpenIndexes):
    """See the module. Close it, or use it in a ``with``."""

    def __init__(self, root: Path, store: Store, notes: tuple[str, ...] = ()) -> None:
        """Use ``open`` or ``current``."""
        super().__init__(root, notes)
        self.store = store
        self._pages: LastUsed[tuple[PageOnDisk, PageView]] = LastUsed(_KEPT)
        self._digests: LastUsed[Digest | None] = LastUsed(_KEPT)

    @classmethod
    def open(cls, root: Path, *, store: Store | None = None) -> Self:
        """The wiki at ``root`` with the indexes there are, whether or not they are in step.

        store: what reads the tree; long-lived processes pass ``open_reader(…).store``, the default
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
        super().close()

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
        record = self.record(path) if layout.is_page(path) else None
        if record is None:
            return None

        def parse() -> tuple[PageOnDisk, PageView]:
            page = parse_page(record.text, path)
            return page, view_of(page)

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
        known = self._look()
        found = known.ladder.resolve(name, origin=origin)
        if not found.paths and layout.directory(path) in known.counts:
            # A page that was moved is found by its stem, under a path noted before, too.
            found = known.ladder.resolve(layout.stem(path), origin=origin)
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

    @property
    def language(self) -> str:
        """BCP 47 tag of the language that most of the wiki is in, "und" where it cannot be told."""
        return self._look().language

    def listed_sources(self) -> tuple[str, ...]:
        """Page paths of all articles, by collection and title."""
        return self._look().source_order

    def cited(self, article: str) -> int:
        """How many facts of the wiki cite the source of an article."""
        return self._look().cited.get(layout.stem(article), 0)

    def collections(self, path: str) -> tuple[str, ...]:
        """Collections whose documents a page cites, by name; empty where the wiki has one collection."""
        return self._look().collections.get(path, ())

    def of_collection(self, name: str) -> tuple[str, ...]:
        """Page paths of the pages that cite documents of a collection."""
        return tuple(path for path, names in self._look().collections.items() if name in names)

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

    def attachments(self, article: str) -> tuple[str, ...]:
        """The pictures and files beside an article, as paths below the articles' directory, sorted."""
        folder = f"{layout.stem(article)}{attachment.FOLDER}"
        try:
            names = sorted(os.listdir(self._articles / folder))
        except OSError:
            return ()
        return tuple(
            path for path in (f"{folder}/{name}" for name in names) if attachment.is_attachment(path)
        )

    def attachment(self, path: str) -> bytes | None:
        """Content of a picture or file by its path below the articles' directory, or None."""
        if not attachment.is_attachment(path):
            return None
        try:
            return read_plain(self._articles / path, WIKI_FILE, inside=self._articles, links=False)
        except (OSError, NotPlainError):
            return None

    @property
    def _articles(self) -> Path:
        return self.root / layout.WIKI_DIR / layout.ARTICLES_DIR

    # --- directories ------------------------------------------------------------------------------

    def has_directory(self, path: str) -> bool:
        """Whether a directory holds knowledge pages or directories of them."""
        return path in self._look().counts

    def directory_names(self) -> tuple[str, ...]:
        """Paths of the directories, sorted."""
        return tuple(self._look().counts)

    def directories(self) -> tuple[Directory, ...]:
        """Every directory that holds knowledge pages or directories of them, by path."""
        return tuple(self.directory(path) for path in self._look().counts)

    def directory(self, path: str) -> Directory:
        """A directory that is there. Raises KeyError for another."""
        pages, below = self._look().counts[path]
        index = self.record(layout.index_path(path))
        title, description = head_of(index.text) if index is not None else ("", "")
        return Directory(
            path, title or layout.stem(path).replace("-", " ").capitalize(), description, pages, below
        )

    def overview(self) -> tuple[str, str]:
        """Title of the wiki and what it is about, from its root index; "" where it does not say."""
        index = self.record(layout.ROOT_INDEX)
        return head_of(index.text) if index is not None else ("", "")

    def entries(self, directory: str) -> tuple[Listed, ...]:
        """The pages of a directory itself ("" is the root), in order of its index's sections, then of stems.

        Pages that the index does not list yet stand in its last section; pages that are gone do not show.
        """
        index = self.record(layout.index_path(directory))
        state, known = index.stamp.sha256 if index is not None else "", self._look()
        held = known.listed.get(directory)
        if held is not None and held[0] == state:
            return held[1]
        sections = sections_of(index.text) if index is not None else {}
        order = {name: at for at, name in enumerate(dict.fromkeys(sections.values()))}
        last = next(reversed(order), "")
        rows = [
            Listed(path, each.title, each.aliases, each.tags, each.summary, each.facts, section)
            for path in known.shelves.get(directory, ())
            for each in (known.catalogue.pages[path],)
            for section in (sections.get(layout.stem(path), last),)
        ]
        listed = tuple(sorted(rows, key=lambda row: (order.get(row.section, 0), row.path)))
        known.listed[directory] = state, listed
        return listed

    def files(self, directory: str) -> Iterator[str]:
        """Page paths in a directory as it stands now, by name."""
        for name in file_names(self.store, directory):
            if name.endswith(".md"):
                yield f"{directory}/{name[:-3]}"


def _bare(name: str) -> str:
    """``[[Name|text]]`` and ``Name#heading`` as ``Name``."""
    name = name.strip()
    if name.startswith("[[") and name.endswith("]]"):
        name = name[2:-2].partition("|")[0]
    return name.partition("#^")[0].strip()
