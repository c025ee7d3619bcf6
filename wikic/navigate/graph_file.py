"""``.wikic/graph``: the graph of the knowledge pages, behind a line that says which pages it was made from.

Links name stems, as they are written; what they mean depends on which pages there are. So pages that come,
go or change their names have every link resolved again, and any other change only the page's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import FormatError
from wikic.graph import codec
from wikic.graph.edge import Edge
from wikic.graph.links import Graph
from wikic.graph.resolve import Ladder
from wikic.navigate import mentions
from wikic.navigate.catalogue import Catalogue, PageEntry, replace_file

_HEAD: Final = b"pages "
_HEAD_BYTES: Final = len(_HEAD) + 16 + 1  # a stamp has 16 hex digits


def stamp(build: Path) -> str:
    """Which pages the stored graph was made from, "" when there is none."""
    try:
        with open(build / layout.GRAPH_FILE, "rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return ""
    return head[len(_HEAD) : -1].decode("ascii", "replace") if head.startswith(_HEAD) else ""


def load(build: Path) -> Graph | None:
    """The stored graph, or None when it is absent or damaged."""
    try:
        data = (build / layout.GRAPH_FILE).read_bytes()
        return codec.decode(data[_HEAD_BYTES:])
    except (OSError, FormatError):
        return None


def renew(
    build: Path, old: Catalogue, now: Catalogue, changed: Mapping[str, PageEntry], gone: Iterable[str]
) -> None:
    """Store the graph of ``now``, from that of ``old`` where names stayed. Raises OSError."""
    gone = list(gone)
    before = load(build) if stamp(build) == old.head.pages_stamp and old.head.pages_stamp else None
    if before is None or gone or any(_renamed(old.pages.get(path), entry) for path, entry in changed.items()):
        build_graph(build, now)
        return
    ladder = Ladder(now.pages, now.names)
    said = mentions.edges(now.names(), build, changed)
    _store(
        build,
        before.updated({path: [*resolved(path, now, ladder), *said.get(path, ())] for path in changed}),
        now,
    )


def build_graph(build: Path, now: Catalogue) -> None:
    """Store the graph of ``now``, made anew. Raises OSError."""
    _store(build, graph_of(now, mentions.edges(now.names(), build)), now)


def graph_of(now: Catalogue, said: Mapping[str, Iterable[Edge]] | None = None) -> Graph:
    """The graph of a catalogue's pages; ``said`` is what their text mentions."""
    ladder = Ladder(now.pages, now.names)
    spoken = said or {}
    return Graph.build({path: [*resolved(path, now, ladder), *spoken.get(path, ())] for path in now.pages})


def resolved(path: str, now: Catalogue, ladder: Ladder) -> list[Edge]:
    """The edges of a page, each to the one page its target means; else to the target as written."""
    return list(_resolved(path, now, ladder))


def _resolved(path: str, now: Catalogue, ladder: Ladder) -> Iterator[Edge]:
    for edge in now.edges(path):
        target = ladder.resolve(edge.target, origin=path).path or edge.target
        if target != path and "\n" not in target:
            yield Edge(target, edge.kind, edge.label)


def _renamed(before: PageEntry | None, after: PageEntry) -> bool:
    return before is None or (before.title, before.aliases, before.redirects) != (
        after.title,
        after.aliases,
        after.redirects,
    )


def _store(build: Path, graph: Graph, now: Catalogue) -> None:
    replace_file(
        build / layout.GRAPH_FILE, _HEAD + now.head.pages_stamp.encode() + b"\n" + codec.encode(graph)
    )
