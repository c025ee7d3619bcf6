"""What is kept between runs: never another finding than without it, whatever happened to files or cache."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.any_wiki import Memory, contents, paths, wikis

from wikic.lint import cache_file
from wikic.lint.cache_run import Linted, lint_tree
from wikic.lint.engine import lint
from wikic.lint.view import WikiView
from wikic.wiki.tree import Tree

edits = st.lists(st.tuples(paths, st.one_of(st.none(), contents)), min_size=1, max_size=3)


@given(wikis, st.lists(edits, max_size=3))
@settings(max_examples=150, deadline=None)
def test_findings_are_the_same_cold_and_warm(files: dict[str, bytes], runs: list[list[object]]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        cache = Path(directory) / "lint-cache"
        now = dict(files)
        for step in [[], [], *runs]:
            for path, data in step:  # type: ignore[misc]
                if data is None:
                    now.pop(path, None)
                else:
                    now[path] = data
            expected = lint(WikiView.over(Memory(now)))
            assert lint_tree(Memory(now), cache=cache, workers=1).findings == expected
            assert lint_tree(Memory(now), workers=1).findings == expected
