"""Lists are narrowed by directory, tag and collection, and say by what they can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.navigate.reader import reader as reading
from wikic.navigate.reader.reader import Reader
from wikic.navigate.reader.search import find_pages
from wikic.navigate.reader.values import facets_of


def page(name: str, tags: str, cited: str, text: str) -> str:
    cite = f" [[sources/digests/{cited}#^p00000001]] ^f00000001" if cited else ""
    return f"---\ntags: [{tags}]\n---\n# {name}\n\n## Key Facts\n- {text}{cite}\n"


@pytest.fixture
def small(wiki: Callable[..., Path]) -> Iterator[Library]:
    root = wiki(
        {
            "sources/articles/log-a-1": "---\nkey: log/a\ntitle: A\n---\nOn.\n",
            "sources/articles/post-b-2": "---\nkey: post/b\ntitle: B\n---\nOn.\n",
            "people/Ann": page("Ann", "keeper, Kin", "log-a-1", "Ann kept the lamp."),
            "people/Ben": page("Ben", "kin", "post-b-2", "Ben lit the lamp."),
            "people/old/Cy": page("Cy", "keeper", "post-b-2", "Cy sold the lamp."),
            "ships/Dot": page("Dot", "", "", "Dot carried the lamp."),
        }
    )
    refresh(root)
    with Library.current(root) as library:
        yield library


def paths(listed: object) -> list[str]:
    return [page.path for each in listed.lists for page in each.pages]  # type: ignore[attr-defined]


def test_a_list_says_by_what_it_can_be_narrowed(small: Library) -> None:
    people = Reader(small).directory("people")
    assert people is not None
    assert paths(people) == ["people/Ann", "people/Ben"]
    facets = people.facets
    assert [(each.name, each.count) for each in facets.tags] == [("keeper", 2), ("Kin", 1), ("kin", 1)]
    assert [(each.name, each.count) for each in facets.collections] == [("post", 2), ("log", 1)]
    assert [(each.name, each.count) for each in facets.directories] == [("people", 2), ("people/old", 1)]


def test_a_narrowed_list_holds_what_stands_below_too(small: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SCREEN", 1)
    reader = Reader(small)
    keepers = [reader.directory("people", number, tag="Keeper") for number in (1, 2)]
    assert [paths(each) for each in keepers] == [["people/Ann"], ["people/old/Cy"]]
    assert reader.directory("people", 3, tag="Keeper") is None
    whole = reader.directory("", tag="kin", collection="post")
    assert whole is not None and paths(whole) == ["people/Ben"] and whole.total == 1
    assert not whole.facets.tags and not whole.below
    nothing = reader.directory("ships", tag="kin")
    assert nothing is not None and not nothing.lists


def test_a_search_is_narrowed_by_collection(small: Library) -> None:
    everywhere = find_pages(small, "lamp")
    assert {hit.path for hit in everywhere.hits} == {"people/Ann", "people/Ben", "people/old/Cy", "ships/Dot"}
    assert [(each.name, each.count) for each in everywhere.facets.collections] == [("post", 2), ("log", 1)]
    post = find_pages(small, "lamp", collection="post")
    assert {hit.path for hit in post.hits} == {"people/Ben", "people/old/Cy"}
    assert not post.facets.collections
    assert [hit.path for hit in find_pages(small, "lamp", "people", "keeper", "post").hits] == [
        "people/old/Cy"
    ]
    assert not find_pages(small, "lamp", collection="nowhere").hits
    # The page that is called so stands first among those of the collection as well.
    assert [hit.path for hit in find_pages(small, "Ann", collection="post").hits if hit.title == "Ann"] == []


def test_what_all_pages_share_is_no_facet(small: Library) -> None:
    assert facets_of(small, ["people/old/Cy"]).tags == ()
    assert facets_of(small, []).directories == ()


def test_one_collection_is_none_to_choose_from(reader_of_harbour: Reader) -> None:
    people = reader_of_harbour.directory("people")
    assert people is not None and people.facets.tags and not people.facets.collections


@pytest.fixture
def reader_of_harbour(library: Library) -> Reader:
    return Reader(library)
