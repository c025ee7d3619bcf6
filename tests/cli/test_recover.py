"""``wikic recover``: what was begun elsewhere is shown, finished or dropped."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import snapshot, wikic

from wikic import layout
from wikic.model.change import ChangeSet, Write
from wikic.wiki.lock import writer
from wikic.wiki.transaction import apply


class Crash(Exception):
    pass


@pytest.fixture
def copy(home: Path) -> Path:
    """``home/copy``: a copy of a wiki in which a run had crashed."""

    def fault(step: str) -> None:
        if step.startswith("replace"):
            raise Crash

    page = (home / "kb/wiki/people/Ada-Lovelace.md").read_bytes()
    changes = (
        Write("people/New.md", b"# New\n"),
        Write("people/Ada-Lovelace.md", page + b"\nMore.\n", layout.content_hash(page)),
    )
    with pytest.raises(Crash), writer(home / "kb"):
        apply(home / "kb", ChangeSet("a crashed run", changes), faults=fault)
    shutil.copytree(home / "kb", home / "copy")
    return home


def test_there_is_nothing_to_show_as_a_rule(home: Path) -> None:
    assert wikic("recover", "-C", "kb", cwd=home).out == "nothing was left unfinished\n"
    assert wikic("recover", "--json", "-C", "kb", cwd=home).json == {
        "version": 1,
        "left": [],
        "done": [],
    }


def test_commands_that_write_stop_and_say_what_to_do(copy: Path) -> None:
    before = snapshot(copy / "copy/wiki")
    for command in (("compile", "docs"), ("fix",), ("forget", "docs/ada.md")):
        done = wikic(*command, "-C", "copy", cwd=copy, code=2)
        assert "not begun in this directory" in done.err and "`wikic recover` shows them" in done.err
    wikic("lint", "--fail-on", "never", "-C", "copy", cwd=copy)
    assert snapshot(copy / "copy/wiki") == before
    wikic("compile", "-C", "kb", cwd=copy)  # where it was begun it is finished without a word


def test_it_is_shown_as_a_diff(copy: Path) -> None:
    done = wikic("recover", "-C", "copy", cwd=copy, code=1)
    assert "a crashed run; not begun in this directory" in done.out
    assert "+++ b/wiki/people/Ada-Lovelace.md\n" in done.out and "\n+More.\n" in done.out
    (left,) = wikic("recover", "--json", "-C", "copy", cwd=copy, code=1).json["left"]
    assert left["begun_here"] is False and left["fault"] == ""
    assert [each["path"] for each in left["changes"]] == ["people/Ada-Lovelace.md", "people/New.md"]


def test_it_is_finished(copy: Path) -> None:
    assert "finished what a crashed run had begun" in wikic("recover", "--finish", "-C", "copy", cwd=copy).out
    assert (copy / "copy/wiki/people/Ada-Lovelace.md").read_bytes().endswith(b"\nMore.\n")
    wikic("compile", "docs", "-C", "copy", cwd=copy)


def test_it_is_dropped(copy: Path) -> None:
    before = snapshot(copy / "copy/wiki")
    assert wikic("recover", "--drop", "-C", "copy", cwd=copy).out == "dropped: 1 journal\n"
    assert snapshot(copy / "copy/wiki") == before
    wikic("compile", "docs", "-C", "copy", cwd=copy)


def test_one_or_the_other(copy: Path) -> None:
    assert "exclude each other" in wikic("recover", "--finish", "--drop", cwd=copy, code=2).err


def test_caches_of_a_copy_are_believed_by_a_persons_word(home: Path) -> None:
    for trusted in (True, False):
        shutil.copytree(home / "kb", home / "copy")
        wikic("recover", *(["--trust"] if trusted else []), "-C", "copy", cwd=home)
        assert (home / "copy/.wikic/names").exists() is trusted
        shutil.rmtree(home / "copy")
