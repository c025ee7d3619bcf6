"""Pictures on pages of things: where the document about a thing shows them, and only as long as it does."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import write
from support.pictures import png

from wikic.compiler.forget import forget_sources
from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.wiki.tree import Tree

OPTIONS = Options("2026-11-20", "Kb")
SCHEMA = """positioning: {focus: f, audience: a, bias: b}
dimensions:
- {name: people, description: people}
- {name: geography, description: places}
- {name: concepts, description: concepts}
fallback: concepts
"""
LUNDE = """# Karl Lunde

Karl Lunde (1801 – 1870) was a Norwegian shipbuilder from Bergen. He built the Nordlys in 1840.

![Karl Lunde](img/lunde.png)
*Lunde at his yard in Bergen.*

He died in Oslo in 1870. See ![the yard](img/yard.png) for its extent.
"""
BERGEN = """# Bergen

Bergen is a city in Norway. It has a harbour.

![The harbour](img/lunde.png)

Karl Lunde was its mayor.
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return laid_out(tmp_path / "home")


def laid_out(home: Path) -> Path:
    write(home / "docs", {"lunde.md": LUNDE, "bergen.md": BERGEN})
    for at, name in enumerate(("lunde.png", "yard.png")):
        png(home / "docs/img" / name, at)
    write(home / "kb", {"wikic.toml": "", "wiki/schema.yaml": SCHEMA})
    return home


def compiled(home: Path) -> None:
    assert not compile_documents(home / "kb", [home / "docs"], OfflineCurator(), OPTIONS).failed


def files(home: Path) -> dict[str, bytes]:
    wiki = home / "kb/wiki"
    return {p.relative_to(wiki).as_posix(): p.read_bytes() for p in sorted(wiki.rglob("*")) if p.is_file()}


def codes(home: Path) -> list[str]:
    return sorted(each.code for each in lint(WikiView.over(Tree(home / "kb"))))


def facts(home: Path, file: str) -> list[str]:
    page = (home / "kb/wiki" / file).read_text()
    return page.partition("## Key Facts\n")[2].partition("\n\n")[0].split("\n")


def test_pictures_stand_with_their_captions_where_the_document_shows_them(home: Path) -> None:
    compiled(home)
    _, built, picture, caption, died, see, yard = facts(home, "people/Karl-Lunde.md")
    assert "built the Nordlys" in built and "died in Oslo" in died
    assert picture.startswith("- ![Karl Lunde](../sources/articles/docs-lunde-md-")
    assert caption.startswith("  Lunde at his yard in Bergen. [⁂][f") and caption.count("[⁂]") == 1
    assert see.startswith("- See the yard for its extent. [⁂][f")
    assert yard.startswith("- ![the yard](../sources/articles/docs-lunde-md-")
    for line in (picture, yard):
        assert (home / "kb/wiki/people" / line.partition("](")[2].partition(")")[0]).is_file()
    assert codes(home) == []


def test_a_second_compile_writes_nothing(home: Path) -> None:
    compiled(home)
    before = files(home)
    compiled(home)
    assert files(home) == before


def test_forgetting_a_document_takes_its_pictures_from_the_page(home: Path, tmp_path: Path) -> None:
    compiled(home)
    forget_sources(home / "kb", ["docs/lunde.md"], OPTIONS)
    other = laid_out(tmp_path / "other")
    (other / "docs/lunde.md").unlink()
    compiled(other)
    assert files(home) == files(other)
    assert any(line.startswith("- ![The harbour](") for line in facts(home, "geography/Bergen.md"))


def test_another_picture_stands_where_the_one_before_stood(home: Path, tmp_path: Path) -> None:
    compiled(home)
    png(home / "docs/img/lunde.png", 7)
    compiled(home)
    other = laid_out(tmp_path / "other")
    png(other / "docs/img/lunde.png", 7)
    compiled(other)
    assert files(home) == files(other)
    assert codes(home) == []


def test_a_picture_that_people_took_from_the_page_stays_away(home: Path) -> None:
    compiled(home)
    page = home / "kb/wiki/people/Karl-Lunde.md"
    lines = page.read_text().split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("- ![Karl Lunde]"))
    page.write_text("\n".join(lines[:at] + lines[at + 2 :]))
    compiled(home)
    png(home / "docs/img/lunde.png", 7)
    compiled(home)
    assert "![Karl Lunde]" not in page.read_text()


def test_a_file_that_went_is_found(home: Path) -> None:
    compiled(home)
    next((home / "kb/wiki/sources/articles").glob("docs-lunde-md-*.files/yard-*.png")).unlink()
    assert codes(home) == ["C009", "L001"]
    compiled(home)
    assert codes(home) == []
