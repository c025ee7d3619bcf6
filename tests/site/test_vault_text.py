"""Markdown of a vault's page becomes markup that can do nothing; links lead where the linter says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from support.command import write
from support.hostile_texts import TEXTS
from support.vault_notes import plant

from wikic.navigate.library import Library
from wikic.navigate.vault.page import passage_id
from wikic.site import formula_html
from wikic.site.addresses import FileAddresses, ServedAddresses
from wikic.site.formula_html import mathml
from wikic.site.vault_text import VaultText

ADOPTED = '[lint]\nprofile = "vault"\n'
ATTRIBUTES = {
    *("href", "src", "alt", "loading", "class", "rel", "start", "id", "width", "height", "align", "open"),
    *("title", "lang", "dir", "colspan", "rowspan", "value", "tabindex"),
    *formula_html.ATTRIBUTES,
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.current(plant(tmp_path_factory.mktemp("garden"))) as found:
        yield found


def html(library: Library, markdown: str, own: str = "tools/The shed") -> str:
    return VaultText(library, ServedAddresses(), own).section(markdown, ()).strip()


def picture(place: str, alt: str, width: str = "") -> str:
    return f'<img src="{place}" alt="{alt}" loading="lazy"{width}>'


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("[[Compost]]", '<a href="/Compost">Compost</a>'),
        ("[[Compost#What goes in|in]]", '<a href="/Compost#h-whatgoesin">in</a>'),
        ("[[Compost#What goes in]]", '<a href="/Compost#h-whatgoesin">Compost &gt; What goes in</a>'),
        ("[[#Key]]", '<a href="/tools/The%20shed#h-key">Key</a>'),
        ("[[Ada]]", '<a href="/people/Ada%20Fenwick">Ada</a>'),
        ("[[玉ねぎ]]", f'<a href="/{quote("archive/2019/北の畑/玉ねぎ")}">玉ねぎ</a>'),
        ("[c](../Compost.md#what-goes-in)", '<a href="/Compost#h-whatgoesin">c</a>'),
        ("[c](#the-key)", '<a href="#h-thekey">c</a>'),
        ("[c](../archive)", '<a href="/archive/">c</a>'),
        (r"AT&amp;T paid 5 \* 3 for a \[draft\]&mdash;done", "AT&amp;T paid 5 * 3 for a [draft]—done"),
        ("on ~~Friday~~ Monday", "on <s>Friday</s> Monday"),
        ("[c](../Compost.md#^warm)", f'<a href="/Compost#{passage_id("Compost", "^warm")}">c</a>'),
        ("[c](../archive/)", '<a href="/archive/">c</a>'),
        ("[c](README.md)", '<a href="/tools/README">c</a>'),
        ("[c](../nowhere.md)", "c"),
        ("[c](../raw/letter.md)", "c"),
        ("[c](../../etc/passwd)", "c"),
        ("[[/evil.example/x]]", '<span class="missing">/evil.example/x</span>'),
        ("[[Daily]]", '<span class="missing">Daily</span>'),
        ("[c](javascript:alert(1))", "[c](javascript:alert(1))"),
        ("![[bed map.png|300]]", picture('/pictures/bed%20map.png', 'bed map.png', ' width="300"')),
        ("![[bed map.png|the map|30x20]]", picture('/pictures/bed%20map.png', 'the map', ' width="30"')),
        ("![[BED MAP.png]]", picture('/pictures/bed%20map.png', 'BED MAP.png')),
        ("![the map|300](../pictures/pump.png)", picture('/pictures/pump.png', 'the map', ' width="300"')),
        ("as ![[Compost]]", 'as <a href="/Compost">Compost</a>'),
        (r"$\frac{a_1}{b_2}$ and $$x$$ for $5 to $6",
         f"{mathml(chr(92) + 'frac{a_1}{b_2}', block=False)} and {mathml('x', block=True)} for $5 to $6"),
        ("$6, and `$x$`", "$6, and <code>$x$</code>"),
        ("==hot [[Compost|heap]]==", '<mark>hot <a href="/Compost">heap</a></mark>'),
        ("H<sub>2</sub>O, <kbd>x</kbd>, List<String> <!-- gone -->",
         "H<sub>2</sub>O, <kbd>x</kbd>, List&lt;String&gt; "),
        ('<a href="../Compost.md#heat" onclick="x()" class="top">c</a>', '<a href="/Compost#h-heat">c</a>'),
        ('<a href="javascript:alert(1)">c</a>', "<a>c</a>"),
        ('a <img src="../pictures/pump.png" width=9 id=q>',
         'a <img alt="" src="/pictures/pump.png" width="9">'),
        ('<img src="https://a.example/x.png" alt="build <ok"> x', "build &lt;ok x"),
        ('<a href="https://a.example" title="a>b" rel="opener">c</a>',
         '<a href="https://a.example" title="a&gt;b" rel="noopener nofollow">c</a>'),
        ('<span class="top missing" style="color:red">a</span>', '<span class="missing">a</span>'),
        ("go to https://a.example/b_c_d.", 'go to <a href="https://a.example/b_c_d" rel="noopener nofollow">'
         "https://a.example/b_c_d</a>."),
        ("Room:: 2 [[Compost]]", '<strong>Room:</strong> 2 <a href="/Compost">Compost</a>'),
        ("[[people/Ada Fenwick]]", '<a href="/people/Ada%20Fenwick">Ada Fenwick</a>'),
        ("[[people/Ada Fenwick#Key]]", '<a href="/people/Ada%20Fenwick#h-key">Ada Fenwick &gt; Key</a>'),
        ("[[people/Nobody#Life]]", '<span class="missing">people/Nobody &gt; Life</span>'),
        ("#[[Compost]] is a tag", '<a href="/Compost">Compost</a> is a tag'),
        ("![[plan.pdf#page=3]]", '<span class="missing">plan.pdf &gt; page=3</span>'),
        ("![x](https://a.example)", '<a href="https://a.example" rel="noopener nofollow">x</a>'),
        ("Ada Fenwick is no link.", "Ada Fenwick is no link."),
        ("Words. ^name", "Words."),
        ("It costs 5 ^ 2", "It costs 5 ^ 2"),
        ("![[pump.png|a < b]]", picture('/pictures/pump.png', 'a &lt; b')),
        ("~~gone~~", "<s>gone</s>"),
    ],
)  # fmt: skip
def test_inline(library: Library, markdown: str, shown: str) -> None:
    assert html(library, markdown) == f"<p>{shown}</p>"


def test_a_block_link_leads_to_its_passage(library: Library) -> None:
    place = passage_id("Compost", "^heat")
    assert html(library, "[[Compost#^heat]]") == f'<p><a href="/Compost#{place}">Compost</a></p>'
    view = library.view("Compost")
    assert view is not None and place in {fact.id for fact in view.facts}


def test_passages_carry_their_ids(library: Library) -> None:
    text = VaultText(library, ServedAddresses(), "Home")
    marks = ((0, "f1"), (2, "f2"), (6, "f3"), (8, "f4"))
    shown = text.section("a\n\n- b\n\n| h |\n|---|\n| c |\n\n```\nd\n```\n", marks)
    assert re.findall(r'<(\w+) id="(f\d)"', shown) == [
        ("p", "f1"),
        ("li", "f2"),
        ("tr", "f3"),
        ("code", "f4"),
    ]


def test_blocks_as_obsidian_shows_them(library: Library) -> None:
    callout = html(library, "> [!warning]- Not *now*\n> later\n")
    said = "<p><strong>Not <em>now</em></strong><br>later</p>"
    assert callout == f'<blockquote class="callout warning-callout">\n{said}\n</blockquote>'
    assert "<strong>Tip</strong>" in html(library, "> [!tip]\n> x\n")
    assert "[!tip]" in html(library, "[!tip] is no quote")
    assert '<span class="box">☑</span> done' in html(library, "- [x] done")
    assert '<span class="box">☒</span> dropped' in html(library, "- [-] dropped\n\n- b")
    assert '<span class="box">[&lt;]</span> later' in html(library, "- [<] later")
    assert '<span class="box">☑</span> DONE dig' in html(library, "- DONE dig")
    assert "box" not in html(library, "DONE dig, [x] is no item")
    assert html(library, "$$\n<b>_a_\n$$") == '<pre tabindex="0"><code class="math">&lt;b&gt;_a_</code></pre>'
    assert html(library, "    a").startswith('<pre tabindex="0"><code>')
    headings = html(library, "- ### a\n- ##### b\n- # c\n\n<h1>d</h1>")
    assert re.findall(r"<(h\d)>", headings) == ["h2", "h3", "h2", "h2"]
    hidden = html(library, "- a\n  id:: 64f1a2b3-0000-4000-8000-000000000001\n- ## b\n  collapsed:: true")
    assert "id::" not in hidden and "true" not in hidden and "<p></p>" not in hidden


def test_pages_sections_and_blocks_are_shown_in_others(library: Library) -> None:
    whole = html(library, "![[Compost]]")
    assert whole.startswith('<div><div class="embed"><p><a href="/Compost">Compost</a></p>')
    assert "The heap stands" in whole and "<strong>What goes in</strong>" in whole and "Citrus peel" in whole
    section = html(library, "![[Compost#What stays out|words]]")
    assert "Citrus peel" in section and "Coffee" not in section and "<strong>What" not in section
    block = html(library, "![[Compost#^heat]]")
    assert "62 degrees" in block and "Coffee" not in block
    # Links of the page that is shown are its own; what it shows itself is a link.
    shown = html(library, "![[Garden plan]]")
    assert 'src="/pictures/bed%20map.png"' in shown
    assert html(library, "![[Nowhere]]") == '<p><span class="missing">Nowhere</span></p>'
    assert "embed" not in html(library, "see ![[Compost]]")


def test_a_page_shows_others_once_and_not_without_end(tmp_path: Path) -> None:
    long = "word " * 2_500
    write(tmp_path, {"wikic.toml": ADOPTED, "a.md": "![[b]]\n\n![[a]]\n", "long.md": long})
    write(tmp_path, {"b.md": "In b.\n\n![[a]]\n\n![[b]]\n", "all.md": "![[long]]\n" * 9})
    with Library.current(tmp_path) as vault:
        assert html(vault, "![[b]]", "a").count("In b.") == 1
        assert html(vault, "![[long]]\n\n" * 9, "all").count("word word") < 5_000


def test_links_to_the_second_of_two_headings_and_notes_shown_by_their_files(tmp_path: Path) -> None:
    log = "# Log\n\n## Fixed\n\nThe door.\n\n## Fixed\n\nThe roof.\n\n## Step 2\n\nGo.\n"
    write(tmp_path, {"wikic.toml": ADOPTED, "log.md": log, "a.md": "x"})
    with Library.current(tmp_path) as vault:
        assert 'href="#h-fixed-2"' in html(vault, "[it](#fixed-1)", "log")
        assert 'href="#h-fixed"' in html(vault, "[it](#fixed)", "log")
        assert 'href="#h-step2"' in html(vault, "[it](#step-2)", "log")
        assert 'href="/log#h-fixed-2"' in html(vault, "[it](log.md#fixed-1)", "a")
        shown = html(vault, "![](log.md#step-2)", "a")
        assert "Go." in shown and "The door." not in shown
        assert "The door." in html(vault, "![](log.md)", "a")


def test_footnotes_lead_there_and_back(tmp_path: Path) -> None:
    note = (
        "One.[^b] Two.[^a] Three.[^b] Four.[^c]\n\n## End\n\n[^a]: A *n*.\n[^b]: B <b>x</b>.\n\n    More.\n"
    )
    write(tmp_path, {"wikic.toml": ADOPTED, "n.md": note})
    with Library.current(tmp_path) as vault:
        view = vault.view("n")
        assert view is not None
        text = VaultText(vault, ServedAddresses(), "n")
        shown = "".join(text.section(each.markdown, ()) for each in view.written)
    root = LexborHTMLParser(shown)
    assert [each.text() for each in root.css("sup > a")] == ["1", "2", "1"]
    assert "Four.[^c]" in root.text()
    places = [each.attributes["id"] for each in root.css("[id]")]
    assert len(set(places)) == len(places) == 4
    assert {f"#{each}" for each in places} == {each.attributes["href"] for each in root.css("a")}
    assert [each.css_first("sup").text() for each in root.css(".footnote")] == ["2", "1"]


def test_lines_of_notes_are_lines(tmp_path: Path) -> None:
    write(tmp_path, {"wikic.toml": ADOPTED, "n.md": "x"})
    with Library.current(tmp_path) as vault:
        assert "<br>" not in html(vault, "a\nb")
    (tmp_path / ".obsidian").mkdir()
    with Library.current(tmp_path) as vault:
        assert html(vault, "a\nb") == "<p>a<br>\nb</p>"


def test_blocks_of_logseq_are_found_by_their_ids(tmp_path: Path) -> None:
    name = "64f1a2b3-0000-4000-8000-000000000002"
    page = f"title:: Heron\n\n- We chose it.\n  id:: {name}\n- other\n"
    write(tmp_path, {"wikic.toml": ADOPTED, "pages/h.md": page})
    with Library.current(tmp_path) as vault:
        place = f'<a href="/pages/h#{passage_id("pages/h", f"^{name}")}">'
        assert html(vault, f"see (({name})).") == f"<p>see {place}We chose it.</a>.</p>"
        assert html(vault, f"{{{{embed (({name}))}}}}").endswith("<li>We chose it.</li>\n</ul>\n</div></div>")
        assert "missing" in html(vault, "((64f1a2b3-0000-4000-8000-000000000009))")


def test_addresses_of_files_are_relative(library: Library) -> None:
    text = VaultText(library, FileAddresses("tools/The shed.html"), "tools/The shed")
    assert 'href="../Compost.html#h-a"' in text.section("[[Compost#a]]", ())
    assert 'src="../pictures/pump.png"' in text.section("![[pump.png]]", ())


PIECES = st.sampled_from(
    [
        *(
            "[[",
            "]]",
            "![[",
            "|",
            "#",
            "^a",
            "Compost",
            "pump.png",
            "](",
            ")",
            "[",
            "<script>",
            "javascript:",
        ),
        *("\n", "> [!x]", '" onload=', "<img src=x onerror=alert(1)>", "-->", "`", "%0a", "//evil.example"),
        *(
            "../",
            "&#106;",
            "$",
            "$$",
            "==",
            "[^1]",
            "\n[^1]: ",
            "^[",
            "[k:: ",
            "k:: ",
            "{{embed [[Compost]]}}",
        ),
        *(
            "<a href='",
            "<a href=//evil.example>",
            "<img src=//evil.example>",
            "<p id=content class=top>",
            "'>",
        ),
        *("<details ontoggle=alert(1) open>", "<svg><a xlink:href='javascript:alert(1)'>", "<math><mtext>"),
        *(
            "<style>",
            "<textarea>",
            "<title>",
            "</p>",
            "<!--",
            "<![CDATA[",
            "<form action=x>",
            "<base href=x>",
        ),
        *("\n- [", "] ", "- TODO ", "https://evil.example/", "<img src=x srcset=//evil.example>", "\n\n"),
    ]
)


def test_definitions_are_a_list_of_them(library: Library) -> None:
    assert html(library, "`base`\n:   Path *of* it\n\nNext\n: 1\n: 2").replace("\n", "") == (
        "<dl><dt><code>base</code></dt><dd>Path <em>of</em> it</dd><dt>Next</dt><dd>1</dd><dd>2</dd></dl>"
    )


def test_an_address_that_is_a_link_is_no_picture(library: Library) -> None:
    shown = html(library, "https://evil.example/a.png <img src=&#104;ttps://evil.example/a.png>")
    assert shown.count("evil.example") == 2 and "src" not in shown


@pytest.mark.parametrize("markdown", TEXTS)
def test_hostile_texts_stay_texts(library: Library, markdown: str) -> None:
    for each in (markdown, f"> [!note] {markdown}\n> {markdown}", f"k:: {markdown}", f"[^a]: {markdown}"):
        refuse_what_acts(html(library, each), each)
    for each in (f"=={markdown}==", f"x^[{markdown}]", f"$${markdown}$$", f"![[pump.png|{markdown}|3]]"):
        refuse_what_acts(html(library, each), each)


@example('[[pump.png|<b>]] ![[pump.png|" onerror=x]] <svg onload=alert(1)>')
@given(st.lists(PIECES, max_size=10).map("".join) | st.text())
def test_nothing_written_can_act(library: Library, markdown: str) -> None:
    refuse_what_acts(html(library, markdown), markdown)


def refuse_what_acts(shown: str, markdown: str) -> None:
    root = LexborHTMLParser(shown).root
    assert root is not None
    for element in root.traverse():
        assert element.tag not in {"script", "style", "iframe", "svg", "form", "input", "object", "base"}
        if element.parent is not None and element.parent.tag in formula_html.ELEMENTS:
            assert element.tag in formula_html.ELEMENTS or element.tag == "-text", markdown
        assert "top" not in (element.attributes.get("class") or "").split()
        assert element.attributes.get("id") != "content"
        for name, value in element.attributes.items():
            assert name in ATTRIBUTES
            if name in ("href", "src"):
                assert re.match(r"/(?!/)|#|https?:|mailto:", value or "", re.IGNORECASE), markdown
            if name == "href" and not (value or "").startswith(("/", "#")):
                assert element.attributes["rel"] == "noopener nofollow", markdown
            if name == "src":
                assert (value or "").startswith("/pictures/"), markdown


def test_a_passage_that_is_a_list_is_told_as_one(library: Library) -> None:
    text = VaultText(library, ServedAddresses())
    assert text.told("It stops when:\n- a <b>\n- c").count("<li>") == 2
    assert text.told("a:\n  b <i>") == "a:\n  b &lt;i&gt;"
