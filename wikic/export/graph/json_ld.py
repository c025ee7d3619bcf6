"""The graph as JSON-LD 1.1 in terms of schema.org, a line for each node. Pure.

A page is an Article that ``mentions`` pages and is ``isPartOf`` a Collection; a fact is a Claim whose
``citation`` is a Quotation of a source. Relations have an address of their own below the wiki's, since their
labels are the wiki's words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final
from urllib.parse import quote

from wikic.export.graph.values import Link, LinkKind, Node, NodeKind

_TYPES: Final[dict[NodeKind, str]] = {
    "wiki": "Collection",
    "directory": "Collection",
    "page": "Article",
    "source": "DigitalDocument",
    "fact": "Claim",
}
# A link is a mention that somebody wrote, and what a relation is to another page it says of it too.
_TERMS: Final[dict[LinkKind, str]] = {
    "relation": "mentions",
    "link": "mentions",
    "mention": "mentions",
    "cites": "citation",
}
_RELATIONS: Final = "-/relations/"
_KEPT: Final = "/:@!$&'()*+,;=~"  # what stands in a path as it is


def lines(graph: Iterable[tuple[Node, tuple[Link, ...]]], base: str) -> Iterator[str]:
    """The lines of the file.

    base: what addresses of nodes begin with, as it is: ``https://example.org/wiki/``.
    """
    context = {"@vocab": "https://schema.org/", "datePublished": {"@type": "Date"}}
    yield f'{{"@context":{_json(context)},"@graph":['
    before = ""
    for node, links in graph:
        yield f"{before}{_json(_described(node, links, base))}"
        before = ","
    yield "]}"


def _iri(base: str, path: str) -> str:
    return f"{base}{quote(path.encode('utf-8', 'replace'), safe=_KEPT)}"


def _address(base: str, node: Node) -> str:
    """IRI of a node; that of a fact is its page's with a fragment."""
    page, mark, place = node.id.rpartition("#") if node.kind == "fact" else (node.id, "", "")
    return f"{_iri(base, page)}{mark}{place}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode()


def _described(node: Node, links: Iterable[Link], base: str) -> dict[str, Any]:
    told: dict[str, Any] = {"@id": _address(base, node), "@type": _TYPES[node.kind]}
    told["text" if node.kind == "fact" else "name"] = node.name
    fields = {
        "alternateName": list(node.aliases),
        "keywords": list(node.tags),
        "abstract" if node.kind == "page" else "description": node.about,
        "additionalType": node.type if node.type != "fact" else "",
        "identifier": node.key,
        "datePublished": node.date,
    }
    told.update({key: value for key, value in fields.items() if value})
    ends: dict[str, dict[str, dict[str, str]]] = {}
    for link in links:
        if node.quotes and link.kind == "cites":
            continue
        end = {"@id": _iri(base, link.target)}
        if link.kind == "part of":
            told["isPartOf"] = end
            continue
        ends.setdefault(_TERMS[link.kind], {})[link.target] = end
        if link.label:
            ends.setdefault(_iri(base, f"{_RELATIONS}{link.label}"), {})[link.target] = end
    told.update({term: list(among.values()) for term, among in ends.items()})
    if node.quotes:
        told["citation"] = [
            {"@type": "Quotation", "text": each.text, "isPartOf": {"@id": _iri(base, each.source)}}
            for each in node.quotes
        ]
    return told
