"""``--dry-run`` changes nothing at all, and its diff is what the run would do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import Done, git, snapshot, wikic, write
from support.pictures import png


def dry(home: Path, *arguments: str) -> Done:
    """A dry run, after seeing that it left every byte and every file as it was, ``.wikic/`` too."""
    before = snapshot(home)
    done = wikic(*arguments, "--dry-run", "-C", "kb", cwd=home)
    assert snapshot(home) == before
    return done


def applied(home: Path, diff: str, *arguments: str) -> None:
    """``git apply`` of the diff gives what the run itself gives."""
    shutil.copytree(home / "kb", home / "patched")
    git("init", "-q", cwd=home / "patched")
    git("apply", "--whitespace=nowarn", "-", cwd=home / "patched", text=diff)
    wikic(*arguments, "-C", "kb", cwd=home)
    patched = {name: data for name, data in snapshot(home / "patched/wiki").items() if data != "dir"}
    assert patched == {name: data for name, data in snapshot(home / "kb/wiki").items() if data != "dir"}


def test_forget(home: Path) -> None:
    done = dry(home, "forget", "docs/ada.md")
    assert "docs/ada.md would be forgotten\n1 page would be written, 2 would be deleted\n" in done.out
    applied(home, done.out, "forget", "docs/ada.md")


def test_forget_lists_what_people_wrote(home: Path) -> None:
    page = home / "kb/wiki/people/Ada-Lovelace.md"
    page.write_text(page.read_text() + "\n## Mine\n\nMy words.\n")
    done = dry(home, "forget", "docs/ada.md")
    assert "people/Ada-Lovelace.md: its facts are gone; it stays for what people wrote on it" in done.out
    applied(home, done.out, "forget", "docs/ada.md")
    assert "My words." in page.read_text()


def test_a_first_compile_in_several_batches(home: Path) -> None:
    shutil.rmtree(home / "kb")
    wikic("init", "docs", "-C", "kb", cwd=home)
    with (home / "kb/wikic.toml").open("a") as file:
        file.write("batch = 1\n")  # London is written by two batches
    shutil.rmtree(home / "kb/.wikic")
    done = dry(home, "compile", "docs")
    assert "3 sources would be taken in (3 new, 0 changed)" in done.out
    assert done.out.count("+++ b/wiki/geography/London.md") == 1
    applied(home, done.out, "compile", "docs")


def test_a_compile_that_adds_changes_and_prunes(home: Path) -> None:
    write(
        home / "docs",
        {
            "ada.md": "# Ada Lovelace\n\nAda Lovelace was born in Paris.\f\nShe \u2028 wrote.\n",
            "伯尔尼.md": "# 伯尔尼\n\n伯尔尼是瑞士的首都。\n",
            "no end.txt": "New York\n\nNew York is a city in the United States.",
        },
    )
    (home / "docs/paris.md").rename(home / "docs/lutetia.md")  # pruned here and added there
    with (home / "docs/lutetia.md").open("a", encoding="utf-8") as file:
        file.write("\nParis lies on the Seine.\n")
    page = home / "kb/wiki/geography/London.md"
    page.rename(page.with_name("Big Smoke.md"))
    done = dry(home, "compile", "docs", "--prune")
    assert "1 source would be forgotten:\n  docs/paris.md\n" in done.out
    applied(home, done.out, "compile", "docs", "--prune")


def test_with_nothing_to_do(home: Path) -> None:
    done = dry(home, "compile", "docs")
    assert done.out.startswith("0 sources would be taken in (0 new, 0 changed), 3 unchanged")


def test_as_json(home: Path) -> None:
    found = dry(home, "forget", "docs/ada.md", "--json").json
    assert found["forgotten"] == ["docs/ada.md"] and (found["written"], found["deleted"]) == (1, 2)
    paths = [each["path"] for each in found["proposed"]]
    assert paths == sorted(paths) and "people/Ada-Lovelace.md" in paths
    assert {each["action"] for each in found["proposed"]} == {"write", "delete"}
    assert all(each["diff"].startswith("--- ") for each in found["proposed"])


def test_after_a_crash_it_finishes_nothing(home: Path) -> None:
    journal = home / "kb/.wikic/journal/t-crashed_"
    journal.mkdir(parents=True)
    assert "a run crashed" in dry(home, "compile", "docs").out
    assert "dropped a change" in wikic("compile", "docs", "-C", "kb", cwd=home).out
    assert not journal.exists()


@pytest.mark.parametrize(
    "command", [("status",), ("lint",), ("status", "--json"), ("lint", "--format", "json")]
)
def test_commands_that_read_leave_no_trace(home: Path, command: tuple[str, ...]) -> None:
    shutil.rmtree(home / "kb/.wikic")
    before = snapshot(home)
    wikic(*command, "-C", "kb", cwd=home)
    assert snapshot(home) == before


def test_a_picture_is_named_and_not_printed(home: Path) -> None:
    png(home / "docs/img/lamp.png")
    write(home / "docs", {"lamp.md": "# Lamp\n\nThe Lamp is a light in London.\n\n![Lamp](img/lamp.png)\n"})
    out = dry(home, "compile", "docs").out
    (line,) = (
        line for line in out.split("\n") if line.startswith("Binary files /dev/null and b/wiki/sources/")
    )
    assert line.endswith(".png differ") and "IHDR" not in out
    shutil.copytree(home / "kb", home / "patched")
    git("init", "-q", cwd=home / "patched")
    git("apply", "--whitespace=nowarn", "-", cwd=home / "patched", text=out)  # all but the picture
