"""Paths as keys: parents, names, depths."""

from __future__ import annotations

import pytest

from wikic.store.records import depth, join, name, parent


@pytest.mark.parametrize(
    ("path", "above", "last", "steps"),
    [("", "", "", 0), ("people", "", "people", 1), ("people/kings/Hugh", "people/kings", "Hugh", 3)],
)
def test_a_path_is_its_parent_and_its_name(path: str, above: str, last: str, steps: int) -> None:
    assert (parent(path), name(path), depth(path)) == (above, last, steps)
    assert join(above, last) == path
