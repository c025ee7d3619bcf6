"""A wiki of disk format 1 becomes one of today's with the next compile; nothing that people wrote is lost.

`fixtures/version1` was made by the last version that wrote that format, from nine documents of the harbour.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.extraction import Extraction
from wikic.wiki.tree import Tree

FIXTURES = Path(__file__).parents[2] / "fixtures"
DOCUMENTS = (
    "companies/carrow-steam-navigation-company.md",
    "companies/hallowmouth-harbour-board.md",
    "companies/penhale-and-rooke.md",
    "events/great-storm-of-1883.md",
    "people/edmund-rooke.md",
    "people/eleanor-rooke.md",
    "people/hester-dunn.md",
    "people/josiah-penhale.md",
    "ships/grey-heron-ship.md",
)


class Idle(OfflineCurator):
    """A curator that must not be asked for anything."""

    def extract(self, *given: object) -> Extraction:
        raise AssertionError("a document was extracted anew")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    shutil.copytree(FIXTURES / "version1", tmp_path / "kb")
    for name in DOCUMENTS:
        (tmp_path / "harbour" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FIXTURES / "harbour" / name, tmp_path / "harbour" / name)
    return tmp_path


def migrated(home: Path) -> Report:
    report = compile_documents(home / "kb", [home / "harbour"], Idle(), Options("2026-11-22", "Kb"))
    assert not report.failed and report.unchanged == len(DOCUMENTS)
    return report


def files(home: Path) -> dict[str, bytes]:
    wiki = home / "kb/wiki"
    return {p.relative_to(wiki).as_posix(): p.read_bytes() for p in sorted(wiki.rglob("*")) if p.is_file()}


def knowledge(home: Path) -> list[Path]:
    """Pages that are neither indexes nor sources."""
    pages = (home / "kb/wiki").glob("*/*.md")
    return sorted(each for each in pages if each.name != "_index.md" and each.parent.name != "sources")


def codes(home: Path) -> list[str]:
    return sorted(each.code for each in lint(WikiView.over(Tree(home / "kb"))))


def test_pages_that_held_nothing_but_names_show_what_documents_say_of_them(home: Path) -> None:
    page = home / "kb/wiki/people/Isaac-Dunn.md"
    assert "^f" not in page.read_text()
    migrated(home)
    assert "## In Documents\n- " in page.read_text()
    assert [each.name for each in knowledge(home) if "[⁂][f" not in each.read_text()] == []
    assert codes(home) == []


def test_a_second_compile_writes_nothing(home: Path) -> None:
    migrated(home)
    before = files(home)
    migrated(home)
    assert files(home) == before


def test_it_is_the_wiki_that_its_sources_give(home: Path) -> None:
    migrated(home)
    found = files(home)
    for page in knowledge(home):
        created = re.search(r"^created: .*$", page.read_text(), re.M)
        assert created is not None and created[0] == "created: 2026-11-22"
        page.unlink()
    migrated(home)
    assert files(home) == found


def test_what_people_wrote_and_deleted_holds(home: Path) -> None:
    wiki = home / "kb/wiki"
    edits = {
        "people/Josiah-Penhale.md": lambda text: re.sub(
            r"^- (Penhale never learned to swim)(.*?)( \[\[)", r"- \1.\3", text, count=1, flags=re.M
        ),
        "people/Hester-Dunn.md": lambda text: re.sub(r"^- .*sold the medal.*\n", "", text, flags=re.M),
        "people/Eleanor-Rooke.md": lambda text: text.replace(
            "## Key Facts\n", "## Key Facts\n- My own fact, see [[Isaac-Dunn]].\n"
        ),
        "people/Edmund-Rooke.md": lambda text: text + "\n## My Notes\n\nTo be asked: [[Hallow-Point]].\n",
        # Pages that hold nothing but names.
        "people/Isaac-Dunn.md": lambda text: text + "\n## My Dunn\n\nHe kept goats.\n",
        "geography/Baltic.md": lambda text: text.replace("# Baltic\n", "# Baltic\n> A cold sea, I think\n"),
        "people/Thomas-Penhale.md": lambda text: text.replace(
            "# Thomas Penhale\n", "# Thomas Penhale\n\nTwo men bore the name.\n"
        ),
    }
    for name, edit in edits.items():
        old = (wiki / name).read_text()
        new = edit(old)
        assert new != old, name
        (wiki / name).write_text(new)
    (wiki / "concepts/Mine.md").write_text("# Mine\n\nOf [[Baltic]] and [[Grey-Heron]].\n")
    migrated(home)
    text = b"\n".join(files(home).values()).decode()
    for words in (
        "- Penhale never learned to swim. [⁂][f",
        "- My own fact, see [[Isaac-Dunn]].",
        "## My Notes\n\nTo be asked: [[Hallow-Point]].",
        "## My Dunn\n\nHe kept goats.",
        "> A cold sea, I think",
        "Two men bore the name.",
        "Of [[Baltic]] and [[Grey-Heron]].",
    ):
        assert words in text, words
    assert "sold the medal" not in (wiki / "people/Hester-Dunn.md").read_text()
    assert set(codes(home)) <= {"C005"}  # a person's fact without a source, which is a mild finding
    before = files(home)
    migrated(home)
    assert files(home) == before


def test_words_on_a_page_that_goes_stay(home: Path) -> None:
    wiki = home / "kb/wiki"
    page = wiki / "history/Great-Storm.md"
    page.write_text(page.read_text() + "\n## My Storm\n\nAsk the museum.\n")
    migrated(home)
    assert "## My Storm\n\nAsk the museum." in b"\n".join(files(home).values()).decode()
