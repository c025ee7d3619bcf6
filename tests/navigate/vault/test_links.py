"""Links of a vault lead where the linter says they do, in whatever form they are written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.vault_notes import NOTES, plant

from wikic import layout
from wikic.lint.profile import VAULT
from wikic.lint.vault.tree import VaultTree
from wikic.lint.view.page import scan_page
from wikic.lint.view.wiki_view import WikiView
from wikic.navigate.library import Library
from wikic.navigate.vault.links import Lead, VaultLinks, stored_destination, stored_link


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("garden"))


@pytest.fixture(scope="module")
def links(garden: Path) -> VaultLinks:
    with Library.current(garden) as library:
        found = library.tree.resolver(library.catalogue)
        assert isinstance(found, VaultLinks)
        return found


NAMES = sorted({*NOTES, *(name.removesuffix(".md").rpartition("/")[2] for name in NOTES)})
STEPS = st.sampled_from([*NAMES, "..", ".", "archive", "2019", "compost", "HEAP", "pictures/pump.png", "Ada"])
TARGETS = st.lists(STEPS, min_size=1, max_size=3).map("/".join) | st.text("ab.#/%2 ", max_size=6)


@given(TARGETS, st.booleans(), st.sampled_from(sorted(NOTES)))
def test_a_link_means_what_the_linter_says(
    garden: Path, links: VaultLinks, target: str, markdown: bool, file: str
) -> None:
    name = f"[x](<{target}>)" if markdown else f"[[{target}]]"
    view = WikiView.over(VaultTree(garden), profile=VAULT)
    page = scan_page(file, f"{name}\n".encode())
    for link in page.document.links:
        if not link.target:
            continue
        expected = view.resolve(page.file, link)
        origin = layout.page_path(file)
        found = links.resolve(stored_link(link), origin=origin)
        pages = {each for each in expected.files if each.endswith(".md")}
        read = {each for each in pages if not each.startswith(("templates/", "raw/"))}
        if pages:
            assert {layout.page_file(path) for path in found.paths} == read
        elif expected.rung == "none" and link.kind == "wiki":
            assert found.rung is None


def test_leads(links: VaultLinks) -> None:
    plan = "Garden plan"
    assert links.lead("bed map.png", origin=plan) == Lead("file", "pictures/bed map.png")
    assert links.lead(stored_destination("pictures/pump.png"), origin=plan) == Lead(
        "file", "pictures/pump.png"
    )
    assert links.lead(stored_destination("tools/"), origin=plan) == Lead("page", "tools/README")
    assert links.lead(stored_destination("archive"), origin=plan) == Lead("directory", "archive")
    assert links.lead(stored_destination("tools/The%20shed.md#key"), origin=plan) == Lead(
        "page", "tools/The shed"
    )
    assert links.lead("Mrs Fenwick", origin=plan) == Lead("page", "people/Ada Fenwick")
    assert links.lead("Daily", origin=plan) is None  # a template: there, and not for readers
    assert links.lead("wikic.toml", origin=plan) is None
    assert links.lead("No such page", origin=plan) is None


def test_of_namesakes_the_nearest_is_meant(links: VaultLinks) -> None:
    assert links.lead("Compost", origin="Home") == Lead("page", "Compost")
    assert links.lead("./Compost", origin="archive/2019") == Lead("page", "archive/Compost")
