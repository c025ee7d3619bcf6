"""The pages of ``fixtures/golden``: links lead somewhere, marks have definitions, the rest is hidden."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.conftest import ROOT

PAGES = ROOT / "fixtures" / "golden" / "pages"
ALL = sorted(PAGES.rglob("*.md"))
ARTICLES = [page for page in ALL if page.parent.name == "articles"]
KNOWLEDGE = [page for page in ALL if "sources" not in page.parts and not page.name.endswith("index.md")]
NOTE = re.compile(r"\n<!-- wikic wrote\n(?:[0-9A-Za-z]{4}\n)+-->\n\Z")
DEFINITION = re.compile(r'\[([fpw][0-9a-f]{6})\]: \S+ "[^"\n]{1,200}"')
PARSER = MarkdownIt("commonmark").enable("table")


def tokens(page: Path) -> list[Token]:
    """All tokens of a page, those within lines too, in order."""
    body = re.sub(r"\A---\n.*?\n---\n", "", page.read_text(), flags=re.DOTALL)
    return [inner for token in PARSER.parse(body) for inner in (token, *(token.children or ()))]


def anchors(page: Path) -> set[str]:
    """What a link may name on a page: its ``<a id>`` and its headings, as GitHub calls them."""
    found = set(re.findall(r'<a id="([^"]+)">', page.read_text()))
    for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE):
        found.add(re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-"))
    return found


def name(page: Path) -> str:
    return page.relative_to(PAGES).as_posix()


@pytest.mark.parametrize("page", [page for page in ALL if page not in ARTICLES], ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for token in tokens(page):
        target = str(token.attrs.get("href") or token.attrs.get("src") or "")
        if not target or re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = unquote(target).partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.is_file(), target
        assert not anchor or anchor in anchors(there), target


@pytest.mark.parametrize("page", KNOWLEDGE, ids=name)
def test_what_is_not_the_pages_text_stands_hidden_at_its_end(page: Path) -> None:
    text = page.read_text()
    assert NOTE.search(text)
    lines = [token.content.strip() for token in tokens(page) if token.type == "html_block"]
    assert lines[0] == "<!-- wikic -->"
    body, _, end = text.partition("\n<!-- wikic -->\n")
    marks = re.findall(r"\[⁂\]\[(\w+)\]", body)
    assert list(dict.fromkeys(marks)) == DEFINITION.findall(end)
    assert "⁂" not in end
    assert "⁂" not in re.sub(r"\[⁂\]\[\w+\]", "", body)
