from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from support.depth import examples

from wikic.markdown.escape import MATHS, escape, unescape
from wikic.markdown.parse import parse
from wikic.markdown.read import scan

# Ordinary prose stays as it is.
PLAIN: tuple[str, ...] = (
    "",
    "John V (Dessau, 4 September 1504 – Zerbst, 4 February 1551), was a German prince.",
    'St. Mary\'s, Ashford; "A & B" and AT&T',
    "C# and F# are languages; C++ too",
    "5 * 3 = 15, a < b, b > a, a ~ b",
    "snake_case and __init__.py stay".replace("__init__", "init_py"),
    "PR #6420 fixed it",
    "It cost from $5 to $10, or 20%",
    "[sic] he wrote, 3^2 = 9",
    "-5 degrees; 1986 was warm. 1.10 is newer",
    "he said: “…” — and left",
    "谭盾，作曲家（1957年生）《卧虎藏龙》。",
    "a/b, x=y, x | y, mail@example.org, https://example.org/a_b?x=y",
)

# What people wrote to be shown so stays too.
SHOWN: tuple[str, ...] = (
    "the value $x_i^2$ grows, $x$ too",
    r"$$\sum_{i=1}^n x_i * y_i$$",
    r"$\{a, b\}$ and $[0, 1] \cap A_i$ and $a < b_1$",
    "~~Who pays?~~ Anna pays.",
    "$2^n$",
)

# Text, as it is written.
ESCAPED: tuple[tuple[str, str], ...] = (
    ("[[x]]", r"\[[x]]"),
    ("[[[x]]]", r"\[\[[x]]]"),
    ("see [x](y)", r"see [x\](y)"),
    ("![x](y)", r"![x\](y)"),
    ("a `b` c", "a `b` c"),
    ("a `b c and ``d``", r"a \`b c and \`\`d\`\`"),
    ("*b* and **c**", r"\*b\* and \*\*c\*\*"),
    ("_b_ a_b", r"\_b\_ a_b"),
    ("a <b> c", r"a \<b> c"),
    ("# x", r"\# x"),
    ("a #tag", r"a \#tag"),
    ("#1a", r"\#1a"),
    ("fact ^abc1", r"fact \^abc1"),
    ("a %%b%%", r"a \%\%b\%\%"),
    ("a ==b==", r"a \=\=b\=\="),
    ("$5 and 10$", r"\$5 and 10\$"),
    ("costs $5 (a_b) or 10$", r"costs \$5 (a_b) or 10\$"),
    ("$[[x]]_1$", r"\$\[[x]]\_1\$"),
    ("a ~~ b ~~", r"a \~\~ b \~\~"),
    ("- x", r"\- x"),
    ("1986. It was", r"1986\. It was"),
    ("1) x", r"1\) x"),
    ("> x", r"\> x"),
    ("---", r"\---"),
    ("[ ] x", r"\[ ] x"),
    ("[a]: b", r"\[a]: b"),
    ("a[^1]", r"a\[^1]"),
    ("AT&amp;T", r"AT\&amp;T"),
    (r"a\b", r"a\\b"),
    (" a ", "&#32;a&#32;"),
    ("~~~a~~~", r"\~\~\~a\~\~\~"),
)

FRAGMENTS = (
    "[[", "]]", "[", "]", "(", ")", "](", "`", "``", "```", "*", "**", "_", "__", "~~", "~~~", "==", "=",
    "%%", "$", "$$", "$x_1$", "_1$", "$\\a",
    "#", "##", "#tag", "^", "^abc", " ^a1", "<", "<a>", "</a>", "<!--", "-->",
    "<http://a.b>", "&amp;", "&#35;", "&x", "-", "+", "1.", "12)", ">", "|", "\\", "\\[", "!", "![", ":",
    "[x]:", "[ ]", "a", "b", "word", "5", " ", "  ", "\t", "---", "谭", "\u2028", "\xa0", "\x0c", "'",
    '"', ".", "https://a.b", "http", "x@y.z",
)  # fmt: skip
NASTY = st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("".join)
ANY = st.text(st.characters(exclude_characters="\r\n"), max_size=12)


@pytest.mark.parametrize("text", PLAIN + SHOWN)
def test_ordinary_prose_stays_as_it_is(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize(("text", "written"), ESCAPED)
def test_escape(text: str, written: str) -> None:
    assert escape(text) == written
    assert unescape(written) == text


@given(NASTY | ANY | st.text(max_size=8))
@examples(100)
def test_unescape_is_the_inverse(text: str) -> None:
    assert unescape(escape(text)) == text


MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# Markdown reads NUL as U+FFFD; markdown-it-py drops control characters at the ends of a paragraph,
# where no entity can keep them.
DROPPED = "\x0b\x1c\x1d\x1e\x1f\x85"


@given(NASTY | ANY)
@examples(150)
def test_markdown_reads_an_escaped_text_as_that_text(text: str) -> None:
    text = text.replace("\0", "").strip(DROPPED + " ")
    tokens = MARKDOWN.parse(f"- {escape(text)}")
    if not text or re.search(MATHS, text):  # within a formula CommonMark knows no LaTeX
        return
    shape = [token.type for token in tokens]
    assert shape == [
        "bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close",
        "list_item_close", "bullet_list_close",
    ]  # fmt: skip
    children = tokens[3].children or []
    assert {child.type for child in children} <= {"text", "code_inline", "s_open", "s_close"}
    marks = {"text": "", "code_inline": "`", "s_open": "~~", "s_close": "~~"}
    ends = (marks[each.type] if each.content else "" for each in children)
    shown = (each.content or marks[each.type] for each in children)
    assert "".join(f"{end}{each}{end}" for end, each in zip(ends, shown, strict=True)) == text


@given(NASTY | ANY)
@examples(100)
def test_our_rules_find_nothing_in_an_escaped_text(text: str) -> None:
    line = f"- {escape(text)} [[sources/digests/x#^p1]] ^f1"
    for document in (parse(line), scan(line)):
        if document.odd:
            continue
        assert len(document.bullets) == len(document.links) == len(document.block_ids) == 1
        assert not (document.headings or document.fences or document.malformed)
        bullet = document.bullets[0]
        shown = unescape(line[bullet.text_start : document.links[0].start - 1])
        assert shown.lstrip(" \t") == text.lstrip(" \t") or shown == text
