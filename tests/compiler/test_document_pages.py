"""The page of a document through its life: compiled, edited, compiled again, changed, forgotten."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.command import wikic
from wikic.wiki import digest_file
from wikic.wiki.tree import Tree

GUIDE = """# Hanging the lamp

The lamp of Carrowbridge comes in two sizes.

## Tools

- a drill of 8 mm
- a hook of brass

| Lamp | Price |
|---|--:|
| Storm | 12 |

1. Drill a hole.
2. Set the hook.

Last, call the office of the harbour.
"""


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/guide.md").write_text(GUIDE)
    (tmp_path / "docs/other.md").write_text("# The tower\n\nThe tower of Carrowbridge is old.\n")
    wikic("init", "docs", "-C", "kb", "--layout", "library", cwd=tmp_path)
    compiled(tmp_path)
    return tmp_path


def compiled(wiki: Path) -> None:
    wikic("compile", "docs", "-C", "kb", cwd=wiki)


def page_of(wiki: Path, title: str = "# Hanging the lamp") -> Path:
    (page,) = (each for each in (wiki / "kb/wiki").rglob("*.md") if f"\n{title}\n" in each.read_text()
               and "sources" not in each.parts)  # fmt: skip
    return page


def body(wiki: Path) -> str:
    return page_of(wiki).read_text().partition("# Hanging the lamp\n\n")[2].partition("\n\n<!-- wikic -->")[0]


def test_a_page_lives_with_its_document(wiki: Path) -> None:
    shown = GUIDE.partition("\n\n")[2].strip("\n")
    assert body(wiki) == shown
    page = page_of(wiki)
    before = page.read_bytes()
    compiled(wiki)
    assert page.read_bytes() == before

    edited = shown.replace("- a drill of 8 mm\n", "").replace("| Storm | 12 |", "| Storm | 14 |")
    edited = edited.replace("1. Drill", "Mind the cable.\n\n1. Drill")
    page.write_text(page.read_text().replace(shown, edited))
    compiled(wiki)
    assert body(wiki) == edited
    compiled(wiki)
    assert body(wiki) == edited

    later = GUIDE.replace("- a hook of brass\n", "- a hook of brass\n- a rope of 3 m\n")
    (wiki / "docs/guide.md").write_text(later.replace("office of the harbour", "keeper of the harbour"))
    compiled(wiki)
    assert body(wiki) == edited.replace(
        "- a hook of brass\n", "- a hook of brass\n- a rope of 3 m\n"
    ).replace("office of the harbour", "keeper of the harbour")


def test_a_digest_that_held_the_documents_words_is_written_without_them(wiki: Path) -> None:
    tree = Tree(wiki / "kb")
    files = [each for each, _ in tree.walk() if each.startswith("sources/digests/")]
    before = {file: tree.read(file) or b"" for file in files}
    assert all(b"brass" not in data for data in before.values())
    pages = {each: tree.read(each) for each, _ in tree.walk()}
    for file, data in before.items():
        digest = digest_file.read_digest(data, file, tree.read)
        older = digest_file.render(replace(digest, derived=False))
        assert b"## Key Points" in older
        (wiki / "kb/wiki" / file).write_bytes(older)
    shutil.rmtree(wiki / "kb/.wikic")
    compiled(wiki)
    assert {each: tree.read(each) for each, _ in tree.walk()} == pages
