"""Branches of a wiki, merged by real git with the real driver: what both did is there, and folds exactly."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support.bench import Bench
from support.command import ENVIRONMENT, command_line, git, wikic
from support.table_curator import Doc

ADA = Doc(
    "t/ada",
    (("Ada Lovelace", "people", ("Countess of Lovelace",)), ("London", "places", ())),
    (
        (0, "Ada Lovelace was born in London.", (1,)),
        (0, "She wrote the first program.", ()),
        (0, "She died in 1852.", ()),
    ),
)
BO = Doc(
    "t/bo",
    (("Bo Diddley", "people", ()), ("London", "places", ("The Smoke",))),
    ((0, "Bo Diddley saw London.", (1,)), (1, "London is loud.", ())),
)
CY = Doc(
    "t/cy",
    (("Cy Twombly", "people", ()), ("London", "places", ("The Big Smoke",)), ("Ada Lovelace", "people", ())),
    ((0, "Cy Twombly painted London.", (1,)), (1, "London is grey.", ()), (2, "Ada loved horses.", ())),
)
PAGE = "people/Ada-Lovelace.md"
CITY = "places/London.md"

DRIVEN = ("**/*.md", "*.md", "*.yaml")  # as `wikic init` writes them
Change = Callable[[Bench], None]


def driver() -> str:
    """The command that git is told to merge files with."""
    return f"{shlex.join(command_line('merge-driver'))} %O %A %B %P %L"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A repository with Ada's document compiled and committed."""
    bench = Bench(tmp_path).start()
    bench.compile([ADA])
    (bench.kb / ".gitignore").write_text(".wikic/\n")
    (bench.kb / ".gitattributes").write_text("".join(f"wiki/{each} merge=wikic\n" for each in DRIVEN))
    git("init", "-q", "-b", "main", cwd=bench.kb)
    git(
        "config",
        "merge.wikic.driver",
        driver(),
        cwd=bench.kb,
    )
    commit(bench)
    return bench


def commit(bench: Bench) -> None:
    git("add", "-A", cwd=bench.kb)
    git("commit", "-q", "--allow-empty", "-m", "change", cwd=bench.kb)


def edited(page: str, old: str, new: str) -> Change:
    def change(bench: Bench) -> None:
        file = bench.wiki / page
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")

    return change


def compiled(*docs: Doc) -> Change:
    return lambda bench: bench.compile(docs) and None  # type: ignore[func-returns-value]


def branch(bench: Bench, ours: Change, theirs: Change) -> int:
    """Make both changes on branches of their own and merge; returns git's exit code."""
    git("checkout", "-q", "-b", "theirs", cwd=bench.kb)
    theirs(bench)
    commit(bench)
    git("checkout", "-q", "main", cwd=bench.kb)
    ours(bench)
    commit(bench)
    run = subprocess.run(
        ["git", "merge", "-q", "-m", "merge", "theirs"], cwd=bench.kb, env=ENVIRONMENT, check=False
    )
    return run.returncode


def in_turn(tmp_path: Path, *changes: Change) -> dict[str, str]:
    """The wiki on which the same was done one after the other."""
    bench = Bench(tmp_path / "in-turn" / tmp_path.name).start()  # the folder is part of a location
    bench.compile([ADA])
    for change in changes:
        change(bench)
        bench.compile([ADA])
    return bench.files()


def settled(bench: Bench) -> dict[str, str]:
    """The wiki after the next writing command, remembered or not."""
    bench.compile([ADA])
    files = bench.files()
    bench.forget_build()
    bench.compile([ADA])
    assert bench.files() == files
    return files


def test_two_branches_that_compiled_other_documents(bench: Bench, tmp_path: Path) -> None:
    assert branch(bench, compiled(ADA, BO), compiled(ADA, CY)) == 0
    city = (bench.wiki / CITY).read_text()
    assert "London is loud." in city and "London is grey." in city  # before any fold
    assert "The Smoke" in city and "The Big Smoke" in city
    assert settled(bench) == in_turn(tmp_path, compiled(ADA, BO), compiled(ADA, CY))


def test_both_branches_added_the_same_page(bench: Bench, tmp_path: Path) -> None:
    other = Doc("t/bo2", (("Bo Diddley", "people", ("Bo",)),), ((0, "Bo played a square guitar.", ()),))
    assert branch(bench, compiled(ADA, BO), compiled(ADA, other)) == 0
    page = (bench.wiki / "people/Bo-Diddley.md").read_text()
    assert "Bo Diddley saw London." in page and "Bo played a square guitar." in page
    assert settled(bench) == in_turn(tmp_path, compiled(ADA, BO), compiled(ADA, other))


@pytest.mark.parametrize(
    "change",
    [
        edited(PAGE, "She wrote the first program.", "She wrote the *very* first program."),
        edited(PAGE, "aliases: [Countess of Lovelace]", "aliases: [Augusta]"),
        edited(PAGE, "\n## Related Sources", "\n## Notes\nShe is dear to us.\n\n## Related Sources"),
        edited(PAGE, "\n# Ada Lovelace", "\n# Augusta Ada"),
        edited(PAGE, "Ada Lovelace\n", "Augusta Ada\n"),
        edited(PAGE, "## Key Facts\n", "## Key Facts\n- She is on a banknote.\n"),
    ],
    ids=["reworded", "alias", "section", "heading", "title and heading", "own bullet"],
)
def test_a_person_edits_while_a_branch_compiles(bench: Bench, tmp_path: Path, change: Change) -> None:
    assert branch(bench, change, compiled(ADA, CY)) == 0
    assert settled(bench) == in_turn(tmp_path, change, compiled(ADA, CY))


def test_a_deleted_fact_stays_deleted(bench: Bench, tmp_path: Path) -> None:
    def delete(bench: Bench) -> None:
        file = bench.wiki / PAGE
        lines = file.read_text().split("\n")
        file.write_text("\n".join(line for line in lines if "first program" not in line))

    assert branch(bench, delete, compiled(ADA, CY)) == 0
    files = settled(bench)
    assert "first program" not in files[PAGE] and "Ada loved horses." in files[PAGE]
    assert files == in_turn(tmp_path, delete, compiled(ADA, CY))


def test_two_people_who_reword_one_fact_differently_are_both_shown(bench: Bench) -> None:
    ours = edited(PAGE, "She died in 1852.", "She died in *1852*.")
    theirs = edited(PAGE, "She died in 1852.", "She died young, in 1852.")
    assert branch(bench, ours, theirs) == 1
    page = (bench.wiki / PAGE).read_text()
    assert page.count("<<<<<<<") == page.count(">>>>>>>") == 1
    assert "She died in *1852*." in page and "She died young, in 1852." in page
    assert page.count("- She wrote the first program.") == 1


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ((PAGE, "\n# Ada Lovelace\n", "\n# Ada Lovelace\n> Mathematician\n"),
         (PAGE, "\n# Ada Lovelace\n", "\n# Ada Lovelace\n> Poet's daughter\n")),
        ((PAGE, "title: Ada Lovelace", "title: Mathematician"),
         (PAGE, "title: Ada Lovelace", "title: Poet's daughter")),
        ((PAGE, "title: Ada Lovelace", "title: Mathematician"),
         (PAGE, "\n# Ada Lovelace", "\n# Poet's daughter")),
        ((PAGE, "type: people\n", "type: people\nrank: Mathematician\n"),
         (PAGE, "type: people\n", "type: people\nrank: Poet's daughter\n")),
        (("schema.yaml", "dimensions:\n", "overview: Mathematician\ndimensions:\n"),
         ("schema.yaml", "\nfallback:", "\noverview: Poet's daughter\nfallback:")),
    ],
    ids=["summary", "title", "title and heading", "own key", "schema"],
)  # fmt: skip
def test_one_thing_that_two_people_said_in_two_ways_is_marked(
    bench: Bench, ours: tuple[str, str, str], theirs: tuple[str, str, str]
) -> None:
    assert branch(bench, edited(*ours), edited(*theirs)) == 1
    text = (bench.wiki / ours[0]).read_text()
    assert "Mathematician" in text and "Poet" in text and text.count("<<<<<<<") == 1


def test_a_title_is_edited_with_its_heading(bench: Bench) -> None:
    """The file's name, which was as ever, took both back."""
    edited(PAGE, "Ada Lovelace\n", "Augusta Ada\n")(bench)
    files = settled(bench)
    assert PAGE not in files and "# Augusta Ada\n" in files["people/Augusta-Ada.md"]


def test_a_summary_goes_with_what_a_branch_compiles(bench: Bench) -> None:
    """Nobody else gave one: no conflict."""
    ours = edited(PAGE, "\n# Ada Lovelace\n", "\n# Ada Lovelace\n> Mathematician\n")
    assert branch(bench, ours, compiled(ADA, CY)) == 0
    assert "> Mathematician" in settled(bench)[PAGE]


def test_two_people_who_note_different_things(bench: Bench) -> None:
    ours = edited(PAGE, "\n## Related Sources", "\n## Notes\nOurs.\n\n## Related Sources")
    theirs = edited(PAGE, "aliases: [", "aliases: [The Enchantress, ")
    assert branch(bench, ours, theirs) == 0
    page = settled(bench)[PAGE]
    assert "## Notes\nOurs." in page and "  aliases: [The Enchantress]" in page


def test_a_wiki_deep_in_a_repository(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "repo" / "deep").start()
    bench.compile([ADA])
    top = tmp_path / "repo"
    (top / ".gitignore").write_text(".wikic/\n*.jsonl\n")
    (bench.kb / ".gitattributes").write_text("wiki/**/*.md merge=wikic\n")
    git("init", "-q", "-b", "main", cwd=top)
    git("config", "merge.wikic.driver", driver(), cwd=top)
    git("add", "-A", cwd=top)
    git("commit", "-q", "-m", "base", cwd=top)
    assert branch(bench, compiled(ADA, BO), compiled(ADA, CY)) == 0


def test_without_the_driver_git_merges_as_ever(bench: Bench) -> None:
    git("config", "--unset", "merge.wikic.driver", cwd=bench.kb)
    assert branch(bench, compiled(ADA, BO), lambda bench: None) == 0
    shutil.rmtree(bench.kb)


def decided(same: str) -> Change:
    return lambda bench: (bench.wiki / "identity.yaml").write_text(f"same:\n{same}") and None  # type: ignore[func-returns-value]


def test_both_branches_decided_who_is_who(bench: Bench) -> None:
    assert branch(bench, decided("- [Ada Lovelace, Ada]\n"), decided("- [London, The Smoke]\n")) == 0
    text = (bench.wiki / "identity.yaml").read_text()
    assert "Ada Lovelace" in text and "The Smoke" in text and "<<<<" not in text
    settled(bench)


def test_both_branches_added_a_directory(bench: Bench) -> None:
    def adding(name: str) -> Change:
        return edited("schema.yaml", "dimensions:\n", f"dimensions:\n- name: {name}\n  description: New.\n")

    assert branch(bench, adding("ships"), adding("banks")) == 0
    text = (bench.wiki / "schema.yaml").read_text()
    assert "name: ships" in text and "name: banks" in text
    settled(bench)


def test_one_thing_described_in_two_ways_is_a_conflict(bench: Bench) -> None:
    def about(focus: str) -> Change:
        return edited("schema.yaml", "focus: a table", f"focus: {focus}")

    assert branch(bench, about("ships"), about("banks")) == 1
    assert "<<<<<<<" in (bench.wiki / "schema.yaml").read_text()


def test_without_the_driver_fix_mends_what_git_left(bench: Bench) -> None:
    """A host's merge button runs no driver."""
    git("config", "--unset", "merge.wikic.driver", cwd=bench.kb)
    assert branch(bench, compiled(ADA, BO), compiled(ADA, CY)) == 1
    assert "<<<<<<<" in (bench.wiki / "index.md").read_text() + (bench.wiki / CITY).read_text()
    wikic("fix", "-C", "kb", cwd=bench.root)
    files = settled(bench)
    assert not any("<<<<<<<" in text for text in files.values())
    assert "London is loud." in files[CITY] and "London is grey." in files[CITY]
