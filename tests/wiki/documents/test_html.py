"""HTML pages as people save them: no anchors, scripts or furniture; code, terms and tables as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.document import nodes
from wikic.document.parse import parse_document
from wikic.document.plain import plain_text
from wikic.document.write import write_document
from wikic.errors import InputError
from wikic.model.article import Article
from wikic.wiki.documents.decoding import decode_page
from wikic.wiki.documents.html import read_html, read_page
from wikic.wiki.documents.read import read

MANUAL = """<!doctype html><html lang="en"><head><title>gauge - Manual of the tide gauge 2.1</title>
<style>h1 {color: red}</style></head><body>
<div class="related"><a href="index.html">index</a></div>
<div class="sphinxsidebar"><h3>Table of Contents</h3><ul><li><a href="#read">Reading</a></li></ul></div>
<main><nav class="crumbs">Manual &gt; gauge</nav>
<h1><code>gauge</code> - Reading the Tide<a class="headerlink" href="#gauge" title="Link">¶</a></h1>
<p>The gauge stands on the quay.<script>var seen = "boo";</script><span
style="display: none">Secret.</span></p>
<h2>Options<a href="#options">#</a></h2>
<dl><dt id="latest">latest<a href="#latest">¶</a></dt><dd>Print the last reading.</dd>
<dt><code>read(port, unit="m", *, timeout=None, retries=3, on_error=None)</code></dt>
<dd><p>Read the gauge at a port.</p><p>For example:</p>
<div class="highlight-python3"><div class="highlight"><pre><span></span>value = <b>read</b>("Hallowmouth")
  print(value)<button>Copy</button><style>.x {}</style>
</pre></div></div></dd></dl>
<p>After the list.</p>
<aside class="sidebar">Buy a gauge.</aside>
<aside role="note">The quay floods in March.</aside></main>
<footer>Copyright</footer><template>Draft</template></body></html>"""


def test_a_page_of_a_manual() -> None:
    found = read_html(MANUAL)
    assert found.title == "gauge - Reading the Tide"
    assert found.text == (
        "# `gauge` - Reading the Tide\n\nThe gauge stands on the quay.\n\n## Options\n\n"
        "latest\n: Print the last reading.\n\n"
        '`read(port, unit="m", *, timeout=None, retries=3, on_error=None)`\n: Read the gauge at a port.\n\n'
        '  For example:\n\n  ```python\n  value = read("Hallowmouth")\n    print(value)\n  ```\n\n'
        "After the list.\n\n> [!note]\n> The quay floods in March.\n"
    )


def test_terms_are_terms_of_the_document() -> None:
    blocks = parse_document(read_html(MANUAL).text).blocks
    (found,) = (block for block in blocks if isinstance(block, nodes.DefinitionList))
    assert plain_text(found.items[0].term) == "latest"
    assert [len(item.definitions[0].blocks) for item in found.items] == [1, 3]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<dl><dt>T<dd>D</dl>", "T\n: D\n"),
        ("<dl><dt>T<dt>U<dd>D</dl>", "T, U\n: D\n"),
        ("<dl><dt>T<dd>D<dd>E</dl>", "T\n: D\n: E\n"),
        ("<dl><div><dt>T</dt><dd>D</dd></div></dl>", "T\n: D\n"),
        ("<dl><dt>T</dl>", "T\n"),
        ("<dl><dd>D</dl>", "D\n"),
        ("<dl><dt>T:<dd><ul><li>a<li>b</ul></dl>", "T:\n: - a\n  - b\n"),
        ("<ul><li>a<dl><dt>T<dd>D</dl></ul>", "- a\n\n  T\n  : D\n"),
        ('<p>See <a href="#x">#</a> and <a href="y">#7</a>.', "See and [#7](y).\n"),
        ('<pre class="sourceCode bash"><code>ls</code></pre>', "```bash\nls\n```\n"),
        ('<pre data-lang="sql">select</pre>', "```sql\nselect\n```\n"),
        ('<div class="highlight-default"><pre>x</pre></div>', "```\nx\n```\n"),
        ("<pre>a<br>b</pre>", "```\na\nb\n```\n"),
        ("<p><ruby>潮<rt>しお</rt></ruby>", "潮\n"),
        ("<article><p>a</p><article>b</article></article><div>c</div>", "a\n\nb\n"),
    ],
)
def test_small_things(html: str, text: str) -> None:
    assert read_html(html).text == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (  # a head over two columns names both, under its own heads
            "<table><tr><th rowspan=2>Port<th colspan=2>2024<tr><th>High<th>Low"
            "<tr><td>Hallowmouth<td>5.1<td>0.3</table>",
            "| Port | 2024 High | 2024 Low |\n|---|---|---|\n| Hallowmouth | 5.1 | 0.3 |\n",
        ),
        (  # a cell over two rows holds for both
            "<table><tr><th>Day<th>Port<th>Dues<tr><td rowspan=2>Monday<td>A<td>1<tr><td>B<td>2</table>",
            "| Day | Port | Dues |\n|---|---|---|\n| Monday | A | 1 |\n| Monday | B | 2 |\n",
        ),
        (  # a cell over all columns is a heading of rows
            "<table><tr><th>Port<th>Dues<tr><td colspan=2>North<tr><td>A<td>1</table>",
            "| Port | Dues |\n|---|---|\n| North |  |\n| A | 1 |\n",
        ),
        (  # a value over two columns is the value of both
            "<table><tr><th>Port<th>High<th>Low<tr><td>A<td colspan=2>none</table>",
            "| Port | High | Low |\n|---|---|---|\n| A | none | none |\n",
        ),
        (
            "<table><thead><tr><td>Port<td>Dues</thead><tr><td>A<td>1</table>",
            "| Port | Dues |\n|---|---|\n| A | 1 |\n",
        ),
        (
            "<table><tr><th>Port<th>Berths<tr><td>A<td><ul><li>one<li>two</ul></table>",
            "| Port | Berths |\n|---|---|\n| A | one<br>two |\n",
        ),
        (
            "<table><tr><th>Port<th>Call<tr><td>A<td><pre>ring()</pre></table>",
            "| Port | Call |\n|---|---|\n| A | `ring()` |\n",
        ),
        ("<table><tr><td rowspan=9999999999 colspan=-3>a<td>b</table>", "|  |  |\n|---|---|\n| a | b |\n"),
        ("<table><tr><td colspan=3>a</table>", "|  |  |  |\n|---|---|---|\n| a |  |  |\n"),
    ],
)
def test_cells_that_span_others(html: str, text: str) -> None:
    assert read_html(html).text == text


def test_spans_without_bound_cost_nothing() -> None:
    html = "<table><tr><th>a<th>b" + "<tr><td colspan=60 rowspan=1000>x<td rowspan=900>y" * 400 + "</table>"
    assert len(read_html(html).text) < 2_000_000


_TAGS = ("table", "tr", "td", "th", "thead", "td colspan=3", "th rowspan=2", "td colspan=99 rowspan=99")
_MORE = ("dl", "dt", "dd", "div", "pre", "code", "a href='#'", "ul", "li", "h2", "p", "/td", "/tr", "/table")


@given(st.lists(st.sampled_from((*(f"<{tag}>" for tag in (*_TAGS, *_MORE)), "¶", "#", "a b")), max_size=40))
def test_any_nesting_is_read(parts: list[str]) -> None:
    text = read_html("".join(parts)).text
    assert len(text) < 100_000
    assert write_document(parse_document(text)) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>10<sup>6</sup> km and H<sub>2</sub>O", "10<sup>6</sup> km and H<sub>2</sub>O\n"),
        ("<p>So <b>bold </b>and <i>slant</i>.", "So **bold** and *slant*.\n"),
        ('<p>At <a href="https://a.example/?b=1&amp;c=2">the <b>desk</b></a>.',
         "At [the **desk**](https://a.example/?b=1&c=2).\n"),
        ('<p>By <a href="mailto:a@b.example">mail</a>.', "By [mail](mailto:a@b.example).\n"),
        ('<p><a href="javascript:go()">Go</a> <a href="#part">there</a>', "Go there\n"),
        ('<a href="b.html"><h3>Berths</h3><p>All of them</p></a>', "### [Berths](b.html)\n\nAll of them\n"),
        ("<p>a<br>b<br><br>c", "a<br>\nb\n\nc\n"),
        ("<p>1 * 2 * 3 and a_b_c, [x](y), $5 to $6", "1 * 2 * 3 and a_b_c, [x\\](y), $5 to $6\n"),
        ("<p># no heading", "\\# no heading\n"),
        ('<ol start="3"><li>c<li value="7">g</ol>', "3. c\n7. g\n"),
        ('<ol type="a"><li>one<li>two</ol>', "- a. one\n- b. two\n"),
        ('<ol type="i" start="4"><li>one</ol>', "- iv. one\n"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c\n"),
        ("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c\n"),
        ("<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>", "- [x] a\n- [ ] b\n"),
        ("<details open><summary>More</summary><p>Barrels</details>", "> [!details]+ More\n> Barrels\n"),
        ('<div class="admonition warning"><p class="admonition-title">Mind</p><p>Wet</div>',
         "> [!warning] Mind\n> Wet\n"),
        ("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b\n"),
        ("<p>The <q>old</q> pier", "The “old” pier\n"),
        ("<table><caption>Dues</caption><tr><th>a<th>b<tr><td>1<td>2</table>",
         "| a | b |\n|---|---|\n| 1 | 2 |\n\nTable: Dues\n"),
        ("<p>a<math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></math>",
         "a$x^{2} = \\frac{a}{b}$\n"),
        (
            '<p>a<math><mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></math>',
            "a$( {n \\atop k} )$\n",
        ),
        (
            '<p>Bells. <a href="#id16">1</a> Two.</p><dl class="footnote"><dt class="label" id="id16">'
            '<span><a class="fn-backref" href="#id1">1</a></span></dt><dd>Of bronze.</dd></dl>',
            "Bells. [^id16] Two.\n\n[^id16]: Of bronze.\n",
        ),
        (
            '<p>Bells. <a href="#id16"><span class="fn-bracket">[</span>1</a> Two.</p>'
            '<aside class="footnote-list"><aside class="footnote brackets" id="id16"><span class="label">'
            '<span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a>'
            '<span class="fn-bracket">]</span></span><p>Of bronze.</p></aside></aside>',
            "Bells. [^id16] Two.\n\n[^id16]: Of bronze.\n",
        ),
        ("<p><code>r</code><code>ing</code>", "`ring`\n"),
        ('<p><math><mi>x</mi><annotation encoding="application/x-tex">\\xi</annotation></math>',
         "$\\xi$\n"),
        ("<div><script type='math/tex; mode=display'>a+b</script></div>", "$$\na+b\n$$\n"),
        ("<p>Press <kbd>Ctrl</kbd>, then <code>a`b</code>", "Press `Ctrl`, then ``a`b``\n"),
    ],
)  # fmt: skip
def test_what_words_are_stays(html: str, text: str) -> None:
    assert read_html(html).text == text


@pytest.mark.parametrize(
    ("declared", "codec", "words"),
    [
        ('<meta charset="iso-8859-1">', "cp1252", "Café – à huit"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', "cp1251", "Причал"),
        ("<meta charset=gb2312>", "gb18030", "码头镕"),
        ("<meta charset=x-sjis>", "cp932", "桟橋①"),
        ("<meta charset=iso-2022-jp>", "iso2022_jp", "桟橋"),
        ('<meta charset="iso-8859-1">', "utf-8", "Café in UTF-8, whatever it says"),
        ('<?xml version="1.0" encoding="koi8-r"?>', "koi8-r", "Причал"),
    ],
)
def test_a_page_is_in_the_encoding_it_declares(declared: str, codec: str, words: str) -> None:
    assert read_html(decode_page(f"{declared}<p>{words}".encode(codec))).text == f"{words}\n"


@pytest.mark.parametrize("declared", ["", "utf-8", "hex", "rot13", "idna", "undefined", "no-such-thing"])
def test_a_page_that_declares_nothing_that_helps_is_refused(declared: str) -> None:
    with pytest.raises(InputError, match="is not UTF-8"):
        decode_page(f"<meta charset={declared}>".encode() + b"\xff")


def test_a_page_that_declares_a_wrong_encoding_is_read_in_what_it_is(tmp_path: Path) -> None:
    words = "<meta charset=utf-8><p>Die Brücke über den Fluß wurde früher für Fähren geöffnet, sagt Jürgen."
    (tmp_path / "a.html").write_bytes(words.encode("cp1252"))
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and "Brücke über den Fluß" in article.text
    assert any("cp1252" in told for told in article.missing)


def test_what_stands_beside_the_main_part_is_left_out_and_nothing_of_it() -> None:
    prose = "".join(
        f"<p>The pier was mended in {1880 + at}, and the boats lay at the other quay. " * 2 for at in range(9)
    )
    links = "".join(f"<li><a href='{at}.html'>Something else about piers {at}</a>" for at in range(20))
    page = (
        f"<body><div class=teasers><ul>{links}</ul></div><div id=wrap><div class=post><h1>Piers</h1>{prose}"
        "</div><div class=sec><h2>Dues</h2><p>Boats of up to nine metres pay eleven crowns.</div>"
        f"<ul class=share>{links}</ul></div></body>"
    )
    text = read_page(page).text
    assert "eleven crowns" in text and text.count("The pier was mended") == 18
    assert "Something else" not in text
    assert "Something else" in read_html(page).text  # a chapter or a mail has nothing around it


@pytest.mark.parametrize(
    "page",
    [
        '<p>It is low.<a href="#fn1" class="footnote-ref" role="doc-noteref"><sup>1</sup></a></p>'
        '<section class="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>Since 1820.'
        '<a href="#fnref1" role="doc-backlink">↩︎</a></p></li></ol></section>',
        '<p>It is low.<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup></p>'
        '<div class="footnote"><hr><ol><li id="fn:1"><p>Since 1820.'
        '<a class="footnote-backref" href="#fnref:1">↩</a></p></li></ol></div>',
    ],
    ids=["Pandoc", "Python-Markdown"],
)
def test_footnotes_stay_footnotes(page: str) -> None:
    text = read_html(f"<body>{page}</body>").text
    assert "It is low.[^1]\n" in text and "[^1]: Since 1820.\n" in text and "↩" not in text


def test_short_sections_beside_a_long_one_stay() -> None:
    long = "".join(
        f"<p>Ring the bell {at} times, then wait, and ring it again for the boats.</p>" for at in range(20)
    )
    page = (
        '<body><div id="content"><div class="sect"><h2>NAME</h2><p>bell - the bell of the pier</p></div>'
        f'<div class="sect"><h2>OPTIONS</h2><div class="body">{long}</div></div>'
        '<div class="sect"><h2>NOTES</h2><p>It is of bronze, and was cast at Ely.</p></div></div>'
    )
    text = read_page(page).text
    assert "the bell of the pier" in text and "cast at Ely" in text


def test_what_readers_wrote_below_a_page_is_left_out() -> None:
    prose = "".join(
        f"<p>The pier was mended in {1880 + at}, and boats lay at the quay.</p>" for at in range(20)
    )
    comments = f"<div id=comments><p>{'First! I was there, and it rained. ' * 90}</p></div>"
    text = read_page(f"<body><main><div>{prose}</div>{comments}</main></body>").text
    assert "First!" not in text and "1888" in text
    code = '<pre><span class="comment"># why</span>\nring()</pre>'
    assert "# why" in read_page(f"<body><main><div>{prose}{code}</div></main></body>").text
    alone = '<body><div class="comments"><p>All that the page says was said by its readers.</p></div></body>'
    assert "by its readers" in read_page(alone).text
