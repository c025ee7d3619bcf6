"""What a measurement of one wiki draws and says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wikic.navigate.store_times import _prefix, store_times
from wikic.store.operator_times import OPERATORS


def test_a_prefix_is_the_shortest_that_ten_paths_have() -> None:
    many = sorted(f"people/Person-{number:03}.md" for number in range(200))
    paths = sorted([*many, "people/Ada.md", "index.md"])
    assert _prefix(paths, "people/Person-042.md") == "people/Person-04"
    assert _prefix(paths, "people/Ada.md") == "people/A"
    assert _prefix(paths, "index.md") == "i"


def test_a_wiki_without_a_mirror_is_read_from_its_files(wiki: Callable[..., Path]) -> None:
    pages = {f"people/Person-{number}": f"# Person {number}\n" for number in range(12)}
    found = store_times(wiki(pages), 100)
    assert found.records == 12
    assert found.levels == 3, "root, directory, page"
    assert found.bytes == sum(len(text) for text in pages.values())
    assert list(found.costs) == ["files"]
    assert list(found.costs["files"]) == list(OPERATORS)
    assert found.without_mirror.startswith("there is no mirror yet")
