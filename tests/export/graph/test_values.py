"""The graph holds what the wiki says, and names nothing that is not in it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from wikic.document.quotes import segment
from wikic.export.graph import Link, Node, graph_of
from wikic.navigate.library import Library


def graph(root: Path, *, facts: bool) -> tuple[dict[str, Node], list[Link]]:
    with Library.current(root) as library:
        found = list(graph_of(library, facts=facts))
    nodes = {node.id: node for node, _ in found}
    assert len(nodes) == len(found)
    return nodes, [link for _, links in found for link in links]


@pytest.mark.parametrize("facts", [False, True])
@pytest.mark.parametrize("language", ["harbour", "chinese"])
def test_links_join_nodes_and_everything_is_part_of_the_wiki(
    language: str, facts: bool, request: pytest.FixtureRequest
) -> None:
    nodes, links = graph(request.getfixturevalue(language), facts=facts)
    assert {link.source for link in links} | {link.target for link in links} <= nodes.keys()
    above = {link.source: link.target for link in links if link.kind == "part of"}
    assert above.keys() == nodes.keys() - {""}
    for node in above:
        steps = 0
        while node:
            node, steps = above[node], steps + 1
            assert steps < 20


def test_pages_and_sources_are_those_of_the_library(harbour: Path) -> None:
    nodes, links = graph(harbour, facts=False)
    with Library.current(harbour) as library:
        pages = {node.id for node in nodes.values() if node.kind == "page"}
        assert pages == set(library.catalogue.pages)
        assert {node.key for node in nodes.values() if node.kind == "source"} == {
            source.key for source in library.sources()
        }
        edges = {
            (path, edge.target, edge.kind, edge.label) for path in pages for edge in library.graph.out(path)
        }
        joined = {
            (link.source, link.target, link.kind, link.label)
            for link in links
            if link.kind in ("relation", "link", "mention")
        }
        assert joined == {each for each in edges if each[1] in pages}
    assert any(link.kind == "relation" and link.label for link in links)
    assert not any(node.kind == "fact" for node in nodes.values())


def test_a_fact_is_on_one_page_and_its_quotes_stand_in_its_sources(harbour: Path) -> None:
    nodes, links = graph(harbour, facts=True)
    facts = [node for node in nodes.values() if node.kind == "fact"]
    with Library.current(harbour) as library:
        at_home = {
            f"{path}#{fact.id}"
            for path in library.catalogue.pages
            for view in [library.view(path)]
            if view is not None
            for fact in view.facts
            if not fact.borrowed and not fact.superseded
        }
        assert {node.id for node in facts} == at_home
        for node in facts:
            assert node.quotes
            for quote in node.quotes:
                article = library.article(quote.source)
                assert article is not None
                assert quote.text in {block.text for block in segment(article.text)}
    cited = {(link.source, link.target) for link in links if link.kind == "cites"}
    assert all((node.id, quote.source) in cited for node in facts for quote in node.quotes)
    counts = Counter(
        (node.id.rpartition("#")[0], source)
        for node in facts
        for source in {*(quote.source for quote in node.quotes)}
    )
    for link in links:
        if link.kind == "cites" and nodes[link.source].kind == "page":
            assert link.count >= counts[link.source, link.target]  # borrowed facts count too


def test_a_vault_has_pages_and_links_and_no_sources(vault: Path) -> None:
    nodes, links = graph(vault, facts=False)
    assert {node.kind for node in nodes.values()} <= {"wiki", "directory", "page"}
    assert ("notes/Kiln", "C# notes", "link") in {(link.source, link.target, link.kind) for link in links}
