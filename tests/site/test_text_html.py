"""Texts become markup that can do nothing: words stay, links lead to pages, all else is text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from wikic.graph.resolve import PageNames
from wikic.navigate.indexes.mentions import NameTable
from wikic.site import formula_html
from wikic.site.addresses import FileAddresses
from wikic.site.text_html import TextHtml

NAMES = (
    PageNames("people/Isaac-Dunn", "Isaac Dunn", ("Captain Dunn",)),
    PageNames("people/Isaac", "Isaac"),
    PageNames("places/Bath", "Bath"),
    PageNames("objects/Bath", "Bath (tub)", ("Bath",)),
    PageNames("people/Own", "Own Page"),
)
PATHS = {each.path for each in NAMES} | {"sources/digests/log-a1"}
TAGS = {
    "html", "head", "body", "a", "p", "ul", "ol", "li", "em", "strong", "code", "pre", "blockquote", "hr",
    "br", "img", "span", "table", "thead", "tbody", "tr", "th", "td", "h3", "h4", "h5", "h6", "s", "del",
    *formula_html.ELEMENTS,
}  # fmt: skip
ATTRIBUTES = {"href", "src", "alt", "loading", "class", "rel", "start", "tabindex", *formula_html.ATTRIBUTES}


def resolve(name: str) -> str | None:
    by_stem = {path.rpartition("/")[2]: path for path in PATHS}
    return name if name in PATHS else by_stem.get(name.replace(" ", "-"))


def text(own: str = "people/Own") -> TextHtml:
    return TextHtml(NameTable(NAMES), resolve, FileAddresses("people/Own.html"), own)


def elements(html: str) -> Iterator[LexborNode]:
    root = LexborHTMLParser(html).root
    assert root is not None
    return root.traverse()


def assert_harmless(html: str) -> None:
    for element in elements(html):
        assert element.tag in TAGS, html
        for name, value in element.attributes.items():
            assert name in ATTRIBUTES, html
            value = value or ""
            if name == "href":
                assert re.match(r"(\.\./|https?:|mailto:|#)", value, re.IGNORECASE), html
            if name == "src":
                assert value.startswith("../sources/articles/"), html


HOSTILE = (
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "![x](javascript:alert(1))",
    "![x](https://evil.example/x.png)",
    "![x](../../../etc/passwd)",
    "[x](//evil.example/x)",
    "[[//evil.example/x]]",
    "[[/evil.example/x|Isaac]]",
    "[[javascript:alert(1)]]",
    '[[Isaac|"><script>alert(1)</script>]]',
    '"><svg onload=alert(1)>',
    "`<b onclick=alert(1)>`",
    "```\n</code></pre><script>alert(1)</script>\n```",
    "| a | b |\n| --- | --- |\n| <script>x</script> | [y](vbscript:x) |",
    "- [x](javascript:alert(1))\n  1. <iframe src=//evil>\n",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<a href=javascript:alert(1)>x</a>",
    "[a]: javascript:alert(1)\n\n[a]",
    "Isaac Dunn\x00<img>",
    "![x](a.files/<img>-12345678.png)",
    "\ud800 lone",
)


@pytest.mark.parametrize("markdown", HOSTILE)
def test_nothing_hostile_becomes_markup(markdown: str) -> None:
    page = text()
    for html in (
        page.fact(markdown),
        page.fact(markdown, people=True),
        page.passage(markdown),
        page.line(markdown),
    ):
        assert_harmless(html.encode("utf-8", "replace").decode())


MARKUP = st.sampled_from(
    ["<", ">", "&", '"', "'", "[", "]", "(", ")", "[[", "]]", "|", "\n", "`", "```", "*", "_", "#", "- ",
     "1. ", "!", "\\", "javascript:", "https://", "Isaac Dunn", "Bath", "script", "onload=", " ", "x", "海"]
)  # fmt: skip


@given(st.lists(MARKUP | st.text(max_size=4), max_size=25).map("".join))
@example("[![x](y.files/z-12345678.png)](javascript:1)")
def test_no_text_becomes_more_than_text_and_links(markdown: str) -> None:
    markdown = markdown.encode("utf-8", "replace").decode()
    assert_harmless(text().fact(markdown))
    assert_harmless(text().passage(markdown))
    assert_harmless(text().line(markdown))


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_plain_words_stay_as_they_are(words: str) -> None:
    body = LexborHTMLParser(f"<p>{text().words(words)}</p>").body
    assert body is not None and body.text() == words


def test_a_name_is_a_link_where_it_stands_first() -> None:
    html = text().fact("Isaac Dunn met Isaac; Captain Dunn and Isaac Dunn left.")
    assert html == (
        '<a href="../people/Isaac-Dunn.html">Isaac Dunn</a> met <a href="../people/Isaac.html">Isaac</a>; '
        "Captain Dunn and Isaac Dunn left."
    )


def test_first_means_on_the_page() -> None:
    page = text()
    assert "<a" in page.fact("Isaac Dunn came.")
    assert "<a" not in page.fact("Isaac Dunn left.")


def test_a_name_of_two_pages_and_ones_own_are_no_links() -> None:
    assert text().fact("Own Page is in Bath.") == "Own Page is in Bath."


def test_code_and_links_are_not_linked_again() -> None:
    html = text().fact("See `Isaac Dunn` and [[Isaac-Dunn|the keeper Isaac]].")
    assert html == 'See <code>Isaac Dunn</code> and <a href="../people/Isaac-Dunn.html">the keeper Isaac</a>.'


def test_links_people_wrote_lead_where_they_mean() -> None:
    page = text()
    assert page.passage("[him](Isaac.md#life)") == '<p><a href="../people/Isaac.html">him</a></p>\n'
    assert page.passage("[[Nobody]]") == '<p><span class="missing">Nobody</span></p>\n'
    assert page.passage("[up](../../../x)") == "<p>up</p>\n"
    assert '<a href="../sources/articles/log-a1.html">' in page.passage("[[sources/digests/log-a1|Log]]")
    assert 'href="https://example.org/" rel="noopener nofollow"' in page.passage("<https://example.org/>")


def test_pictures_that_are_kept_are_shown_and_others_are_links() -> None:
    page = text()
    kept = page.fact("![a tower](log-a1b2c3.files/tower-0a1b2c3d.png)")
    assert (
        kept
        == '<img src="../sources/articles/log-a1b2c3.files/tower-0a1b2c3d.png" alt="a tower" loading="lazy">'
    )
    away = page.fact("![a tower](https://example.org/t.png)")
    assert away == '<a href="https://example.org/t.png" rel="noopener nofollow">a tower</a>'


def test_a_source_is_shown_as_it_stands_with_its_pictures() -> None:
    folder = "log-a1b2c3.files"
    html = text().verbatim(
        f"**See** <b>: ![a tower]({folder}/tower-0a1b2c3d.png), [a list]({folder}/a-0a1b2c3d.pdf)."
    )
    kept = f"../sources/articles/{folder}"
    assert html == (
        f'**See** &lt;b&gt;: <img src="{kept}/tower-0a1b2c3d.png" alt="a tower" loading="lazy">, '
        f'<a href="{kept}/a-0a1b2c3d.pdf">a list</a>.'
    )


def test_lines_of_a_statement_keep_their_form() -> None:
    html = text().fact("To light the lamp:\n1. Fill the tank.\n2. Trim the wick.")
    assert "<ol>" in html and html.count("<li>") == 2
    assert '<table tabindex="0">' in text().fact("Dues:\n\n| Berth | Fee |\n| --- | --- |\n| A | 3 |")
    assert '<td class="to-right">3</td>' in text().fact("Dues:\n\n| Berth | Fee |\n| --- | ---: |\n| A | 3 |")
    assert '<pre tabindex="0"><code' in text().fact("Run it:\n```sh\nls -l\n```")


def test_a_line_shows_its_marks_and_links_what_is_linked_in_it() -> None:
    html = text().line("**Brave** keeper, see [[Isaac|him]]; `a_b`, 2\\*3\\*4, Bath")
    assert html == (
        "<strong>Brave</strong> keeper, see "
        '<a href="../people/Isaac.html">him</a>; <code>a_b</code>, 2*3*4, Bath'
    )
    assert text().line("Isaac Dunn & Bath") == "Isaac Dunn &amp; Bath"


def test_boxes_to_tick_are_signs() -> None:
    html = text().passage("- [ ] paint\n- [x] caulk\n- [y] keep")
    assert html.count('class="box"') == 2 and "☐" in html and "☑" in html and "[y] keep" in html


def test_a_table_and_a_list_of_an_answer_are_shown_as_such() -> None:
    table = text().told("| Thing | Price |\n| --- | --- |\n| Loaf | 4 <b> |")
    assert "<td>4 &lt;b&gt;</td>" in table and "---" not in table
    tasks = text().told("To do:\n- [x] pay\n- [ ] ask")
    assert re.findall(r">(.)</span> (\w+)</li>", tasks) == [("☑", "pay"), ("☐", "ask")]
    assert text().told("One | line - only") == text().words("One | line - only")


@given(st.text())
def test_nothing_that_is_told_does_anything(words: str) -> None:
    assert_harmless(text().told(words))
