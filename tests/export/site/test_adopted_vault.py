"""A vault as a website: every link leads to what is there, read in a real browser, the same twice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urljoin

import pytest
from selectolax.lexbor import LexborHTMLParser
from support.browser import browser, tab, watched
from support.command import snapshot, write
from support.hostile_texts import TEXTS
from support.pictures import png
from support.vault_notes import plant

from wikic.export.site.run import ExportedSite, Options, export_site
from wikic.navigate.library import Library

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser", "tab"]
BASE = "https://wiki.example/notes/"
ODD = "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>"


def export(root: Path, out: Path, options: Options | None = None) -> ExportedSite:
    with Library.current(root) as library:
        return export_site(library, out, options or Options())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = plant(tmp_path_factory.mktemp("garden"))
    write(
        root,
        {
            "index.md": "# Welcome\n\nStart with [[Home]]. ![[odd.svg]] ![[plan.pdf]]\n",
            "pictures/odd.svg": ODD,
            "pictures/plan.pdf": "%PDF-1.4",
            "pictures/unused.png": "x",
        },
    )
    out = tmp_path_factory.mktemp("site")
    assert export(root, out).left_out == ("pictures/odd.svg",)
    return out


@pytest.mark.parametrize("frame", ["{}", "> [!tip] {}", "x[^1] =={}==\n\n[^1]: {}\n"])
def test_hostile_texts_do_nothing_in_a_browser(tmp_path: Path, tab: Page, frame: str) -> None:
    texts = [frame.replace("{}", text) for text in TEXTS]
    pages = {f"{at}.md": f"# P{at}\n\n{text}\n\n![[{at + 1}]]\n" for at, text in enumerate(texts)}
    write(
        tmp_path / "vault",
        {"wikic.toml": '[lint]\nprofile = "vault"\n', "all.md": "\n\n".join(texts), **pages},
    )
    export(tmp_path / "vault", tmp_path / "out")
    tab.on("dialog", lambda dialog: pytest.fail(dialog.message))
    for at in range(0, len(texts), 7):
        tab.goto((tmp_path / "out" / f"{at}.html").as_uri())
        assert tab.locator("h1").inner_text() == f"P{at}"
        assert (
            tab.locator("[onerror], [onload], [onclick], script:not([src]), iframe, svg script").count() == 0
        )


def test_every_link_leads_to_a_file_and_a_place_in_it(site: Path) -> None:
    count = 0
    for file in sorted(site.rglob("*.html")):
        here = quote(file.relative_to(site).as_posix())
        if here == "404.html":  # it stands at any address
            continue
        for name in ("href", "src"):
            for each in LexborHTMLParser(file.read_text("utf-8")).css(f"[{name}]"):
                target, _, place = unquote(urljoin(BASE + here, each.attributes[name] or "")).partition("#")
                if target == f"{BASE}pictures/odd.svg":
                    continue
                found = site / target.removeprefix(BASE)
                assert found.is_file(), (here, target)
                if place:
                    count += 1
                    tree = LexborHTMLParser(found.read_text("utf-8"))
                    assert place in {at.attributes["id"] for at in tree.css("[id]")}, (here, target, place)
    assert count


def test_what_pages_show_is_there_and_nothing_else(site: Path) -> None:
    assert {file.name for file in (site / "pictures").iterdir()} == {"bed map.png", "pump.png", "plan.pdf"}
    assert not (site / "raw").exists() and not (site / "templates").exists()
    # The page called index stands beside the directory's own.
    assert "Start with" in (site / "index.md.html").read_text("utf-8")
    assert 'href="index.md.html"' in (site / "index.html").read_text("utf-8")


def test_files_that_want_one_place_do_not_stop_an_export(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    notes = {
        "wikic.toml": '[lint]\nprofile = "vault"\n',
        "A.md": "The picture: ![[A.html/map.png]]\n",
        "A.html/map.png": "x",
        "sub.md": "The page above.\n",
        "sub.html/p.md": "The page below.\n",
        "index.md": "The first page.\n",
        "index.md.md": "A second page.\n",
    }
    root.mkdir()
    write(root, notes)
    done = export(root, tmp_path / "site")
    assert done.files == sum(each.is_file() for each in (tmp_path / "site").rglob("*")) - 1  # the manifest
    assert "The picture" in (tmp_path / "site" / "A.html").read_text("utf-8")
    assert "page above" in (tmp_path / "site" / "sub.html").read_text("utf-8")
    assert "first page" in (tmp_path / "site" / "index.md.html").read_text("utf-8")
    assert export(root, tmp_path / "site").changed == 0


def test_the_same_vault_gives_the_same_bytes(tmp_path: Path) -> None:
    root = plant(tmp_path / "vault")
    export(root, tmp_path / "a")
    export(root, tmp_path / "b")
    assert snapshot(tmp_path / "a") == snapshot(tmp_path / "b")
    assert export(root, tmp_path / "a").changed == 0
    (root / "untitled.md").unlink()
    assert export(root, tmp_path / "a").gone == 1


def test_a_person_reads_and_searches_it(site: Path, tab: Page) -> None:
    tab.goto((site / "index.html").as_uri())
    tab.locator("#content").get_by_role("link", name="Plan for the allotment").click()
    assert tab.locator("h1").inner_text() == "Plan for the allotment"
    shown = tab.locator("img").evaluate_all("all => all.map(each => each.complete && each.naturalWidth)")
    assert shown == [8, 8]
    tab.locator("#content").get_by_role("link", name="the compost", exact=True).click()
    assert tab.evaluate("decodeURIComponent(location.hash)") == "#h-whatgoesin"
    assert tab.locator("h2:target").inner_text() == "What goes in"
    assert tab.locator("li .box").all_inner_texts() == ["☑", "☐"]
    assert "No cooked food" in tab.locator("blockquote strong").inner_text()
    tab.locator("#content").get_by_role("link", name="The shed").first.click()
    tab.locator("#q").fill("flowerpot")
    tab.locator("#q").press("Enter")
    tab.locator("#content").get_by_role("link", name="The shed").first.wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_what_notes_write(tmp_path: Path, browser: Browser, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    note = (
        '<h1 align="center"><img src="p.png" width="9"> Name</h1>\n\nOne[^1], ==two [[b]]==, $x$.\n\n'
        "$$\ny\n$$\n\n"
        "> [!tip]- Do\n> it\n\n- ## In a list\n- [-] gone\n\n![[b]]\n\n![[p.png|20]]\n\nKey:: value\n\n"
        "<details><summary>More</summary>\n\ntext\n\n</details>\n\n```\n"
        + "wide " * 99
        + "\n```\n\n[^1]: [[b]] said.\n"
    )
    write(
        tmp_path / "v",
        {"wikic.toml": '[lint]\nprofile = "vault"\n', "a.md": note, "b.md": "# B\n\n## Part\n\nt\n"},
    )
    png(tmp_path / "v" / "p.png")
    export(tmp_path / "v", tmp_path / "out")
    with watched(browser, color_scheme=scheme, bypass_csp=True) as page:
        page.goto((tmp_path / "out" / "a.html").as_uri())
        found = Axe().run(page, options={"preload": False}).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        page.locator("sup > a").click()
        assert page.evaluate("document.querySelector(':target').className") == "footnote"
