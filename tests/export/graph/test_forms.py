"""Both forms are read by the libraries people use, and give back what was put in."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import networkx
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from rdflib.namespace import RDF

from wikic.export.graph import Link, Node, Quote, graph_ml_lines, graph_of, json_ld_lines
from wikic.navigate.library import Library

# rdflib's own reader of JSON-LD warns of a class that rdflib has deprecated.
pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated:DeprecationWarning")

SCHEMA = rdflib.Namespace("https://schema.org/")
BASE = "https://kb.example/wiki/"
Graph = list[tuple[Node, tuple[Link, ...]]]


def read_rdf(graph: Graph) -> rdflib.Graph:
    return rdflib.Graph().parse(data="\n".join(json_ld_lines(graph, BASE)), format="json-ld")


def read_graphml(graph: Graph) -> networkx.DiGraph:
    return networkx.read_graphml(
        io.BytesIO("\n".join(graph_ml_lines(graph, "")).encode()), force_multigraph=True
    )


@pytest.fixture(params=["harbour", "chinese", "vault"])
def whole(request: pytest.FixtureRequest) -> Graph:
    root: Path = request.getfixturevalue(request.param)
    with Library.current(root) as library:
        return list(graph_of(library, facts=True))


def test_rdf_has_every_node_with_its_type_and_what_it_is_part_of(whole: Graph) -> None:
    read = read_rdf(whole)
    kinds = Counter(node.kind for node, _ in whole)
    types = Counter(str(kind).removeprefix(SCHEMA) for kind in read.objects(None, RDF.type))
    assert types["Article"] == kinds["page"]
    assert types["DigitalDocument"] == kinds["source"]
    assert types["Claim"] == kinds["fact"]
    assert types["Collection"] == kinds["wiki"] + kinds["directory"]
    assert types["Quotation"] == sum(len(node.quotes) for node, _ in whole)
    texts = {
        str(each)
        for claim in read.subjects(RDF.type, SCHEMA.Claim)
        for each in read.objects(claim, SCHEMA.text)
    }
    assert texts == {node.name for node, _ in whole if node.kind == "fact"}
    joined = {(str(one), str(other)) for one, other in read.subject_objects(SCHEMA.mentions)}
    pages = [link for node, links in whole for link in links if link.kind in ("link", "mention", "relation")]
    assert bool(joined) == bool(pages)
    known = {str(each) for each in read.subjects(RDF.type, SCHEMA.Article)}
    assert {other for _, other in joined} <= known


def test_relations_keep_their_labels(harbour: Path) -> None:
    with Library.current(harbour) as library:
        whole = list(graph_of(library))
    read = read_rdf(whole)
    labels = {link.label for _, links in whole for link in links if link.label}
    told = {
        str(rdflib.URIRef(each)).removeprefix(f"{BASE}-/relations/").replace("%20", " ")
        for each in read.predicates()
        if str(each).startswith(f"{BASE}-/relations/")
    }
    assert labels and told == labels


def test_graphml_has_every_node_and_link(whole: Graph) -> None:
    read = read_graphml(whole)
    assert set(read.nodes) == {node.id or "/" for node, _ in whole}
    wanted = Counter(
        (link.source or "/", link.target or "/", link.kind, link.label, link.count)
        for _, links in whole
        for link in links
    )
    found = Counter(
        (one, other, data["kind"], data.get("label", ""), data["weight"])
        for one, other, data in read.edges(data=True)
    )
    assert found == wanted


texts = st.text(max_size=30)
named = st.builds(
    Node,
    kind=st.just("page"),
    id=texts.map(lambda text: f"p{text}"),
    name=texts,
    aliases=st.lists(texts, max_size=2).map(tuple),
    about=texts,
    quotes=st.lists(st.builds(Quote, source=st.just("s"), text=texts), max_size=2).map(tuple),
)


@given(st.lists(named, max_size=5, unique_by=lambda node: node.id.encode("utf-8", "replace")))
def test_any_words_are_given_back(nodes: list[Node]) -> None:
    read = read_rdf([(node, ()) for node in nodes])

    def writable(text: str) -> str:
        return text.encode("utf-8", "replace").decode()

    assert sorted(map(str, read.objects(None, SCHEMA.name))) == sorted(writable(node.name) for node in nodes)


xml_texts = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn"], include_characters="\t\n\r<>&\"'"), max_size=30
)


@given(
    st.lists(
        st.tuples(xml_texts.map(lambda text: f"p{text}"), xml_texts),
        max_size=5,
        unique_by=lambda pair: pair[0],
    )
)
def test_any_words_are_given_back_by_graphml(given_nodes: list[tuple[str, str]]) -> None:
    graph: Graph = [(Node("page", path, name), ()) for path, name in given_nodes]
    read = read_graphml(graph)
    assert {path: data.get("label", "") for path, data in read.nodes(data=True)} == dict(given_nodes)


@given(texts)
def test_graphml_stays_xml_whatever_the_words(text: str) -> None:
    assert len(read_graphml([(Node("page", f"p{text}", text, aliases=(text,)), ())])) == 1
