"""Where a document changes what a person reworded, the compile says so; the person's words stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.wiki.schema_file import render_schema

TOM = "# Tom\n\nTom lives in Ghent.\n\n- Tom is allergic to peanuts!\n- He plays the organ.\n"
TRIP = "# Trip\n\nThe trip needs a list.\n\n- [ ] Buy a tent\n- [ ] Call Ann\n- [ ] Book the ferry\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "kb/wiki").mkdir(parents=True)
    schema = Schema(Positioning("notes"), (Dimension("notes", "all"),), fallback="notes", layout="library")
    (tmp_path / "kb/wiki/schema.yaml").write_bytes(render_schema(schema))
    (tmp_path / "docs").mkdir()
    return tmp_path


def compiled(home: Path, text: str) -> Report:
    (home / "docs/note.md").write_text(text, "utf-8")
    return compile_documents(home / "kb", [home / "docs"], OfflineCurator(), Options("2026-11-20", "Kb"))


def edit(home: Path, old: str, new: str) -> Path:
    (page,) = (each for each in (home / "kb/wiki/notes").glob("*.md") if old in each.read_text("utf-8"))
    page.write_text(page.read_text("utf-8").replace(old, new), "utf-8")
    return page


@pytest.mark.parametrize(
    ("text", "edited", "changed", "said"),
    [
        (
            TOM,
            ("allergic to peanuts!", "allergic to peanuts, badly!"),
            ("peanuts!", "peanuts and kiwi!"),
            "kiwi",
        ),
        (TRIP, ("[ ] Buy a tent", "[x] Buy a tent"), ("the ferry", "the night ferry"), "night ferry"),
    ],
)
def test_a_change_behind_a_persons_words_is_told_once(
    home: Path, text: str, edited: tuple[str, str], changed: tuple[str, str], said: str
) -> None:
    compiled(home, text)
    page = edit(home, *edited)
    assert compiled(home, text).notices == ()
    (notice,) = compiled(home, text.replace(*changed)).notices
    assert notice.path == page.relative_to(home / "kb/wiki").as_posix()
    now, yours = notice.message.split("; your words stay: ")
    assert said in now
    assert edited[1] in yours
    assert edited[1] in page.read_text("utf-8")
    assert compiled(home, text.replace(*changed)).notices == ()


def test_words_that_lost_their_citation_are_told(home: Path) -> None:
    compiled(home, TRIP)
    page = edit(home, "[ ] Buy a tent", "[x] Buy a tent")
    items = "- [ ] Call Ann\n- [ ] Book the ferry\n"
    (notice,) = compiled(home, TRIP.replace(items, "- [ ] Order nine kites\n- [ ] Sell old boots\n")).notices
    assert "uncited" in notice.message
    assert "[x] Buy a tent" in notice.message
    assert "[x] Buy a tent" in page.read_text("utf-8")
