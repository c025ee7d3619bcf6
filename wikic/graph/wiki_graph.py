"""The wiki as a graph: pages, and relations, links and mentions between them, in flat arrays; as bytes, too.

The form is canonical (paths, labels and every page's edges are sorted), so a graph updated page by page
equals one built anew, and everything computed from it is the same. A target that is no page is kept: it may
come. It takes no part in walks. As bytes it loads in a fraction of reading all links anew::

    wikic-graph 1\\n · CRC-32 of the rest (4 bytes) · msgpack of the parts, arrays as little-endian bytes
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, compress, pairwise, repeat
from typing import Final, Literal

from wikic.errors import FormatError

EdgeKind = Literal["relation", "link", "mention"]

# Strongest first: a relation is stated by a fact, a link is written, a mention only stands in the text.
KINDS: Final[tuple[EdgeKind, ...]] = ("relation", "link", "mention")


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """An edge as the page it starts from states it.

    target: page path of the other end; it need not be there.
    kind: ``relation``, ``link`` or ``mention``.
    label: of a relation, read from the source to the target: "born in"; else "".
    """

    target: str
    kind: EdgeKind
    label: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Backlink:
    """An edge seen from the page it leads to.

    source: page path of the page that states it.
    kind, label: as the source states them.
    """

    source: str
    kind: EdgeKind
    label: str = ""


_KIND: Final = {kind: number for number, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Graph:
    """Edges by source (``out``) and by target (``back``). Nodes are numbered in order of their paths.

    paths: of every node, sorted: pages, and what they point to.
    present: one byte per node: whether it is a page.
    labels: every label in use, sorted; "" is one.
    starts: where each node's edges start, and their end.
    targets, kinds, names, sources: per edge, by source: target's number, index in ``KINDS``, index in
        ``labels``, source's number.
    back_starts, back_edges: per target: the positions of the edges that lead to it, by source.
    numbers: path to number.
    """

    paths: tuple[str, ...]
    present: bytes
    labels: tuple[str, ...]
    starts: array[int] = field(repr=False)
    targets: array[int] = field(repr=False)
    kinds: bytes = field(repr=False)
    names: array[int] = field(repr=False)
    sources: array[int] = field(repr=False)
    back_starts: array[int] = field(repr=False)
    back_edges: array[int] = field(repr=False)
    numbers: dict[str, int] = field(repr=False, compare=False)

    @classmethod
    def build(cls, pages: Mapping[str, Iterable[Edge]] | Iterable[tuple[str, Iterable[Edge]]]) -> Graph:
        """The graph of ``pages``: page path to the edges that the page states. Repeated edges count once.

        pages: a mapping, or pairs that are taken one by one: the edges of a large wiki need not be held.
            A page may come again with more edges.
        """
        came = _Rows()  # in the order of coming, of targets and labels too
        at: dict[str, int] = {}  # where it came last
        before = array("i")  # where the page of each row came before that, or -1
        targets: dict[str, int] = {}
        names: dict[str, int] = {}
        for path, stated in pages.items() if isinstance(pages, Mapping) else pages:
            edges = set(stated)
            before.append(at.get(path, -1))
            at[path] = len(came)
            came.add(
                [targets.setdefault(edge.target, len(targets)) for edge in edges],
                [_KIND[edge.kind] for edge in edges],
                [names.setdefault(edge.label, len(names)) for edge in edges],
            )
        paths = tuple(sorted(at.keys() | targets.keys()))
        numbers = {path: number for number, path in enumerate(paths)}
        labels = tuple(sorted(names))
        label_number = {label: number for number, label in enumerate(labels)}
        new_target = array("I", (numbers[path] for path in targets))
        new_label = array("I", (label_number[label] for label in names))
        rows = _Rows()
        for path in paths:
            edges_of_page: list[tuple[int, int, int]] = []
            last = at.get(path, -1)
            while last >= 0:
                edges_of_page += (
                    (new_target[to], kind, new_label[name]) for to, kind, name in came.row(last)
                )
                last = before[last]
            # Numbers are in the order of what they stand for.
            edges_of_page = sorted(set(edges_of_page))
            rows.add(*zip(*edges_of_page, strict=True)) if edges_of_page else rows.add((), (), ())
        return _finish_graph(paths, bytes(path in at for path in paths), labels, rows, numbers)

    def updated(self, changes: Mapping[str, Iterable[Edge] | None]) -> Graph:
        """This graph with the edges of some pages replaced; None removes the page. Equals a fresh build.

        Unchanged rows are copied as numbers: their order is that of the paths, before and after.
        """
        given = {
            path: sorted(set(edges), key=_edge_order) for path, edges in changes.items() if edges is not None
        }
        kept = [
            bool(here) and path not in changes for path, here in zip(self.paths, self.present, strict=True)
        ]
        targets, labels = self._used(kept)
        fresh = list(chain.from_iterable(given.values()))
        paths = sorted({*compress(self.paths, kept), *targets, *given, *(edge.target for edge in fresh)})
        numbers = {path: number for number, path in enumerate(paths)}
        names = sorted({*labels, *(edge.label for edge in fresh)})
        label_number = {label: number for number, label in enumerate(names)}
        # 0 stands where an old node or label is gone: nothing that is copied points there.
        new_target = [numbers.get(path, 0) for path in self.paths]
        new_label = [label_number.get(label, 0) for label in self.labels]
        rows = _Rows()
        for path in paths:
            old = self.numbers.get(path)
            if path in given:
                rows.add(
                    (numbers[edge.target] for edge in given[path]),
                    (_KIND[edge.kind] for edge in given[path]),
                    (label_number[edge.label] for edge in given[path]),
                )
            elif old is not None and kept[old]:
                row = slice(self.starts[old], self.starts[old + 1])
                rows.add(
                    map(new_target.__getitem__, self.targets[row]),
                    self.kinds[row],
                    map(new_label.__getitem__, self.names[row]),
                )
            else:
                rows.add((), (), ())
        present = bytes(
            path in given or kept[self.numbers[path]] if path in self.numbers else path in given
            for path in paths
        )
        return _finish_graph(tuple(paths), present, tuple(names), rows, numbers)

    def _used(self, kept: Sequence[bool]) -> tuple[list[str], list[str]]:
        """Targets and labels of the rows that are kept: all there are, less those of the few others."""
        targets, labels = Counter(self.targets), Counter(self.names)
        for number, keep in enumerate(kept):
            if not keep:
                row = slice(self.starts[number], self.starts[number + 1])
                targets.subtract(self.targets[row])
                labels.subtract(self.names[row])
        return (
            [self.paths[number] for number, count in targets.items() if count],
            [self.labels[number] for number, count in labels.items() if count],
        )

    # --- asking ---------------------------------------------------------------------------------

    def __contains__(self, path: object) -> bool:
        number = self.numbers.get(path) if isinstance(path, str) else None
        return number is not None and bool(self.present[number])

    def __len__(self) -> int:
        """How many pages there are."""
        return sum(self.present)

    def pages(self) -> Iterator[str]:
        """Paths of the pages, sorted."""
        return (path for path, here in zip(self.paths, self.present, strict=True) if here)

    def out(self, path: str) -> list[Edge]:
        """The edges that ``path`` states, by target, kind, label."""
        number = self.numbers.get(path)
        return [] if number is None else [self._edge(at) for at in self.out_range(number)]

    def backlinks(self, path: str) -> list[Backlink]:
        """The edges that lead to ``path``, by source, kind, label; also where ``path`` is no page."""
        number = self.numbers.get(path)
        if number is None:
            return []
        return [
            Backlink(self.paths[self.sources[at]], KINDS[self.kinds[at]], self.labels[self.names[at]])
            for at in self.back_range(number)
        ]

    def dangling(self) -> Iterator[str]:
        """Targets that are no pages, sorted."""
        return (path for path, here in zip(self.paths, self.present, strict=True) if not here)

    def degree(self, number: int) -> int:
        """Edges that start or end at a node."""
        return (
            self.starts[number + 1]
            - self.starts[number]
            + self.back_starts[number + 1]
            - self.back_starts[number]
        )

    def out_range(self, number: int) -> range:
        """Positions of the edges that start at a node."""
        return range(self.starts[number], self.starts[number + 1])

    def back_range(self, number: int) -> array[int]:
        """Positions of the edges that end at a node."""
        return self.back_edges[self.back_starts[number] : self.back_starts[number + 1]]

    def _edge(self, at: int) -> Edge:
        return Edge(self.paths[self.targets[at]], KINDS[self.kinds[at]], self.labels[self.names[at]])


def _edge_order(edge: Edge) -> tuple[str, int, str]:
    return edge.target, _KIND[edge.kind], edge.label


class _Rows:
    """Collects the edges of each node while a graph is built."""

    def __init__(self) -> None:
        self.starts, self.targets, self.names = array("I", [0]), array("I"), array("I")
        self.kinds = bytearray()

    def __len__(self) -> int:
        return len(self.starts) - 1

    def row(self, number: int) -> Iterator[tuple[int, int, int]]:
        """Target, kind and label of each edge of a node."""
        row = slice(self.starts[number], self.starts[number + 1])
        return zip(self.targets[row], self.kinds[row], self.names[row], strict=True)

    def add(self, targets: Iterable[int], kinds: Iterable[int], names: Iterable[int]) -> None:
        self.targets.extend(targets)
        self.kinds.extend(kinds)
        self.names.extend(names)
        self.starts.append(len(self.targets))


def _finish_graph(
    paths: tuple[str, ...], present: bytes, labels: tuple[str, ...], rows: _Rows, numbers: dict[str, int]
) -> Graph:
    """Add to every node the edges that lead to it."""
    counts = Counter(rows.targets)
    starts = array("I", accumulate((counts[number] for number in range(len(paths))), initial=0))
    # Stable: each target's edges stay in order of their sources.
    back = array("I", sorted(range(len(rows.targets)), key=rows.targets.__getitem__))
    sizes = (end - start for start, end in pairwise(rows.starts))
    sources = array("I", chain.from_iterable(repeat(number, size) for number, size in enumerate(sizes)))
    return Graph(
        paths,
        present,
        labels,
        rows.starts,
        rows.targets,
        bytes(rows.kinds),
        rows.names,
        sources,
        starts,
        back,
        numbers,
    )


_MAGIC: Final = b"wikic-graph 1\n"
_PARTS: Final = ("starts", "targets", "names", "sources", "back_starts", "back_edges")


def encode_graph(graph: Graph) -> bytes:
    """``graph`` as bytes; ``decode`` gives an equal one."""
    import msgspec

    body = msgspec.msgpack.encode(
        {
            # One string is read many times faster than as many; a path holds no control character.
            "paths": "\n".join(graph.paths),
            "labels": graph.labels,
            "present": graph.present,
            "kinds": graph.kinds,
            **{part: _little_endian(getattr(graph, part)) for part in _PARTS},
        }
    )
    return _MAGIC + zlib.crc32(body).to_bytes(4, "little") + body


def decode_graph(data: bytes) -> Graph:
    """The graph that ``encode`` wrote. Raises FormatError when it is damaged or of another version."""
    import msgspec

    head = len(_MAGIC) + 4
    if not data.startswith(_MAGIC) or zlib.crc32(data[head:]).to_bytes(4, "little") != data[head - 4 : head]:
        raise FormatError("the stored graph is damaged or of another version", hint="it is built again")
    parts = msgspec.msgpack.decode(data[head:])
    paths = tuple(parts["paths"].split("\n")) if parts["paths"] else ()
    return Graph(
        paths=paths,
        present=parts["present"],
        labels=tuple(parts["labels"]),
        kinds=parts["kinds"],
        numbers={path: number for number, path in enumerate(paths)},
        **{part: _read_array(parts[part]) for part in _PARTS},
    )


def _little_endian(numbers: array[int]) -> bytes:
    if sys.byteorder == "little":
        return numbers.tobytes()
    swapped = numbers[:]
    swapped.byteswap()
    return swapped.tobytes()


def _read_array(data: bytes) -> array[int]:
    found = array("I")
    found.frombytes(data)
    if sys.byteorder == "big":
        found.byteswap()
    return found
