"""What is new since a commit, with real git: in changed pages, and elsewhere because of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import git, snapshot, write
from support.lint_view import opened

from wikic.config import LintConfig
from wikic.errors import ConfigError, UsageError
from wikic.lint.cache.run import Linted
from wikic.lint.engine import lint
from wikic.lint.gate import git as git_module
from wikic.lint.gate.outcome import new_since

START = {
    "wiki/notes/a.md": "# First\n\nSee [[b]] and [[nobody]].\n",
    "wiki/notes/b.md": "# Second\n\nSee [[a]] and [[no one]].\n\nLonger, so that git sees it moved.\n",
    "wiki/notes/谭 盾.md": "# 谭盾\n\nSee [[b]].\n",
}


@pytest.fixture(autouse=True)
def no_git_of_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(params=["", "deep/kb"])
def kb(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A knowledge base with one commit on main: the root of its repository, or below it."""
    top = tmp_path / "repo"
    write(top / request.param, START)
    git("init", "-q", "-b", "main", cwd=top)
    git("add", "-A", cwd=top)
    git("commit", "-qm", "start", cwd=top)
    return top / request.param


def check(root: Path) -> Linted:
    view = opened(root, LintConfig())
    return Linted(lint(view, select=("L001", "L002", "P003")), view, 0)


def new(root: Path, ref: str = "main") -> list[str]:
    return [f"{each.path}:{each.line} {each.code}" for each in new_since(ref, root, check, check(root))]


def commit(root: Path, message: str = "more") -> None:
    git("add", "-A", cwd=root)
    git("commit", "-qm", message, cwd=root)


def test_nothing_changed_is_nothing_new(kb: Path) -> None:
    assert new(kb) == new(kb, "HEAD") == []


def test_a_new_finding_committed_or_not_is_found(kb: Path) -> None:
    git("switch", "-qc", "work", cwd=kb)
    write(kb, {"wiki/notes/a.md": "Before it.\n\n" + START["wiki/notes/a.md"] + "\n[[someone]]\n"})
    assert new(kb) == ["notes/a.md:7 L001"]
    git("add", "-A", cwd=kb)
    assert new(kb) == ["notes/a.md:7 L001"]
    commit(kb)
    assert new(kb) == ["notes/a.md:7 L001"]
    assert new(kb, "HEAD") == []


def test_a_page_that_goes_makes_its_linkers_findings_new(kb: Path) -> None:
    (kb / "wiki/notes/b.md").unlink()
    assert new(kb) == ["notes/a.md:3 L001", "notes/谭 盾.md:3 L001"]


def test_a_page_that_comes_and_was_never_added_counts(kb: Path) -> None:
    write(kb, {"wiki/notes/c.md": "# C\n\n[[nobody]]\n"})
    assert new(kb) == ["notes/c.md:3 L001"]


@pytest.mark.parametrize("how", ["git mv", "unstaged", "changed", "committed"])
def test_a_renamed_page_takes_its_findings_along(kb: Path, how: str) -> None:
    old, fresh = kb / "wiki/notes/b.md", kb / "wiki/notes/Beta page.md"
    if how in ("git mv", "committed"):
        git("mv", str(old), str(fresh), cwd=kb)
    else:
        old.rename(fresh)
    if how == "changed":
        git("add", "-A", cwd=kb)
        fresh.write_text(fresh.read_text(encoding="utf-8") + "\nAnd a word.\n", encoding="utf-8")
    if how == "committed":
        commit(kb)
    expected = ["notes/a.md:3 L001", "notes/谭 盾.md:3 L001"]  # they link to the old name
    assert new(kb, "main~0" if how != "committed" else "HEAD~1") == expected


def test_a_page_moved_and_rewritten_without_git_is_known_by_its_name(kb: Path) -> None:
    (kb / "wiki/notes/b.md").unlink()
    write(kb, {"wiki/more/b.md": "# Second\n\nSee [[a]] and [[no one]].\n\nAll else here is new.\n"})
    assert new(kb) == []


def test_what_was_mended_on_main_meanwhile_is_not_new_here(kb: Path) -> None:
    git("switch", "-qc", "work", cwd=kb)
    write(kb, {"wiki/notes/c.md": "# C\n\n[[nobody]]\n"})
    commit(kb)
    git("switch", "-q", "main", cwd=kb)
    write(kb, {"wiki/notes/a.md": "# First\n\nSee [[b]].\n"})
    commit(kb)
    git("switch", "-q", "work", cwd=kb)
    assert new(kb) == ["notes/c.md:3 L001"]


def test_before_there_was_a_wiki_everything_is_new(kb: Path) -> None:
    git("switch", "-q", "--orphan", "empty", cwd=kb)
    kb.mkdir(parents=True, exist_ok=True)
    git("commit", "-q", "--allow-empty", "-m", "nothing", cwd=kb)
    write(kb, START)
    assert new(kb, "empty") == ["notes/a.md:3 L001", "notes/b.md:3 L001"]
    assert new(kb, "main") == []  # no common history: its own state is compared with


def test_nothing_in_the_repository_is_touched(kb: Path) -> None:
    (kb / "wiki/notes/b.md").unlink()
    before = snapshot(kb)
    new(kb)
    assert snapshot(kb) == before


def test_inside_a_hook_gits_own_variables_are_understood(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = Path(git("rev-parse", "--show-toplevel", cwd=kb).strip())
    write(kb, {"wiki/notes/c.md": "# C\n\n[[nobody]]\n"})
    monkeypatch.chdir(top)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_WORK_TREE", ".")
    assert new(kb, "HEAD") == ["notes/c.md:3 L001"]


def test_a_linked_work_tree(kb: Path) -> None:
    git("worktree", "add", "-q", "-b", "other", "../other", cwd=kb)
    other = kb.parent / "other"
    there = next(other.rglob("wiki")).parent
    write(there, {"wiki/notes/c.md": "# C\n\n[[nobody]]\n"})
    assert new(there) == ["notes/c.md:3 L001"]


def test_a_ref_there_is_none_of(kb: Path) -> None:
    for ref in ("nowhere", "-h", "", "main:wiki", "0" * 40):
        with pytest.raises(UsageError, match="git knows no commit") as caught:
            new(kb, ref)
        assert "shallow" not in caught.value.hint


def test_a_shallow_clone_says_so(kb: Path, tmp_path: Path) -> None:
    commit_of_old = git("rev-parse", "HEAD", cwd=kb).strip()
    write(kb, {"wiki/notes/c.md": "# C\n\n[[nobody]]\n"})
    commit(kb)
    top = git("rev-parse", "--show-toplevel", cwd=kb).strip()
    git("clone", "-q", "--depth", "1", f"file://{top}", str(tmp_path / "clone"), cwd=tmp_path)
    clone = next((tmp_path / "clone").rglob("wiki")).parent
    with pytest.raises(UsageError, match="git knows no commit") as caught:
        new(clone, commit_of_old)
    assert "shallow" in caught.value.hint
    assert new(clone, "HEAD") == []


def test_outside_a_repository(tmp_path: Path) -> None:
    write(tmp_path / "kb", START)
    with pytest.raises(ConfigError, match="needs a git work tree"):
        new(tmp_path / "kb")


def test_without_git(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ConfigError, match="git, which is not installed"):
        new(kb)


def test_the_place_in_a_repository_needs_no_git(kb: Path, tmp_path: Path) -> None:
    top = Path(git("rev-parse", "--show-toplevel", cwd=kb).strip())
    expected = "" if kb == top else "deep/kb/"
    assert git_module.place_in_repository(kb) == expected
    shutil.rmtree(top / ".git")
    assert git_module.place_in_repository(tmp_path) == ""


def test_a_vault_is_its_own_root(tmp_path: Path) -> None:
    settings = LintConfig(profile="vault")

    def look(root: Path) -> Linted:
        view = opened(root, settings)
        return Linted(lint(view, select=("L001",)), view, 0)

    write(tmp_path / "v", {"a.md": "# First\n\n[[nobody]]\n", "b/c.md": "# C\n\n[[a]]\n"})
    git("init", "-q", "-b", "main", cwd=tmp_path / "v")
    commit(tmp_path / "v")
    (tmp_path / "v/a.md").rename(tmp_path / "v/z.md")
    found: Callable[[], list[str]] = lambda: [  # noqa: E731
        each.path for each in new_since("HEAD", tmp_path / "v", look, look(tmp_path / "v"))
    ]
    assert found() == ["b/c.md"]
