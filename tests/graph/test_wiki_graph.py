from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import FormatError
from wikic.graph.wiki_graph import KINDS, Backlink, Edge, Graph, decode_graph, encode_graph

paths = st.sampled_from(["a/A", "a/B", "b/C", "b/C-2", "c/鲁迅", "d", "e/E"])
edges = st.builds(Edge, paths, st.sampled_from(KINDS), st.sampled_from(["", "born in", "father"]))
wikis = st.dictionaries(paths, st.lists(edges, max_size=5), max_size=7)


@given(wikis)
def test_holds_what_pages_state_and_the_same_seen_from_the_other_end(
    wiki: dict[str, list[Edge]],
) -> None:
    graph = Graph.build(wiki)
    assert list(graph.pages()) == sorted(wiki) and len(graph) == len(wiki)
    for path, stated in wiki.items():
        assert path in graph
        assert sorted(graph.out(path)) == sorted(set(stated))
    for target in graph.paths:
        expected = {
            Backlink(path, edge.kind, edge.label)
            for path, stated in wiki.items()
            for edge in stated
            if edge.target == target
        }
        found = graph.backlinks(target)
        assert set(found) == expected and len(found) == len(expected)
        assert [back.source for back in found] == sorted(back.source for back in found)
    assert set(graph.dangling()) == {edge.target for stated in wiki.values() for edge in stated} - wiki.keys()


@given(wikis, st.data())
def test_a_page_may_come_in_parts(wiki: dict[str, list[Edge]], data: st.DataObject) -> None:
    parts: list[tuple[str, list[Edge]]] = []
    for path, stated in wiki.items():
        at = data.draw(st.integers(0, len(stated)))
        parts += [(path, stated[:at]), (path, stated[at:]), (path, stated[:1])]
    assert Graph.build(data.draw(st.permutations(parts))) == Graph.build(wiki)


@given(
    wikis, st.lists(st.dictionaries(paths, st.none() | st.lists(edges, max_size=4), max_size=4), max_size=4)
)
def test_updating_page_by_page_equals_a_rebuild(
    wiki: dict[str, list[Edge]], changes: list[dict[str, list[Edge] | None]]
) -> None:
    graph = Graph.build(wiki)
    for change in changes:
        graph = graph.updated(change)
        for path, stated in change.items():
            if stated is None:
                wiki.pop(path, None)
            else:
                wiki[path] = stated
    assert graph == Graph.build(wiki)


@given(wikis)
def test_encoding_loses_nothing(wiki: dict[str, list[Edge]]) -> None:
    graph = Graph.build(wiki)
    assert decode_graph(encode_graph(graph)) == graph
    assert decode_graph(encode_graph(graph)).numbers == graph.numbers


@pytest.mark.parametrize("harm", [b"", b"wikic-graph 2\n", b"x"])
def test_a_damaged_graph_is_a_format_error(harm: bytes) -> None:
    data = encode_graph(Graph.build({"a/A": [Edge("a/B", "link")]}))
    for broken in (harm, data[:-1], data + harm if harm else data[:20]):
        with pytest.raises(FormatError):
            decode_graph(broken)
