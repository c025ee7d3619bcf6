"""The map holds the most linked pages, once each, and what joins them."""

from __future__ import annotations

from collections import Counter

import pytest

from wikic.navigate.library import Library
from wikic.navigate.reader import map
from wikic.navigate.reader.map import wiki_map


def test_every_page_is_on_the_map_of_a_small_wiki(library: Library) -> None:
    found = wiki_map(library)
    assert {page.path for page in found.pages} == set(library.catalogue.pages)
    assert found.total == len(found.pages)
    assert [page.links for page in found.pages] == sorted((page.links for page in found.pages), reverse=True)
    counts = Counter(page.path.partition("/")[0] for page in found.pages)
    assert [shelf.path for shelf in found.shelves] == sorted(counts, key=lambda name: (-counts[name], name))
    for page in found.pages:
        assert page.path.startswith(f"{found.shelves[page.shelf].path}/")
    assert wiki_map(library) == found


def test_lines_join_pages_that_the_wiki_joins(library: Library) -> None:
    found = wiki_map(library)
    assert len(set(found.edges)) == len(found.edges) > 20
    for one, other in found.edges:
        assert one < other
        ends = {found.pages[one].path, found.pages[other].path}
        assert any({path, edge.target} == ends for path in ends for edge in library.graph.out(path))


def test_a_large_wiki_shows_its_most_linked(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = wiki_map(library)
    monkeypatch.setattr(map, "MOST", 5)
    few = wiki_map(library)
    assert [page.path for page in few.pages] == [page.path for page in whole.pages[:5]]
    assert few.total == whole.total
    assert all(other < 5 for _, other in few.edges)
