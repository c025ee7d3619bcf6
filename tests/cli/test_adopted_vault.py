"""An adopted vault on the command line: what reads it, and what says that there is no wiki to work on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import Done, git, snapshot, wikic, write
from support.vault_notes import plant


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("adopted") / "garden")


def run(garden: Path, *arguments: str, code: int = 0) -> Done:
    return wikic(*arguments, "-C", str(garden), cwd=garden.parent, code=code)


def test_what_adopt_wrote_is_enough(tmp_path: Path) -> None:
    write(tmp_path, {"notes/a b.md": "# Tides\n\nSpring tides follow the full moon.\n", "notes/c.md": "x\n"})
    wikic("adopt", "notes", cwd=tmp_path)
    done = wikic("ask", "What do spring tides follow?", "-C", "notes", cwd=tmp_path)
    assert done.out.startswith("- Spring tides follow the full moon.\n    [[a b]]\n")
    assert done.err == ""


def test_search(garden: Path) -> None:
    assert run(garden, "search", "brassicas").out.startswith("Garden plan  Plan for the allotment\n")
    assert run(garden, "search", "heap", "--in", "archive").out.startswith("archive/Compost  ")
    assert "Nothing in the wiki" in run(garden, "search", "molehills", code=1).err


def test_read(garden: Path) -> None:
    assert "Rain barrels feed both beds." in run(garden, "read", "Plan for the allotment").out
    assert run(garden, "read", "/").out.startswith("# garden (5 pages)")
    assert "no page" in run(garden, "read", "raw/letter", code=1).err


def test_indexes_stay_out_of_git(tmp_path: Path) -> None:
    garden = plant(tmp_path / "garden")
    git("init", "-q", cwd=garden)
    git("add", "-A", cwd=garden)
    wikic("ask", "What draws rats?", "-C", garden, cwd=tmp_path)
    assert (garden / ".wikic/catalogue").is_file()
    assert ".wikic" not in git("status", "--porcelain", "--untracked-files=all", cwd=garden)


def test_ask(garden: Path) -> None:
    done = run(garden, "ask", "Why does citrus peel stay out?")
    assert done.out.startswith(
        "- Thing: Citrus peel; Why: too sour for worms\n    [[Compost#What stays out]]\n"
    )
    assert "more passages: --evidence" in done.out
    refused = run(garden, "ask", "What is the capital of Peru?", code=1)
    assert refused.out.startswith("Not in this wiki.")


def test_a_list_stands_below_the_line_that_leads_in_to_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"Pump.md": "# Pump\n\nTo start the irrigation pump:\n\n1. open the valve\n2. press green\n"},
    )
    wikic("adopt", ".", cwd=tmp_path)
    done = run(tmp_path, "ask", "How do I start the irrigation pump?")
    assert "- To start the irrigation pump:\n  1. open the valve\n  2. press green\n" in done.out


def test_a_trace_is_played_again(garden: Path, tmp_path: Path) -> None:
    trace = str(tmp_path / "trace.json")
    first = run(garden, "ask", "When do runner beans go out?", "--trace-file", trace)
    again = run(garden, "ask", "--replay", trace)
    assert again.out.splitlines()[:2] == first.out.splitlines()[:2]
    assert again.err == ""


def test_where_no_index_can_be_kept_it_is_said(tmp_path: Path) -> None:
    own = plant(tmp_path / "own")
    (own / ".wikic/index.lock").mkdir(parents=True)  # in the way
    before = snapshot(own, without=(".wikic",))
    for command in (("search", "beans"), ("read", "Home"), ("ask", "When do runner beans go out?")):
        done = run(own, *command)
        assert done.out
        assert "cannot be written: the index is made for this run alone" in done.err
    assert snapshot(own, without=(".wikic",)) == before


@pytest.mark.parametrize(
    "command",
    [
        ("chat",),
        ("export", "skill"),
        ("export", "skills"),
        ("evolve",),
        ("forget", "Home.md"),
        ("mirror",),
        ("status",),
        ("rename", "Home", "Start"),
        ("merge", "Home", "Compost"),
    ],
    ids=" ".join,
)
def test_what_needs_a_compiled_wiki_says_so(garden: Path, command: tuple[str, ...]) -> None:
    before = snapshot(garden, without=(".wikic",))
    done = run(garden, *command, code=2)
    assert "no wiki in" in done.err
    assert snapshot(garden, without=(".wikic",)) == before


def test_a_site_lies_outside(garden: Path, tmp_path: Path) -> None:
    before = snapshot(garden, without=(".wikic",))
    assert "OUT is missing" in run(garden, "export", "site", code=2).err
    assert "outside the vault" in run(garden, "export", "site", str(garden / "site"), code=2).err
    assert "10 pages" in run(garden, "export", "site", str(tmp_path / "site")).out
    assert snapshot(garden, without=(".wikic",)) == before


def test_lint_keeps_what_it_found(tmp_path: Path) -> None:
    garden = plant(tmp_path / "garden")
    git("init", "-q", cwd=garden)
    git("add", "-A", cwd=garden)
    cold = wikic("lint", "-C", garden, "--json", cwd=tmp_path, code=1)
    assert (garden / ".wikic/lint-cache").is_file()
    assert ".wikic" not in git("status", "--porcelain", "--untracked-files=all", cwd=garden)
    assert wikic("lint", "-C", garden, "--json", cwd=tmp_path, code=1) == cold
    shutil.rmtree(garden / ".wikic")
    assert wikic("lint", "-C", garden, "--json", "--no-cache", cwd=tmp_path, code=1) == cold
    assert not (garden / ".wikic").exists()


def test_lint_says_where_it_cannot_keep_what_it_found(tmp_path: Path) -> None:
    garden = plant(tmp_path / "garden")
    told = wikic("lint", "-C", garden, cwd=tmp_path, code=1)
    assert "nothing can be kept" not in told.err
    kept = garden / ".wikic/lint-cache"
    kept.unlink()
    (kept / "theirs").mkdir(parents=True)  # what not even root can replace
    refused = wikic("lint", "-C", garden, cwd=tmp_path, code=1)
    assert "nothing can be kept in .wikic for the next run: Is a directory" in refused.err
    assert refused.out == told.out
    assert "nothing can be kept" not in wikic("lint", "-C", garden, "--no-cache", cwd=tmp_path, code=1).err
    assert wikic("lint", "-C", garden, "--quiet", cwd=tmp_path, code=1).err == ""
