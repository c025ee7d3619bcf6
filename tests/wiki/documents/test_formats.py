"""What each format gives: text, title, date, author, language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wikic.errors import InputError
from wikic.model.article import Article
from wikic.wiki.documents import titles
from wikic.wiki.documents.dates import date_in_name, parse_date
from wikic.wiki.documents.decoding import clean, decode, detect
from wikic.wiki.documents.html import read_html
from wikic.wiki.documents.read import read
from wikic.wiki.documents.text_files import read_markdown, read_rst, read_text

# --- Markdown ----------------------------------------------------------------------------------


def test_markdown_with_frontmatter() -> None:
    found = read_markdown(
        "---\ntitle: 'The Mill: a history'\ndate: 2024-05-01\nauthor: [Anna Holt, B. Reed]\nlang: en-GB\n"
        "tags: [x]\nurl: https://example.org/mill\n---\n\n# Another heading\n\nText.\n"
    )
    assert found.title == "The Mill: a history"
    assert (found.date, found.author, found.language) == ("2024-05-01", "Anna Holt, B. Reed", "en-GB")
    assert found.location == "https://example.org/mill"
    told = "- **Date:** 2024-05-01\n- **Author:** Anna Holt, B. Reed\n- **URL:** https://example.org/mill\n"
    assert found.text == f"# Another heading\n\n{told}\nText.\n"
    assert found.tags == ("x",)


def test_markdown_without_frontmatter_stays_as_it_came() -> None:
    text = "\n\nSome *prose* \x0c here\u0085and\u2028there.\n\n# The **Big** [Mill](x.md) #\n"
    found = read_markdown(text)
    assert found.text == text and found.title == "The Big Mill"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# One\n", "One"),
        ("One\n===\n\ntext", "One"),
        ("One\n---\n\ntext", "One"),
        ("## Opening\n\n# Later\n", "Later"),
        ("## Opening\n\n### x\n", "Opening"),
        ("Prose.\n\n## Not a title\n", ""),
        ("```\n# comment\n```\n\ntext\n", ""),
        ("# `code` and snake_case and 5 * 3\n", "code and snake_case and 5 * 3"),
        ("# [[page|The Page]]\n", "The Page"),
        ("#hashtag\n", ""),
        ("# \n\n# Real\n", "Real"),
        ("# C\\# and C++\n", "C# and C++"),
    ],
)
def test_the_heading_that_is_the_title(text: str, title: str) -> None:
    assert read_markdown(text).title == title


@pytest.mark.parametrize(
    ("field", "heading", "title", "aliases"),
    [
        ("Mill Pond  Frozen", "# MillPondFrozen", "MillPondFrozen", ("Mill Pond  Frozen",)),
        ("mill-pond", "Mill pond\n=========", "Mill pond", ("mill-pond",)),
        ("Mill Pond", "# Mill Pond", "Mill Pond", ()),
        ("The pond", "# Mill Pond", "The pond", ()),
        ("Mill Pond", "# MillPond\n\n# Depth", "Mill Pond", ()),
        ("???", "Prose.", "???", ()),
    ],
)
def test_a_title_that_its_heading_spells_otherwise_is_said_once(
    field: str, heading: str, title: str, aliases: tuple[str, ...]
) -> None:
    found = read_markdown(f"---\ntitle: {json.dumps(field)}\n---\n{heading}\n\nIt froze in March.\n")
    assert (found.title, found.aliases) == (title, aliases)


def test_broken_frontmatter_still_names_the_document() -> None:
    found = read_markdown("---\ntitle: Error: again\nauthor: @name\n---\nText.\n")
    assert found.title == "Error: again" and found.author == "@name"
    assert found.text == "- **Author:** @name\n\nText.\n"


@pytest.mark.parametrize(
    "text", ["---\n\nJust prose.\n\n---\n\nMore.\n", "---\ntitle: x\n\nno closing fence\n", "---\n"]
)
def test_what_is_no_frontmatter_stays(text: str) -> None:
    assert read_markdown(text).text == text


# --- plain text and rst ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("The Mill\n\nIt was built in 1784.\n", "The Mill"),
        ("\n\n  序言  \n\n这是一篇文章。\n", "序言"),
        ("It was built in 1784.\n\nThen it burned.\n", ""),
        ("The Mill\nwas built.\n", ""),
        ("The Mill\n", ""),
        ("-----\n\ntext\n", ""),
        ("x" * 500 + "\n\ntext\n", ""),
    ],
)
def test_a_leading_line_that_is_a_title(text: str, title: str) -> None:
    assert read_text(text).title == title and read_text(text).text == text


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("The Mill\n========\n\ntext", "The Mill"),
        ("========\nThe Mill\n========\n:Author: Anna Holt\n:Date: 2024-05-01\n\ntext", "The Mill"),
        ("序言\n====\n\ntext", "序言"),
        ("text\n\n.. note:: x\n", ""),
    ],
)
def test_rst_titles(text: str, title: str) -> None:
    found = read_rst(text)
    assert found.title == title
    if "Author" in text:
        assert (found.author, found.date) == ("Anna Holt", "2024-05-01")


# --- HTML --------------------------------------------------------------------------------------

PAGE = """<!DOCTYPE html><html lang="en"><head><title>The Mill - My Site</title>
<meta name="author" content="Anna Holt">
<meta property="article:published_time" content="2024-05-01T10:00:00Z">
<link rel="canonical" href="https://example.org/mill"><style>p{}</style><script>var x = "boo";</script></head>
<body><nav><a href="/">Home</a></nav><header role="banner">My Site</header>
<main><h1>The <em>Mill</em></h1><p>It was built in <b>1784</b> by
<a href="x">Anna&nbsp;Holt</a>. 5 * 3 = 15, snake_case.</p>
<ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul>
<table><tr><th>Name</th><th>Year</th></tr><tr><td>Mill</td><td>1784</td></tr></table>
<pre><code>if a &lt; b:
    go()</code></pre><h2>After</h2><p>End.</p></main>
<aside>Buy now</aside><footer>Copyright</footer></body></html>"""


def test_html_is_read_as_markdown_without_its_furniture() -> None:
    found = read_html(PAGE)
    assert found.title == "The Mill"
    assert (found.author, found.date, found.language) == ("Anna Holt", "2024-05-01T10:00:00Z", "en")
    assert found.location == "https://example.org/mill"
    for words in (
        "# The *Mill*\n",
        "It was built in **1784** by [Anna\u00a0Holt](x). 5 * 3 = 15, snake_case.",
        "- one\n- two",
        "| Name | Year |",
        "| Mill | 1784 |",
        "```\nif a < b:\n    go()\n```",
        "## After\n",
    ):
        assert words in found.text, words
    for words in ("Home", "My Site", "boo", "p{}", "Buy now", "Copyright"):
        assert words not in found.text, words


def test_furniture_inside_furniture() -> None:
    page = "<footer><nav><form hidden><aside>x</aside></form></nav></footer>" * 50 + "<p>words</p>"
    assert read_html(page + "<object><object><svg><svg></svg></svg></object></object>").text == "words\n"


def test_html_that_is_all_furniture_keeps_its_words() -> None:
    assert "Only here" in read_html("<body><nav><p>Only here</p></nav></body>").text


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>A</title><p>x", "A"),
        ("<title>A</title><h1>B</h1><h1>C</h1>", "A"),
        ("<h1>B</h1><h1>C</h1>", "B"),
        ("<p>x", ""),
        ("<title>A</title><h1>\n B\n b </h1>", "B b"),
    ],
)
def test_html_titles(html: str, title: str) -> None:
    assert read_html(html).title == title


@pytest.mark.parametrize(
    "html",
    [
        "",
        "plain words",
        "<<<>>>",
        "<p",
        "<![if x]><p>x",
        "<!DOCTYPE",
        "&#xD800;&#0;",
        "<?xml version='1.0'?><html/>",
    ],
)
def test_broken_html_is_something(html: str) -> None:
    assert isinstance(read_html(html).text, str)


def test_html_nested_without_end_keeps_its_words() -> None:
    assert "deep words" in read_html("<div>" * 20_000 + "deep words").text
    assert "deep words" in read_html("<ul><li>" * 5_000 + "deep words").text
    assert "deep words" in read_html("<table><tr><td>" * 2_000 + "deep words").text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a<br>b\n c</p>d", "a<br>\nb c\n\nd\n"),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", "- a\n- b\n  - c\n"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b\n"),
        ("<ul><ul><li>a</ul></ul>", "- - a\n"),
        ("<ul>stray<li>a</ul>", "- stray\n- a\n"),
        ("<ol start=9><li>a<li>b<p>c</p></ol>", "9. a\n\n10. b\n\n    c\n"),
        ("<dl><dt>T<dd>D</dl>", "T\n: D\n"),
        ("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b\n"),
        ("<span>a <div>b</div> c</span>", "a\n\nb\n\nc\n"),
        (
            "<table><tr><th>N<th>Y<tr><td>a|b<td>1<tr><td>c</table>",
            "| N | Y |\n|---|---|\n| a\\|b | 1 |\n| c |  |\n",
        ),
        (
            "<table><tr><th>Born<td>1504<tr><th>Died:<td>1551</table>",
            "|  |  |\n|---|---|\n| Born | 1504 |\n| Died: | 1551 |\n",
        ),
        ("<table><tr><td>a<td>b<td>c</table>", "|  |  |  |\n|---|---|---|\n| a | b | c |\n"),
        ("<table><caption>Cap</caption><tr><td>a</table>", "Cap\n\na\n"),
        ("<table><tr><td><h2>A</h2><p>x</table>", "## A\n\nx\n"),
        ("<pre><code class='language-py'>a\n  ```\n</code></pre>", "````py\na\n  ```\n````\n"),
        ("call <code>f(x)</code>, <i>x</i>", "call `f(x)`, *x*\n"),
        ("<h2> A <br> b</h2><h3></h3>", "## A b\n"),
        ("a <!-- no --> b<template>t</template>", "a b\n"),
        ("<p> \n </p><ul></ul><table></table><blockquote></blockquote>", ""),
    ],
)
def test_html_as_markdown(html: str, text: str) -> None:
    assert read_html(html).text == text


# --- bytes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encodings_that_say_what_they_are(codec: str) -> None:
    assert decode("Zoë 谭盾\r\nx\ry".encode(codec)) == "Zoë 谭盾\nx\ny"


def test_big_endian_by_its_mark() -> None:
    assert decode(b"\xfe\xff\x00a") == "a" and decode(b"\x00\x00\xfe\xff\x00\x00\x00a") == "a"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("Zoë".encode("latin-1"), r"is not UTF-8 \(byte 0xeb at offset 2\)"),
        ("谭盾".encode("gb18030"), r"is not UTF-8 \(byte 0x"),
        (b"\xef\xbb\xbfab\xff", r"is not UTF-8 \(byte 0xff at offset 5\)"),
        (b"\xff\xfea", r"is not UTF-16 \(byte 0x61 at offset 2\)"),
        (b"ab\0cd", r"is binary \(NUL byte at offset 2\)"),
        (b"\x89PNG\r\n\x1a\n\0", "is binary"),
        ("words".encode("utf-16-le"), "is binary"),
    ],
)
def test_other_bytes_are_refused_with_the_place(data: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        decode(data)


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("Die Fähre fährt über den Fluß – „pünktlich“: 12:05.", "cp1252"),
        ("name;town\nAnn;Zürich\nBob;Genève\n", "cp1252"),
        ("Башня стоит на холме над городом, и смотритель живёт в ней давно. " * 4, "cp1251"),
        ("Башня стоит на холме над городом, и смотритель живёт в ней давно. " * 4, "koi8_r"),
        ("谭盾是中国作曲家，他出生在湖南。", "gb18030"),
        ("塔の灯は十秒ごとに光る。海の上で。", "cp932"),
        ("서울에 있는 탑입니다. 높이는 236미터입니다.", "cp949"),
    ],
)
def test_an_encoding_that_nothing_names_is_found(text: str, codec: str) -> None:
    found = detect(text.encode(codec))
    assert found is not None and text.encode(codec).decode(found) == text


@pytest.mark.parametrize(
    "data",
    [
        *(
            "Wieża stoi, łódź płynie źle.".encode("cp1250"),
            "Věž stojí nad městem, říká kněz.".encode("cp1250"),
        ),
        *(
            "Kule şehrin üzerindeki tepede.".encode("cp1254"),
            b"ab\xff",
            bytes(range(1, 256)) * 4,
            "谭盾".encode("gb18030"),
        ),
    ],
)
def test_an_encoding_that_is_not_sure_is_none(data: bytes) -> None:
    assert detect(data) is None


def test_a_detected_encoding_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Le café ouvre à huit heures.".encode("cp1252"))
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and article.text == "Le café ouvre à huit heures.\n"
    assert article.missing == ("is read as cp1252, for it is no UTF-8 and names no encoding that fits",)


def test_halves_of_pairs_are_joined_or_replaced() -> None:
    assert clean("\ud83d\ude00") == "\U0001f600"
    assert clean("a\ud83d!") == "a\ufffd!"
    assert clean("a\0b") == "ab"


# --- dates and names ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2024-05-01", "2024-05-01"),
        ("2024-05-01T10:00:00Z", "2024-05-01"),
        ("2024-05-01 10:00", "2024-05-01"),
        ("2024/5/1", "2024-05-01"),
        ("2024-10", "2024-10"),
        ("1911", "1911"),
        ("2022-01-00", "2022-01"),
        ("2022-02-30", None),
        ("2022-13-01", None),
        ("4 September 1504", "1504-09-04"),
        ("September 4, 1504", "1504-09-04"),
        ("Sept. 4th, 1504", "1504-09-04"),
        ("May 1911", "1911-05"),
        ("Wed, 01 May 2024 10:00:00 +0000", "2024-05-01"),
        ("1918年4月2日", "1918-04-02"),
        ("1918年", "1918"),
        ("1714557600", "2024-05-01"),
        ("1714557600000", "2024-05-01"),
        ("03/04/2024", None),
        ("yesterday", None),
        ("Marvel 2024", None),
        ("", None),
        ("0000", None),
        ("99999999999999", None),
    ],
)
def test_dates_as_documents_write_them(written: str, read: str | None) -> None:
    assert parse_date(written) == read


@pytest.mark.parametrize(
    ("stem", "found"),
    [
        ("2024-05-01-minutes", ("2024-05-01", "minutes")),
        ("minutes_2024_05_01", ("2024-05-01", "minutes_2024_05_01")),
        ("20240501 notes", ("2024-05-01", "notes")),
        ("2024-05-01", ("2024-05-01", "2024-05-01")),
        ("12345678", (None, "12345678")),
        ("2024-13-01", (None, "2024-13-01")),
        ("isbn 9782024050112", (None, "isbn 9782024050112")),
    ],
)
def test_dates_in_file_names(stem: str, found: tuple[str | None, str]) -> None:
    assert date_in_name(stem) == found


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("a/the-old_mill.md", "the old mill"),
        ("a/2024-05-01-minutes.txt", "minutes"),
        ("guide/README.md", "guide"),
        ("README.md", "README"),
        ("d00123", "d00123"),
        ("v1.10.md", "v1.10"),
        ("../../x", "x"),
        ("---", "---"),
    ],
)
def test_titles_from_names(path: str, title: str) -> None:
    assert titles.name_title(path) == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("## Before you sail\n\nPump.\n\n## After\n\nMoor.", ""),
        ("## Before you sail\n\nPump.\n\n### Engine\n\nOil.", "Before you sail"),
        ("### Before\n\nPump.\n\n## After\n\nMoor.", ""),
        ("## Before\n\nPump.\n\n# All of it\n\nMoor.", "All of it"),
    ],
)
def test_the_heading_of_the_first_of_several_parts_is_no_title(text: str, title: str) -> None:
    assert titles.markdown_title(text) == title


def test_what_has_only_headings_of_parts_is_called_as_its_file(tmp_path: Path) -> None:
    text = "---\ntags: [sea]\n---\n## Before you sail\n\nPump the bilge.\n\n## After\n\nMoor her well.\n"
    for name in ("Rye bread.md", "untitled.md"):
        (tmp_path / name).write_text(text)
    found = [each.title for each in read([tmp_path]) if isinstance(each, Article)]
    assert found == ["Rye bread", "Before you sail"]


def test_a_title_is_one_line_in_normal_form(tmp_path: Path) -> None:
    assert titles.one_line(" a\n\tb\x07c\u200bd ") == "a b cd"
    assert titles.one_line("Zoe\u0308") == "Zoë"
    assert titles.one_line("???") == "???"


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("The *Mill* and `its` [wheel](w.md)", "The Mill and its wheel"),
        ("10<sup>6</sup> years", "10⁶ years"),
        ("Caf&eacute; \\*guide\\*", "Café *guide*"),
        ("<u>**Annual report**</u>", "Annual report"),
        ("[[pages/Mill|The mill]] ==so==", "The mill so"),
        ("snake_case and 2 * 3", "snake_case and 2 * 3"),
    ],
)
def test_titles_are_words_without_marks(heading: str, title: str) -> None:
    assert read_markdown(f"# {heading}\n\nWords.\n").title == title


def test_a_table_in_html_within_markdown_is_one(tmp_path: Path) -> None:
    rows = "<tr><th>City</th><th>People</th></tr>\n<tr><td>Ulm</td><td>120000</td></tr>"
    code = "```html\n<table><tr><td>a</td></tr></table>\n```\n"
    (tmp_path / "a.md").write_text(f"# Towns\n\nThese.\n\n<table>\n{rows}\n</table>\n\n{code}", "utf-8")
    (article,) = read([tmp_path])
    assert isinstance(article, Article)
    assert article.text == f"# Towns\n\nThese.\n\n| City | People |\n|---|---|\n| Ulm | 120000 |\n\n{code}"


@pytest.mark.parametrize(
    "head",
    [
        '+++\ntitle = "The weir"\ndate = 1820-05-01T08:00:00Z\ntags = ["water"]\n+++\n',
        '{\n  "title": "The weir",\n  "date": "1820-05-01",\n  "tags": ["water"]\n}\n\n',
    ],
    ids=["TOML", "JSON"],
)
def test_frontmatter_in_other_notations(tmp_path: Path, head: str) -> None:
    (tmp_path / "a.md").write_text(f"{head}It is low.\n", "utf-8")
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and article.text.endswith("It is low.\n")
    assert (article.title, article.date, article.tags) == ("The weir", "1820-05-01", ("water",))
