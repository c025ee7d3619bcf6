"""Code and comments that a document leaves open, on the page of the document."""

from __future__ import annotations

import pytest
from support.lint_view import Memory

from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Severity
from wikic.wiki.document_page import note_comment, noted

HEAD = "---\ntype: other\ntitle: T\ncreated: 2026-11-21\ndocument: docs/t.md\nfold: 9c41d2e7\n---\n"
BEHIND = "<!-- wikic -->\n\n## Related Sources\n- [T](../sources/digests/t-3fa91c.md) ^r07b1e9aa\n"


@pytest.mark.parametrize(
    ("opened", "message"),
    [
        ("```\nmake test\n", "``` opens code that is never closed"),
        ("Words <!-- and more\n", "<!-- opens a comment that is never closed"),
    ],
)
def test_the_document_is_named(opened: str, message: str) -> None:
    body = f"# T\n\nFirst words.\n\n{opened}\n"
    page = f"{HEAD}{body}\n{BEHIND}\n{note_comment(noted(body))}\n"
    (found,) = lint(WikiView.over(Memory({"other/t.md": page.encode()})), select=["D007"])
    assert (found.message, found.severity, found.line) == (message, Severity.INFO, 12)
    assert found.help == "close it in docs/t.md, and compile that again"


def test_what_a_document_closes_is_no_finding() -> None:
    body = "# T\n\n```\nmake test\n```\n\nWords <!-- and more --> here.\n"
    page = f"{HEAD}{body}\n{BEHIND}\n{note_comment(noted(body))}\n"
    assert lint(WikiView.over(Memory({"other/t.md": page.encode()})), select=["D007"]) == ()
