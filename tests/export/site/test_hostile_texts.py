"""Whatever pages and documents say stays text in a real browser, in quote cards and in what is found too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from support.browser import watched
from support.depth import sample
from support.hostile_texts import TEXTS
from support.hostile_wiki import write_wiki

from wikic.export.site.run import Options, export_site
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# What is wrong below an element. A link that somebody wrote may lead to another host and says so.
SCRIPT = r"""
const BAD = `iframe, frame, object, embed, base, meta[http-equiv=refresh], style, template,
  math :is(a, img, p, table, style, mglyph, annotation-xml), math [href], math [style],
  video, audio, foreignObject, use, animate, set, svg image, svg script, script:not([src]),
  input[name]:not([name=q])`;
const LOADS = ["src", "srcset", "srcdoc", "action", "formaction", "poster", "data", "background",
  "xlink:href"];
const OURS = new RegExp("^(content|q|said|found|card|near|tree|menu|look|missed|sources|contents|related"
  + "|mentions|around|map|zoom|facets)$");
const PLACES = /^(f[0-9a-f]{8}|q\d+-p[0-9a-f]{8}|p[0-9a-f]{8}|(s|c|source|near)\d+|c[0-9a-f]{10})$/;
const here = address => new URL(address, document.baseURI).protocol === "file:";
const bad = (each, name, value) => /^on/i.test(name) || name === "style" && each.id !== "card"
  || LOADS.includes(name) && !here(value)
  || name === "href" && (/^[/\\]/.test(value) || !here(value)
     && !(each.localName === "a" && /^(https?|mailto):/i.test(value) && each.rel.includes("noopener")));
const wrong = top => [...top.querySelectorAll("*")].filter(each => each.matches(BAD)
  || each.id && !OURS.test(each.id) && !PLACES.test(each.id)
  || [...each.attributes].some(({ name, value }) => bad(each, name, value))
).map(each => each.outerHTML.slice(0, 300));
"""
# Looks at the page, and at the card of every citation in turn: what is wrong, and what the cards mark.
LOOK = f"""() => {{ {SCRIPT}
  const found = wrong(document), marked = [];
  for (const cite of document.querySelectorAll("a.cite")) {{
    cite.focus();
    const card = document.getElementById("card");
    if (!card) {{ found.push("no card: " + cite.outerHTML); continue; }}
    found.push(...wrong(card));
    marked.push(card.querySelector("mark").textContent);
  }}
  return [found, marked];
}}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_wiki(tmp_path_factory.mktemp("hostile"), TEXTS, each=sample(5, 1))
    refresh(root)
    with Library.current(root) as library:
        export_site(library, root / "site", Options(mapped=True))
    return root / "site"


@pytest.fixture(scope="module")
def hostile_tab(browser: Browser) -> Iterator[Page]:
    """One tab for all pages; it fails at the end on what it loaded, and on any dialog."""
    with watched(browser) as page:
        said: list[str] = []
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        yield page
        assert said == []


def test_no_text_becomes_an_element_an_address_or_code(site: Path, hostile_tab: Page) -> None:
    told: list[str] = []
    pages = sorted(site.glob("people/*.html"))
    assert len(pages) > sample(10, 60)
    for file in (*pages, *sorted(site.glob("sources/**/*.html")), site / "index.html", site / "-/map.html"):
        hostile_tab.goto(f"file://{quote(str(file))}", wait_until="domcontentloaded")
        found, marked = hostile_tab.evaluate(LOOK)
        assert found == [], file
        told += marked
    # The quotes say what the documents say: their texts stand there as text.
    assert len(told) > 10 * len(pages)
    for each in ("<script>alert(1)</script>", "onerror=alert(1)", "javascript:alert(1)"):
        assert sum(each in mark for mark in told) > 3


def test_what_is_found_stays_text(site: Path, hostile_tab: Page) -> None:
    hostile_tab.goto(f"file://{quote(str(site))}/-/search.html?q=alert%3Cscript%3E", wait_until="load")
    hostile_tab.locator("#found li").first.wait_for()
    assert hostile_tab.locator("#found li").count() > 10
    hostile_tab.locator("#q").fill("script")
    hostile_tab.locator("#near li").first.wait_for()
    assert hostile_tab.evaluate(LOOK)[0] == []
