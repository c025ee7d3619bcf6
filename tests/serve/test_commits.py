"""Commits of what forms change, in repositories in every state people leave them in."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import ENVIRONMENT, git, write

from wikic.errors import UsageError
from wikic.serve import commits

PAGE, OTHER, NEW = "wiki/people/Ada.md", "wiki/people/Bo.md", "wiki/people/Cy.md"


@pytest.fixture(autouse=True)
def _as_ann(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        if name.startswith("GIT_"):
            monkeypatch.setenv(name, value)


@pytest.fixture(params=["", "notes/my kb"])
def kb(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A knowledge base with two pages, in a repository of its own or in a folder of one."""
    root = tmp_path / "repository" / request.param
    write(root, {PAGE: "Ada\n", OTHER: "Bo\n"})
    git("init", "--quiet", "--initial-branch=main", cwd=tmp_path / "repository")
    git("add", "--all", cwd=root)
    git("commit", "--quiet", "--message=begin", cwd=root)
    return root


def status(root: Path) -> str:
    return git("status", "--porcelain", "--no-renames", "--untracked-files=all", ".", cwd=root)


def committed(root: Path) -> list[str]:
    """The files of the last commit, from the knowledge base."""
    listed = git("show", "--name-only", "--format=", "--relative", "-z", "HEAD", cwd=root)
    return sorted(each for each in listed.split("\0") if each)


def head(root: Path) -> str:
    return git("rev-parse", "HEAD", cwd=root)


def hook(root: Path, script: str, name: str = "pre-commit") -> None:
    folder = root / git("rev-parse", "--git-path", "hooks", cwd=root).strip()
    write(folder, {name: f"#!/bin/sh\n{script}\n"})
    (folder / name).chmod(0o755)


def test_only_the_files_that_changed_are_committed(kb: Path) -> None:
    write(kb, {"wiki/people/Ada.md": "Ada\nmore\n", "wiki/people/Cy.md": "Cy\n", "wiki/*.md": "a star\n"})
    write(kb, {"wiki/people/Bo.md": "Bo, saved meanwhile\n", "staged.txt": "mine\n", "loose.txt": "mine\n"})
    git("add", "staged.txt", cwd=kb)
    assert (
        commits.commit(kb, [PAGE, NEW, "wiki/*.md", "wiki/people/Gone.md"], "Edit *", "why\n# not a comment")
        == ""
    )
    assert committed(kb) == ["wiki/*.md", "wiki/people/Ada.md", "wiki/people/Cy.md"]
    lines = [
        line.replace(git("rev-parse", "--show-prefix", cwd=kb).strip(), "")
        for line in status(kb).splitlines()
    ]
    assert [line.replace('"', "") for line in lines] == [
        "A  staged.txt",
        " M wiki/people/Bo.md",
        "?? loose.txt",
    ]
    assert git("log", "-1", "--format=%B", cwd=kb).strip() == "Edit *\n\nwhy\n# not a comment"


def test_pages_that_go_go_whether_git_knew_them_or_not(kb: Path) -> None:
    (kb / PAGE).unlink()
    write(kb, {NEW: "Cy\n"})
    git("add", NEW, cwd=kb)
    (kb / NEW).unlink()
    assert commits.commit(kb, [PAGE, NEW, "wiki/people/Never.md"], "Join", "") == ""
    assert committed(kb) == [PAGE]


def test_what_waits_for_review_is_committed_with_it(kb: Path) -> None:
    write(kb, {"review/sources/digests/a.md": "a\n", "review/sources/digests/b.md": "b\n"})
    git("add", "--all", cwd=kb)
    git("commit", "--quiet", "--message=waits", cwd=kb)
    (kb / "review/sources/digests/a.md").unlink()
    write(
        kb, {PAGE: "Ada\nmore\n", "review/rejected/a.yaml": "key: a\n", "review/rejected/b.yaml": "key: b\n"}
    )
    files = [PAGE, "review/sources/digests/a.md", "review/rejected/a.yaml"]
    assert commits.commit(kb, files, "Accept a", "") == ""
    assert committed(kb) == sorted(files)


def test_a_hook_that_fails_leaves_all_as_it_was(kb: Path) -> None:
    write(kb, {PAGE: "Ada\nstaged\n", "staged.txt": "mine\n"})
    git("add", "--all", cwd=kb)
    write(kb, {PAGE: "Ada\nstaged\nmore\n", NEW: "Cy\n"})
    before = status(kb), head(kb), git("ls-files", "--stage", cwd=kb)
    hook(kb, "printf 'not \\033[31mtoday' >&2; exit 1")
    assert commits.commit(kb, [PAGE, NEW], "Edit", "") == "not [31mtoday"
    assert (status(kb), head(kb), git("ls-files", "--stage", cwd=kb)) == before
    assert (kb / NEW).read_text() == "Cy\n"


def test_a_hook_that_takes_too_long_leaves_no_lock(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commits, "_SECONDS", 0.5)
    hook(kb, "exec sleep 60")
    write(kb, {NEW: "Cy\n"})
    assert "git commit took more than" in commits.commit(kb, [NEW], "Edit", "")
    git("add", "--all", cwd=kb)  # what a lock that is left would refuse


WAITS = "while [ ! -e '{}' ]; do sleep 0.02; done"


@pytest.mark.parametrize("name", ["pre-commit", "post-commit"])
def test_what_a_hook_leaves_running_is_not_waited_for(
    kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(commits, "_SECONDS", 20.0)  # what would be waited for ends after the commit
    hook(kb, f"({WAITS.format(tmp_path / 'over')}) & echo started", name)
    write(kb, {NEW: "Cy\n"})
    try:
        assert commits.commit(kb, [NEW], "Edit", "") == ""
    finally:
        write(tmp_path, {"over": ""})
    assert committed(kb) == [NEW]


def test_a_hook_that_holds_git_up_after_the_commit_is_no_lack_of_one(
    kb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commits, "_SECONDS", 5.0)
    hook(kb, f"touch '{tmp_path}/reached'; {WAITS.format(tmp_path / 'over')}", "post-commit")
    write(kb, {NEW: "Cy\n", PAGE: "Ada\nmore\n"})
    before = head(kb)
    try:
        said = commits.commit(kb, [NEW, PAGE], "Edit", "")
    finally:
        write(tmp_path, {"over": ""})
    made = head(kb) != before  # not on a machine where all before the hook took so long
    assert (said == "") == made
    if made:
        assert committed(kb) == sorted([NEW, PAGE]) and not status(kb)


def test_hooks_see_git_as_on_a_command_line(kb: Path) -> None:
    hook(kb, "git diff --cached --name-only -- '*.md' >&2; env | grep -c LITERAL >&2; exit 1")
    write(kb, {PAGE: "Ada\nmore\n"})
    assert commits.commit(kb, [PAGE], "Edit", "").splitlines()[-2:] == [
        f"{git('rev-parse', '--show-prefix', cwd=kb).strip()}{PAGE}",
        "0",
    ]


def test_a_repository_without_a_commit_gets_its_first(tmp_path: Path) -> None:
    write(tmp_path, {PAGE: "Ada\n", OTHER: "Bo\n"})
    git("init", "--quiet", cwd=tmp_path)
    hook(tmp_path, "exit 1")
    before = status(tmp_path)
    assert commits.commit(tmp_path, [PAGE], "Edit", "") != ""
    assert status(tmp_path) == before
    hook(tmp_path, "exit 0")
    assert commits.commit(tmp_path, [PAGE], "Edit", "") == ""
    assert committed(tmp_path) == [PAGE]
    assert status(tmp_path) == f"?? {OTHER}\n"


def test_no_commit_is_slipped_into_a_rebase_or_a_merge(kb: Path) -> None:
    git("switch", "--quiet", "--create=side", cwd=kb)
    write(kb, {OTHER: "Bo of the side\n"})
    git("commit", "--quiet", "--all", "--message=side", cwd=kb)
    git("switch", "--quiet", "main", cwd=kb)
    write(kb, {OTHER: "Bo of main\n"})
    git("commit", "--quiet", "--all", "--message=main", cwd=kb)
    for command in ("merge", "rebase"):
        with pytest.raises(AssertionError):
            git(command, "side", cwd=kb)
        write(kb, {PAGE: f"Ada in a {command}\n"})
        before = head(kb), status(kb)
        assert command in commits.commit(kb, [PAGE], "Edit", "")
        assert (head(kb), status(kb)) == before
        git("checkout", "--quiet", "HEAD", "--", PAGE, cwd=kb)
        git(command, "--abort", cwd=kb)


def test_a_head_without_a_branch_is_committed_to(kb: Path) -> None:
    git("switch", "--quiet", "--detach", cwd=kb)
    write(kb, {PAGE: "Ada\nmore\n"})
    assert commits.commit(kb, [PAGE], "Edit", "") == ""
    assert committed(kb) == [PAGE]


def test_an_index_that_cannot_be_read_is_told(kb: Path) -> None:
    (kb / git("rev-parse", "--git-path", "index", cwd=kb).strip()).write_bytes(b"no index")
    write(kb, {PAGE: "Ada\nmore\n"})
    before = head(kb)
    assert "index" in commits.commit(kb, [PAGE], "Edit", "")
    assert head(kb) == before


def test_what_can_make_no_commit_is_told_at_the_start(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits.require(kb)
    write(kb, {".gitignore": "wiki/\n"})
    with pytest.raises(UsageError, match="gitignore"):
        commits.require(kb)
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{name}_NAME")
        monkeypatch.delenv(f"GIT_{name}_EMAIL")
    git("config", "user.useConfigOnly", "true", cwd=kb)
    with pytest.raises(UsageError, match="a name to commit in"):
        commits.require(kb)
