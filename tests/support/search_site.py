"""A site that holds nothing but a search, opened in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wikic.export.site.search_shards import loader, search_files
from wikic.search.fields import SearchRecord

if TYPE_CHECKING:
    from playwright.sync_api import Page

POLICY = "script-src 'self'; require-trusted-types-for 'script'; trusted-types wikic"
_PAGE = (
    '<!doctype html><html lang="en" data-root="{root}"><meta charset="utf-8">'
    '<link rel="icon" href="data:,"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    '<title>Search</title><script src="{root}-/search.js"></script>'
)


def address(path: str) -> str:
    """The address of a page, as a site would give it."""
    return f"{path}.html"


def write_site(folder: Path, records: Iterable[SearchRecord]) -> Path:
    """A site with two pages that can search, ``index.html`` and ``deep/er/page.html``."""
    files = search_files(records, address)
    files["-/search.js"] = loader().encode()
    for name, root in (("index.html", ""), ("deep/er/page.html", "../../")):
        files[name] = _PAGE.format(root=root, policy=POLICY).encode()
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


def searcher(tab: Page) -> Callable[..., list[dict[str, Any]]]:
    """Asks the search of the page that is open."""

    def search(query: str, limit: int = 10) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = tab.evaluate(
            "([query, limit]) => wikicSearch(query, limit)", [query, limit]
        )
        return found

    return search
