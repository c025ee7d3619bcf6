"""The graph as GraphML, which Gephi, yEd, Cytoscape and networkx read. Pure.

Values that are lists in the wiki stand in one text, parted by `` | ``: GraphML has no lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from wikic.export.graph.values import Link, Node

_NODE_KEYS: Final = ("kind", "label", "type", "aliases", "tags", "about", "key", "date", "quotes")
_EDGE_KEYS: Final = ("kind", "label")
# XML 1.0 has no form for these.
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def lines(graph: Iterable[tuple[Node, tuple[Link, ...]]], base: str) -> Iterator[str]:
    """The lines of the file.

    base: what the ids of nodes begin with: "" for paths as they are.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<!-- wikic export graph -->"
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for name in _NODE_KEYS:
        yield f'<key id="n_{name}" for="node" attr.name="{name}" attr.type="string"/>'
    for name in _EDGE_KEYS:
        yield f'<key id="e_{name}" for="edge" attr.name="{name}" attr.type="string"/>'
    yield '<key id="e_weight" for="edge" attr.name="weight" attr.type="int"/>'
    yield '<graph edgedefault="directed">'
    for node, links in graph:
        yield f"<node id={_id(base, node.id)}>{''.join(_values(node))}</node>"
        for link in links:
            said = (link.kind, link.label)
            data = "".join(
                f'<data key="e_{name}">{_text(value)}</data>'
                for name, value in zip(_EDGE_KEYS, said, strict=True)
                if value
            )
            ends = f"source={_id(base, link.source)} target={_id(base, link.target)}"
            yield f'<edge {ends}>{data}<data key="e_weight">{link.count}</data></edge>'
    yield "</graph>"
    yield "</graphml>"


def _values(node: Node) -> Iterator[str]:
    quotes = " | ".join(each.text for each in node.quotes)
    aliases, tags = " | ".join(node.aliases), " | ".join(node.tags)
    told = (node.kind, node.name, node.type, aliases, tags, node.about, node.key, node.date, quotes)
    for name, value in zip(_NODE_KEYS, told, strict=True):
        if value:
            yield f'<data key="n_{name}">{_text(value)}</data>'


def _id(base: str, path: str) -> str:
    return quoteattr(_UNWRITABLE.sub("\ufffd", f"{base}{path}" or "/"))


def _text(value: str) -> str:
    return escape(_UNWRITABLE.sub("\ufffd", value), {"\r": "&#13;"})
