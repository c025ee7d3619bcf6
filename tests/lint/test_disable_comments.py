"""Comments in a page that silence rules: where they count, and where they do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import wikic, write
from support.fixed_view import fix
from support.lint_view import opened
from support.wiki_files import WikiFiles

from wikic.config import LintConfig
from wikic.lint import disable_comments
from wikic.lint.engine import lint
from wikic.lint.registry import RULES
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding

QUIET = ("P", "I")  # what a made-up page lacks is not the point here


def found(page: str | bytes, *select: str, path: str = "notes/n.md") -> list[str]:
    data = page if isinstance(page, bytes) else page.encode()
    view = WikiView.over(WikiFiles({path: data}))
    return [f"{each.line}:{each.column} {each.code}" for each in lint(view, select=select, ignore=QUIET)]


def test_disable_counts_until_enable() -> None:
    page = """# N
[[a]]
<!-- wikic-disable L001 -->
[[b]]
<!-- wikic-enable L001 -->
[[c]]
"""
    assert found(page) == ["2:1 L001", "6:1 L001"]


def test_enable_frees_what_it_names() -> None:
    page = "# N\n<!-- wikic-disable -->\n[[b]] [[n#x]]\n<!-- wikic-enable L001 -->\n[[c]] [[n]]\n"
    assert found(page) == ["5:1 L001"]


def test_disable_counts_for_what_stands_behind_it_on_its_line() -> None:
    assert found("# N\n[[a]] <!-- wikic-disable L001 --> [[b]]\n") == []


def test_the_next_line_is_the_one_behind_the_comment() -> None:
    page = "# N\n<!-- wikic-disable-next-line L001\n-- because it\nwill come -->\n[[a]]\n[[b]]\n"
    assert found(page) == ["6:1 L001"]


def test_line_ends_of_other_systems() -> None:
    for end in ("\r\n", "\r"):
        page = "# N\n<!-- wikic-disable-next-line L001 -->\n[[a]]\n[[b]]\n".replace("\n", end)
        assert found(page) == ["4:1 L001"]


def test_a_file_is_silenced_from_anywhere_in_it() -> None:
    page = b"# N\n\xff [[a]]\n\n<!-- wikic-disable-file not-utf-8 L -->\n"
    assert found(page) == []
    assert found(page.replace(b" L ", b" ")) == ["2:3 L001"]


@pytest.mark.parametrize(
    "page",
    [
        "# N\n```\n<!-- wikic-disable L001 -->\n```\n[[a]]\n",
        "# N\n`<!-- wikic-disable L001 -->` [[a]]\n",
        "# N\n\n    <!-- wikic-disable L001 -->\n\n[[a]]\n",
        "---\ntitle: <!-- wikic-disable L001 -->\n---\n# N\n[[a]]\n",
        "# N\n<!-- wikic-disabled L001 -->\n[[a]]\n",
        "# N\n<!-- wikic-disable-everything L001 -->\n[[a]]\n",
        "# N\nwikic-disable L001\n[[a]]\n",
        "# N\n[[a]]\n<!-- wikic-disable L001",
        "# N\n\\<!-- wikic-disable L001 --> [[a]]\n",
    ],
)
def test_what_is_no_comment_silences_nothing(page: str) -> None:
    assert [each.split()[1] for each in found(page, "L001")] == ["L001"]


def test_a_comment_that_was_escaped_out_of_a_document_silences_nothing(tmp_path: Path) -> None:
    """A fact quotes a document; the document must not switch checks off."""
    sign = "<!-- wikic-disable-file -->"
    told = f"`{sign}` is what Ada Lovelace wrote in London in 1815."
    text = f"# Ada Lovelace {sign}\n\nAda Lovelace {sign} was born in London in 1815. {told}\n\n{sign}\n"
    write(tmp_path, {"docs/ada.md": text, "docs/b.txt": f"{sign}\n\nAda Lovelace wrote it. {told}\n"})
    wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    wikic("compile", "docs", "-C", "kb", cwd=tmp_path, code=None)
    view = opened(tmp_path / "kb", LintConfig())
    assert any("wikic-disable" in page.text for page in view.pages())
    assert [
        disable_comments.find_comments(page) for page in view.prose() if disable_comments.find_comments(page)
    ] == []


def test_a_comment_for_every_rule_is_found_idle_too() -> None:
    assert found("# N\n<!-- wikic-disable -->\nx\n") == []  # P and I are ignored here: it may be theirs
    view = WikiView.over(WikiFiles({"notes/n.md": b"# N\nx\n\n<!-- wikic-disable -->\nx\n"}))
    assert "U002" in {each.code for each in lint(view)}


def test_sources_are_not_asked() -> None:
    article = b"---\nkey: k\n<!-- wikic-disable-file -->\n"
    assert found(article, path="sources/articles/a-000000.md") != []
    digest = b"<!-- wikic-disable-file -->\n# x\n"
    assert found(digest, path="sources/digests/a-000000.md") != []


def test_a_comment_that_silences_nothing_is_found_even_alone() -> None:
    page = "# N\n<!-- wikic-disable-next-line L001 -->\n[[a]]\n<!-- wikic-disable-next-line L001 -->\nx\n"
    assert found(page) == found(page, "U002") == ["4:1 U002"]
    assert found(page, "L") == []


def test_a_comment_for_a_rule_that_did_not_run_may_be_needed() -> None:
    page = b"# N\n<!-- wikic-disable-next-line L001 -->\nx\n"
    view = WikiView.over(WikiFiles({"notes/n.md": page}))
    assert lint(view, ignore=("L001", *QUIET)) == ()


def test_silenced_findings_are_not_fixed() -> None:
    page = b"# N\n<!-- wikic-disable-next-line -->\n[[Lovelace]]\n[[Lovelace]]\n"
    files = {"notes/n.md": page, "people/Ada.md": b"---\naliases: [Lovelace]\n---\nx\n"}
    (change,) = fix(WikiView.over(WikiFiles(files)), select=["L005"]).changes.changes
    assert change.content == page[:-13] + b"[[Ada|Lovelace]]\n"  # type: ignore[union-attr]


def test_applying_twice_is_applying_once() -> None:
    page = b"# N\n<!-- wikic-disable-next-line L001 -->\n[[a]]\n<!-- wikic-disable -->\n[[b]]\n"
    view = WikiView.over(WikiFiles({"notes/n.md": page}))
    once = lint(view)
    assert disable_comments.apply_comments(once, view, {"L001", "U002"}, RULES) == once


PARTS = st.sampled_from(
    [
        "<!-- wikic-disable -->", "<!-- wikic-disable L001 -->", "<!-- wikic-enable -->", "\n", "[[a]]",
        "<!-- wikic-enable L -->", "<!-- wikic-disable-next-line L001 -->",
        "<!-- wikic-disable-file L002 -->",
        "<!--", "-->", "wikic-", "`", "```\n", " ", "[[n|n]]", "<!-- wikic-disable-file -- x -->", "\r\n",
    ]
)  # fmt: skip


@given(st.lists(PARTS, max_size=14).map("".join))
def test_comments_only_take_findings_away(page: str) -> None:
    view = WikiView.over(WikiFiles({"notes/n.md": page.encode()}))
    bare = WikiView.over(WikiFiles({"notes/n.md": page.replace("wikic-", "xikic-").encode()}))

    def others(of: WikiView) -> set[Finding]:
        return {each for each in lint(of) if not each.code.startswith("U")}

    assert others(view) <= others(bare)
