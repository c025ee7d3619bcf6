"""Where pages are edited, from the remote of a real repository; no secret of it is told."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from wikic.site.git_host import edited_at


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


@pytest.mark.parametrize(
    ("remote", "pattern"),
    [
        ("https://github.com/ann/kb.git", "https://github.com/ann/kb/edit/trunk/kb/wiki/{path}"),
        ("https://ann:s3cret@github.com/ann/kb", "https://github.com/ann/kb/edit/trunk/kb/wiki/{path}"),
        ("git@github.com:ann/kb.git", "https://github.com/ann/kb/edit/trunk/kb/wiki/{path}"),
        ("ssh://git@gitlab.com:22/a/b/kb.git", "https://gitlab.com/a/b/kb/-/edit/trunk/kb/wiki/{path}"),
        ("https://codeberg.org/ann/kb/", "https://codeberg.org/ann/kb/_edit/trunk/kb/wiki/{path}"),
        ("https://git.example.org/ann/kb.git", ""),
        ("https://github.com.evil.example/ann/kb", ""),
        ("/srv/git/kb.git", ""),
        ("javascript:alert(1)//github.com/a/b", ""),
    ],
)
def test_a_host_that_is_known(tmp_path: Path, remote: str, pattern: str) -> None:
    git(tmp_path, "init", "-q", "-b", "trunk", ".")
    git(tmp_path, "remote", "add", "origin", remote)
    place = tmp_path / "kb/wiki"
    place.mkdir(parents=True)
    assert edited_at(place) == pattern


def test_none_without_a_remote_or_a_repository(tmp_path: Path) -> None:
    assert edited_at(tmp_path) == ""
    git(tmp_path, "init", "-q", ".")
    assert edited_at(tmp_path) == ""
