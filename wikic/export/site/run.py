"""``wikic export site``: pages, directories and sources as files with relative links, and their search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

from wikic import layout
from wikic.config import SiteConfig
from wikic.errors import UsageError
from wikic.export.site.drawing import rewrite_svg
from wikic.export.site.folder import SiteFolder
from wikic.export.site.search_shards import loader, search_files
from wikic.model.attachment import PICTURES
from wikic.navigate.library import Library
from wikic.navigate.reader.map import wiki_map
from wikic.navigate.reader.reader import Reader, screens
from wikic.navigate.reader.values import Facet
from wikic.progress import Progress, Silent
from wikic.site import feeds
from wikic.site.addresses import OWN, FileAddresses, directory_file, page_file, tag_file
from wikic.site.rendering import MAP_SCRIPT, SCRIPT, STATIC, Pages, static_file, surroundings
from wikic.site.text_html import DRAWN
from wikic.site.tree_script import TREE, tree_script

# GitHub Pages would leave out what Jekyll does not know.
_NO_JEKYLL: Final = ".nojekyll"
_LONGEST: Final = 240  # bytes of a file's name; where files are written they have a longer one for a moment


@dataclass(frozen=True, slots=True)
class Options:
    """How a site is made.

    sources: whether the documents themselves are in it; their quotes are in any case.
    mapped: whether a map of the whole wiki is in it.
    force: whether files that are not ours are written over.
    site: ``[site]``.
    """

    sources: bool = True
    force: bool = False
    mapped: bool = False
    site: SiteConfig = field(default_factory=SiteConfig)


@dataclass(frozen=True, slots=True)
class ExportedSite:
    """An export.

    path: of the directory. pages, sources: how many there are in it.
    files: in all. changed, gone: those written, and those that went.
    left_out: paths of drawings that are not in it, since nobody can say what they do.
    """

    path: str
    pages: int
    sources: int
    files: int
    changed: int
    gone: int
    left_out: tuple[str, ...]


def export_site(
    library: Library, out: Path, options: Options, *, progress: Progress | None = None
) -> ExportedSite:
    """Write ``library`` into ``out`` as a static site.

    The same wiki gives the same bytes, with the same branch and history around it where the site tells
    of them.

    Raises UsageError where ``out`` cannot be used, DiskError when the disk refuses.
    """
    wiki, place = library.tree.place.resolve(), out.resolve()
    if place.is_relative_to(wiki) or wiki.is_relative_to(place):
        beside = "outside the vault" if library.tree.adopted else "beside wiki/"
        raise UsageError(f"{out} lies in the wiki, or holds it", hint=f"name a directory {beside}")
    library.hold()
    site = _Site(library, out, options, progress or Silent())
    return site.write()


def _fits(library: Library, path: str) -> bool:
    """Whether a page of anybody's wiki can have a file of its own, beside the reader's."""
    if library.tree.adopted:  # it is the name of a file already, as long as the ending has room
        fits = len(layout.stem(page_file(path)).encode("utf-8", "replace")) <= _LONGEST
    else:
        fits = layout.path_fault(path) is None
    return fits and not any(step.endswith(".html") for step in path.split("/")[:-1])


class _Places:
    """The files of a site so far: no two have one name, and none is the folder of another."""

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._folders: set[str] = set()

    def take(self, file: str) -> bool:
        """Whether a file can stand among those before it; from here on it does."""
        steps = file.split("/")
        above = {"/".join(steps[:end]) for end in range(1, len(steps))}
        if file in self._files or file in self._folders or not above.isdisjoint(self._files):
            return False
        self._files.add(file)
        self._folders |= above
        return True


class _Site:
    """One export under way."""

    def __init__(self, library: Library, out: Path, options: Options, progress: Progress) -> None:
        self._library = library
        self._options = options
        self._progress = progress
        self._folder = SiteFolder(out)
        self._reader = Reader(library, history=options.site.history)
        self._around = surroundings(
            self._reader, options.site, sources=options.sources, mapped=options.mapped
        )
        self._pages = Pages(self._reader, self._around)
        self._places = _Places()
        self._left_out: list[str] = []
        self._paths = tuple(
            path
            for path in library.catalogue.pages
            if _fits(library, path) and self._places.take(page_file(path))
        )
        self._articles = tuple(library.catalogue.sources) if options.sources else ()
        self._static = tuple(name for name in STATIC if name != MAP_SCRIPT or options.mapped)
        self._own: dict[str, Callable[[FileAddresses], str]] = {}

    def write(self) -> ExportedSite:
        self._progress.phase("index", None)
        records = sorted(self._library.search.records(), key=lambda record: record.path)
        found = search_files(records, lambda path: quote(page_file(path)))
        lists = list(self._lists())
        for file in (*map(page_file, self._articles), *(directory_file(*each) for each in lists)):
            self._places.take(file)
        self._own = {file: make for file, make in self._of_the_whole() if self._places.take(file)}
        screens = [each for each in self._screens() if self._places.take(directory_file(*each))]
        pictures = [
            path
            for path in self._attachments()
            if not path.startswith(f"{OWN}/") and self._may_stand(path) and self._places.take(path)
        ]
        files = [
            *map(page_file, self._paths),
            *map(page_file, self._articles),
            *(directory_file(*screen) for screen in (*screens, *lists)),
            *pictures,
            *(f"{OWN}/{name}" for name in self._static),
            *found,
            *self._own,
            _NO_JEKYLL,
        ]
        self._folder.begin(files, force=self._options.force)
        for path, data in (*found.items(), (_NO_JEKYLL, b"")):
            self._folder.put(path, data)
        for name in self._static:
            more = loader().encode() if name == SCRIPT else b""
            self._folder.put(f"{OWN}/{name}", more + static_file(name))
        for file, make in self._own.items():
            self._put(file, make(FileAddresses(file)))
        self._write_pages(screens)
        self._write_sources(pictures, lists)
        self._folder.finish()
        return ExportedSite(
            path=str(self._folder.out),
            pages=len(self._paths),
            sources=len(self._articles),
            files=len(files),
            changed=self._folder.changed,
            gone=self._folder.gone,
            left_out=tuple(self._left_out),
        )

    def _of_the_whole(self) -> Iterator[tuple[str, Callable[[FileAddresses], str]]]:
        """The files that tell of the whole wiki, each with what makes it."""
        pages, library, around = self._pages, self._library, self._around
        first = FileAddresses("index.html")
        yield f"{OWN}/{TREE}", lambda _: tree_script(library, first)
        yield f"{OWN}/search.html", pages.search
        anywhere = urlsplit(around.url).path or "/"  # a server sends it for whatever is missing
        yield "404.html", lambda _: pages.missing(FileAddresses("404.html", anywhere), "", ())
        told = feeds.outline(library, lambda path: f"{around.url}{first.page(path)}")
        yield feeds.LLMS, lambda _: "\n".join([*told, ""])
        if self._options.mapped:
            yield f"{OWN}/map.html", lambda to: pages.map(wiki_map(library), to)
        if around.tagged:
            yield f"{OWN}/tags.html", pages.tags
        for tag in self._reader.tags():
            for number in range(1, screens(tag.count) + 1):
                yield tag_file(tag.name, number), partial(self._tagged, tag, number)
        if around.changed:
            yield f"{OWN}/changes.html", pages.changes
            feed = FileAddresses("index.html") if around.url else FileAddresses(f"{OWN}/{feeds.FEED}")
            yield f"{OWN}/{feeds.FEED}", lambda _: pages.feed(feed, around.url)
        if around.url:
            search = f"{around.url}{first.own('search')}"
            yield f"{OWN}/{feeds.SEARCH}", lambda _: feeds.opensearch(around.title, search)
            yield feeds.SITEMAP, lambda _: feeds.sitemap(self._addresses(first), around.url)

    def _tagged(self, tag: Facet, number: int, to: FileAddresses) -> str:
        found = self._reader.directory("", number, tag=tag.title)
        return self._pages.directory(found, to) if found is not None else ""

    def _addresses(self, to: FileAddresses) -> Iterator[tuple[str, str]]:
        """The address of each page, with the day of its last change."""
        for path in self._paths:
            history = self._reader.changes.of(path)
            yield to.page(path), history[0].date if history else ""

    def _write_pages(self, screens: list[tuple[str, int]]) -> None:
        self._progress.phase("pages", len(self._paths))
        for path in self._paths:
            page = self._reader.page(path)
            if page is not None:  # it went since the catalogue was made
                file = page_file(path)
                self._put(file, self._pages.page(page, FileAddresses(file)))
            self._progress.advance()
        for path, number in screens:
            directory = self._reader.directory(path, number)
            if directory is not None:
                file = directory_file(path, number)
                self._put(file, self._pages.directory(directory, FileAddresses(file)))

    def _write_sources(self, pictures: list[str], lists: list[tuple[str, int]]) -> None:
        for path, number in lists:
            sources = self._reader.sources(number)
            if sources is not None:
                file = directory_file(path, number)
                self._put(file, self._pages.sources(sources, FileAddresses(file)))
        for path in pictures:
            data = self._file(path)
            if data is not None:
                self._folder.put(path, data)
        self._progress.phase("sources", len(self._articles))
        for article in self._articles:
            source = self._reader.source(article)
            if source is not None:
                file = page_file(article)
                self._put(file, self._pages.source(source, FileAddresses(file)))
            self._progress.advance()

    def _attachments(self) -> Iterator[str]:
        """Files beside articles; of a vault's those that its pages show or link to."""
        if self._library.tree.adopted:
            yield from self._shown()
        for article in self._library.catalogue.sources:
            for path in self._library.attachments(article):
                yield f"{layout.ARTICLES_DIR}/{path}"

    def _shown(self) -> Iterator[str]:
        found = {
            lead.path
            for path in self._paths
            for edge in self._library.catalogue.edges(path)
            if (lead := self._library.lead(edge.target, path)) is not None and lead.kind == "file"
        }
        yield from sorted(found)

    def _file(self, path: str) -> bytes | None:
        """A file beside an article or of a vault as it is published, by its path in the site."""
        if self._library.tree.adopted:
            data = self._library.shown_file(path)
        else:
            data = self._library.attachment(path.removeprefix(f"{layout.ARTICLES_DIR}/"))
        return rewrite_svg(data) if data is not None and path.casefold().endswith(DRAWN) else data

    def _may_stand(self, path: str) -> bool:
        """Whether a picture or file goes into the site: none of a document that does not, and what draws."""
        if not path.casefold().endswith(DRAWN):
            return self._options.sources or path.casefold().endswith(PICTURES)
        fits = self._file(path) is not None
        if not fits:
            self._left_out.append(path)
        return fits

    def _screens(self) -> Iterator[tuple[str, int]]:
        """Every screen of every directory, the wiki's own first."""
        for path in ("", *self._library.directory_names()):
            count = screens(len(self._library.entries(path)))
            yield from ((path, number) for number in range(1, count + 1))

    def _lists(self) -> Iterator[tuple[str, int]]:
        """Every screen of the list of documents."""
        if self._options.sources and not self._library.tree.adopted:
            yield from ((layout.SOURCES_DIR, number + 1) for number in range(screens(len(self._articles))))

    def _put(self, file: str, html: str) -> None:
        self._folder.put(file, html.encode("utf-8", "replace"))
