"""Selecting rules, laying changes over a tree, seams to the fold, fixes, reports."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.fixed_view import fix
from support.lint_view import Memory

from wikic import layout
from wikic.errors import UsageError
from wikic.lint.engine import lint
from wikic.lint.fixes.apply import apply
from wikic.lint.fixes.settle import MAX_PASSES
from wikic.lint.rule import Problem, Rule
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Delete, Move, Write
from wikic.model.finding import Category, Edit, Severity

PAGE = b"---\ntype: people\ntitle: A\ncreated: 2026-11-21\nfold: 9c41d2e7\n---\n# A\n"
PAGE += b"\n## Related Pages\n- [[B]] -- b\n"
TREE = {
    "people/A.md": PAGE,
    "people/B.md": PAGE.replace(b"[[B]]", b"[[A]]"),
    "notes/n.md": b"See [[A]] and [[C]].\n",
}


def codes(view: WikiView, **options: object) -> list[str]:
    return [f"{each.path} {each.code}" for each in lint(view, **options)]  # type: ignore[arg-type]


def test_selecting_by_code_family_and_name() -> None:
    view = WikiView.over(Memory(TREE))
    assert codes(view, select=["L"]) == codes(view, select=["dangling-link"]) == ["notes/n.md L001"]
    assert codes(view, select=["L"], ignore=["L001"]) == []
    for selector in ("X", "L999", "", "dangling"):
        with pytest.raises(UsageError, match="no lint rule"):
            lint(view, select=[selector])
    with pytest.raises(UsageError, match="no lint rule"):
        lint(view, ignore=["nope"])


def test_changes_are_laid_over_the_tree() -> None:
    tree = Memory(TREE)
    view = WikiView.over(tree, (Write("people/C.md", b"# C\nx\n"), Delete("people/B.md", "")))
    assert view.touched == {"people/C.md", "people/B.md"}
    assert codes(view, select=["L001"]) == ["people/A.md L001"]
    moved = WikiView.over(tree, (Move("people/B.md", "places/B.md", ""),))
    assert moved.read("places/B.md") == TREE["people/B.md"] and moved.read("people/B.md") is None
    assert codes(moved, select=["L001"]) == ["notes/n.md L001"]


def test_judging_one_page_reads_no_other() -> None:
    tree = Memory(TREE)
    view = WikiView.over(tree, (Write("people/A.md", PAGE.replace(b"-- b", b"-- c")),))
    lint(view, paths=view.touched, select=["L001", "L003", "P", "F", "C001", "C002", "C005"])
    assert tree.reads == []


def test_a_page_no_path_or_stem_answers_makes_the_names_be_read() -> None:
    tree = Memory(TREE)
    assert codes(WikiView.over(tree), paths=["notes/n.md"], select=["L001"]) == ["notes/n.md L001"]
    assert set(tree.reads) == set(TREE)


def test_pages_and_indexes_are_compared_with_a_fold_where_one_is_given() -> None:
    files = {**TREE, "people/_index.md": b"# People\n\n- [[A]]\n- [[B]]\n"}
    silent = WikiView.over(Memory(files))
    assert codes(silent, select=["P005", "I003"]) == []
    pages = {"people/A": PAGE.replace(b"-- b", b"-- c"), "people/B": b""}
    pages["people/_index"] = b"# People\n\n- [[A]] -- a\n- [[B]]\n"
    view = WikiView.over(
        Memory(files),
        expected=pages.get,
    )
    found = lint(view, select=["P005", "I003"])
    assert [(each.path, each.line, each.code, each.refold) for each in found] == [
        ("people/A.md", 10, "P005", True),
        ("people/B.md", 1, "P005", True),
        ("people/_index.md", 3, "I003", True),
    ]


def test_an_index_that_lists_other_pages_is_not_reported_twice() -> None:
    files = {**TREE, "people/_index.md": b"# People\n\n- [[A]]\n"}
    view = WikiView.over(
        Memory(files), expected=lambda path: None if path != "people/_index" else b"# People\n"
    )
    assert codes(view, select=["I"]) == ["people/B.md I001"]


def test_folding_is_not_promised_of_a_page_that_cannot_be_read() -> None:
    page = PAGE.replace(b"title: A", b"title: [A") + b"\n## Key Facts\n- Ada wrote. ^f1a2b3c4d\n"
    found = lint(WikiView.over(Memory({"people/A.md": page})), select=["F001", "C005", "P"])
    assert {"F001", "C005"} <= {each.code for each in found} and not any(each.refold for each in found)


def test_two_hundred_children_are_enough() -> None:
    files = {f"people/P{at}.md": b"x" for at in range(200)} | {"people/_index.md": b"x"}
    assert codes(WikiView.over(Memory(files)), select=["S004"]) == []
    files["people/more/P.md"] = b"x"
    assert codes(WikiView.over(Memory(files)), select=["S004"]) == ["people/_index.md S004"]
    sources = {f"sources/digests/d{at}.md": b"x" for at in range(300)}
    assert codes(WikiView.over(Memory(sources)), select=["S004"]) == []


def test_a_long_page_is_one_warning() -> None:
    view = WikiView.over(Memory({"people/A.md": b"x" * 120_001, "people/B.md": b"x" * 120_000}))
    assert codes(view, select=["P004"]) == ["people/A.md P004"]


def test_a_byte_that_is_no_utf_8_is_found_where_it_stands() -> None:
    files = {
        "people/A.md": "谭盾\n盾".encode() + b"\xe9 x",
        "sources/articles/a.md": b"---\nkey: a\n---\n\xff",
    }
    found = lint(WikiView.over(Memory(files)), select=["F006"])
    assert [(each.path, each.line, each.column) for each in found] == [
        ("people/A.md", 2, 2),
        ("sources/articles/a.md", 4, 1),
    ]


# --- fixes -------------------------------------------------------------------------------------


def test_a_fix_changes_its_span_and_nothing_else() -> None:
    before = b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\n[[Lovelace]] \xff\r\n[[Lovelace]]"
    files = {"notes/n.md": before, "people/Ada.md": b"---\naliases: [Lovelace]\n---\nx\n"}
    result = fix(WikiView.over(Memory(files)), select=["L005"])
    (change,) = result.changes.changes
    assert isinstance(change, Write)
    assert change.content == before.replace(b"[[Lovelace]]", b"[[Ada|Lovelace]]")
    assert change.expects == layout.content_hash(before)
    assert (result.left, result.passes) == ((), 1)


def test_unsafe_edits_wait_to_be_asked_for_and_findings_for_the_fold_are_left() -> None:
    view = WikiView.over(Memory(TREE))
    found = lint(view)
    assert not apply(found, view)
    (change,) = apply(found, view, unsafe=True).changes
    assert isinstance(change, Write) and change.content == b"See [[A]] and C.\n"


def _always(message: str, old: str, new: str) -> Rule:
    def check(view: WikiView) -> Iterator[Problem]:
        for page in view.pages():
            at = page.text.find(old)
            if at >= 0:
                edit = Edit(page.file, at, at + len(old), new)
                yield Problem(page.file, 1, at + 1, message, (edit,))

    return Rule(message, message, Category.OTHER, Severity.ERROR, check)


def test_rules_that_fight_are_named() -> None:
    rules = (_always("X001", "black", "white"), _always("X002", "white", "black"))
    result = fix(WikiView.over(Memory({"notes/n.md": b"[n](black)\n"})), rules=rules)
    assert set(result.fighting) <= {"X001", "X002"} and result.fighting
    assert result.passes <= MAX_PASSES


def test_a_rule_that_never_ends_meets_the_cap() -> None:
    result = fix(WikiView.over(Memory({"notes/n.md": b"[n](x)\n"})), rules=(_always("X001", "x", "xx"),))
    assert (result.fighting, result.passes) == (("X001",), MAX_PASSES)


def test_an_edit_that_takes_a_word_from_readers_is_left_out() -> None:
    result = fix(WikiView.over(Memory({"notes/n.md": b"One word.\n"})), rules=(_always("X001", "word", ""),))
    assert (result.changes.changes, result.harmful) == ((), ("X001",))


def test_edits_that_touch_wait_for_the_next_pass() -> None:
    rules = (_always("X001", "ab", "c"), _always("X002", "bd", "e"))
    result = fix(WikiView.over(Memory({"notes/n.md": b"[n](abd)\n"})), rules=rules)
    (change,) = result.changes.changes
    assert isinstance(change, Write) and change.content == b"[n](cd)\n"


def test_frontmatter_that_is_neither_yaml_nor_text_is_reported_and_not_quoted() -> None:
    found = lint(WikiView.over(Memory({"notes/n.md": b"---\ntitle: a: \xff\n---\n# N\nWords.\n"})))
    assert [(each.code, each.edits) for each in found if each.code in ("F001", "F006")] == [
        ("F001", ()),
        ("F006", ()),
    ]
