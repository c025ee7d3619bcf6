"""What was found in a clone is kept in the user's cache: for all clones alike, and nothing is left in one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, git, snapshot, wikic, write

from wikic.lint.cache.run import lint_tree
from wikic.lint.gate.clone_cache import clone_cache
from wikic.wiki.tree import Tree

PAGES = {
    "kb/wiki/schema.yaml": "format: 3\n",
    "kb/wiki/people/Ada.md": "# Ada\n\n- See [[Bo]].\n",
    "kb/wiki/people/Bo.md": "# Bo\n\n- See [[nobody]].\n",
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """A repository with a knowledge base that was never built here."""
    home = tmp_path / "origin"
    write(home, PAGES)
    git("init", "-q", cwd=home)
    git("add", "-A", cwd=home)
    git("commit", "-q", "-m", "first", cwd=home)
    return home


def clone(origin: Path, name: str, *options: str) -> Path:
    target = origin.parent / name
    git("clone", "-q", *options, f"file://{origin}", str(target), cwd=origin.parent)
    return target / "kb"


def test_clones_share_what_was_found(origin: Path) -> None:
    here, there = clone(origin, "here"), clone(origin, "elsewhere")
    kept = clone_cache(here)
    assert kept is not None and kept == clone_cache(there)
    first = lint_tree(Tree(here), cache=kept, workers=1)
    assert first.examined == len(PAGES) and not first.unkept
    again = lint_tree(Tree(there), cache=kept, workers=1)
    assert again.examined == 0 and again.findings == first.findings
    write(there, {"wiki/people/Bo.md": "# Bo\n\n- See [[Ada]].\n"})
    changed = lint_tree(Tree(there), cache=kept, workers=1)
    assert changed.findings == lint_tree(Tree(there), workers=1).findings != first.findings


def test_the_command_leaves_nothing_in_a_clone(origin: Path, cache: Path) -> None:
    here = clone(origin, "here")
    before = snapshot(here)
    env = ENVIRONMENT | {"XDG_CACHE_HOME": str(cache)}
    first = wikic("lint", cwd=here, env=env, code=1)
    assert "nobody" in first.out
    assert snapshot(here) == before
    assert len([*(cache / "wikic" / "lint").iterdir()]) == 1
    assert wikic("lint", cwd=here, env=env, code=1).out == first.out
    wikic(
        "lint",
        "--no-cache",
        cwd=clone(origin, "other"),
        env=env | {"XDG_CACHE_HOME": str(cache / "no")},
        code=1,
    )
    assert not (cache / "no").exists()


def test_another_place_in_the_repository_has_a_file_of_its_own(origin: Path) -> None:
    here = clone(origin, "here")
    assert clone_cache(here) != clone_cache(here.parent)


def test_a_shallow_clone_is_known_by_its_origin(origin: Path) -> None:
    write(origin, {"kb/wiki/people/Cy.md": "# Cy\n"})
    git("add", "-A", cwd=origin)
    git("commit", "-q", "-m", "second", cwd=origin)
    first = clone_cache(clone(origin, "first", "--depth=1"))
    assert first is not None and first == clone_cache(clone(origin, "second", "--depth=1"))


def test_without_a_repository_a_commit_or_room_nothing_is_kept(
    tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert clone_cache(tmp_path) is None
    empty = tmp_path / "empty"
    empty.mkdir()
    git("init", "-q", cwd=empty)
    assert clone_cache(empty) is None
    write(tmp_path, {"file": ""})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert clone_cache(origin / "kb") is None


def test_only_what_was_linted_last_is_kept(origin: Path, cache: Path) -> None:
    own = clone_cache(origin / "kb")
    assert own is not None
    own.write_bytes(b"")
    os.utime(own, (1, 1))
    folder = own.parent
    (folder / "no file").mkdir()
    for at in range(20):
        file = folder / f"old-{at:02}"
        file.write_bytes(b"")
        os.utime(file, (at + 2, at + 2))
    assert clone_cache(origin / "kb") == own
    kept = sorted(file.name for file in folder.iterdir() if file.is_file())
    assert kept == sorted((own.name, *(f"old-{at:02}" for at in range(5, 20))))


def test_large_files_go_and_the_one_in_use_stays(origin: Path) -> None:
    own = clone_cache(origin / "kb")
    assert own is not None
    for name in (own.name, "another"):
        with (own.parent / name).open("wb") as file:
            file.truncate((1 << 30) + 1)  # sparse
        os.utime(own.parent / name, (1, 1))
    assert clone_cache(origin / "kb") == own
    assert [file.name for file in own.parent.iterdir()] == [own.name]
