"""A wiki opened for reading: pages, sources, names, search and graph behind one value.

It takes no lock and writes nothing in ``wiki/``. Pages are read from the store when they are asked for, so
they are always current; search, names and graph are as ``indexing.refresh`` left them last and follow when
another process refreshes them. What is gone by the time it is read is None, never an error. Any number of
threads may read one library.
"""

from __future__ import annotations

import os
import re
import threading
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from wikic import layout
from wikic.errors import FormatError, NotPlainError
from wikic.graph.resolve import NOTHING, Resolved
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.page import Fact
from wikic.navigate.indexes import indexing
from wikic.navigate.indexes.catalogue import PageEntry
from wikic.navigate.indexes.catalogue_view import Directory, LastUsed, Listed, SourceRef, head_of, sections_of
from wikic.navigate.indexes.mentions import NameTable
from wikic.navigate.indexes.open_indexes import OpenIndexes
from wikic.navigate.reader.page_view import PageView, view_of
from wikic.navigate.vault.links import Lead, VaultLinks, is_shown
from wikic.navigate.vault.page_tree import PageTree
from wikic.plain_file import WIKI_FILE, read_plain
from wikic.progress import Progress
from wikic.store.protocol import Store
from wikic.store.protocol import list_names as file_names
from wikic.store.records import FileRecord
from wikic.wiki import article_file, digest_file
from wikic.wiki.page_read import PageOnDisk

if TYPE_CHECKING:
    from wikic.search.sentence_vectors import Meaning

_PLACE: Final = re.compile(r"#(?:\^.*|[fp][0-9a-f]{8})\Z")  # of a block or a fact, behind a page's name
_KEPT: Final = 512  # parsed pages; one takes about 10 KB, and a question reads a few dozen
# Files and digests of a wiki that is read whole; together they take about as much.
_HELD: Final = 16_384, 8_192


class _Read(threading.local):
    """The files that a thread has read since it began what it makes of them."""

    files: dict[str, FileRecord | None] | None = None


class Library(OpenIndexes):
    """See the module. Close it, or use it in a ``with``.

    elsewhere: whether a page is asked of another machine, which may keep one waiting.
    """

    elsewhere = False

    def __init__(
        self,
        root: Path,
        store: Store | None = None,
        *,
        tree: PageTree | None = None,
        place: Path | None = None,
    ) -> None:
        """Use ``open`` or ``current``."""
        super().__init__(root, tree=tree, place=place)
        self.store: Store = store or self.tree.store
        self._pages: LastUsed[tuple[PageOnDisk | None, PageView]] = LastUsed(_KEPT)
        self._digests: LastUsed[Digest | None] = LastUsed(_KEPT)
        self._heads: LastUsed[tuple[str, str]] = LastUsed(_KEPT)
        self._held: LastUsed[FileRecord | None] | None = None
        self.meaning: Meaning | None = None  # where an embedding model is named and has given vectors
        self._read = _Read()

    @classmethod
    def open(cls, root: Path, *, store: Store | None = None) -> Self:
        """The wiki at ``root`` with the indexes there are, whether or not they are in step.

        store: what reads the tree; long-lived processes pass ``Mirror.store``, the default
            is the tree itself.

        Raises NotAWikiError.
        """
        return cls(root, store)

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

    def hold(self) -> None:
        """From here on read no file twice, as far as there is room: the whole wiki is shown in one state."""
        self.pinned = True
        self._held, self._digests = LastUsed(_HELD[0]), LastUsed(_HELD[1])

    @contextmanager
    def one_state(self) -> Iterator[None]:
        """Within it this thread reads no file twice: what it makes of them is of one state."""
        if self._read.files is not None:
            yield
            return
        self._read.files = {}
        try:
            yield
        finally:
            self._read.files = None

    # --- pages ------------------------------------------------------------------------------------

    def page(self, path: str) -> PageOnDisk | None:
        """The page at a page path as it stands on disk, or None; None for every page of a vault."""
        found = self._read_page(path)
        return found[0] if found is not None else None

    def view(self, path: str) -> PageView | None:
        """The page at a page path as readers see it, facts with their citations, or None."""
        found = self._read_page(path)
        return found[1] if found is not None else None

    def record(self, path: str) -> FileRecord | None:
        """The file at a page path, or None."""
        file, read = layout.page_file(path), self._read.files
        if read is None:
            return self._file(file)
        if file not in read:
            read[file] = self._file(file)
        return read[file]

    def _file(self, file: str) -> FileRecord | None:
        if self._held is None:
            return self.store.get(file)
        return self._held.get(file, "", lambda: self.store.get(file))

    def is_page(self, path: str) -> bool:
        """Whether a page path may name a page: one of knowledge, or of a vault."""
        return self.tree.is_page(path)

    def _read_page(self, path: str) -> tuple[PageOnDisk | None, PageView] | None:
        tree = self.tree
        record = self.record(path) if tree.is_page(path) else None
        if record is None:
            return None

        def parse() -> tuple[PageOnDisk | None, PageView]:
            page = tree.on_disk(record.text, path)
            return page, tree.view(record.text, path) if page is None else view_of(page)

        return self._pages.get(path, f"{record.stamp.sha256} {tree.settings}", parse)

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
        name = _bare_name(name)
        path = name.strip("/").removesuffix(".md")
        path = path if self.tree.adopted else path.removeprefix(f"{layout.WIKI_DIR}/")
        if self.is_page(path) and self.record(path) is not None:
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

    @property
    def name_table(self) -> NameTable:
        """The names of all pages, to find them in texts."""
        return self._look().name_table

    def own_page(self, article: str) -> str:
        """Page path of the page that is the document of an article, or ""."""
        return self._look().own_pages.get(article, "")

    def names_from(self, start: str) -> Iterator[tuple[str, int]]:
        """Page path of each name that begins so, case folded, from one of its first words on; its number."""
        names = self._look().name_beginnings
        for at in range(bisect_left(names, (start, -1, "")), len(names)):
            name, word, path = names[at]
            if not name.startswith(start):
                return
            yield path, word

    # --- sources ----------------------------------------------------------------------------------

    def source(self, name: str) -> SourceRef | None:
        """The source of a digest's or article's path, of its stem, or of a key; None when there is none."""
        stem = layout.stem(_bare_name(name).removesuffix(".md"))
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
        """What the file of a digest says, by its page path; None when it is gone or is no digest."""
        record = self._record_in(layout.DIGESTS_DIR, path)
        if record is None:
            return None

        def parse() -> Digest | None:
            try:
                return digest_file.parse(record.text.encode("utf-8", "replace"), layout.page_file(path))
            except FormatError:
                return None

        return self._digests.get(path, record.stamp.sha256, parse)

    def whole_digest(self, path: str) -> Digest | None:
        """The digest at a page path with what its article says by itself; None when it is gone or is none."""
        digest = self.digest(path)
        article = self.article(layout.article_path(digest.key)) if digest is not None else None
        return digest if digest is None or article is None else digest_file.complete(digest, article)

    def quotes(self, fact: Fact) -> tuple[str, ...]:
        """What a fact quotes of the document that it cites first, without blocks that are gone."""
        if fact.quotes:
            return fact.quotes
        digest = self.whole_digest(fact.citations[0].digest) if fact.citations else None
        if digest is None:
            return ()
        own = tuple(each.block for each in fact.citations if each.digest == fact.citations[0].digest)
        blocks = next((each.blocks for each in digest.statements if each.id == fact.id), own)
        texts = {block.id: block.text for block in digest.blocks}
        return tuple(texts[block] for block in blocks if block in texts)

    def article(self, path: str) -> Article | None:
        """The article at a page path; None when it is gone. One with broken frontmatter is all text."""
        record = self._record_in(layout.ARTICLES_DIR, path)
        if record is None:
            return None
        try:
            return article_file.parse(record.text.encode("utf-8", "replace"), layout.page_file(path))
        except FormatError:
            return Article("", layout.stem(path), record.text)

    def _record_in(self, directory: str, path: str) -> FileRecord | None:
        """The file at a page path below a directory of sources, which a vault has not."""
        return self.record(path) if path.startswith(f"{directory}/") and not self.tree.adopted else None

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

    # --- files of a vault -------------------------------------------------------------------------

    def lead(self, target: str, origin: str) -> Lead | None:
        """Where a link on the page ``origin`` of a vault leads, None for nowhere."""
        links = self._look().ladder
        return links.lead(target, origin=origin) if isinstance(links, VaultLinks) else None

    def heading(self, path: str, fact: Fact) -> str | None:
        """The heading above a passage of a vault's page, with those that tell it apart (``1.0#Fixed``).

        "" where there is none; None in a compiled wiki.
        """
        if not self.tree.adopted:
            return None
        place = fact.place or ("",)
        above = view.written if (view := self.view(path)) is not None else ()
        alike = [section for section in above if section.heading == place[-1]]
        return "#".join(place) if len(alike) > 1 else place[-1]

    def resolve_link(self, target: str, origin: str) -> str | None:
        """Page path of the one page that a link on the page ``origin`` leads to, as its page keeps it."""
        return self._look().ladder.resolve(target, origin=origin).path

    def shown_file(self, path: str) -> bytes | None:
        """Content of a picture or document of a vault by its path there, or None."""
        if not (self.tree.adopted and is_shown(path) and path in self.catalogue.head.shelves):
            return None
        try:
            return read_plain(self.root / path, WIKI_FILE, inside=self.root, links=False)
        except (OSError, NotPlainError):
            return None

    # --- directories ------------------------------------------------------------------------------

    def has_directory(self, path: str) -> bool:
        """Whether a directory holds knowledge pages or directories of them; "" in a vault may hold pages."""
        return path in self._look().counts

    def directory_names(self) -> tuple[str, ...]:
        """Paths of the directories, sorted; without the root."""
        return tuple(filter(None, self._look().counts))

    def directories(self) -> tuple[Directory, ...]:
        """Every directory that holds knowledge pages or directories of them, by path; without the root."""
        return tuple(self.directory(path) for path in self.directory_names())

    def directory(self, path: str) -> Directory:
        """A directory that is there. Raises KeyError for another."""
        pages, below = self._look().counts[path]
        title, description = self._named(path)
        return Directory(path, title, description, pages, below)

    def directory_title(self, path: str) -> str:
        """Title of a directory as it was when it was asked for first since the pages changed."""
        titles = self._look().titles
        if path not in titles:
            titles[path] = self._named(path)[0]
        return titles[path]

    def _named(self, path: str) -> tuple[str, str]:
        """What a directory is called, and what belongs there."""
        if self.tree.adopted:
            # The page that stands for a directory is listed first: it says itself what belongs there.
            return layout.stem(path) or self.root.resolve().name, ""
        title, description = self._head(layout.index_path(path))
        return title or layout.stem(path).replace("-", " ").capitalize(), description

    def home(self, directory: str) -> str:
        """Page path of the page that stands for a directory and is read as any other, or ""."""
        shelf = self._look().shelves.get(directory, ()) if self.tree.adopted else ()
        return next((path for path in shelf if self.tree.is_index(path)), "")

    def overview(self) -> tuple[str, str]:
        """Title of the wiki and what it is about, from its root index; "" where it does not say."""
        return self._named("")

    def _head(self, path: str) -> tuple[str, str]:
        index = self.record(path)
        if index is None:
            return "", ""
        return self._heads.get(path, index.stamp.sha256, lambda: head_of(index.text))

    def entries(self, directory: str) -> tuple[Listed, ...]:
        """The pages of a directory itself ("" is the root), in order of its index's sections, then of stems.

        Pages that the index does not list yet stand in its last section; pages that are gone do not show.
        """
        index = self.record(layout.index_path(directory)) if not self.tree.adopted else None
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
        home = self.home(directory)
        listed = tuple(sorted(rows, key=lambda row: (order.get(row.section, 0), row.path != home, row.path)))
        known.listed[directory] = state, listed
        return listed

    def files(self, directory: str) -> Iterator[str]:
        """Page paths in a directory as it stands now, by name."""
        for name in file_names(self.store, directory):
            if name.endswith(".md"):
                yield f"{directory}/{name[:-3]}"


def _bare_name(name: str) -> str:
    """``[[Name|text]]`` and ``Name#heading`` as ``Name``."""
    name = name.strip()
    if name.startswith("[[") and name.endswith("]]"):
        name = name[2:-2].partition("|")[0]
    return _PLACE.sub("", name).strip()
