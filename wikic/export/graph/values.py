"""What the graph holds: the wiki, its directories, pages, sources and facts, and what joins them. Pure.

It is the mention graph of RLM-on-KG (section 3.1) with pages as entities and facts as chunks: a fact names
pages, rests on quotes of sources, and is part of its page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from wikic import layout
from wikic.graph.wiki_graph import Graph
from wikic.model.page import Fact
from wikic.navigate.library import Library
from wikic.navigate.page_view import PageView
from wikic.navigate.unlinked_mentions import NameTable
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
