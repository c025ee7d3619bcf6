"""What is written where: whole or not at all, over nobody's words."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import snapshot

from wikic.errors import DiskError, UsageError
from wikic.export.skills.folder import MANIFEST, write_skills

ONE = {"skill-00-a": {"SKILL.md": "a", "documents/x.md": "x"}, "skill-01-b": {"SKILL.md": "b"}}
TWO = {"skill-00-a": {"SKILL.md": "a", "documents/y.md": "y"}, "skill-01-c": {"SKILL.md": "c"}}


def held(out: Path) -> dict[str, bytes | str]:
    """Everything but directories and the manifest."""
    return {name: data for name, data in snapshot(out).items() if data != "dir" and name != MANIFEST}


def test_an_export_replaces_the_one_before(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    done = write_skills(out, ONE, force=False)
    assert (done.changed, done.gone) == (3, 0)
    kept = (out / "skill-01-b/SKILL.md").stat()
    assert write_skills(out, ONE, force=False) == type(done)(0, 0)
    done = write_skills(out, {**ONE, "skill-00-a": TWO["skill-00-a"]}, force=False)
    assert (done.changed, done.gone) == (1, 1)
    assert (out / "skill-01-b/SKILL.md").stat() == kept
    write_skills(out, TWO, force=False)
    assert held(out) == {
        "skill-00-a/SKILL.md": b"a",
        "skill-00-a/documents/y.md": b"y",
        "skill-01-c/SKILL.md": b"c",
    }
    assert sorted(each.name for each in out.iterdir()) == [MANIFEST, "skill-00-a", "skill-01-c"]


@pytest.mark.parametrize("place", ["notes.txt", "photos/a.jpg", "skill-00-a/SKILL.md", "skill-00-a"])
def test_a_directory_with_other_things_is_refused_and_kept_with_force(tmp_path: Path, place: str) -> None:
    theirs = tmp_path / "out" / place
    theirs.parent.mkdir(parents=True)
    theirs.write_text("theirs")
    before = snapshot(tmp_path)
    with pytest.raises(UsageError):
        write_skills(tmp_path / "out", ONE, force=False)
    assert snapshot(tmp_path) == before
    write_skills(tmp_path / "out", ONE, force=True)
    found = held(tmp_path / "out")
    assert found["skill-00-a/SKILL.md"] == b"a" and found["skill-01-b/SKILL.md"] == b"b"
    assert found.get(place) == (b"a" if place.startswith("skill-00") else b"theirs") or place == "skill-00-a"


def test_a_folder_of_skills_takes_more(tmp_path: Path) -> None:
    other = tmp_path / "cooking" / "SKILL.md"
    other.parent.mkdir()
    other.write_text("theirs")
    write_skills(tmp_path, ONE, force=False)
    write_skills(tmp_path, TWO, force=False)
    assert other.read_text() == "theirs" and (tmp_path / "skill-01-c").is_dir()


@pytest.mark.parametrize("what", ["changed", "added", "link"])
def test_what_people_changed_is_not_written_over(tmp_path: Path, what: str) -> None:
    write_skills(tmp_path, ONE, force=False)
    file = tmp_path / "skill-00-a" / ("SKILL.md" if what != "added" else "mine.md")
    if what == "link":
        (tmp_path / "elsewhere").write_text("a")
        file.unlink()
        file.symlink_to(tmp_path / "elsewhere")
    else:
        file.write_text("mine")
    before = snapshot(tmp_path)
    for files in (ONE, TWO):
        with pytest.raises(UsageError, match=r"was changed since|was not written"):
            write_skills(tmp_path, files, force=False)
    assert snapshot(tmp_path) == before
    write_skills(tmp_path, TWO, force=True)
    assert held(tmp_path)["skill-00-a/SKILL.md"] == b"a"
    if what == "link":
        assert (tmp_path / "elsewhere").read_text() == "a"


def test_a_file_that_went_comes_again(tmp_path: Path) -> None:
    write_skills(tmp_path, ONE, force=False)
    (tmp_path / "skill-00-a" / "documents" / "x.md").unlink()
    assert write_skills(tmp_path, ONE, force=False).changed == 1
    assert (tmp_path / "skill-00-a" / "documents" / "x.md").read_text() == "x"


@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_refuses_leaves_all_as_it_was(tmp_path: Path, there: bool) -> None:
    out = tmp_path / "out"
    if there:
        write_skills(out, ONE, force=False)
    before = snapshot(tmp_path)
    with pytest.raises(DiskError, match="cannot write"):
        write_skills(out, {**TWO, "skill-02-d": {"n" * 300: "too long for any disk"}}, force=False)
    assert snapshot(tmp_path) == before


def test_an_export_that_was_killed_between_renames_is_finished_by_the_next(tmp_path: Path) -> None:
    write_skills(tmp_path, ONE, force=False)
    (tmp_path / ".wikic-skills.new").mkdir()
    (tmp_path / ".wikic-skills.old").mkdir()
    fresh = tmp_path / "fresh"
    write_skills(fresh, TWO, force=False)
    # One directory is in place already, and the manifest is not.
    (fresh / MANIFEST).rename(tmp_path / ".wikic-skills.new" / MANIFEST)
    (tmp_path / "skill-00-a").rename(tmp_path / ".wikic-skills.old" / "skill-00-a")
    (fresh / "skill-00-a").rename(tmp_path / "skill-00-a")
    for each in fresh.rglob("*.md"):
        each.unlink()
    (fresh / "skill-01-c").rmdir()
    fresh.rmdir()
    write_skills(tmp_path, ONE, force=False)
    assert held(tmp_path) == {
        f"{name}/{path}": data.encode() for name, files in ONE.items() for path, data in files.items()
    }


def test_a_manifest_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text("[]")
    with pytest.raises(UsageError, match="not written by wikic"):
        write_skills(tmp_path, ONE, force=True)
