"""Pictures and files of documents in the wiki: they come, change, move and go with their documents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.command import write
from support.pictures import png

from wikic import layout
from wikic.compiler.forget import forget_sources
from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.extraction import Extraction
from wikic.navigate.library import Library
from wikic.wiki import digest_file
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Source, Workspace

SCHEMA = """positioning: {focus: f, audience: a, bias: b}
dimensions:
- {name: documents, description: the documents}
- {name: people, description: people}
- {name: terms, description: terms}
fallback: documents
layout: library
topics:
- directory: documents
"""
LAMP = """# Storm lamp

The storm lamp hangs in the hall. See ![the diagram](img/lamp.png) for its parts.

![Trimmed wick](img/wick.png)
*A wick that was trimmed in spring.*

- The wick: ![a wick](img/wick.png)
- The glass is thin.

The measurements stand in [the sheet of data](img/data.zip).
"""


def compiled(home: Path, **more: bool) -> Report:
    options = Options("2026-11-20", "Kb", **more)
    return compile_documents(home / "kb", [home / "docs"], OfflineCurator(), options)


def files(home: Path) -> dict[str, bytes]:
    wiki = home / "kb/wiki"
    return {p.relative_to(wiki).as_posix(): p.read_bytes() for p in sorted(wiki.rglob("*")) if p.is_file()}


def attached(home: Path) -> list[str]:
    """Names of all attachments, their hashes cut off."""
    names = [name for name in files(home) if ".files/" in name]
    return sorted(f"{Path(n).stem[:-9]}{Path(n).suffix}" for n in names)


def laid_out(home: Path) -> Path:
    write(
        home / "docs",
        {"lamp.md": LAMP, "hall.md": "# Hall\n\nThe hall is old. It has a ![lamp](img/lamp.png).\n"},
    )
    for at, name in enumerate(("lamp.png", "wick.png", "data.zip")):
        png(home / "docs/img" / name, at)
    write(home / "kb", {"wikic.toml": "", "wiki/schema.yaml": SCHEMA})
    return home


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return laid_out(tmp_path / "home")


def page(home: Path, stem: str) -> str:
    return next(home.glob(f"kb/wiki/*/{stem}.md")).read_text()


def findings(home: Path) -> list[str]:
    return [f"{each.code} {each.message}" for each in lint(WikiView.over(Tree(home / "kb")))]


def test_pictures_stand_in_their_place(home: Path) -> None:
    report = compiled(home)
    assert not report.notices
    assert attached(home) == ["data.zip", "lamp.png", "lamp.png", "wick.png"]
    lines = page(home, "Storm-lamp").split("\n")
    way = "../sources/articles/docs-lamp-md-"
    seen = next(line for line in lines if "See ![the diagram](" in line)
    assert f"]({way}" in seen and seen.endswith(") for its parts.")
    at = next(at for at, line in enumerate(lines) if line.startswith(f"![Trimmed wick]({way}"))
    assert lines[at + 1] == "*A wick that was trimmed in spring.*"
    assert any(line.startswith(f"- The wick: ![a wick]({way}") for line in lines)
    assert f"[the sheet of data]({way}" in page(home, "Storm-lamp")
    for line in lines:
        for target in (part.partition(")")[0] for part in line.split("](")[1:]):
            assert (home / "kb/wiki/documents" / target).is_file(), target
    assert findings(home) == []


def test_a_second_compile_writes_nothing(home: Path) -> None:
    compiled(home)
    before = files(home)
    report = compiled(home)
    assert files(home) == before and report.unchanged == 2


def test_forgetting_a_document_takes_its_files_and_no_others(home: Path, tmp_path: Path) -> None:
    compiled(home)
    forget_sources(home / "kb", ["docs/lamp.md"], Options("2026-11-20", "Kb"))
    other = tmp_path / "other"
    laid_out(other)
    (other / "docs/lamp.md").unlink()
    compiled(other)
    assert attached(home) == ["lamp.png"]
    assert files(home) == files(other)


def test_pruning(home: Path) -> None:
    compiled(home)
    (home / "docs/lamp.md").unlink()
    compiled(home, prune=True)
    assert attached(home) == ["lamp.png"]


@pytest.mark.parametrize("how", ["another picture", "another name", "another text"])
def test_a_change_gives_what_a_first_compile_gives(home: Path, tmp_path: Path, how: str) -> None:
    def change(docs: Path) -> None:
        if how == "another picture":
            png(docs / "img/wick.png", 9)
        elif how == "another name":
            (docs / "img/wick.png").rename(docs / "img/trimmed.png")
            (docs / "lamp.md").write_text(LAMP.replace("wick.png", "trimmed.png"))
        else:
            (docs / "lamp.md").write_text(LAMP.replace("[the sheet of data](img/data.zip)", "a sheet"))

    compiled(home)
    change(home / "docs")
    report = compiled(home)
    assert report.changed == ("docs/lamp.md",)
    other = laid_out(tmp_path / "other")
    change(other / "docs")
    compiled(other)
    assert files(home) == files(other)
    assert findings(home) == []


def test_a_picture_that_went_is_told_and_leaves_its_words(home: Path) -> None:
    compiled(home)
    (home / "docs/img/lamp.png").unlink()
    report = compiled(home)
    said = [each.message for each in report.notices]
    assert said == [f"docs/{name}.md: img/lamp.png is not there" for name in ("hall", "lamp")]
    assert "See the diagram for its parts." in page(home, "Storm-lamp")
    assert attached(home) == ["data.zip", "wick.png"]


def test_people_may_move_a_page_and_its_pictures_follow(home: Path) -> None:
    compiled(home)
    at = next(home.glob("kb/wiki/*/Storm-lamp.md"))
    (home / "kb/wiki/terms").mkdir(exist_ok=True)
    text = at.read_text()
    assert "](../sources/" in text
    at.write_text(text.replace("The storm lamp hangs in the hall. See", "It hangs there, see"))
    compiled(home)
    assert "It hangs there, see ![the diagram](../sources/articles/docs-lamp-md-" in at.read_text()
    before = files(home)
    compiled(home)
    assert files(home) == before


def test_two_documents_with_one_picture_have_one_each(home: Path) -> None:
    compiled(home)
    folders = {name.split("/")[2] for name in files(home) if name.endswith(".png") and "/lamp-" in name}
    assert folders == {f"{layout.source_slug(key)}.files" for key in ("docs/hall.md", "docs/lamp.md")}


def test_files_that_went_or_changed_are_found_and_come_back(home: Path) -> None:
    compiled(home)
    before = files(home)
    folder = home / "kb/wiki" / layout.attachments_dir("docs/lamp.md")
    gone, altered, *_ = sorted(folder.iterdir())
    gone.unlink()
    altered.write_bytes(b"another")
    (folder / "mine.png").write_bytes(b"mine")
    codes = sorted(each.split()[0] for each in findings(home))
    assert codes == ["C009", "C009", "C010", "L001"]  # L001: the page's link to what is gone
    compiled(home)
    assert [each.split()[0] for each in findings(home)] == ["C010"]
    (folder / "mine.png").unlink()
    assert files(home) == before


def test_a_picture_that_changes_while_its_document_is_taken_in(home: Path) -> None:
    documents = home / "docs"
    faults = iter([lambda: png(documents / "img/wick.png", 8)])

    class Slow(OfflineCurator):
        def extract(self, *given: Any) -> Extraction:
            next(faults, lambda: None)()
            return super().extract(*given)

    report = compile_documents(home / "kb", [documents], Slow(), Options("2026-11-20", "Kb"))
    assert [each.key for each in report.failed] == ["docs/lamp.md"]
    assert "was changed while it was taken in" in report.failed[0].reason
    assert attached(home) == ["lamp.png"]
    assert not compiled(home).failed and findings(home) == []


def test_a_batch_holds_no_more_than_fits(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(home)
    before = files(home)
    forget_sources(home / "kb", ["docs/lamp.md", "docs/hall.md"], Options("2026-11-20", "Kb"))
    monkeypatch.setattr("wikic.compiler.run.MOST_HELD", 100)
    compiled(home)
    assert files(home) == before


def test_search_finds_a_picture_by_its_words(home: Path) -> None:
    compiled(home)
    with Library.current(home / "kb") as library:
        view = library.view("documents/Storm-lamp")
        assert view is not None
        texts = [fact.text for fact in view.facts]
    assert any("See the diagram for its parts." in text for text in texts)
    assert not any(".files/" in text for text in texts)


def test_a_digest_that_is_written_again_leaves_what_stands_beside_its_article(home: Path) -> None:
    compiled(home)
    space = Workspace.open(home / "kb", "Kb")
    digest = replace(space.digest("docs/lamp.md"), summary="Another.")
    article = space.tree.read(layout.page_file(layout.article_path("docs/lamp.md"))) or b""
    changes = space.propose("repair", [Source(digest, digest_file.render(digest), article)])
    assert changes and not any(".files/" in change.path for change in changes.changes)


def test_what_people_did_to_a_picture_holds_for_the_next_one(home: Path) -> None:
    compiled(home)
    at = next(home.glob("kb/wiki/*/Storm-lamp.md"))
    lines = at.read_text().split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith("![Trimmed wick]"))
    at.write_text("\n".join(lines[:first] + lines[first + 2 :]))
    compiled(home)
    assert "![Trimmed wick]" not in at.read_text()
    png(home / "docs/img/wick.png", 9)
    compiled(home)
    assert "![Trimmed wick]" not in at.read_text()
