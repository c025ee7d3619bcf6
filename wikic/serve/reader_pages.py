"""Pages, sources, directories and what is found, for people as HTML and for programs as JSON and Markdown."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from threading import Lock
from typing import Any, Final

import msgspec

from wikic import layout
from wikic.config import SiteConfig
from wikic.model import attachment
from wikic.navigate.library import Library
from wikic.navigate.reader.map import wiki_map
from wikic.navigate.reader.reader import Reader
from wikic.navigate.reader.search import ReaderHit, find_pages, suggest_pages
from wikic.navigate.reader.values import ReaderDirectory, ReaderSource
from wikic.navigate.tools.result import nearest_pages
from wikic.navigate.vault.links import is_shown
from wikic.serve.exchange import HTML, JSON, MARKDOWN, PLAIN, Reply, Request, encoded
from wikic.serve.metrics import Rendered
from wikic.serve.speaking import language
from wikic.site import feeds
from wikic.site.addresses import OWN, ServedAddresses
from wikic.site.rendering import STATIC, Pages, static_file, surroundings
from wikic.site.tree_script import TREE, tree_script

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".xml": feeds.XML,
    ".atom": "application/atom+xml; charset=utf-8",
    ".txt": PLAIN,
}
_SOURCES: Final = (layout.ARTICLES_DIR, layout.DIGESTS_DIR)
_NEAR: Final = 8
_SUGGESTED: Final = 20
_SCREENS: Final = 6  # digits of a number of a screen
_ASKED: Final = ("page", "tag", "collection")  # what of a query matters to a list
# What an attachment may do where it is opened by itself: nothing. An SVG may hold styles, and scripts that do
# not run.
_ALONE: Final = ("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")


class ReaderPages:
    """Answers requests for what stands in the wiki. Any threads.

    library: gives the wiki, once it has been looked at. asked: name of the model that may be asked, or "".
    site: ``[site]``.
    to: addresses of the wiki. above: of the list of the wikis that it is one of, or "".
    """

    def __init__(self, library: Callable[[], Library], asked: str = "") -> None:
        self.to = ServedAddresses()
        self.above = ""
        self.site = SiteConfig()
        self._library = library
        self._asked = asked
        self._reader: Reader | None = None
        self._pages: tuple[object, dict[str, Pages]] | None = None
        self.tended = False  # whether it is told what is found on pages
        self.edited = False  # whether forms may change it
        self.waiting: Callable[[], int] = lambda: 0  # documents that readers may decide on
        self.rendered = Rendered()
        self._drawing = Lock()

    # --- by address -------------------------------------------------------------------------------

    def kept(self, request: Request) -> Reply | None:
        """The reply where it was made before and still holds; never waits, so none of a wiki elsewhere."""
        if (
            self._reader is None
            or self.library.elsewhere
            or request.path is None
            or request.path.startswith(f"{OWN}/")
        ):
            return None
        name = _name_of(request)
        return self.rendered.get(name, self._state(request.path))

    def answer(self, request: Request) -> Reply:
        """The page, source, directory or file at an address; 404 for what is none."""
        self.open()
        if request.path is None:
            return self.missing("")
        name = _name_of(request)
        state = self._state(request.path)  # before the page is made: what changes meanwhile makes it old
        kept = self.rendered.get(name, state) if self.library.elsewhere else None
        if kept is not None:
            return kept
        with self.library.one_state():
            state = self._state(request.path)
            reply = self._made(request.path, request.query)
        if reply is None:
            return self._elsewhere(request.path)
        if reply.etag:
            reply = reply.packed()
            self.rendered.put(name, state, reply)
        return reply

    def _made(self, path: str, query: Mapping[str, str]) -> Reply | None:
        if not path or path.endswith("/"):
            return self._directory(path.removesuffix("/"), query)
        if self.library.tree.adopted:
            if is_shown(path) and (data := self.library.shown_file(path)) is not None:
                return _sent(path, data)
        elif path.startswith(f"{layout.ARTICLES_DIR}/"):
            below = path.removeprefix(f"{layout.ARTICLES_DIR}/")
            if attachment.is_attachment(below):
                return self._attachment(below)
        html = self._as_html(path)
        if html is not None:
            return html
        stem, _, ending = path.rpartition(".")
        if ending == "json":
            value = self._value(stem)
            return None if value is None else Reply.lasting(msgspec.json.encode(value), JSON)
        if ending == "md":
            return self._file(stem)
        return None

    def _as_html(self, path: str) -> Reply | None:
        value = self._value(path)
        if value is None or isinstance(value, ReaderDirectory):
            return None
        render: Any = self.pages.source if isinstance(value, ReaderSource) else self.pages.page
        return Reply.lasting(encoded(render(value, self.to)), HTML)

    def _value(self, path: str) -> Any:
        """The value of a page, a source or, at its index, a directory; None for others."""
        if self.library.tree.adopted:
            return self.reader.page(path)
        if layout.path_fault(path) is not None:
            return None
        if path.startswith(f"{layout.ARTICLES_DIR}/"):
            return self.reader.source(path)
        if layout.is_index(path):
            place = layout.directory(path)
            return self.reader.sources() if place == layout.SOURCES_DIR else self.reader.directory(place)
        return self.reader.page(path) if layout.is_page(path) else None

    def _file(self, path: str) -> Reply | None:
        record = self.library.record(path) if self._is_file(path) else None
        return None if record is None else Reply.lasting(encoded(record.text), MARKDOWN)

    def _is_file(self, path: str) -> bool:
        """Whether a file of that path may be shown: pages, indexes, sources and what was taken from them."""
        if self.library.tree.adopted:
            return self.library.is_page(path)
        if layout.path_fault(path) is not None:
            return False
        return layout.is_index(path) or layout.is_page(path) or layout.directory(path) in _SOURCES

    def _directory(self, path: str, query: Mapping[str, str]) -> Reply | None:
        number = query.get("page", "")
        if number and not (number.isascii() and number.isdigit() and len(number) <= _SCREENS):
            return None
        if path == layout.SOURCES_DIR and not self.library.tree.adopted:
            sources = self.reader.sources(int(number or 1))
            return (
                None
                if sources is None
                else Reply.lasting(encoded(self.pages.sources(sources, self.to)), HTML)
            )
        tag, collection = (query.get(name, "") for name in ("tag", "collection"))
        screen = self.reader.directory(path, int(number or 1), tag=tag, collection=collection)
        return None if screen is None else Reply.lasting(encoded(self.pages.directory(screen, self.to)), HTML)

    def _attachment(self, path: str) -> Reply | None:
        data = self.library.attachment(path)
        return None if data is None else _sent(path, data)

    def _elsewhere(self, path: str) -> Reply:
        """Where a directory or a page is that is called so, or the page that says there is none."""
        adopted = self.library.tree.adopted
        if path == layout.ROOT_INDEX:
            return Reply.to(self.to.directory(""))
        if layout.is_index(path) and not adopted:
            path = layout.directory(path)
        if self.library.has_directory(path) or (path == layout.SOURCES_DIR and not adopted):
            return Reply.to(self.to.directory(path))
        return self.go(path)

    def _state(self, path: str) -> object:
        """What a reply was made from: the file itself, and all that the indexes know of others."""
        library = self.library
        record = library.record(path) or library.record(path.rpartition(".")[0]) if path else None
        own = record.stamp.sha256 if record is not None else ""
        return self._whole(), own

    # --- by name ----------------------------------------------------------------------------------

    def go(self, name: str) -> Reply:
        """The page that a name means, or the page that says there is none."""
        self.open()
        found = self.library.resolve(name).path if name.strip() else None
        if found is not None and not self.library.is_page(found):
            found = _shown(found)
        if found is None or self._value(found) is None:
            return self.missing(name)
        return Reply.to(self.to.page(found))

    def missing(self, name: str) -> Reply:
        """There is no such page: 404, with those that may have been meant."""
        self.open()
        resolved = self.library.resolve(name) if name.strip() else None
        paths = resolved.paths if resolved is not None and resolved.ambiguous else ()
        if name.strip():
            paths = tuple(dict.fromkeys((*paths, *nearest_pages(self.library, name, _NEAR))))[:_NEAR]
        near = tuple(self.reader.name(path) for path in paths if self.library.is_page(path))
        return Reply.html(self.pages.missing(self.to, name, near), 404)

    def search(self, request: Request) -> Reply:
        """The page of results."""
        self.open()
        query = request.query
        directory = query.get("in", "").strip("/")
        if not self.library.has_directory(directory):
            directory = ""
        narrowed = query.get("tag", ""), query.get("collection", "")
        found = find_pages(self.library, query.get("q", ""), directory, *narrowed)
        if not found.hits and not any((directory, *narrowed)):
            # "Lightho" is no word of any page, and the beginning of names.
            near = suggest_pages(self.library, found.query, _NEAR)
            hits = tuple(ReaderHit(each.path, each.title, each.summary, "") for each in near)
            found = replace(found, hits=hits)
        if request.path == f"{OWN}/search.json":
            return Reply.json(found)
        return Reply.html(self.pages.search(self.to, found))

    def whole(self, request: Request) -> Reply | None:
        """What tells of the whole wiki: its tree, map, tags and changes, feeds; None for other addresses.

        Each is made when it is first asked for, and again when the wiki is another one.
        """
        self.open()
        path = request.path or ""
        make = self._makers().get(path)
        if make is None:
            return None
        state = self._whole()
        name = path, language()
        with self._drawing:  # one at a time: a map takes a second
            reply = self.rendered.get(name, state)
            if reply is None:
                reply = Reply.lasting(encoded(make()), _kind(path)).packed()
                self.rendered.put(name, state, reply)
        return reply

    def _makers(self) -> dict[str, Callable[[], str]]:
        """From addresses to what makes them.

        Whole addresses are those of ``url`` in ``[site]``: what stands before the server may speak TLS, or
        another name. What is nothing without them is not there otherwise.
        """
        pages, library, to = self.pages, self.library, self.to
        url = f"{self.site.url.rstrip('/')}/" if self.site.url else ""
        files = ServedAddresses("") if url else to

        def addresses() -> Iterator[tuple[str, str]]:
            for path in library.catalogue.pages:
                history = self.reader.changes.of(path)
                yield files.page(path), history[0].date if history else ""

        whole: dict[str, Callable[[], str]] = {
            f"{OWN}/{feeds.SEARCH}": lambda: feeds.opensearch(pages.title, f"{url}{files.own('search')}"),
            feeds.SITEMAP: lambda: feeds.sitemap(addresses(), url),
        }
        return (whole if url else {}) | {
            f"{OWN}/{TREE}": lambda: tree_script(library, to),
            f"{OWN}/map": lambda: pages.map(wiki_map(library), to),
            f"{OWN}/tags": lambda: pages.tags(to),
            f"{OWN}/changes": lambda: pages.changes(to),
            f"{OWN}/{feeds.FEED}": lambda: pages.feed(files, url),
            feeds.LLMS: lambda: "\n".join(
                [*feeds.outline(library, lambda path: f"{url}{files.page(path)}.md"), ""]
            ),
        }

    def suggest(self, request: Request) -> Reply:
        """Pages by the first letters of their names."""
        self.open()
        given = request.query.get("limit", "")
        limit = int(given) if given.isascii() and given.isdigit() and len(given) < 4 else 8
        near = suggest_pages(self.library, request.query.get("q", ""), min(limit, _SUGGESTED))
        return Reply.json(
            [
                {
                    "title": each.title,
                    "url": self.to.page(each.path).removeprefix(self.to.base),
                    "summary": each.summary,
                }
                for each in near
            ]
        )

    # --- the wiki ---------------------------------------------------------------------------------

    @property
    def library(self) -> Library:
        """The wiki."""
        return self.reader.library

    @property
    def reader(self) -> Reader:
        """The wiki for readers; ``answer`` and its like have opened it."""
        assert self._reader is not None
        return self._reader

    @property
    def pages(self) -> Pages:
        """What renders, with the wiki's title as it is now, in the language of who asks."""
        self.open()
        state, words = self._whole(), language()
        if self._pages is None or self._pages[0] != state:
            self._pages = state, {}
        held = self._pages[1]
        if words not in held:
            around = surroundings(
                self.reader, self.site, served=True, asked=self._asked, mapped=True, words=words,
                tended=self.tended, edited=self.edited, waiting=self.waiting(), above=self.above,
            )  # fmt: skip
            held[words] = Pages(self.reader, around)
        return held[words]

    def _whole(self) -> object:
        """Equal to itself while nothing changed of what every page tells of the whole wiki."""
        library = self.library
        return _Same(library.catalogue, library.graph), self.waiting(), self.reader.changes.state

    def open(self) -> None:
        """Have the wiki at hand; may wait until it has been looked at. Raises StoreError where it is gone."""
        library = self._library()
        if self._reader is None:
            self._reader = Reader(library, history=self.site.history)


def _sent(path: str, data: bytes) -> Reply:
    """A picture or file as it is; what is no picture is saved, not opened."""
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    disposed = "inline" if path.casefold().endswith(attachment.PICTURES) else "attachment"
    return Reply.lasting(data, kind, _ALONE, ("content-disposition", disposed))


class _Same:
    """Equal to what holds the very same things."""

    def __init__(self, *things: object) -> None:
        self._things = things

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and all(
            one is another for one, another in zip(self._things, other._things, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]


def static(path: str) -> Reply | None:
    """A file of the reader itself, by its name below ``-/``."""
    return _static(path) if path in STATIC else None


@cache
def _static(path: str) -> Reply:
    return Reply.lasting(static_file(path), _TYPES[path[path.rindex(".") :]]).packed()


def _kind(path: str) -> str:
    return _TYPES.get(path[path.rindex(".") :], HTML) if "." in path else HTML


def _name_of(request: Request) -> tuple[str, ...]:
    """The address with what of its query matters, and the language of who asks."""
    return request.path or "", language(), *(request.query.get(name, "") for name in _ASKED)


def _shown(path: str) -> str:
    """Where a reader sees what ``resolve`` found: a source is its article."""
    if path.startswith(f"{layout.SOURCES_DIR}/"):
        return f"{layout.ARTICLES_DIR}/{layout.stem(path)}"
    return path
