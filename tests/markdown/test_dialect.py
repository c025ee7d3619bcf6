"""What is written beyond CommonMark: formulas stay as they are, marks and footnotes are told from text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from wikic.markdown import dialect

if TYPE_CHECKING:
    from markdown_it.token import Token

ID = "64f1a2b3-0000-4000-8000-000000000001"


def parse(text: str) -> list[Token]:
    markdown = MarkdownIt("commonmark", {"maxNesting": 60}).enable(["table", "strikethrough"])
    dialect.install(markdown)
    return markdown.parse(text, {dialect.FOOTNOTES: dialect.footnotes(text)})


def inline(text: str) -> list[tuple[str, str]]:
    return [(each.type, each.content) for each in parse(text)[1].children or ()]


def blocks(text: str) -> list[tuple[str, str]]:
    return [(each.type, each.content) for each in parse(text) if each.content]


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("so $x_1*y*$ holds", ["$x_1*y*$"]),
        ("and $$a_b + _c_$$, too", ["$$a_b + _c_$$"]),
        (r"$\frac{1}{c\,(1-R)}$ and $[[a]]$", [r"$\frac{1}{c\,(1-R)}$", "$[[a]]$"]),
        ("from $5,000 to $6,000", []),
        ("$ 5 and 6 $", []),
        (r"\$5 and \$6", []),
        ("`$x$`", []),
        ("US$ 5, $x", []),
    ],
)
def test_formulas_are_kept_as_they_are(text: str, formulas: list[str]) -> None:
    assert [content for kind, content in inline(text) if kind == "formula"] == formulas


def test_formulas_of_several_lines() -> None:
    assert blocks("$$\na _b_\n*c*\n$$\nd") == [("formulas", "$$\na _b_\n*c*\n$$"), ("inline", "d")]
    assert blocks("> $$\n> x\n> $$") == [("formulas", "$$\nx\n$$")]
    assert blocks("- a\n  $$x$$\n") == [("inline", "a"), ("formulas", "$$x$$")]
    assert [kind for kind, _ in blocks("$$\nopen\n\nmore $$")] == ["inline", "inline"]
    assert blocks("$$x$$ words") == [("inline", "$$x$$ words")]


def test_marked_words_may_hold_marks() -> None:
    kinds = [kind for kind, _ in inline("==a **b**== and ^^c^^")]
    assert kinds.count("mark_open") == kinds.count("mark_close") == 2
    assert "strong_open" in kinds
    for plain in ("a == b == c", "`==a==`", "==a", "===="):
        assert "mark_open" not in [kind for kind, _ in inline(plain)]


def test_footnotes_are_those_that_are_defined() -> None:
    text = "a[^1] b[^2]\n\n[^1]: first\nlazy\n\n    second\n[^x]: last\n\nbehind"
    found = [(each.type, each.meta["label"]) for each in parse(text) if each.type == "footnote_open"]
    assert found == [("footnote_open", "1"), ("footnote_open", "x")]
    assert [content for _, content in blocks(text)] == [
        "a[^1] b[^2]",
        "first\nlazy",
        "second",
        "last",
        "behind",
    ]
    assert [kind for kind, _ in inline(text)] == ["text", "footnote", "text"]


def test_notes_and_fields_within_a_line() -> None:
    assert inline("a^[so *b*]")[0] == ("text", "a (so ")
    assert inline("has [gain:: 40 dB] now") == [("text", "has gain: 40 dB now")]
    assert inline("std::vec [a::b] [^x]") == [("text", "std::vec [a::b] [^x]")]
    assert inline(f"see (({ID})) and ((x))") == [("text", "see "), ("block", ""), ("text", " and ((x))")]


def test_tags_of_programs_are_words() -> None:
    assert [
        dialect.is_words(each) for each in ("<String>", "</T>", "<script>", "<kbd>", "</sub>", "<!-- a -->")
    ] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


PIECES = st.sampled_from(
    [*"$=^[]()*_`~>-\n \\", "$$", "==", "^[", "[^1]", "[^1]: ", "a", "    ", "[k:: ", f"(({ID}))"]
)


@given(st.lists(PIECES, max_size=30).map("".join) | st.text())
def test_any_text_is_read_and_formulas_stand_in_it(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    for token in parse(text):
        for each in token.children or ():
            if each.type == "formula":
                assert all(line.strip() in plain for line in each.content.split("\n"))
