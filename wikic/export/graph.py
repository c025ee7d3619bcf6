"""The wiki as a graph for other programs: RDF (JSON-LD in terms of schema.org) and GraphML. Pure.

It is the mention graph of RLM-on-KG (section 3.1) with pages as entities and facts as chunks: a fact names
pages, rests on quotes of sources, and is part of its page.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from wikic import layout
from wikic.graph.wiki_graph import Graph
from wikic.model.page import Fact
from wikic.navigate.indexes.mentions import NameTable
from wikic.navigate.library import Library
from wikic.navigate.reader.page_view import PageView
from wikic.progress import Progress, Silent

NodeKind = Literal["wiki", "directory", "page", "source", "fact"]
LinkKind = Literal["part of", "relation", "link", "mention", "cites"]
# Node of the wiki itself.
WIKI: Final = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence that a fact rests on.

    source: node of the document it stands in.
    text: verbatim.
    """

    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """A thing of the graph.

    id: page path of a page or a source's article, ``people/`` of a directory, ``PATH#ID`` of a fact, "" of
        the wiki.
    name: title; of a fact what it says.
    type: of a page its dimension, of a fact its kind ("claim"); else "".
    aliases, tags: of a page.
    about: summary of a page, description of a directory or of the wiki; may be "".
    key, date: of a source, as its document has them.
    quotes: of a fact.
    """

    kind: NodeKind
    id: str
    name: str
    type: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    about: str = ""
    key: str = ""
    date: str = ""
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """Two nodes and what joins them.

    label: of a relation, read from ``source`` to ``target``: "born in"; else "".
    count: of ``cites``, how many facts of the page rest on the source; else 1.
    """

    source: str
    target: str
    kind: LinkKind
    label: str = ""
    count: int = 1


def graph_of(
    library: Library, *, facts: bool = False, progress: Progress | None = None
) -> Iterator[tuple[Node, tuple[Link, ...]]]:
    """Every node with the links that start at it, in an order that the wiki alone decides.

    facts: whether facts are nodes with their quotes and the pages they name, and not counts alone.
    """
    title, about = library.overview()
    yield Node("wiki", WIKI, title or "Wiki", about=about), ()
    for each in library.directories():
        node = Node("directory", f"{each.path}/", each.title, about=each.description)
        yield node, (Link(node.id, _directory(each.path), "part of"),)
    for source in sorted(library.sources(), key=lambda source: source.article):
        node = Node("source", source.article, source.title, key=source.key, date=source.date or "")
        yield node, (Link(node.id, WIKI, "part of"),)
    table = NameTable(library.catalogue.names()) if facts else None
    graph = library.graph
    shown = progress or Silent()
    shown.phase("pages", len(library.catalogue.pages))
    for path in sorted(library.catalogue.pages):
        view = library.view(path)
        if view is not None:
            yield _page(view, graph)
            if table is not None:
                yield from _facts(library, view, table)
        shown.advance()


def _directory(path: str) -> str:
    above = layout.directory(path)
    return f"{above}/" if above else WIKI


def _page(view: PageView, graph: Graph) -> tuple[Node, tuple[Link, ...]]:
    cited = Counter(source for fact in view.facts if not fact.superseded for source in {*_sources_of(fact)})
    edges = [edge for edge in graph.out(view.path) if edge.target in graph]
    links = (
        Link(view.path, _directory(view.path), "part of"),
        *(Link(view.path, edge.target, edge.kind, edge.label) for edge in edges),
        *(Link(view.path, source, "cites", count=count) for source, count in sorted(cited.items())),
    )
    node = Node("page", view.path, view.title, view.type, view.aliases, view.tags, view.summary)
    return node, links


def _sources_of(fact: Fact) -> Iterator[str]:
    """Page paths of the articles that a fact rests on."""
    return (f"{layout.ARTICLES_DIR}/{layout.stem(cite.digest)}" for cite in fact.citations)


def _facts(library: Library, view: PageView, table: NameTable) -> Iterator[tuple[Node, tuple[Link, ...]]]:
    """The facts that are at home on a page and hold today."""
    for fact in view.facts:
        if fact.borrowed or fact.superseded:
            continue
        at = f"{view.path}#{fact.id}"
        quotes = tuple(_quotes(library, fact))
        named = sorted({*table.named(fact.text)} - {view.path})
        links = (
            Link(at, view.path, "part of"),
            *(Link(at, path, "mention") for path in named),
            *(Link(at, source, "cites") for source in sorted({quote.source for quote in quotes})),
        )
        said = f"{fact.holder}: {fact.text}" if fact.holder else fact.text
        yield Node("fact", at, said, fact.kind, quotes=quotes), links


def _quotes(library: Library, fact: Fact) -> Iterator[Quote]:
    for cite, source in zip(fact.citations, _sources_of(fact), strict=True):
        digest = library.whole_digest(cite.digest)
        for block in digest.blocks if digest is not None else ():
            if block.id == cite.block:
                yield Quote(source, block.text)
                break


_NODE_KEYS: Final = ("kind", "label", "type", "aliases", "tags", "about", "key", "date", "quotes")
_EDGE_KEYS: Final = ("kind", "label")
# XML 1.0 has no form for these.
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def graph_ml_lines(graph: Iterable[tuple[Node, tuple[Link, ...]]], base: str) -> Iterator[str]:
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


def json_ld_lines(graph: Iterable[tuple[Node, tuple[Link, ...]]], base: str) -> Iterator[str]:
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
