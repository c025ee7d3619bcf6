"""Several processes find what one finds."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from support.any_wiki import Memory, wikis
from support.depth import examples

from wikic.lint.cache import examine
from wikic.lint.cache.run import lint_tree
from wikic.lint.engine import Selection, lint
from wikic.lint.rule import Problem, Rule
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Severity

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a second process is a fork")


@pytest.fixture(autouse=True, scope="module")
def always() -> object:
    """More processes however few the files."""
    before, examine.SHARE = examine.SHARE, 1  # type: ignore[misc]
    yield None
    examine.SHARE = before  # type: ignore[misc]


@given(wikis)
@examples(30)
def test_findings_are_the_same_for_one_and_several_processes(files: dict[str, bytes]) -> None:
    expected = lint(WikiView.over(Memory(files)))
    assert lint_tree(Memory(files), workers=2).findings == expected
    with tempfile.TemporaryDirectory() as directory:
        cache = Path(directory) / "lint-cache"
        for _ in range(2):
            assert lint_tree(Memory(files), cache=cache, workers=2).findings == expected
        assert lint_tree(Memory(files), cache=cache, workers=1).findings == expected
        cache.unlink(missing_ok=True)
        assert lint_tree(Memory(files), cache=cache, workers=4).findings == expected


@pytest.mark.parametrize("workers", [2, 3, 8])
def test_a_process_that_ends_early_is_made_up_for(workers: int) -> None:
    files = {f"notes/{number}.md": b"See [[gone]].\n" for number in range(8)}
    first = os.getpid()

    def check(view: WikiView) -> list[Problem]:
        if os.getpid() != first and "notes/7.md" in view.scope:
            os._exit(9)
        return [Problem(page.file, 1, 1, "seen") for page in view.pages()]

    rule = Rule("X001", "seen", Category.OTHER, Severity.INFO, check, "file")
    found = lint_tree(Memory(files), Selection.of(rules=(rule,)), workers=workers).findings
    assert [finding.path for finding in found] == sorted(files)


def test_shares_are_even_and_whole() -> None:
    files = {f"notes/{number}.md": number % 7 * 1_000 for number in range(300)}
    files |= {
        f"sources/{kind}/{number}.md": 5_000 for kind in ("articles", "digests") for number in range(50)
    }
    shares = examine._share_out(files, 3)
    assert sorted(file for share in shares for file in share) == sorted(files)
    weights = [sum(files[file] + 2_000 for file in share) for share in shares]
    assert max(weights) < 1.1 * min(weights)
    for share in shares:
        digests = {file.removeprefix("sources/digests/") for file in share if "/digests/" in file}
        articles = {file.removeprefix("sources/articles/") for file in share if "/articles/" in file}
        assert digests == articles
