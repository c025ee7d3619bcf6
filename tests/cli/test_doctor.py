"""``wikic doctor`` and what ``init --git`` does, as commands."""

from __future__ import annotations

import subprocess
from pathlib import Path

from support.command import ENVIRONMENT, WIKIC, snapshot, wikic, write


def test_it_exits_with_0_where_nothing_that_is_wanted_is_broken(home: Path) -> None:
    before = snapshot(home / "kb")
    done = wikic("doctor", "-C", "kb", cwd=home)
    assert "LevelDB" in done.out and "PROBLEM" not in done.out
    assert snapshot(home / "kb") == before
    checks = wikic("doctor", "-C", "kb", "--json", cwd=home).json
    assert checks["problems"] == 0
    assert {"name", "state", "said", "mend"} == set(checks["checks"][0])


def test_it_exits_with_1_where_something_is(home: Path) -> None:
    (home / "kb/wiki/schema.yaml").write_text("dimensions: [")
    done = wikic("doctor", "-C", "kb", cwd=home, code=1)
    assert "PROBLEM  knowledge base" in done.out


def test_outside_of_a_knowledge_base_the_machine_is_looked_at(tmp_path: Path) -> None:
    done = wikic("doctor", cwd=tmp_path)
    assert "only this machine was looked at" in done.out


def test_init_registers_the_driver_when_asked_and_says_how_when_not(tmp_path: Path) -> None:
    write(tmp_path, {"docs/ada.md": "# Ada Lovelace\n\nAda Lovelace was a mathematician.\n"})
    assert "git config" not in wikic("init", "docs", "-C", "kb", cwd=tmp_path).out
    refused = wikic("init", "docs", "-C", "two", "--git", cwd=tmp_path, code=2)
    assert "in no git repository" in refused.err and not (tmp_path / "two").exists()
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    told = wikic("init", "docs", "-C", "three", cwd=tmp_path).out
    assert 'git config merge.wikic.driver "wikic merge-driver %O %A %B %P %L"' in told
    assert "in this clone now" in wikic("init", "docs", "-C", "four", "--git", cwd=tmp_path).out
    assert "git config" not in wikic("init", "docs", "-C", "five", cwd=tmp_path).out


def test_a_file_that_is_not_there_is_named(home: Path) -> None:
    gone = wikic("init", "no/such.md", "-C", "new", cwd=home, code=2)
    assert "there is no such file or folder" in gone.err


def test_a_question_comes_from_standard_input(home: Path) -> None:
    asked = wikic("ask", "-", "-C", "kb", cwd=home, given="Where was Ada Lovelace born?\n")
    assert "London" in asked.out
    wikic("ask", "-", "-C", "kb", cwd=home, given="", code=2)


def test_shells_are_told_what_completes_a_command(home: Path) -> None:
    env = {**ENVIRONMENT, "_WIKIC_COMPLETE": "complete_bash", "COMP_WORDS": "wikic exp", "COMP_CWORD": "1"}
    done = subprocess.run([WIKIC], cwd=home, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["export"]
