"""``wikic review`` as a command: what it prints, its exit codes, what ``lint`` and ``status`` say of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import TOWN, git, snapshot, wikic
from support.reviewed import begun, compiled, waiting
from support.reviewed import wiki as wiki_of


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A wiki of two towns; Ada waits, and London has changed."""
    begun(tmp_path, TOWN)
    (tmp_path / "docs/ada.md").unlink()
    compiled(tmp_path)
    (tmp_path / "docs/ada.md").write_text(TOWN["ada.md"])
    changed = TOWN["london.md"].replace("lies on the Thames", "lies on the River Thames")
    (tmp_path / "docs/london.md").write_text(changed)
    return tmp_path


def test_from_compile_to_pages(home: Path) -> None:
    before = wiki_of(home)
    out = wikic("compile", "docs", "-C", "kb", "--review", cwd=home).out
    assert "2 sources put aside; `wikic review` shows what they say" in out
    listed = wikic("review", "-C", "kb", cwd=home).out
    assert "docs/ada.md  Ada Lovelace\n  a new source, waiting since" in listed
    assert (
        "  + geography/England\n  ~ geography/London\n  + people/Ada-Lovelace\n" in listed
        and "  ~ geography/London\n" in listed
    )
    shown = wikic("review", "show", "docs/london.md", "-C", "kb", cwd=home).out
    assert "+ f" in shown and "London lies on the River Thames." in shown
    assert "no longer said by this document:\n- London lies on the Thames.\n" in shown
    assert "+- London lies on the River Thames. [⁂][f" in shown
    assert "+++ b/" not in wikic("review", "show", "docs/london.md", "-C", "kb", "--no-diff", cwd=home).out
    lint = wikic("lint", "-C", "kb", cwd=home)
    assert "not read: 2 documents waiting for review" in lint.err
    status = wikic("status", "-C", "kb", cwd=home).out
    assert "waiting for review (`wikic review` shows them):\n  docs/ada.md\n  docs/london.md\n" in status
    assert wiki_of(home) == before
    done = wikic("review", "accept", "docs/ada.md", "docs/london.md", "-C", "kb", cwd=home)
    assert "2 documents accepted; 3 pages written\n" in done.out
    assert wikic("review", "-C", "kb", cwd=home).out == "nothing waits for review\n"
    assert "Ada Lovelace" in wikic("search", "lovelace", "-C", "kb", cwd=home).out


def test_rejecting(home: Path) -> None:
    wikic("compile", "docs", "-C", "kb", "--review", "-q", cwd=home)
    facts = wikic("review", "show", "docs/ada.md", "-C", "kb", "--json", cwd=home).json["facts"]
    born = next(each for each in facts if "born" in each["text"])
    assert born["state"] == "new" and born["page"] == "people/Ada-Lovelace"
    assert born["quotes"] == ["Ada Lovelace was born in London in 1815."]
    arguments = ("docs/ada.md", "--fact", born["id"], "--reason", "another one", "-C", "kb")
    said = wikic("review", "reject", *arguments, cwd=home).out
    assert said == "1 fact of docs/ada.md rejected; the rest of it waits on\n"
    shown = wikic("review", "show", "docs/ada.md", "-C", "kb", cwd=home).out
    assert f"x {born['id']} {born['text']}\n    rejected: another one\n" in shown
    assert "+- Ada Lovelace was born" not in shown
    wikic("review", "reject", "docs/london.md", "--reason", "too early", "-C", "kb", cwd=home)
    found = wikic("review", "-C", "kb", "--json", cwd=home).json
    assert [(each["key"], each["facts"], each["rejected"]) for each in found["waiting"]] == [
        ("docs/ada.md", 2, 1)
    ]
    assert found["rejected"][0]["reason"] == "too early"
    done = wikic("review", "accept", "--all", "-C", "kb", "--json", cwd=home).json
    assert done["added"] == ["docs/ada.md"]
    report = wikic("compile", "docs", "-C", "kb", "--json", cwd=home).json
    assert (report["rejected"], report["unchanged"], report["added"]) == (["docs/london.md"], 2, [])


def test_a_dry_run_shows_what_accepting_does_and_does_nothing(home: Path) -> None:
    wikic("compile", "docs", "-C", "kb", "--review", cwd=home)
    git("init", "-q", cwd=home / "kb")
    before = snapshot(home / "kb", without=(".git",))
    done = wikic("review", "accept", "--all", "--dry-run", "-C", "kb", cwd=home)
    assert "2 documents would be accepted; 3 pages would be written\n" in done.out
    assert snapshot(home / "kb", without=(".git",)) == before
    git("apply", "--whitespace=nowarn", "-", cwd=home / "kb", text=done.out)
    patched = wiki_of(home)
    git("apply", "-R", "--whitespace=nowarn", "-", cwd=home / "kb", text=done.out)
    wikic("review", "accept", "--all", "-C", "kb", cwd=home)
    assert wiki_of(home) == patched


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("review accept -C kb", "name documents, or --all"),
        ("review accept docs/ada.md --all -C kb", "exclude each other"),
        ("review reject --all --fact f1 -C kb", "--fact goes with one document"),
        ("review -C kb accept --all", "options go behind the command"),
        ("review accept --all -C kb", "nothing waits for review; nothing was changed"),
        ("compile docs --review --dry-run -C kb", "exclude each other"),
    ],
)
def test_what_makes_no_sense_is_refused(home: Path, arguments: str, said: str) -> None:
    assert said in wikic(*arguments.split(), cwd=home, code=2).err
    assert waiting(home) == []


def test_damaged_files_are_said_by_lint(home: Path) -> None:
    wikic("compile", "docs", "-C", "kb", "--review", cwd=home)
    min((home / "kb/review/sources/digests").glob("*.md")).write_text("<<<<<<< ours\n")
    assert "cannot be reviewed: review/sources/digests/docs-ada" in wikic("lint", "-C", "kb", cwd=home).err
    assert "has no frontmatter" in wikic("review", "-C", "kb", cwd=home, code=2).err
