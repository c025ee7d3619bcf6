"""The tree beside every page is bounded as a whole, and leads to what it leaves out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.site.addresses import FileAddresses
from wikic.site.tree_script import tree_script

SIZES = {"": 1, "large": 40, "small": 3, "small/in": 2, "small/in/deep": 5}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    root = tmp_path_factory.mktemp("tree")
    (root / "wikic.toml").write_text('[lint]\nprofile = "vault"\n')
    for directory, size in SIZES.items():
        (root / directory).mkdir(exist_ok=True)
        for number in range(size):
            (root / directory / f"p{number}.md").write_text(f"# {directory} {number}\n\nWords.\n")
    refresh(root)
    with Library.current(root) as library:
        yield library


def shown(library: Library, **most: int) -> dict[str, tuple[int, int]]:
    """Directories with how many pages they show, and how many they say there are."""
    script = tree_script(library, FileAddresses("index.html"), **most)
    found: dict[str, tuple[int, int]] = {}

    def take(branch: Any, above: str) -> None:
        _, step, count, pages, directories = branch
        place = f"{above}/{step}".strip("/")
        found[place] = len(pages), count
        for each in directories:
            take(each, place)

    take(json.loads(script.removeprefix("wikicTree=")), "")
    return found


def test_all_of_a_wiki_of_some_pages_is_in_it(library: Library) -> None:
    assert shown(library) == {name: (size, size) for name, size in SIZES.items()}


def test_large_directories_give_way_first(library: Library) -> None:
    assert shown(library, pages=20) == {
        "": (1, 1), "large": (9, 40), "small": (3, 3), "small/in": (2, 2), "small/in/deep": (5, 5)
    }  # fmt: skip
    for most in range(60):
        assert sum(pages for pages, _ in shown(library, pages=most).values()) <= most


def test_deep_directories_are_counted_where_they_are_left_out(library: Library) -> None:
    assert shown(library, directories=3) == {
        "": (1, 1), "large": (40, 40), "small": (3, 3), "small/in": (2, 3)
    }  # fmt: skip
    assert shown(library, directories=1) == {"": (1, 4), "large": (40, 40)}
