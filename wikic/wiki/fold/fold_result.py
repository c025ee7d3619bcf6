"""What a fold changes, and the page that is left where only people's words are."""

from __future__ import annotations

from dataclasses import dataclass, field

from wikic import layout
from wikic.model.page import NO_OVERLAY, Overlay, Page
from wikic.wiki import page_render
from wikic.wiki.fold import overlays
from wikic.wiki.fold.known_pages import KnownPage
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.index_file import IndexEntry


@dataclass(frozen=True, slots=True)
class FoldedPage:
    """A knowledge page the fold writes.

    group: root group whose page it is; "" when only people's words are left on it.
    data: its bytes.
    entry: how the index lists it.
    overlay: what people changed on it.
    brought: the page path that people's words come to this one from, "" when none do: they would be nowhere
        if this one were refused.
    """

    group: GroupId
    data: bytes
    entry: IndexEntry
    overlay: Overlay
    brought: str = ""


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
        overlay=overlays.alone(known.overlay),
    )
    return FoldedPage("", page_render.render(page), entry_of(page), NO_OVERLAY)


def entry_of(page: Page) -> IndexEntry:
    """How the index of its directory lists a page."""
    head = page.head
    return IndexEntry(layout.stem(page.path), head.aliases, head.summary, head.tags, page.title)
