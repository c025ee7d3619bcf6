"""A site is searched in a real browser, from a disk and from a plain web server, under a strict policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.browser import served
from support.depth import examples
from support.search_files import parts
from support.search_site import address, searcher, write_site

from wikic.export.site.search_shards import fold, search_files, unspaced
from wikic.search.fields import SearchRecord

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ODD = 'Odd <b>"title"</b> \\ </script>\u2028'
TOWN = (
    SearchRecord(
        "places/hallow", "Hallow", ("Port Hallow",), ("town",), "A harbour town.", "It has a lighthouse.",
        directory="places",
    ),
    SearchRecord(
        "places/hallow-light", "Hallow Light", ("The Lamp",), (), "The lighthouse of Hallow.",
        "It was built in 1871 by painters. Its keeper paints boats.\nC++ runs the lamp.", directory="places",
    ),
    SearchRecord("people/keeper", "Ada Quill", summary="A keeper.", body="She kept the lamp of Hallow."),
    SearchRecord("sky/mercury-2", "Mercury (planet)", summary="A planet.", body="Near the sun."),
    SearchRecord("sky/mercury", "Mercury poisoning", summary="Of Mercury.", body="Mercury. Mercury."),
    SearchRecord("zh/石帆镇", "石帆镇", ("石帆",), summary="石帆镇是一座海边小镇。", body="镇上有灯塔。"),
    SearchRecord("zh/灯塔", "石帆镇灯塔", body="灯塔由周文海看守，他在石帆镇住了三十年。"),
    SearchRecord("zh/外国人", "来访者", body="中国的外国人常来石帆。", directory="zh"),
    SearchRecord("th/ประภาคาร", "ประภาคาร", body="ประภาคารสีแดงของเมือง", directory="th"),
    SearchRecord('odd/a"b', ODD, summary="${x} `y` ' \u2029", body="Oddity.", directory='odd"'),
)  # fmt: skip
Search = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("town") / "sub path", TOWN)


@pytest.fixture(params=["disk", "disk, deep", "server", "server, deep"])
def search(request: pytest.FixtureRequest, town: Path, tab: Page) -> Iterator[Search]:
    """The search of a page of the town, opened in each of the ways a site is read."""
    place, _, deep = request.param.partition(", ")
    page = "deep/er/page.html" if deep else "index.html"
    with served(town.parent) as root:
        tab.goto((town / page).as_uri() if place == "disk" else f"{root}sub%20path/{page}")
        yield searcher(tab)


def titles(found: list[dict[str, Any]]) -> list[str]:
    return [each["title"] for each in found]


def test_what_is_asked_is_found_wherever_the_site_lies(search: Search) -> None:
    found = search("hallow light")
    assert titles(found) == ["Hallow Light", "Hallow"]  # of `lighthouse` the beginning is typed
    assert found[0] == {
        "title": "Hallow Light",
        "url": found[0]["url"],
        "directory": "places",
        "summary": "The lighthouse of Hallow.",
        "partial": False,
    }
    assert found[0]["url"].endswith("/sub%20path/places/hallow-light.html")
    assert "/deep/" not in found[0]["url"]


@pytest.fixture
def ask(town: Path, tab: Page) -> Search:
    """The search of the town from a disk."""
    tab.goto((town / "index.html").as_uri())
    return searcher(tab)


# What is asked and what is found, best first.
FOUND = {
    "hallow": ["Hallow", "Hallow Light", "Ada Quill"],
    "HALLOW ": ["Hallow", "Hallow Light", "Ada Quill"],
    "port hallow": ["Hallow"],
    "the lamp": ["Hallow Light", "Ada Quill"],  # an alias before what is said
    "town": ["Hallow"],
    "mercury": ["Mercury (planet)", "Mercury poisoning"],
    "mercury planet": ["Mercury (planet)"],
    "keeper painter": ["Hallow Light"],  # painters
    "painters keeper": ["Hallow Light"],
    "paint keeper": ["Hallow Light"],  # paints
    "lig": ["Hallow Light", "Hallow"],
    "li": [],
    "c++": ["Hallow Light"],
    "1871": ["Hallow Light"],
    "18711 ": [],  # numbers have no endings
    "石帆镇": ["石帆镇", "石帆镇灯塔"],
    "石帆": ["石帆镇", "石帆镇灯塔", "来访者"],
    "灯塔 石帆镇": ["石帆镇灯塔", "石帆镇"],
    "周文海": ["石帆镇灯塔"],
    "中国人": [],  # both pairs are there, it is not
    "塔由周": ["石帆镇灯塔"],
    "镇": ["石帆镇灯塔", "石帆镇"],
    "สีแดง": ["ประภาคาร"],
    "oddity": [ODD],
    "xyzzy": [],
    "": [],
    "?!": [],
}


def test_what_is_found_and_in_which_order(ask: Search) -> None:
    assert {query: titles(ask(query)) for query in FOUND} == FOUND


def test_where_no_page_says_all_those_that_say_most_are_found_and_told(ask: Search) -> None:
    found = ask("who keeps the lamp of hallow in winter")
    assert titles(found)[:2] == ["Hallow Light", "Ada Quill"]
    assert {each["partial"] for each in found} == {True}
    found = ask("周文海在中国的什么地方看守灯塔")
    assert titles(found)[:1] == ["石帆镇灯塔"]
    assert found[0]["partial"]
    assert not ask("周文海")[0]["partial"]


# What is asked, the page that would be first by its path, and the one that is better.
PAIRS = {
    "gauge": (
        SearchRecord("a", "A long page", body="A gauge. " + "Much else is said here. " * 20),
        SearchRecord("b", "A short page", body="A gauge."),
    ),
    "tide ": (
        SearchRecord("c", "Said", body="The tide, once more the tide."),
        SearchRecord("d", "Low tide now", body="All tides."),
    ),
    "eel": (SearchRecord("e", "Conger", ("Eel",)), SearchRecord("f", "Eel")),
    "old keeper brass bell tower": (
        SearchRecord("g", "Old keeper", ("Brass bell", "Tower")),
        SearchRecord("h", "Ringer", ("Old keeper brass bell tower",)),
    ),
}


def test_the_better_of_two_pages_comes_first(tmp_path: Path, tab: Page) -> None:
    write_site(tmp_path, [page for pair in PAIRS.values() for page in pair])
    tab.goto((tmp_path / "index.html").as_uri())
    search = searcher(tab)
    expected = {query: [better.title, other.title] for query, (other, better) in PAIRS.items()}
    assert {query: titles(search(query)) for query in PAIRS} == expected


def test_what_most_pages_say_is_asked_of_none(tmp_path: Path, tab: Page) -> None:
    others = [SearchRecord(f"{number}", f"Page {number}", body="Of the sea.") for number in range(60)]
    write_site(tmp_path, [*others, SearchRecord("gauge", "Gauge", body="A float."), *TOWN])
    tab.goto((tmp_path / "index.html").as_uri())
    found = searcher(tab)("the float of a gauge")
    assert [(each["title"], each["partial"]) for each in found] == [("Gauge", False)]


def test_a_word_just_begun_is_asked_of_none(ask: Search) -> None:
    assert [each["partial"] for each in ask("hallow li")] == [False] * 3


def test_only_the_beginning_of_a_long_text_is_asked(ask: Search) -> None:
    assert titles(ask("lamp " * 40 + "town")) == titles(ask("lamp "))


def test_a_limit_is_kept(ask: Search) -> None:
    assert titles(ask("hallow", 2)) == ["Hallow", "Hallow Light"]
    assert ask("hallow", 0) == []


def test_nothing_is_loaded_before_the_first_question_and_nothing_twice(town: Path, tab: Page) -> None:
    loaded: list[str] = []
    tab.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    tab.goto((town / "index.html").as_uri())
    assert loaded == ["index.html", "search.js"]
    search = searcher(tab)
    search("hallow")
    search("hallow lamp")
    # All but the first ask for the version that this one names.
    stamp = parts(search_files(TOWN, address), "index")[0]
    assert loaded[2:4] == ["index.js", f"engine.js?{stamp}"]
    assert {each.partition("?")[2] for each in loaded[3:]} == {stamp}
    assert len(loaded) == len(set(loaded))


def test_a_site_published_anew_is_searched_anew(tmp_path: Path, tab: Page) -> None:
    def page(number: int) -> SearchRecord:
        return SearchRecord(f"{number:03d}", f"Page {number}", body=f"the {number:03d} tide {number * 7:04d}")

    old = [page(number) for number in range(10, 400)]
    write_site(tmp_path, old)
    tab.goto((tmp_path / "index.html").as_uri())
    search = searcher(tab)
    assert titles(search("page 11"))[:1] == ["Page 11"]
    # All numbers of pages move by ten, and what is kept of the old site does not fit.
    write_site(tmp_path, [*old, *(page(number) for number in range(10))])
    for number in (399, 3, 200):
        assert titles(search(f"{number * 7:04d}"))[0] == f"Page {number}"


@pytest.fixture
def failing(browser: Browser) -> Iterator[Page]:
    """A tab that may say errors."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def test_a_file_that_cannot_be_loaded_is_an_error_and_tried_again(town: Path, failing: Page) -> None:
    tab, broken = failing, True
    tab.route("**/index.js", lambda route: route.fulfill(status=503) if broken else route.continue_())
    with served(town.parent) as root:
        tab.goto(f"{root}sub%20path/index.html")
        said = tab.evaluate("wikicSearch('hallow').then(() => '', error => error.message)")
        assert said.endswith("-/search/index.js")
        broken = False
        assert titles(searcher(tab)("hallow"))[0] == "Hallow"


def test_the_policy_of_the_page_holds(town: Path, failing: Page) -> None:
    failing.goto((town / "index.html").as_uri())
    blocked = failing.evaluate(
        """() => {
            const element = document.createElement("script");
            try { element.src = "index.js"; } catch (error) { return error.name; }
        }"""
    )
    assert blocked == "TypeError"


# Few characters, so that pairs of them meet by chance.
HAN = "的一石帆中国人"
bodies = st.lists(st.text(HAN + "。 a", max_size=30), min_size=1, max_size=12)


def test_runs_of_characters_are_found_where_they_stand_and_nowhere_else(tmp_path: Path, tab: Page) -> None:
    count = 0

    @examples(25, HealthCheck.too_slow)
    @given(bodies, st.lists(st.text(HAN, min_size=1, max_size=3), min_size=1, max_size=12))
    def exactly(some: list[str], asked: list[str]) -> None:
        nonlocal count
        count += 1
        pages = [
            SearchRecord(f"{number:02d}", text[:4], summary=text[4:8], body=text[8 * (number % 2) :])
            for number, text in enumerate(some)
        ]
        folder = write_site(tmp_path / str(count), pages)
        tab.goto((folder / "index.html").as_uri())
        search = searcher(tab)
        for query in asked:
            there = {
                address(each.path)
                for each in pages
                if any(
                    query in run
                    for text in (each.title, each.summary, each.body)
                    for run in unspaced(fold(text))
                )
            }
            assert {each["url"].rpartition("/")[2] for each in search(query, 20)} == there

    exactly()


WORDS = ("tide", "tides", "tidal", "harbour", "lamp", "lamps", "the", "café", "C++", "1871", "石帆", "帆镇")
words = st.sampled_from(WORDS)
drawn = st.lists(st.lists(words, min_size=1, max_size=8).map(" ".join), min_size=1, max_size=30)


def test_a_page_that_says_all_words_is_found(tmp_path: Path, tab: Page) -> None:
    count = 0

    @examples(25, HealthCheck.too_slow)
    @given(drawn, st.data())
    def found(some: list[str], data: st.DataObject) -> None:
        nonlocal count
        count += 1
        pages = [SearchRecord(f"{number:02d}", "", body=text) for number, text in enumerate(some)]
        folder = write_site(tmp_path / str(count), pages)
        tab.goto((folder / "index.html").as_uri())
        number = data.draw(st.integers(0, len(some) - 1))
        asked = data.draw(st.lists(st.sampled_from(some[number].split()), min_size=1, max_size=4))
        urls = [each["url"] for each in searcher(tab)(" ".join(asked), 40)]
        assert address(pages[number].path) in [url.rpartition("/")[2] for url in urls]

    found()
