"""Where a document changes what a person reworded, the compile says so; the person's words stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import wikic
from support.page_text import above

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
        (TRIP, ("Book the ferry", "Book the slow ferry"), ("the ferry", "the night ferry"), "night ferry"),
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
    page = edit(home, "[ ] Buy a tent", "[x] Buy a blue tent")
    (notice,) = compiled(home, TRIP.partition("- [ ]")[0]).notices
    assert "uncited" in notice.message
    assert "[x] Buy a blue tent" in notice.message
    assert "[x] Buy a blue tent" in page.read_text("utf-8")


# In a library the page is the document, else each item of a list is a fact.
@pytest.fixture(params=["library", "things"])
def trip(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    (tmp_path / "kb/wiki").mkdir(parents=True)
    schema = Schema(
        Positioning("notes"), (Dimension("notes", "all"),), fallback="notes", layout=request.param
    )
    (tmp_path / "kb/wiki/schema.yaml").write_bytes(render_schema(schema))
    (tmp_path / "docs").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (("- [ ] Book the ferry", "- [ ] Book the ferry\n- [ ] Buy rope"), ("[x] Call Ann", "[ ] Buy rope")),
        (("Call Ann", "Call Ann Moe"), ("[x] Call Ann Moe",)),
        (("Buy a tent", "Buy 2 stoves"), ("[x] Call Ann", "[ ] Buy 2 stoves")),
        (("[ ] Buy a tent", "[x] Buy a tent"), ("[x] Call Ann", "[x] Buy a tent")),
        (("[ ] Call Ann", "[x] Call Ann"), ("[x] Call Ann",)),
    ],
)
def test_a_tick_goes_with_the_task(trip: Path, changed: tuple[str, str], expected: tuple[str, ...]) -> None:
    compiled(trip, TRIP)
    page = edit(trip, "[ ] Call Ann", "[x] Call Ann")
    text = TRIP.replace(*changed)
    assert compiled(trip, text).notices == ()
    said = above(page.read_text("utf-8"))
    assert all(said.count(each) == 1 for each in expected)
    assert said.count("] Book the ferry") == said.count("] Call Ann") == 1
    again = page.read_bytes()
    assert compiled(trip, text).written == 0
    assert compiled(trip, text + "\nThe ferry is white.\n").notices == ()
    assert all(above(page.read_text("utf-8")).count(each) == 1 for each in expected)
    assert compiled(trip, text).written == 1 and page.read_bytes() == again


def test_a_tick_that_was_taken_back_stays_taken_back(trip: Path) -> None:
    done = TRIP.replace("[ ] Call Ann", "[x] Call Ann")
    compiled(trip, done)
    page = edit(trip, "[x] Call Ann", "[ ] Call Ann")
    compiled(trip, done + "- [ ] Buy rope\n")
    said = above(page.read_text("utf-8"))
    assert "[ ] Call Ann" in said and "[ ] Buy rope" in said and "[x]" not in said


# What people change on a document's page is in the page's own lines: it has no fact that could be unlike it.
@pytest.mark.parametrize("trip", ["things"], indirect=True)
def test_lint_mentions_a_tick_that_the_document_has_not(trip: Path) -> None:
    compiled(trip, TRIP)
    assert "K001" not in wikic("lint", "-C", "kb", cwd=trip, code=None).out
    edit(trip, "[ ] Call Ann", "[x] Call Ann")
    compiled(trip, TRIP + "- [ ] Buy rope\n")
    said = wikic("lint", "-C", "kb", cwd=trip, code=None).out
    assert "info K001" in said and "somebody ticked or unticked a task of ^f" in said
    compiled(trip, TRIP.replace("[ ] Call Ann", "[x] Call Ann"))
    assert "K001" not in wikic("lint", "-C", "kb", cwd=trip, code=None).out


def test_what_the_document_ticks_too_is_its_own_again(trip: Path) -> None:
    compiled(trip, TRIP)
    page = edit(trip, "[ ] Call Ann", "[x] Call Ann")
    text = TRIP.replace("[ ] Call Ann", "[x] Call Ann") + "- [ ] Buy rope\n"
    compiled(trip, text)
    other = trip / "other"
    (other / "docs").mkdir(parents=True)
    (other / "kb/wiki").mkdir(parents=True)
    (other / "kb/wiki/schema.yaml").write_bytes((trip / "kb/wiki/schema.yaml").read_bytes())
    compiled(other, text)
    assert page.read_bytes() == (other / "kb/wiki" / page.relative_to(trip / "kb/wiki")).read_bytes()


def test_what_a_person_added_to_a_list_stays_where_the_document_adds_too(home: Path) -> None:
    compiled(home, TRIP)
    page = edit(home, "- [ ] Call Ann\n", "- [ ] Call Ann\n- [ ] Feed the cat\n")
    assert compiled(home, TRIP + "- [ ] Buy rope\n").notices == ()
    said = above(page.read_text("utf-8"))
    assert said.count("Call Ann") == said.count("Feed the cat") == said.count("Buy rope") == 1


def test_a_bullet_added_behind_a_fact_stays_behind_it(home: Path) -> None:
    text = TOM + "\nHe sings on Sundays.\n"
    compiled(home, text)
    (page,) = (home / "kb/wiki/notes").glob("Tom*.md")
    lines = page.read_text("utf-8").split("\n")
    at = next(at for at, line in enumerate(lines) if "organ" in line)
    page.write_text("\n".join([*lines[: at + 1], "- Ask his mother.", *lines[at + 1 :]]), "utf-8")
    compiled(home, text.replace("allergic to peanuts!", "allergic to all peanuts!"))
    said = above(page.read_text("utf-8"))
    assert said.index("all peanuts") < said.index("Ask his mother") < said.index("Sundays")


LOG = (
    "# Lamp\n\nIt hangs.\n\n### Log\n\n"
    "- 1 May bought parts\n  - 2 May lamp, € 12\n  - 3 May cable, € 4\n- 1 June done\n"
)


def test_a_line_added_to_a_list_by_hand_stays_in_the_list_that_grew(home: Path) -> None:
    compiled(home, LOG)
    page = edit(home, "lamp, € 12\n", "lamp, € 12\n    - 2 May tape, € 1\n")
    assert compiled(home, LOG + "- 1 July oiled the hinge\n").notices == ()
    text = page.read_text("utf-8")
    assert text.count("tape, € 1") == text.count("bought parts") == 1
    assert text.index("### Log") < text.index("tape, € 1") < text.index("cable") < text.index("oiled")
