"""error_book.yaml in git: branches that learn different things merge by themselves."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, git
from support.error_books import book, entry

from wikic.errorbook.book_file import merge, parse, render
from wikic.errorbook.entry import EMPTY, Book
from wikic.errors import ConfigError

KNOWN = tuple(range(40))


def branches(home: Path, base: Book, ours: Book, theirs: Book) -> tuple[bool, bytes]:
    """Merge two branches with plain git; whether it merged, and the file it left."""
    home.mkdir(parents=True)
    git("init", "-q", "-b", "main", cwd=home)
    file = home / "error_book.yaml"

    def commit(state: Book) -> None:
        file.write_bytes(render(state))
        git("add", ".", cwd=home)
        git("commit", "-q", "--allow-empty", "-m", "a batch", cwd=home)

    commit(base)
    git("checkout", "-q", "-b", "theirs", cwd=home)
    commit(theirs)
    git("checkout", "-q", "main", cwd=home)
    commit(ours)
    done = subprocess.run(
        ["git", "merge", "-q", "-m", "both", "theirs"],
        cwd=home,
        env=ENVIRONMENT,
        capture_output=True,
        check=False,
    )
    return done.returncode == 0, file.read_bytes()


def test_two_new_entries_merge_in_plain_git_nearly_always(tmp_path: Path) -> None:
    base = book(*map(entry, KNOWN))
    clean = 0
    pairs = [(100 + at, 200 + at) for at in range(12)]
    for mine, yours in pairs:
        ours, theirs = (book(*base.entries, entry(new)) for new in (mine, yours))
        merged, data = branches(tmp_path / str(mine), base, ours, theirs)
        if merged:
            assert parse(data) == book(*base.entries, entry(mine), entry(yours))
        clean += merged
    # Ids are hashes: two new entries meet in one gap of forty once in 41 times.
    assert clean >= len(pairs) - 2


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (book(entry(1, status="closed"), entry(2), entry(3)), book(entry(1), entry(2), entry(3), entry(4))),
        (
            book(entry(1, examples=("a",)), entry(2), entry(3)),
            book(entry(1), entry(2), entry(3, pages=("p.md",))),
        ),
        (book(entry(2), entry(3)), book(entry(1), entry(2), entry(3, status="closed"))),
    ],
    ids=["closed, and a new one", "two entries grow", "removed, and closed"],
)
def test_changes_of_different_entries_merge_in_plain_git(tmp_path: Path, ours: Book, theirs: Book) -> None:
    base = book(entry(1), entry(2), entry(3))
    merged, data = branches(tmp_path / "kb", base, ours, theirs)
    assert merged
    assert parse(data) == merge(base, ours, theirs)


def test_first_entries_of_two_branches_conflict_in_plain_git_and_the_file_is_refused(tmp_path: Path) -> None:
    merged, data = branches(tmp_path / "kb", EMPTY, book(entry(1), entry(3)), book(entry(2), entry(4)))
    assert not merged
    with pytest.raises(ConfigError, match="a merge conflict"):
        parse(data)
