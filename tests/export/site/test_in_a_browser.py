"""A site opened as people open it: from a disk, in a real browser, with and without scripts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from support.browser import watched

from wikic.export.site.run import Options, export_site
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EVIL = "<script>alert(1)</script><img src=//evil.example/x onerror=alert(2)>\"'>"
CITED = "[[sources/digests/a-b#^p00000001]] ^f00000001"
HOSTILE = f"""---
type: people
title: {EVIL!r}
aliases: ["{EVIL.replace('"', "&quot;")}"]
tags: ["{EVIL.replace('"', "&quot;")}"]
---
# {EVIL}
> {EVIL}

## Key Facts
- **{EVIL}**: {EVIL} [x](javascript:alert(3)) [[javascript:alert(4)]] ![x](//evil.example/y.png) {CITED}
- {EVIL} <svg/onload=alert(5)> ![x](https://evil.example/z.png)

## {EVIL}
{EVIL}

<iframe src="https://evil.example/"></iframe>

[click](//evil.example) <a href="javascript:alert(6)">me</a>

## Related Pages
- [[//evil.example/x]] -- {EVIL}
- [[Ben]] -- {EVIL}
"""
ARABIC = "# الميناء\n> مرفأ على البحر\n\n## Key Facts\n- الميناء قديم وله منارة.\n"


def export(root: Path, out: Path) -> Path:
    refresh(root)
    with Library.current(root) as library:
        export_site(library, out, Options(mapped=True))
    return out


@pytest.fixture(scope="module")
def site(harbour: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(harbour, tmp_path_factory.mktemp("browser") / "site")


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of pages that mean harm, and of one in Arabic."""
    root = tmp_path_factory.mktemp("odd")
    for name, text in {"Evil": HOSTILE, "Ben": "# Ben\n\nBen stays.\n", "Mina": ARABIC}.items():
        file = root / f"wiki/people/{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return export(root, root / "site")


def address(site: Path, file: str) -> str:
    return f"file://{quote(str(site / file))}"


def test_pointing_at_a_citation_shows_its_sentence(site: Path, tab: Page) -> None:
    tab.goto(address(site, "people/Hester-Dunn.html"))
    fact = tab.locator(".facts li", has_text="eleven of its nineteen men")
    fact.locator("a.cite").hover()
    card = tab.locator("#card")
    assert "brought eleven of its nineteen men ashore" in card.locator("mark").inner_text()
    assert "harbour/people/hester-dunn.md" in card.inner_text()
    assert fact.get_attribute("id") in card.inner_text()
    tab.keyboard.press("Escape")
    assert card.count() == 0


def test_the_keyboard_reaches_the_same_card(site: Path, tab: Page) -> None:
    tab.goto(address(site, "people/Hester-Dunn.html"))
    cite = tab.locator("a.cite").first
    cite.focus()
    assert tab.locator("#card mark").count() == 1
    assert cite.get_attribute("aria-describedby") == "card"
    tab.locator("a.cite").nth(1).focus()
    tab.locator("#card mark", has_text="Isaac Dunn").wait_for()


def test_a_click_opens_the_document_at_the_sentence(site: Path, tab: Page) -> None:
    tab.goto(address(site, "people/Hester-Dunn.html"))
    tab.locator(".facts li", has_text="eleven of its nineteen men").locator("a.cite").click()
    tab.wait_for_url("**/sources/articles/**")
    target = tab.locator(":target")
    assert "brought eleven of its nineteen men ashore" in target.inner_text()
    assert target.evaluate("each => getComputedStyle(each).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_without_scripts_all_of_it_can_be_read(site: Path, browser: Browser) -> None:
    with watched(browser, java_script_enabled=False) as page:
        page.goto(address(site, "people/Hester-Dunn.html"))
        page.locator("summary").click()
        assert (
            "brought eleven of its nineteen men ashore" in page.locator("blockquote [id]").nth(2).inner_text()
        )
        page.locator("dd a", has_text="Isaac Dunn").click()
        page.wait_for_url("**/people/Isaac-Dunn.html")
        page.locator(".crumbs a", has_text="People").click()
        assert page.locator(".pages a", has_text="Hester Dunn").count()


def test_typing_finds_pages(site: Path, tab: Page) -> None:
    tab.goto(address(site, "index.html"))
    tab.keyboard.press("/")
    tab.keyboard.type("hester")
    tab.locator("#near a", has_text="Hester Dunn").first.wait_for()
    tab.keyboard.press("ArrowDown")
    assert tab.locator("#q").get_attribute("aria-activedescendant") == "near0"
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/Hester-Dunn*.html")


def test_the_page_of_results_works_from_a_disk(site: Path, tab: Page) -> None:
    tab.goto(address(site, "people/Hester-Dunn.html"))
    tab.locator("#q").fill("silver medal")
    tab.locator("#q").press("Enter")
    tab.wait_for_url("**/search.html?q=silver+medal")
    tab.locator("#found a", has_text="Hester Dunn").first.click()
    tab.wait_for_url("**/people/Hester-Dunn.html?q=silver*")


def test_results_are_narrowed_to_a_directory(site: Path, tab: Page) -> None:
    tab.goto(address(site, "-/search.html") + "?q=dunn")
    buttons = tab.locator("#facets button")
    buttons.first.wait_for()
    whole = tab.locator("#found li:visible").count()
    tab.get_by_role("button", name="people", exact=True).press("Enter")
    shown = tab.locator("#found li:visible a")
    assert 0 < shown.count() < whole
    assert all("/people/" in (each.get_attribute("href") or "") for each in shown.all())
    assert tab.locator("#facets button[aria-pressed=true]").all_inner_texts() == ["people"]
    tab.get_by_role("button", name="people", exact=True).click()
    assert tab.locator("#found li:visible").count() == whole


def test_the_map_zooms_and_leads_to_pages(site: Path, tab: Page) -> None:
    tab.goto(address(site, "-/map.html"))
    whole = tab.locator("#map").get_attribute("viewBox")
    named = tab.locator("#map text").count()
    tab.locator("#map a", has_text="Hallowmouth Harbour Board").locator("circle").hover()
    tab.mouse.wheel(0, -100)
    zoomed = "whole => document.getElementById('map').getAttribute('viewBox') !== whole"
    tab.wait_for_function(zoomed, arg=whole)
    assert tab.locator("#map text").count() != named
    tab.locator("#zoom button").last.click()
    assert tab.locator("#map").evaluate("map => map.viewBox.baseVal.width") == 1000
    # By keyboard: the lists below.
    assert tab.locator("#map a").evaluate_all("all => all.every(each => each.tabIndex === -1)")
    tab.locator("summary", has_text="People").press("Enter")
    tab.locator("details a", has_text="Isaac Dunn").press("Enter")
    tab.wait_for_url("**/people/Isaac-Dunn.html")


def test_nothing_that_pages_hold_is_run_or_loaded(odd: Path, tab: Page) -> None:
    said: list[str] = []
    tab.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    files = sorted(set(odd.rglob("*.html")) - {odd / "404.html"})  # whose addresses begin at a host
    assert len(files) > 4
    for file in files:
        tab.goto(address(odd, file.relative_to(odd).as_posix()))
        for cite in tab.locator("a.cite").all():
            cite.hover()
        wrong = tab.evaluate(
            """() => [...document.querySelectorAll('*')].filter(each =>
                 each.matches('iframe, object, embed, base, script:not([src])')
                 || each.matches('link:not([rel=stylesheet], [rel=icon], [rel=alternate], [rel=search])')
                 || [...each.attributes].some(one => /^on/i.test(one.name)
                      || (/^(href|src|action|xlink:href)$/.test(one.name)
                          && /javascript:|evil.example/i.test(one.value)))
               ).map(each => each.outerHTML)"""
        )
        assert [each for each in wrong if "https://evil.example/z.png" not in each] == []
    assert said == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(
    site: Path, odd: Path, chinese: Path, browser: Browser, scheme: str, width: int, tmp_path: Path
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    han = export(chinese, tmp_path / "zh")
    han_page = next(file for file in sorted(han.rglob("*.html")) if 'class="cite"' in file.read_text("utf-8"))
    source = sorted(site.rglob("sources/articles/*.html"))[0]
    shown = [
        *(
            site / name
            for name in (
                "index.html",
                "people/index.html",
                "people/Isaac-Dunn.html",
                "-/search.html",
                "sources/index.html",
                "-/map.html",
            )
        ),
        *(source, odd / "people/Mina.html", han / "index.html", han_page),
    ]
    # Axe is a script of its own, which the page's policy keeps out.
    with watched(
        browser, color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    ) as page:
        for file in shown:
            page.goto(f"file://{quote(str(file))}")
            found = Axe().run(page, options={"preload": False}).response["violations"]
            assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], file
