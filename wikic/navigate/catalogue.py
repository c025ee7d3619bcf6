"""``.wikic/catalogue``: what every knowledge page is called and links to, and what its file looked like.

One record per page says whether the indexes are in step (time and size of the file, hash of its content),
and gives listings, the resolution ladder and titles without a page being read. All of it can be made again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import msgspec

from wikic import layout
from wikic.graph.edge import KINDS, Edge
from wikic.graph.resolve import PageNames
from wikic.navigate.view import PageView, links_of
from wikic.store.tree import TreeStore

VERSION: Final = 1  # raise it when the records or what is derived from a page change

Look = tuple[int, int]
"""Modification time in nanoseconds and size of a file; time 0 is never taken for unchanged."""


class PageEntry(msgspec.Struct, frozen=True, array_like=True):
    """A knowledge page, without its text.

    title, aliases, tags, summary, redirects: as ``PageView`` has them.
    facts: how many it holds.
    links: target as written, index in ``KINDS``, label.
    sha256: of the file's bytes.
    look: of the file the entry was made from.
    """

    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    summary: str
    redirects: tuple[str, ...]
    facts: int
    links: tuple[tuple[str, int, str], ...]
    sha256: str
    look: Look


class SourceEntry(msgspec.Struct, frozen=True, array_like=True):
    """A source, without its text.

    key, title, date: as ``Article`` has them.
    sha256, look: of the article's file.
    """

    key: str
    title: str
    date: str | None
    sha256: str
    look: Look


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The pages and sources of one moment.

    version: of the format.
    pages: by page path, sorted.
    sources: by page path of the article, sorted.
    shelves: modification time of the directories of sources when they were listed.
    pages_stamp: which pages in which state; what their index and the graph are stamped with.
    sources_stamp: which articles in which state; what their index is stamped with.
    mirrored: ``stamp`` when the mirror was brought in step last.
    """

    version: int = VERSION
    pages: dict[str, PageEntry] = field(default_factory=dict)
    sources: dict[str, SourceEntry] = field(default_factory=dict)
    shelves: dict[str, int] = field(default_factory=dict)
    pages_stamp: str = ""
    sources_stamp: str = ""
    mirrored: str = ""

    @property
    def stamp(self) -> str:
        """Which wiki in which state."""
        return f"{self.pages_stamp} {self.sources_stamp}"

    def with_pages(self, pages: dict[str, PageEntry]) -> Catalogue:
        """This catalogue with other pages, given sorted."""
        return replace(self, pages=pages, pages_stamp=_stamp((at, each.sha256) for at, each in pages.items()))

    def with_sources(self, sources: dict[str, SourceEntry]) -> Catalogue:
        """This catalogue with other sources, given sorted."""
        stamp = _stamp((at, each.sha256) for at, each in sources.items())
        return replace(self, sources=sources, sources_stamp=stamp)

    def names(self) -> Iterator[PageNames]:
        """What the resolution ladder stands on."""
        for path, entry in self.pages.items():
            yield PageNames(path, entry.title, entry.aliases, entry.redirects)


def entry_of(view: PageView, sha256: str, look: Look) -> PageEntry:
    """The entry of a page."""
    return PageEntry(
        title=view.title,
        aliases=view.aliases,
        tags=view.tags,
        summary=view.summary,
        redirects=view.redirects,
        facts=len(view.facts),
        links=tuple((edge.target, KINDS.index(edge.kind), edge.label) for edge in links_of(view)),
        sha256=sha256,
        look=look,
    )


def edges_of(entry: PageEntry) -> Iterator[Edge]:
    """The links of a page, targets as written."""
    return (Edge(target, KINDS[kind], label) for target, kind, label in entry.links)


def load(build: Path) -> Catalogue | None:
    """The catalogue in ``.wikic/``, or None when there is none to believe."""
    try:
        found = msgspec.msgpack.decode((build / layout.CATALOGUE_FILE).read_bytes(), type=Catalogue)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return found if found.version == VERSION else None


def save(build: Path, catalogue: Catalogue) -> None:
    """Replace the catalogue in one step. Raises OSError."""
    replace_file(build / layout.CATALOGUE_FILE, msgspec.msgpack.encode(catalogue))


def replace_file(path: Path, data: bytes) -> None:
    """Write a file that readers see whole, old or new; not synced: what a crash loses is made again."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        fresh.write_bytes(data)
        os.replace(fresh, path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def looks(tree: TreeStore) -> dict[str, Look]:
    """Every knowledge page by path, with how its file looks now, sorted."""
    found: dict[str, Look] = {}
    root = tree.list("")
    for directory in root.sub_dirs if root is not None else ():
        if directory != layout.SOURCES_DIR:
            _look_into(tree, directory, found)
    return dict(sorted(found.items()))


def article_looks(tree: TreeStore) -> dict[str, Look]:
    """Every article by page path, with how its file looks now, sorted."""
    found: dict[str, Look] = {}
    for file, status, is_directory in tree.survey(layout.ARTICLES_DIR):
        if not is_directory and file.endswith(".md"):
            found[layout.page_path(file)] = (status.st_mtime_ns, status.st_size)
    return dict(sorted(found.items()))


def shelf_times(tree: TreeStore) -> dict[str, int]:
    """When the directories of sources changed last: sources are written by renaming, which shows there."""
    stats = ((path, tree.stat(path)) for path in (layout.ARTICLES_DIR, layout.DIGESTS_DIR))
    return {path: status.st_mtime_ns for path, status in stats if status is not None}


def _look_into(tree: TreeStore, directory: str, found: dict[str, Look]) -> None:
    for file, status, is_directory in tree.survey(directory):
        if not is_directory and file.endswith(".md"):
            path = file[:-3]
            if layout.is_knowledge_page(path):
                found[path] = (status.st_mtime_ns, status.st_size)


def _stamp(states: Iterator[tuple[str, str]]) -> str:
    return layout.content_hash("\n".join(f"{path}\0{sha}" for path, sha in states).encode("utf-8"))[:16]


def same_looks(entries: Mapping[str, PageEntry], now: Mapping[str, Look]) -> bool:
    """Whether every page's file looks as it did when its entry was made."""
    return len(entries) == len(now) and all(
        path in entries and entries[path].look == look for path, look in now.items()
    )
