"""Paths as keys: parents, names, depths."""

from __future__ import annotations

import pytest

from wikic.store.records import join_path, last_segment, parent_directory, path_depth


@pytest.mark.parametrize(
    ("path", "above", "last", "steps"),
    [("", "", "", 0), ("people", "", "people", 1), ("people/kings/Hugh", "people/kings", "Hugh", 3)],
)
def test_a_path_is_its_parent_and_its_name(path: str, above: str, last: str, steps: int) -> None:
    assert (parent_directory(path), last_segment(path), path_depth(path)) == (above, last, steps)
    assert join_path(above, last) == path
