"""Markdown of a vault's page becomes markup that can do nothing; links lead where the linter says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from support.vault_notes import plant

from wikic.navigate.library import Library
from wikic.navigate.vault_page import passage_id
from wikic.site.addresses import FileAddresses, ServedAddresses
from wikic.site.vault_text import VaultText

ATTRIBUTES = {"href", "src", "alt", "loading", "class", "rel", "start", "id"}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.current(plant(tmp_path_factory.mktemp("garden"))) as found:
        yield found


def html(library: Library, markdown: str, own: str = "tools/The shed") -> str:
    return VaultText(library, ServedAddresses(), own).section(markdown, ()).strip()


def picture(place: str, alt: str) -> str:
    return f'<img src="{place}" alt="{alt}" loading="lazy">'


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
        ("![[bed map.png|300]]", picture('/pictures/bed%20map.png', 'bed map.png')),
        ("![[BED MAP.png]]", picture('/pictures/bed%20map.png', 'BED MAP.png')),
        ("![the map|300](../pictures/pump.png)", picture('/pictures/pump.png', 'the map')),
        ("![[Compost]]", '<a href="/Compost">Compost</a>'),
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
    assert callout == "<blockquote>\n<p><strong>Not <em>now</em></strong><br>later</p>\n</blockquote>"
    assert "<strong>Tip</strong>" in html(library, "> [!tip]\n> x\n")
    assert "[!tip]" in html(library, "[!tip] is no quote")
    assert '<span class="box">☑</span> done' in html(library, "- [x] done")


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
        *("../", "&#106;"),
    ]
)


@example('[[pump.png|<b>]] ![[pump.png|" onerror=x]] <svg onload=alert(1)>')
@given(st.lists(PIECES, max_size=10).map("".join) | st.text())
def test_nothing_written_can_act(library: Library, markdown: str) -> None:
    root = LexborHTMLParser(html(library, markdown)).root
    assert root is not None
    for element in root.traverse():
        assert element.tag not in {"script", "style", "iframe", "svg", "form", "input", "object"}
        for name, value in element.attributes.items():
            assert name in ATTRIBUTES
            if name in ("href", "src"):
                assert re.match(r"/(?!/)|#|https?:|mailto:", value or "", re.IGNORECASE), markdown
