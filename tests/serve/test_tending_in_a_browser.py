"""The pages that tend a wiki in a real browser: without script, with hostile text, and as axe sees them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.browser import browser, watched
from support.copies import copied
from support.website import Website, website

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser"]

PAGE = "people/Isaac-Dunn"
FACT = f"-/fact/{PAGE}/f4c30c9c2"
EDIT = f"-/edit/{PAGE}"
FINDINGS = f"-/findings/{PAGE}"
EVIL = (
    "</textarea></pre></li><script>alert(1)</script><img src=x onerror=alert(1)>\"' onfocus=alert(1)"
    " x=' <a href=javascript:alert(1)>a</a> [b](javascript:alert(1)) <svg onload=alert(1)> {{7*7}} \u202e"
)


@pytest.fixture(scope="module")
def kept(harbour: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The harbour, with a link that a rule mends in a section of a person's."""
    root = tmp_path_factory.mktemp("tended") / "kb"
    copied(harbour, root)
    page = root / f"wiki/{PAGE}.md"
    page.write_text(page.read_text() + f"\n## Mine {EVIL}\nSee [[Edmund rooke]].\n\n{EVIL}\n")
    return root


@pytest.fixture(scope="module")
def site(kept: Path) -> Iterator[Website]:
    with website(kept, "127.0.0.1:0", "--edit") as found:
        yield found


def _harmless(page: Page) -> None:
    """Nothing of what was typed became markup that acts or leads elsewhere."""
    wrong = page.evaluate(
        """() => [...document.querySelectorAll('*')].filter(each =>
             each.matches('iframe, object, embed, base, script:not([src]), [autofocus]')
             || [...each.attributes].some(one => /^on/i.test(one.name)
                  || (/^(href|src|action|formaction)$/.test(one.name) && /^javascript:/i.test(one.value)))
           ).map(each => each.outerHTML)"""
    )
    assert wrong == []


def test_everything_is_tended_without_script_and_hostile_text_stays_text(
    site: Website, kept: Path, browser: Browser
) -> None:
    said: list[str] = []
    # Not ``watched``: a form that is refused is an error to the console.
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site.url}{PAGE}")
        page.get_by_role("link", name="Why this is here, and editing it").nth(4).click()
        page.get_by_label("Its words, as Markdown").fill(f"Old {EVIL}")
        page.get_by_role("button", name="Save").click()
        page.wait_for_url("**/people/Isaac-Dunn#f4c30c9c2")
        assert "Old " in page.locator("#f4c30c9c2").inner_text()
        page.get_by_role("link", name="Edit this page").click()
        page.get_by_label("Heading").fill(f"Second {EVIL}")
        page.get_by_label("Text, as Markdown").fill(f"first line\n{EVIL}")
        page.get_by_role("button", name="Save").click()
        page.wait_for_url("**/people/Isaac-Dunn")
        page.goto(f"{site.url}{EDIT}")
        page.get_by_label("The other page’s name").fill(EVIL)
        page.get_by_role("button", name="See what would change").first.click()
        assert "alert(1)" in page.get_by_role("alert").inner_text()
        page.goto(f"{site.url}{FINDINGS}")
        page.get_by_role("button", name="Fix L005").click()
        page.wait_for_url(f"**/{FINDINGS}")
        assert page.get_by_role("button", name="Fix L005").count() == 0
    assert f"## Second {EVIL}\nfirst line\n{EVIL}" in (kept / f"wiki/{PAGE}.md").read_text()
    with watched(browser) as page:
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        for address in (PAGE, FACT, FINDINGS, EDIT, f"{EDIT}?section=1", f"{EDIT}?section=2"):
            page.goto(f"{site.url}{address}")
            _harmless(page)
        assert page.get_by_label("Text, as Markdown").input_value() == f"first line\n{EVIL}"
    # Somebody saves while the form is open: both are shown, and nothing is lost.
    page = browser.new_page()
    page.goto(f"{site.url}{FACT}")
    page.get_by_label("Its words, as Markdown").fill(f"Mine {EVIL}")
    file = kept / f"wiki/{PAGE}.md"
    file.write_text(file.read_text().replace("- Old ", "- Theirs "))
    page.get_by_role("button", name="Save").click()
    alert = page.get_by_role("alert").inner_text()
    assert "The page changed meanwhile" in alert
    assert "Theirs " in alert
    assert page.get_by_label("Its words, as Markdown").input_value() == f"Mine {EVIL}"
    _harmless(page)
    page.close()
    assert said == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(site: Website, browser: Browser, scheme: str, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with watched(
        browser, color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    ) as page:

        def seen(what: str) -> None:
            found = Axe().run(page, options={"preload": False}).response["violations"]
            assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], what
            assert page.evaluate("document.documentElement.scrollWidth") <= width, what

        for address in (PAGE, FACT, FINDINGS, f"{EDIT}?section=1"):
            page.goto(f"{site.url}{address}")
            seen(address)
        page.goto(f"{site.url}-/edit/concepts/Harbour-dues-2019")
        page.get_by_label("The other page’s name").fill("Harbour dues 2024")
        page.get_by_label("Join them even").check()
        page.get_by_role("button", name="See what would change").first.click()
        page.get_by_role("button", name="Join them").wait_for()
        seen("preview")
