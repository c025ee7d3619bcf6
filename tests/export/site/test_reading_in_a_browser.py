"""What helps who reads, in a real browser: tree, outline, previews, marks, code, looks, touch, print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from support.browser import served, watched

from wikic.config import SiteConfig
from wikic.export.site.run import Options, export_site
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LONG = "\n\n".join(f"## Part {number}\n\n{'Words of a part. ' * 80}" for number in range(1, 6))
CODE = "```python\ndef f(a):\n    return a  # " + "long " * 60 + "\n```\n"
NOTES = {
    "Start": "---\ntags: [port, sea/deep water]\n---\n# Start\n\n"
    f"The harbour, see [[Pier]] and [[deep/Ada Cole#Life]].\n\n{LONG}\n",
    "Pier": "# Pier\n\nA pier of *oak*, long as the lighthouse keeper's day.\n",
    "deep/Ada Cole": "# Ada Cole\n\n## Life\n\nShe kept the lighthouse. A lighthouse is kept.\n\n"
    f"| a | b |\n|---|---|\n| {'wide' * 60} | x |\n",
    "deep/er/Formulas": "# Formulas\n\nWith $x^2$ and $\\unknown{x}$:\n\n$$\n\\frac{a}{b}\n$$\n\n" + CODE,
    "灯塔": "# 灯塔\n\n港口有一座灯塔。\n",
}


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of a vault."""
    root = tmp_path_factory.mktemp("notes")
    for name, text in NOTES.items():
        file = root / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    (root / "wikic.toml").write_text('[lint]\nprofile = "vault"\nprogram = "obsidian"\n')
    refresh(root)
    out = tmp_path_factory.mktemp("notes-site") / "site"
    with Library.current(root) as library:
        export_site(library, out, Options(site=SiteConfig(url="https://example.org/")))
    return out


@pytest.fixture(scope="module")
def site(harbour: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    refresh(harbour)
    out = tmp_path_factory.mktemp("reading") / "site"
    with Library.current(harbour) as library:
        export_site(library, out, Options())
    return out


def address(site: Path, file: str) -> str:
    return f"file://{quote(str(site / file))}"


def test_the_tree_is_open_where_the_page_is(notes: Path, tab: Page) -> None:
    tab.goto(address(notes, "deep/Ada Cole.html"))
    tree = tab.locator("#tree")
    assert tree.locator("[aria-current=page]").all_inner_texts() == ["Ada Cole"]
    assert tree.get_by_role("link", name="Formulas").count() == 0
    tree.get_by_role("button", name="er").click()
    tree.get_by_role("link", name="Formulas").click()
    tab.wait_for_url("**/deep/er/Formulas.html")
    assert tab.locator("#tree [aria-current=page]").all_inner_texts() == ["Formulas"]
    assert tab.locator("#tree [aria-expanded=true]").count() == 2


def test_the_tree_is_scrolled_to_where_the_page_is(notes: Path, tab: Page) -> None:
    tab.set_viewport_size({"width": 1280, "height": 160})
    tab.goto(address(notes, "灯塔.html"))
    box = tab.locator("#tree [aria-current=page]").bounding_box()
    assert box is not None and box["y"] + box["height"] <= 160


def test_the_tree_is_one_file_and_in_no_page(notes: Path) -> None:
    assert "灯塔" in (notes / "-/tree.js").read_text("utf-8")
    assert "灯塔" not in (notes / "deep/Ada Cole.html").read_text("utf-8").partition('class="series"')[0]


def test_the_outline_follows_who_reads(notes: Path, tab: Page) -> None:
    tab.goto(address(notes, "Start.html"))
    current = tab.locator('[aria-labelledby="contents"] [aria-current]')
    assert current.count() == 0
    tab.locator("h2", has_text="Part 3").evaluate("heading => heading.scrollIntoView()")
    tab.wait_for_function("document.querySelector('[aria-labelledby=contents] [aria-current]')")
    assert current.all_inner_texts() == ["Part 3"]


def test_a_link_by_a_path_is_called_by_the_name(notes: Path, tab: Page) -> None:
    tab.goto(address(notes, "Start.html"))
    assert tab.locator(".written a").all_inner_texts() == ["Pier", "Ada Cole > Life"]


def test_a_preview_shows_what_a_link_leads_to(notes: Path, browser: Browser) -> None:
    with served(notes) as url, watched(browser) as tab:
        tab.goto(f"{url}Start.html")
        tab.locator(".written a", has_text="Pier").hover()
        card = tab.locator("#card")
        card.wait_for()
        assert "A pier of oak" in card.inner_text()
        tab.keyboard.press("Escape")
        assert card.count() == 0


@pytest.mark.parametrize(
    "href", ["-/findings", "-/fact/ab", "?tag=port", "kept/Plan.pdf", "kept/a.7z", "kept/b.MD"]
)
def test_what_is_no_page_is_not_fetched_by_pointing_at_it(notes: Path, browser: Browser, href: str) -> None:
    with served(notes) as url, watched(browser) as tab:
        tab.goto(f"{url}Start.html")
        asked: list[str] = []
        tab.on("request", lambda request: asked.append(request.url))
        first, second = (tab.locator(".written a", has_text=name) for name in ("Pier", "Ada Cole"))
        first.evaluate("(link, href) => { link.href = href; }", f"{url}{href}")
        first.hover()
        tab.wait_for_timeout(500)
        second.hover()
        tab.locator("#card").wait_for()
        assert [each for each in asked if "/-/icon" not in each] == [f"{url}deep/Ada%20Cole.html"]


def test_searched_words_are_marked_in_the_list_and_on_the_page(notes: Path, tab: Page) -> None:
    tab.goto(address(notes, "-/search.html") + "?q=lighthouse")
    tab.locator("#found mark").first.wait_for()
    assert {each.lower() for each in tab.locator("#found mark").all_inner_texts()} == {"lighthouse"}
    tab.locator("#found a", has_text="Ada Cole").click()
    tab.wait_for_url("**/Ada%20Cole.html?q=lighthouse")
    assert tab.locator("article mark").all_inner_texts() == ["lighthouse", "lighthouse"]
    tab.goto(address(notes, "灯塔.html") + "?q=" + quote("灯塔"))
    assert tab.locator("article mark").all_inner_texts() == ["灯塔", "灯塔"]


def test_code_is_coloured_and_copied(notes: Path, browser: Browser) -> None:
    with served(notes) as url, watched(browser, permissions=["clipboard-read", "clipboard-write"]) as tab:
        tab.goto(f"{url}deep/er/Formulas.html")
        assert tab.locator("pre .k").first.inner_text() == "def"
        tab.locator(".copy").click()
        tab.locator(".copy", has_text="✓").wait_for()
        assert tab.evaluate("navigator.clipboard.readText()").startswith("def f(a):")


def test_formulas_are_set_without_a_script(notes: Path, browser: Browser) -> None:
    with watched(browser, java_script_enabled=False) as tab:
        tab.goto(address(notes, "deep/er/Formulas.html"))
        assert tab.locator("math").count() == 2
        high, line = (tab.locator(each).first.bounding_box() for each in ("math mfrac", "math msup"))
        assert high is not None and line is not None and high["height"] > line["height"]
        assert tab.locator("annotation").first.evaluate("each => each.textContent") == "x^2"
        assert tab.locator("code.math").all_inner_texts() == ["\\unknown{x}"]
        assert not tab.locator("#menu, #look, .copy").filter(visible=True).count()


def test_the_look_is_chosen_and_kept(notes: Path, browser: Browser) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    with served(notes) as url, watched(browser, color_scheme="light") as tab:
        tab.goto(f"{url}Pier.html")
        light = tab.evaluate(paper)
        tab.locator("#look").click()
        dark = tab.evaluate(paper)
        assert dark != light
        tab.goto(f"{url}Start.html")
        assert tab.evaluate(paper) == dark


def test_a_tag_leads_to_its_pages(notes: Path, tab: Page) -> None:
    tab.goto(address(notes, "Start.html"))
    tab.locator(".tags a", has_text="deep water").click()
    assert tab.locator("h1").inner_text() == "sea/deep water"
    assert tab.locator(".pages a").all_inner_texts() == ["Start"]
    tab.goto(address(notes, "-/tags.html"))
    assert tab.locator(".pages a").all_inner_texts() == ["port", "sea/deep water"]


def test_a_page_that_is_not_there_names_near_ones(notes: Path, browser: Browser) -> None:
    with served(notes) as url, watched(browser) as tab:
        tab.goto(f"{url}404.html?x")  # as a host sends it for whatever is missing
        tab.route("**/old/Lighthous", lambda route: route.fulfill(path=notes / "404.html", status=200))
        tab.goto(f"{url}old/Lighthous")
        tab.locator("#missed a", has_text="Ada Cole").click()
        tab.wait_for_url(f"{url}deep/Ada%20Cole.html")


def test_a_touch_opens_the_card_and_a_second_one_the_document(site: Path, browser: Browser) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with watched(browser, **phone) as tab:
        tab.goto(address(site, "people/Hester-Dunn.html"))
        cite = tab.locator("a.cite").first
        cite.tap()
        tab.locator("#card mark").wait_for()
        assert "people/Hester-Dunn" in tab.url
        tab.locator("h1").tap()
        assert tab.locator("#card").count() == 0
        cite.tap()
        cite.tap()
        tab.wait_for_url("**/sources/articles/**")


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_touched_is_large_enough(site: Path, notes: Path, browser: Browser, width: int) -> None:
    """24 pixels across and down, but for links within a line of text (WCAG 2.5.8)."""
    small = """() => [...document.querySelectorAll("a, button, summary, input")].filter(each => {
      const box = each.getBoundingClientRect(), kind = getComputedStyle(each);
      if (!box.width || each.matches(".skip") || each.closest("svg")) return false;
      if (each.matches("a:not(.cite)") && kind.display === "inline") return false;
      return box.height < 23.5 || box.width < 23.5;
    }).map(each => each.outerHTML)"""
    shown = [site / name for name in ("index.html", "people/Hester-Dunn.html", "-/search.html")]
    with watched(browser, viewport={"width": width, "height": 844}, has_touch=width < 500) as tab:
        for file in (*shown, notes / "Start.html", notes / "deep/er/Formulas.html"):
            tab.goto(f"file://{quote(str(file))}")
            if width < 500:
                tab.locator("#menu").click()
            assert tab.evaluate(small) == [], file
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), file


def test_in_print_nothing_is_cut_and_nothing_is_pressed(site: Path, notes: Path, browser: Browser) -> None:
    cut = """() => [...document.querySelectorAll("#content *")].filter(each => {
      const kind = getComputedStyle(each);
      return each.clientWidth && kind.overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
    }).map(each => each.outerHTML)"""
    with watched(browser, viewport={"width": 700, "height": 900}) as tab:
        for file in (notes / "deep/Ada Cole.html", notes / "deep/er/Formulas.html"):
            tab.goto(f"file://{quote(str(file))}")
            tab.emulate_media(media="print")
            assert tab.evaluate(cut) == [], file
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), file
            assert not tab.locator("button, .top, #tree, nav.ways").filter(visible=True).count(), file
        tab.goto(address(site, "people/Hester-Dunn.html"))
        tab.emulate_media(media="print")
        assert tab.locator(".sources blockquote").first.is_visible()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 1280), ("light", 390)])
def test_axe_finds_nothing(notes: Path, browser: Browser, scheme: str, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with watched(
        browser, color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    ) as tab:
        for name in ("Start", "deep/Ada Cole", "deep/er/Formulas", "-/tags", "-/search"):
            tab.goto(address(notes, f"{name}.html"))
            if width < 500:
                tab.locator("#menu").click()
            found = Axe().run(tab, options={"preload": False}).response["violations"]
            assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], name
