"""HTML pages as people save them: no anchors, scripts or furniture; code, terms and tables as they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.document.quotes import segment
from wikic.wiki.documents.html import read_html

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
        "latest\n    Print the last reading.\n\n"
        '- `read(port, unit="m", *, timeout=None, retries=3, on_error=None)`: Read the gauge at a port.\n\n'
        '  For example:\n\n  ```python\n  value = read("Hallowmouth")\n    print(value)\n  ```\n\n'
        "After the list.\n\nThe quay floods in March.\n"
    )


def test_terms_are_pairs_for_who_reads_the_structure() -> None:
    from support.text_parts import read

    pairs = [part.piece.cells for part in read(read_html(MANUAL).text, "en") if part.piece.shape == "pair"]
    assert pairs == [("latest", "Print the last reading.")]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<dl><dt>T<dd>D</dl>", "T\n    D\n"),
        ("<dl><dt>T<dt>U<dd>D</dl>", "T, U\n    D\n"),
        ("<dl><dt>T<dd>D<dd>E</dl>", "T\n    D\n\nT\n    E\n"),
        ("<dl><div><dt>T</dt><dd>D</dd></div></dl>", "T\n    D\n"),
        ("<dl><dt>T</dl>", "T\n"),
        ("<dl><dd>D</dl>", "D\n"),
        ("<dl><dt>T:<dd><ul><li>a<li>b</ul></dl>", "- T:\n\n  - a\n  - b\n"),
        ("<ul><li>a<dl><dt>T<dd>D</dl></ul>", "- a\n\n  T\n      D\n"),
        ('<p>See <a href="#x">#</a> and <a href="y">#7</a>.', "See and #7.\n"),
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
            "| Port | 2024 High | 2024 Low |\n| --- | --- | --- |\n| Hallowmouth | 5.1 | 0.3 |\n",
        ),
        (  # a cell over two rows holds for both
            "<table><tr><th>Day<th>Port<th>Dues<tr><td rowspan=2>Monday<td>A<td>1<tr><td>B<td>2</table>",
            "| Day | Port | Dues |\n| --- | --- | --- |\n| Monday | A | 1 |\n| Monday | B | 2 |\n",
        ),
        (  # a cell over all columns is a heading of rows
            "<table><tr><th>Port<th>Dues<tr><td colspan=2>North<tr><td>A<td>1</table>",
            "| Port | Dues |\n| --- | --- |\n| North |  |\n| A | 1 |\n",
        ),
        (  # a value over two columns is the value of both
            "<table><tr><th>Port<th>High<th>Low<tr><td>A<td colspan=2>none</table>",
            "| Port | High | Low |\n| --- | --- | --- |\n| A | none | none |\n",
        ),
        (
            "<table><thead><tr><td>Port<td>Dues</thead><tr><td>A<td>1</table>",
            "| Port | Dues |\n| --- | --- |\n| A | 1 |\n",
        ),
        (
            "<table><tr><th>Port<th>Berths<tr><td>A<td><ul><li>one<li>two</ul></table>",
            "| Port | Berths |\n| --- | --- |\n| A | one; two |\n",
        ),
        (
            "<table><tr><th>Port<th>Call<tr><td>A<td><pre>ring()</pre></table>",
            "| Port | Call |\n| --- | --- |\n| A | ring() |\n",
        ),
        ("<table><tr><td rowspan=9999999999 colspan=-3>a<td>b</table>", "- a: b\n"),
        ("<table><tr><td colspan=3>a</table>", "- a\n"),
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
    assert isinstance(text, str) and len(text) < 100_000
    segment(text, "en")
