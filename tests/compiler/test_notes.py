"""Notes of one person: their tags, aliases and links to each other are those of their pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.page_text import by_stem

from wikic.compiler.forget import forget_sources
from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.wiki.schema_file import render_schema
from wikic.wiki.tree import Tree

OPTIONS = Options("2026-11-21", "Notes")
NOTES = {
    "Projects/Light.md": (
        "---\naliases: [HL, 'Light, harbour']\ntags: [project/harbour]\n"
        "status: active\ndue: 2024-06-30\n---\n"
        "# Harbour light\n\nThe harbour light gets a new lamp. "
        "[[Ada Cole|Ada]] leads the work, [[Nobody]] pays.\n\n"
        "The old one is told of in [the note on oil](../References/Lamp%20oil.md#Consumption). #risk\n"
    ),
    "People/Ada Cole.md": "---\naliases: A. Cole\n---\nAda Cole is an engineer. She looks after a gauge.\n",
    "References/Lamp oil.md": "# Lamp oil\n\nUntil 1961 the lamp burned oil, sold by [[HL|the office]].\n",
    "Plan.md": "# The plan\n\nWith ![[Lamp oil]], and [[People/Ada Cole#Life]], not [x](gone.md).\n",
}


class Idle(OfflineCurator):
    """A curator that must not be asked for anything."""

    def extract(self, *given: object) -> Extraction:
        raise AssertionError("a document was extracted anew")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    start(tmp_path / "kb")
    write(tmp_path, NOTES)
    return tmp_path


def start(kb: Path) -> None:
    (kb / "wiki").mkdir(parents=True)
    schema = Schema(Positioning("notes"), (Dimension("notes", "all"),), fallback="notes", layout="library")
    (kb / "wiki/schema.yaml").write_bytes(render_schema(schema))


def write(home: Path, notes: dict[str, str]) -> None:
    for name, text in notes.items():
        file = home / "vault" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def taken(home: Path, kb: str = "kb", curator: OfflineCurator | None = None) -> Report:
    return compile_documents(home / kb, [home / "vault"], curator or OfflineCurator(), OPTIONS)


def page(home: Path, stem: str) -> str:
    return (home / f"kb/wiki/notes/{stem}.md").read_text("utf-8")


def related(home: Path, stem: str) -> list[str]:
    below = by_stem(page(home, stem)).partition("## Related Pages\n")[2].partition("\n\n")[0]
    return [line.removeprefix("- ") for line in below.split("\n") if line]


def files(kb: Path) -> dict[str, bytes]:
    wiki = kb / "wiki"
    return {p.relative_to(wiki).as_posix(): p.read_bytes() for p in sorted(wiki.rglob("*")) if p.is_file()}


def test_links_lead_both_ways_and_what_is_not_there_is_words(home: Path) -> None:
    taken(home)
    assert related(home, "Harbour-light") == [
        "[[Lamp-oil]] -- linked from, links to",
        "[[Ada-Cole]] -- links to",
    ]
    assert related(home, "Ada-Cole") == ["[[Harbour-light]] -- linked from", "[[The-plan]] -- linked from"]
    assert related(home, "The-plan") == ["[[Ada-Cole]] -- links to", "[[Lamp-oil]] -- links to"]
    assert "[Ada](Ada-Cole.md) leads the work, Nobody pays." in page(home, "Harbour-light")
    assert "With [Lamp oil](Lamp-oil.md), and [People/Ada Cole#Life](Ada-Cole.md#life), not x." in page(
        home, "The-plan"
    )


def test_tags_aliases_and_what_stands_above_the_text(home: Path) -> None:
    taken(home)
    text = page(home, "Harbour-light")
    assert "\naliases: [HL, Light, 'Light, harbour']\ntags: [project/harbour, risk]\n" in text
    assert "- **Status:** active\n- **Due:** 2024-06-30\n" in text
    assert "\naliases: [A. Cole]\n" in page(home, "Ada-Cole")
    assert [each.message for each in lint(WikiView.over(Tree(home / "kb")))] == [
        "Lamp-oil has no heading 'Consumption'",
        "Ada-Cole has no heading 'life'",
    ]


def test_forgetting_a_note_makes_words_of_the_links_to_it(home: Path) -> None:
    taken(home)
    forget_sources(home / "kb", ["vault/Projects/Light.md"], OPTIONS)
    assert related(home, "Ada-Cole") == ["[[The-plan]] -- linked from"]
    assert related(home, "Lamp-oil") == ["[[The-plan]] -- linked from"]
    (home / "vault/Projects/Light.md").unlink()
    start(home / "other")
    taken(home, "other")
    assert files(home / "kb") == files(home / "other")


def test_a_note_that_comes_later_takes_the_links_that_wait_for_it(home: Path) -> None:
    taken(home)
    write(home, {"People/Nobody.md": "# Nobody\n\nNobody pays for the lamp of the harbour.\n"})
    taken(home)
    assert "[[Nobody]] -- links to" in related(home, "Harbour-light")
    start(home / "other")
    taken(home, "other")
    assert files(home / "kb") == files(home / "other")


def test_a_page_that_a_person_renames_keeps_its_links(home: Path) -> None:
    taken(home)
    file = home / "kb/wiki/notes/Ada-Cole.md"
    file.write_text(page(home, "Ada-Cole").replace("# Ada Cole\n", "# Ada the engineer\n"), "utf-8")
    taken(home)
    assert "[[Ada-the-engineer]] -- links to" in related(home, "Harbour-light")


def test_other_tags_and_aliases_reach_the_page_without_another_extraction(home: Path) -> None:
    taken(home)
    text = NOTES["People/Ada Cole.md"].replace("aliases: A. Cole", "aliases: AC\ntags: person")
    write(
        home,
        {"People/Ada Cole.md": text, "References/Gauge.md": "# Gauge\n\nThe gauge is cared for by [[AC]].\n"},
    )
    report = taken(home)
    assert (report.added, report.changed) == (("vault/References/Gauge.md",), ())
    assert "\naliases: [AC]\ntags: [person]\n" in page(home, "Ada-Cole")
    assert related(home, "Gauge") == ["[[Ada-Cole]] -- links to"]
    before = files(home / "kb")
    assert taken(home, curator=Idle()).written == 0
    assert files(home / "kb") == before


def test_a_digest_that_knows_nothing_of_links_learns_of_them(home: Path) -> None:
    taken(home)
    found = files(home / "kb")
    for digest in (home / "kb/wiki/sources/digests").glob("*.md"):
        lines = digest.read_text("utf-8").split("\n")
        digest.write_text("\n".join(line for line in lines if not line.startswith('{"document"')), "utf-8")
    taken(home, curator=Idle())
    assert files(home / "kb") == found
