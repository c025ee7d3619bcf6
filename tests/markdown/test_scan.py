"""The linear scan against its oracle: odd, or the same document."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from support.depth import examples

from wikic.markdown.document import Document
from wikic.markdown.parse import parse
from wikic.markdown.read import scan

LINES = (
    "", "", "word", "two words", "  indented", "    four", "\tTab", "   \t", "# H", "## H ##", "#", "# ",
    "#tag", "### a #b", "- a", "- b", "  - c", "    - d", "\t- e", "* f", "+ g", "-", "- ", "-  h",
    "-     i", "-\tj", "- - k", "- # l", "- > m", "- ```", "1. n", "2. o", "3) p", " - q", "   - r",
    "- [ ] s", "- **t** u", "1986. It", "10. ten", "   1. x", "> quote", ">", "> - x", "> # x", ">> y",
    "  > z", ">     code", "> ```", ">\tt", "```", "```py", "~~~", "~~~~", "````", "  ```", "    ```",
    "``` a`b", "~~~ `", "---", "***", "* * *", "___", "===", "--", "= =", "-----", "- ---", "text\\",
    "[a]: b", "[^1]: [[n]]", "[a", "b]: c", "[[x]]: y", "<div>", "</div>", "<!-- c -->", "<!-- [[c]]",
    "-->", "<b>bold</b>", "<https://x.y>", "| a | b |", "|---|---|", "| [[a\\|b]] | [[c|d]] |", ":-:",
    "--|--", "^abc1", "text ^abc1", "- fact. [[s/d#^p1]] ^f1", "a ^b ^c", "\x0c# ff", "\u2028- ls",
    "\x85", "\xa0", "- a | b", "a\x0cb", "- [[Stem]] (alias, alias) -- line #tag",
    "|| [[01-project]] — …", "<details>", "</details> x", "<pre>", "x </pre> [[y]]", "<SCRIPT a>", "<br/>",
    "<kbd>k</kbd> [[l]]", "<b a='[[c]]'>", "<b", "<? p", "p ?>", "<!X [[y]]", "<![CDATA[", "]]>", "<!--> a",
    "[a]: <b c>", "[B]:d 'e'", "[a b]:\tf#g", "[b]: <> (h)", "[c]: d e", "[d]:", "'title'", "[e]: f(g)h",
    "[f]: g&amp;h", "[g]: h&i_j", "[`b`]: i",
    "[t [u", "v] w](x)", "[b", "c]", "[a][", "b]", "  b]",
    "- <b>c</b>", "- <div>", "> <i>q</i>", "<h7>", "<h6", "  </p>", "     <p>", "a <!-- [[b]] --> c",
)  # fmt: skip
PIECES = (
    "[[", "]]", "[[n]]", "[[n|t]]", "[[n#h]]", "[[n#^b]]", "![[n]]", "[[#h]]", "[[n\\|t]]", "[[]]",
    "[[ ]]", "[[#]]", "[[|t]]", "[[80,100]]", "[[https://x.y/z#w]]", "[[a [b] c]]", "[[a|b [c]]]",
    "[[[n]]]", "[[n](u)]", "[[Mode: S]", "[[one>; see [[two]]", "[[F#h|`h`]]", "[[n]](m)", "[[n]]()",
    "[t](u)", "[t](u 'v')", "[t](<u v>)", "[t](u(v)w)", '[t](u "v")', "[t]()", "[t](u v)", "![t](u)",
    "[t]( u )", "[t]( 'v')", "[t](  )",
    "[`c`](u)", "[t [u](v) w](x)", "[![i](j)](k)", "[t](u#h)", "[t](#^b)", "[a\\]b](c)", "[t](u&amp;v)",
    "[t](u\\)v)", "[", "]", "(", ")", "](", "!", "|", "`", "``", "```", "`c`", "``c`d``", "`[[c]]`",
    "`]]", "\\", "\\[", "\\`", "\\!", "<", ">", "<b>", "<b c='[[d]]'>", "<!--", "-->", "<https://x.y>",
    "<u@v.w>", "<!-- [[n]] -->", "<!--- --->", "<i [[n]]>", "<i n='[[n]]' m=\"`\">", "<i j=k l>", "</i >",
    "[a]", "[b]", "[A  B]", "[t][a]", "[b][]", "![a]", "![t][B]", "[a][c]", "[`b`]", "[t\nu](v)", "[a\nb]",
    "[a](b c)", "[t [a] u]", "[t [a](b) u]", "[t [u] v][a]", "[g]", "[e]",
    "[t\n   u][a]", "[a][b](u)", "[ ]",
    "</div>", "<br/>", "<p", "<pre>", "</pre>", "?>", "<i\x0cj>",
    "&amp;", "*", "**", "_", "#", "#t", "^b", " ^b1", " ", "  ", "\t", "\n", "a", "b c", "é",
    "谭", "\u2028", "\x0c", "\xa0", "\0", "\x85", "\r", "'", '"', "$", "%%", "==", "~~",
)  # fmt: skip
NASTY_LINE = st.lists(st.sampled_from(PIECES), max_size=7).map("".join) | st.sampled_from(LINES)
INDENT = st.sampled_from(("", "", "", "", "", "  ", "    ", "\t", "> ", "- ", "   ", "1. ", "# "))
PAGE = st.lists(st.tuples(INDENT, NASTY_LINE).map("".join), max_size=8).flatmap(
    lambda lines: st.sampled_from(("\n", "\n", "\n", "\r\n", "\n\n")).map(lambda end: end.join(lines))
)
LIST_LINES = (
    "- a", "- b", "* c", "1. d", "2. e", "7) f", "text", "", "# H", "> q", "```", "| a | b |", "|--|--|",
    "---",
)  # fmt: skip
LIST_PAGE = st.lists(
    st.tuples(
        st.sampled_from(("", " ", "  ", "   ", "    ", "      ", "\t", "\t\t", "> ")),
        st.sampled_from(LIST_LINES),
    ).map("".join),
    max_size=9,
).map("\n".join)
FRONT = st.sampled_from(
    ("", "", "", "---\ntitle: x [[y]] `\n---\n", "---\na: b\n\n# T\n", "---\na: b\n---\n---\nc: d\n---\n")
)


def agree(text: str) -> None:
    found, oracle = scan(text), parse(text)
    assert not oracle.odd
    if found.odd:
        assert found == Document(oracle.frontmatter, odd=True)
        return
    assert found == oracle


@given(FRONT, PAGE)
@examples(375)
@example("", "- a\n  > q\n2. x")
@example("", "<p\xa0>[[")
@example("", "# #\u2028")
@example("", "  1. x\n    <!--")
def test_scan_is_odd_or_agrees_with_the_parser(front: str, page: str) -> None:
    agree(front + page)


@given(LIST_PAGE)
@examples(200)
def test_scan_agrees_on_lists(page: str) -> None:
    agree(page)


@given(NASTY_LINE)
@examples(250)
def test_scan_agrees_on_a_line(line: str) -> None:
    agree(line)


@given(st.text() | st.text("[]()|#^!`\\<>-*_~= \t\nab1.&\"'", max_size=40))
@examples(250)
def test_scan_agrees_on_any_text(text: str) -> None:
    agree(text)
