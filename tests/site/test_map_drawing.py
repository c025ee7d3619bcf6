"""A map is drawn within its frame, and no name covers another."""

from __future__ import annotations

from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st

from wikic.navigate.library import Library
from wikic.navigate.reader.map import MappedPage, WikiMap, wiki_map
from wikic.navigate.reader.reader import Reader
from wikic.navigate.reader.values import PageName
from wikic.site.addresses import FileAddresses
from wikic.site.drawings import COLOURS, MAP_WIDTH, drawn
from wikic.site.rendering import Pages
from wikic.site.wording import Surroundings

PLACE = st.floats(-50, 50)
PAGES = st.lists(
    st.builds(
        MappedPage,
        st.just("a/b"),
        st.text(max_size=40),
        st.integers(0, 20),
        PLACE,
        PLACE,
        st.integers(0, 999),
    ),
    max_size=30,
).map(tuple)


@given(PAGES)
def test_all_of_it_lies_in_the_frame(pages: tuple[MappedPage, ...]) -> None:
    edges = tuple((number, number + 1) for number in range(len(pages) - 1))
    found = drawn(WikiMap(pages, (), edges, len(pages)))
    for dot in found.dots:
        assert dot.r < dot.x < MAP_WIDTH - dot.r
        assert dot.r < dot.y < found.height - dot.r
        assert 0 <= dot.colour < COLOURS
    assert found.lines.count("M") == len(edges)


def test_the_most_linked_keep_their_names() -> None:
    near = [MappedPage(f"a/{name}", name, 0, 0.01 * at, 0, 9 - at) for at, name in enumerate("ABC")]
    far = MappedPage("a/D", "D", 0, 10, 10, 0)
    dots = drawn(WikiMap((*near, far), (PageName("a", "A"),), (), 4)).dots
    assert [dot.name for dot in dots] == ["A", "", "", "D"]


def test_names_on_the_map_are_text_and_every_page_is_in_the_lists(site_library: Library) -> None:
    found = wiki_map(site_library)
    html = Pages(Reader(site_library), Surroundings("H", "en")).map(found, FileAddresses("-/map.html"))
    assert all(html.count(f'href="../{quote(page.path)}.html"') == 2 for page in found.pages)
    evil = WikiMap((MappedPage("a/b", "<script>", 0, 0.0, 0.0, 1),), (PageName("a", "<img>"),), (), 2)
    shown = Pages(Reader(site_library), Surroundings("H", "en")).map(evil, FileAddresses("-/map.html"))
    assert "<script>" not in shown and "<img>" not in shown and "The 1 most linked of 2 pages." in shown
