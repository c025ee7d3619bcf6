"""``.wikic/graph``: the graph of the knowledge pages, behind a line that says which pages it was made from.

Links name stems, as they are written; what they mean depends on which pages there are. So pages that come,
go or change their names have every link to such a name resolved again; other changes only the page's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from wikic import build_dir, layout
from wikic.errors import NotPlainError
from wikic.graph import wiki_graph
from wikic.graph.resolve import Resolver, slug_key
from wikic.graph.wiki_graph import Edge, Graph
from wikic.navigate.indexes import mentions
from wikic.navigate.indexes.catalogue import Catalogue
from wikic.navigate.vault.page_tree import PageTree
from wikic.plain_file import open_plain
from wikic.search.name_keys import base_name
from wikic.search.query import is_saved_answer

_HEAD: Final = b"pages "
# Past this share of the pages a new graph is made sooner than the old one is patched.
_MOST_CHANGED: Final = 0.1
_HEAD_BYTES: Final = len(_HEAD) + 16 + 1  # a stamp has 16 hex digits


def graph_stamp(build: Path) -> str:
    """Which pages the stored graph was made from, "" when there is none."""
    try:
        with open_plain(build / layout.GRAPH_FILE, links=False) as file:
            head = file.read(_HEAD_BYTES)
    except (OSError, NotPlainError):
        return ""
    return head[len(_HEAD) : -1].decode("ascii", "replace") if head.startswith(_HEAD) else ""


def load_graph(build: Path) -> Graph | None:
    """The stored graph, or None when it is absent or damaged."""

    def decode(data: bytes) -> Graph:
        return wiki_graph.decode_graph(data[_HEAD_BYTES:])

    return build_dir.kept(build / layout.GRAPH_FILE, decode, limit=build_dir.DERIVED)


def renew_graph(
    build: Path, tree: PageTree, old: Catalogue, now: Catalogue, changed: Collection[str], gone: Iterable[str]
) -> None:
    """Store the graph of ``now``, from that of ``old`` where most of it stays. Raises OSError.

    Looked at again are the pages that changed, and where pages came, went or changed their names, those
    whose links or text hold one of these names. Which links of a vault may mean a name is not told by their
    text, so that all are looked at.
    """
    gone = list(gone)
    many = len(changed) + len(gone) > _MOST_CHANGED * len(now.pages)
    fits = not many and bool(old.head.pages_stamp) and graph_stamp(build) == old.head.pages_stamp
    before = load_graph(build) if fits else None
    touched = _touched_names(old, now, [*changed, *gone]) if before is not None else set()
    if before is None or (touched and tree.adopted):
        build_graph(build, tree, now)
        return
    again = set(changed) | _linking_pages(now, touched) | mentions.pages_holding(build, touched)
    again &= now.pages.keys()
    ladder = tree.resolver(now)
    said = dict(mentions.find_mentions(now.names(), build, again))
    changes: dict[str, Iterable[Edge] | None] = dict.fromkeys(gone)
    changes.update(
        {
            path: (*_link_edges(path, now, ladder), *_mention_edges(path, now, said.get(path, ())))
            for path in again
        }
    )
    _store_graph(build, before.updated(changes), now)


def _touched_names(old: Catalogue, now: Catalogue, paths: Iterable[str]) -> set[str]:
    """Every name, old and new, of those pages that came, went or are called otherwise now."""
    found: set[str] = set()
    for path in paths:
        before, after = old.pages.get(path), now.pages.get(path)
        names = [{each.title, *each.aliases, *each.redirects} for each in (before, after) if each is not None]
        if len(names) < 2 or names[0] != names[1]:
            found.update(*names, {layout.stem(path)})
    # "Brother" in quotation marks may mean "Brother (song)".
    return found | {base for name in found if (base := base_name(name)) is not None}


def _linking_pages(now: Catalogue, touched: Iterable[str]) -> set[str]:
    """The pages with a link that may mean one of these names."""
    keys = {slug_key(name) for name in touched}
    if not keys:
        return set()
    key_of = cache(slug_key)
    return {
        path
        for path, links in now.links.items()
        if any(key_of(target) in keys or key_of(layout.stem(target)) in keys for target, _, _ in links)
    }


def build_graph(build: Path, tree: PageTree, now: Catalogue) -> None:
    """Store the graph of ``now``, made anew. Raises OSError."""
    _store_graph(build, graph_of(now, tree, mentions.find_mentions(now.names(), build)), now)


def graph_of(now: Catalogue, tree: PageTree, said: Iterable[tuple[str, Iterable[str]]] = ()) -> Graph:
    """The graph of a catalogue's pages; ``said`` is what their text mentions, by page path."""

    def stated() -> Iterator[tuple[str, Iterable[Edge]]]:
        ladder = tree.resolver(now)
        for path in now.pages:
            yield path, _link_edges(path, now, ladder)
        del ladder  # before the table of names is made: each is large where there are many pages
        for path, named in said:
            if path in now.pages:
                yield path, _mention_edges(path, now, named)

    return Graph.build(stated())


def _link_edges(path: str, now: Catalogue, ladder: Resolver) -> list[Edge]:
    return [] if _is_apart(path, now) else resolve_edges(path, now, ladder)


def _mention_edges(path: str, now: Catalogue, named: Iterable[str]) -> list[Edge]:
    return [] if _is_apart(path, now) else [Edge(target, "mention") for target in named]


def _is_apart(path: str, now: Catalogue) -> bool:
    """Whether a page is a saved answer, which brings pages no nearer to each other."""
    return is_saved_answer(path, now.pages[path].tags)


def resolve_edges(path: str, now: Catalogue, ladder: Resolver) -> list[Edge]:
    """The edges of a page, each to the one page its target means; else to the target as written."""
    return list(_resolved_edges(path, now, ladder))


def _resolved_edges(path: str, now: Catalogue, ladder: Resolver) -> Iterator[Edge]:
    for edge in now.edges(path):
        found = ladder.resolve(edge.target, origin=path)
        if found.rung is not None and not found.paths:  # it means something, and no page
            continue
        target = found.path or edge.target.partition("#")[0]
        if target != path and "\n" not in target:
            yield Edge(target, edge.kind, edge.label)


def _store_graph(build: Path, graph: Graph, now: Catalogue) -> None:
    build_dir.replace(
        build / layout.GRAPH_FILE,
        _HEAD + now.head.pages_stamp.encode() + b"\n" + wiki_graph.encode_graph(graph),
    )
