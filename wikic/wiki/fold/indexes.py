"""Which pages each directory lists, and the indexes that say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from wikic import layout
from wikic.model.page import NO_OVERLAY, Overlay, Page
from wikic.model.schema import Dimension, Schema
from wikic.wiki import index_file, page_render
from wikic.wiki.fold import overlays
from wikic.wiki.fold.overlays import KnownPage
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.fold.written_on_page import without_fallen
from wikic.wiki.index_file import IndexEntry
from wikic.wiki.packed_table import PackedTable


class Indexes:
    """Entries by directory; remembers which indexes must be rendered again."""

    def __init__(self, schema: Schema, title: str) -> None:
        """``title``: heading of the root index."""
        self._schema = schema
        self._title = title
        self._entries: dict[str, PackedTable[IndexEntry]] = {}
        self._stale: set[str] = set()
        self._parts: dict[str, set[str]] = {}  # page paths of the parts that stand, by directory

    def found(self, path: str) -> None:
        """An index stands on disk: a part of one goes when no part of that name is due."""
        if layout.is_index_part(path):
            self._parts.setdefault(layout.directory(path), set()).add(path)

    def enter(self, path: str, entry: IndexEntry) -> None:
        """List a page, in place of what stood there."""
        directory = layout.directory(path)
        if directory not in self._entries:
            self._stale.update(_above(directory))
            self._entries[directory] = PackedTable(IndexEntry)
        entries = self._entries[directory]
        if entries.get(entry.stem) != entry:
            entries[entry.stem] = entry
            self._stale.add(directory)

    def leave(self, path: str) -> None:
        """List a page no more; nothing happens when it was not listed."""
        directory = layout.directory(path)
        entries = self._entries.get(directory)
        if entries is not None and entries.pop(layout.stem(path), None) is not None:
            self._stale.add(directory)
            if not entries:
                del self._entries[directory]
                self._stale.update(_above(directory))

    def settled(self) -> None:
        """What has been entered so far is on disk as it is."""
        self._stale.clear()

    def spoil(self, directory: str) -> None:
        """Render a directory's index again ("" is the root's)."""
        self._stale.add(directory)

    def spoil_all(self) -> None:
        """Have every index rendered again by the next fold."""
        self._stale.update(self._entries, [""], *map(_above, self._entries))

    def render(self) -> Iterator[tuple[str, bytes]]:
        """Page path and bytes of each index that may have changed, and of its parts; none for what goes."""
        stale, self._stale = self._stale, set()
        for directory in sorted(stale - {""}):
            due = {f"{directory}/{stem}": data for stem, data in self._directory(directory).items()}
            stood = self._parts.pop(directory, set())
            if parts := set(filter(layout.is_index_part, due)):
                self._parts[directory] = parts
            yield layout.index_path(directory), due.pop(layout.index_path(directory), b"")
            yield from due.items()
            yield from ((path, b"") for path in sorted(stood - due.keys()))
        if "" in stale:
            top = {directory.split("/")[0] for directory in self._entries if directory}
            yield layout.index_path(""), index_file.render_root(self._schema, self._title, top)

    def _directory(self, directory: str) -> dict[str, bytes]:
        """The index of a directory and its parts as they should stand, by stem; none if it lists nothing."""
        entries: Mapping[str, IndexEntry] = self._entries.get(directory, {})
        inside = f"{directory}/"
        below = sorted(
            {
                inside + each[len(inside) :].partition("/")[0]
                for each in self._entries
                if each.startswith(inside)
            }
        )
        if not entries and not below:
            return {}
        rules = [rule for rule in self._schema.sections if rule.directory == directory]
        return index_file.render_directory(
            self._dimension(directory),
            entries,
            rules,
            map(self._dimension, below),
            wikilinks=self._schema.links == "wikilinks",
        )

    def _dimension(self, directory: str) -> Dimension:
        return self._schema.dimension(directory) or Dimension(name=directory, description="")


def _above(directory: str) -> list[str]:
    """The directories above one, whose indexes list it while it holds pages; "" is the root."""
    steps = directory.split("/")
    return ["/".join(steps[:depth]) for depth in range(len(steps))]


@dataclass(frozen=True, slots=True)
class FoldedPage:
    """A knowledge page the fold writes.

    group: root group whose page it is; "" when only people's words are left on it.
    data: its bytes.
    entry: how the index lists it.
    overlay: what people changed on it.
    brought: the page path that people's words come to this one from, "" when none do: they would be nowhere
        if this one were refused.
    article: file of the written article that stands on it, or "".
    """

    group: GroupId
    data: bytes
    entry: IndexEntry
    overlay: Overlay
    brought: str = ""
    article: str = ""


@dataclass(slots=True)
class Folded:
    """What a fold changes, by page path.

    pages: knowledge pages to write.
    gone: knowledge pages to delete.
    indexes: indexes to write; an empty value deletes one.
    left: pages whose facts are all gone and that stay for what people wrote on them.
    moved: pairs of page paths: people's words on the first are on the second now.
    elsewhere: page paths whose page lies at another one now.
    """

    pages: dict[str, FoldedPage] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    indexes: dict[str, bytes] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    moved: list[tuple[str, str]] = field(default_factory=list)
    elsewhere: dict[str, str] = field(default_factory=dict)


def left_page(known: KnownPage) -> FoldedPage:
    """A page whose facts are gone: what people wrote, reworded facts as plain bullets."""
    stem = layout.stem(known.path)
    page = Page(
        path=known.path,
        type=layout.directory(known.path),
        title=known.overlay.title or known.title or stem.replace("-", " "),
        created="",
        head=known.overlay.keep,
        overlay=overlays.alone(without_fallen(known.overlay, ())),
    )
    return FoldedPage("", page_render.render(page), entry_of(page), NO_OVERLAY)


def entry_of(page: Page) -> IndexEntry:
    """How the index of its directory lists a page."""
    head, stem = page.head, layout.stem(page.path)
    return IndexEntry(stem, head.aliases, head.summary, head.tags, page.title, page.document)
