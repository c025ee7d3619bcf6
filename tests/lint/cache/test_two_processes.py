"""Two processes find what one finds."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from support.any_wiki import Memory, wikis
from support.depth import examples

from wikic.lint.cache import two_processes
from wikic.lint.cache.run import lint_tree
from wikic.lint.engine import Selection, lint
from wikic.lint.problem import Problem
from wikic.lint.rule import Rule
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Severity

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a second process is a fork")


@pytest.fixture(autouse=True, scope="module")
def always() -> object:
    """A second process however few the files."""
    before, two_processes.PAYS_FROM = two_processes.PAYS_FROM, 1  # type: ignore[misc]
    yield None
    two_processes.PAYS_FROM = before  # type: ignore[misc]


@given(wikis)
@examples(60)
def test_findings_are_the_same_for_one_and_two_processes(files: dict[str, bytes]) -> None:
    expected = lint(WikiView.over(Memory(files)))
    assert lint_tree(Memory(files), workers=2).findings == expected
    with tempfile.TemporaryDirectory() as directory:
        cache = Path(directory) / "lint-cache"
        for _ in range(2):
            assert lint_tree(Memory(files), cache=cache, workers=2).findings == expected
        assert lint_tree(Memory(files), cache=cache, workers=1).findings == expected


def test_a_second_process_that_ends_early_is_made_up_for() -> None:
    files = {f"notes/{number}.md": b"See [[gone]].\n" for number in range(8)}
    first = os.getpid()

    def check(view: WikiView) -> list[Problem]:
        if os.getpid() != first:
            os._exit(9)
        return [Problem(page.file, 1, 1, "seen") for page in view.pages()]

    rule = Rule("X001", "seen", Category.OTHER, Severity.INFO, "", "", "", "", check, scope="file")
    found = lint_tree(Memory(files), Selection.of(rules=(rule,)), workers=2).findings
    assert [finding.path for finding in found] == sorted(files)
