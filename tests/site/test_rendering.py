"""Whole pages: values are escaped wherever they stand, ids are unique, and the style and script are small."""

from __future__ import annotations

import gzip
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from wikic.navigate.library import Library
from wikic.navigate.reader.reader import Reader
from wikic.navigate.reader.values import (
    Cited,
    ListedCollection,
    ListedPages,
    ListedSource,
    Mention,
    PageName,
    Quoted,
    ReaderDirectory,
    ReaderPage,
    ReaderSource,
    ReaderSources,
    RelatedPages,
    ShelfName,
    ShownFact,
    ShownSection,
    ShownSource,
    SourceGroup,
    SourcePiece,
)
from wikic.site.addresses import FileAddresses, ServedAddresses
from wikic.site.rendering import Pages, static_file
from wikic.site.wording import Surroundings

EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7*7 }}{% x %}&amp;"
NAME = PageName("people/x", EVIL, EVIL)


@pytest.fixture(scope="module")
def pages(site_library: Library) -> Pages:
    return Pages(Reader(site_library), Surroundings(EVIL, "en"))


def evil_page() -> ReaderPage:
    fact = ShownFact("f00000001", EVIL, "claim", EVIL, (Cited(1, ("p00000001",)),), True, True, (EVIL,))
    source = ShownSource(
        1, "sources/articles/a-1", "sources/digests/a-1", EVIL, EVIL, EVIL, EVIL,
        ((Quoted("p00000001", EVIL, True),),), "people/x",
    )  # fmt: skip
    sections = tuple(
        ShownSection(EVIL, level, (fact,) if level == 2 else (), (EVIL,)) for level in (2, 3, 4, 5, 2)
    )
    return ReaderPage(
        "people/own", EVIL, EVIL, (EVIL,), (EVIL,), EVIL, (PageName("people", EVIL),), sections,
        (RelatedPages(EVIL, (NAME,)),), (Mention(NAME, "f00000002", EVIL),), 3, (source,),
        "sources/articles/a-1",
    )  # fmt: skip


def evil_source() -> ReaderSource:
    piece = SourcePiece("p00000001", EVIL, EVIL, 1, (EVIL,), (EVIL,), True)
    groups = [
        SourceGroup(shape, (piece,)) for shape in ("heading", "prose", "item", "row", "code", "turn", "quote")
    ]
    return ReaderSource(
        "sources/articles/a-1",
        EVIL,
        EVIL,
        EVIL,
        EVIL,
        EVIL,
        "en",
        tuple(groups),
        "people/x",  # type: ignore[arg-type]
    )


def evil_directory() -> ReaderDirectory:
    shelf = ShelfName("people", EVIL, EVIL, 2, (NAME,))
    return ReaderDirectory("people", EVIL, EVIL, (NAME,), (shelf,), (ListedPages(EVIL, (NAME,)),), 2, 3, 4)


def evil_sources() -> ReaderSources:
    source = ListedSource("sources/articles/a-1", EVIL, EVIL, EVIL, 3, "people/x")
    listed = (ListedCollection(EVIL, 2, 1, (source, replace(source, facts=0, page=""))),)
    return ReaderSources((*listed, ListedCollection("", 1, 2)), 1, 2, 3)


@pytest.mark.parametrize("served", [False, True])
def test_no_value_becomes_markup(site_library: Library, served: bool) -> None:
    pages = Pages(Reader(site_library), Surroundings(EVIL, "en", served=served))
    to = ServedAddresses() if served else FileAddresses("people/own.html")
    for html in (
        pages.page(evil_page(), to),
        pages.source(evil_source(), to),
        pages.directory(evil_directory(), to),
        pages.sources(evil_sources(), to),
        pages.search(to),
    ):
        tree = LexborHTMLParser(html)
        assert tree.root is not None
        scripts = [each.attributes.get("src") for each in tree.css("script")]
        assert scripts == [to.own(name) for name in ("theme.js", "tree.js", "reader.js")]
        for each in tree.root.traverse():
            assert not any(name.startswith("on") or name == "style" for name in each.attributes), each.html
            for name in ("href", "src", "action"):
                address = each.attributes.get(name) or ""
                assert (
                    "://" not in address and not address.startswith("//") and ":" not in address.split("/")[0]
                )
        assert "49" not in html


def test_ids_are_unique(site_library: Library) -> None:
    reader = Reader(site_library)
    pages = Pages(reader, Surroundings("Harbour", "en"))
    for path in reader.library.catalogue.pages:
        page = reader.page(path)
        assert page is not None
        tree = LexborHTMLParser(pages.page(page, FileAddresses(f"{path}.html")))
        ids = Counter(each.attributes["id"] for each in tree.css("[id]"))
        assert [name for name, count in ids.items() if count > 1] == []
        for cite in tree.css("a.cite"):
            href = cite.attributes["href"] or ""
            told = cite.attributes.get("data-quotes") or f"q{cite.text()}-{href.partition('#')[2]}"
            assert set(told.split()) <= set(ids)
        assert len(tree.css("h1")) == 1
    for article in reader.library.catalogue.sources:
        source = reader.source(article)
        assert source is not None
        tree = LexborHTMLParser(pages.source(source, FileAddresses(f"{article}.html")))
        ids = Counter(each.attributes["id"] for each in tree.css("[id]"))
        assert [name for name, count in ids.items() if count > 1] == []


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_title_and_fact_can_be_rendered(site_library: Library, title: str, fact: str) -> None:
    pages = Pages(Reader(site_library), Surroundings("Harbour", "en"))
    shown = ShownFact("f00000001", fact, "fact", None, (), False)
    page = ReaderPage("a/b", title, "a", (), (), "", (), (ShownSection("", 2, (shown,)),), (), (), 0, ())
    tree = LexborHTMLParser(pages.page(page, FileAddresses("a/b.html")))
    assert tree.css_first("#f00000001") is not None and len(tree.css("script")) == 3


def test_a_first_view_is_small(site_library: Library) -> None:
    reader = Reader(site_library)
    pages = Pages(reader, Surroundings("Harbour", "en"))
    largest = max(
        len(gzip.compress(pages.page(page, FileAddresses(f"{path}.html")).encode()))
        for path in reader.library.catalogue.pages
        for page in (reader.page(path),)
        if page is not None
    )
    own = sum(len(gzip.compress(static_file(name))) for name in ("reader.css", "reader.js", "theme.js"))
    assert largest + own <= 28_000
