"""What git knows of pages is told, of a real repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from wikic.lint.gate import git as gate_git
from wikic.navigate.reader.changes import Changes


def git(root: Path, *arguments: str) -> None:
    named = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *named, *arguments], cwd=root, check=True, capture_output=True)


def write(root: Path, **texts: str) -> None:
    for name, text in texts.items():
        file = root / f"kb/wiki/people/{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def committed(root: Path, subject: str) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-qm", subject)


def repository(root: Path) -> Path:
    git(root, "init", "-q", ".")
    write(root, Ada="one", Ben="one")
    committed(root, "Two people")
    write(root, Ada="two")
    committed(root, "Ada <b>again</b>")
    return root / "kb/wiki"


def test_the_latest_comes_first_with_its_pages(tmp_path: Path) -> None:
    changes = Changes(repository(tmp_path))
    assert [(each.subject, each.author, each.pages) for each in changes.all()] == [
        ("Ada <b>again</b>", "Ann", ("people/Ada",)),
        ("Two people", "Ann", ("people/Ada", "people/Ben")),
    ]
    assert [each.subject for each in changes.of("people/Ada")] == ["Ada <b>again</b>", "Two people"]
    assert [each.subject for each in changes.of("people/Ben")] == ["Two people"]
    assert changes.of("people/Eve") == ()
    assert len(changes.all()[0].date) == 10


def test_another_commit_is_seen(tmp_path: Path) -> None:
    changes = Changes(repository(tmp_path))
    before = changes.state
    assert len(changes.all()) == 2
    write(tmp_path, Ben="two")
    committed(tmp_path, "Ben")
    assert changes.state != before
    assert changes.all()[0].subject == "Ben"


def test_names_and_subjects_of_any_letters(tmp_path: Path) -> None:
    place = repository(tmp_path)
    write(tmp_path, **{"Zoë 王\n": "x"})
    committed(tmp_path, "Zoë\x01 and\x1b others")
    found = Changes(place).all()
    assert [each.subject for each in found][-2:] == ["Ada <b>again</b>", "Two people"]
    assert found[0].pages in ((), ("people/Zoë 王\n",))


def test_where_there_is_no_history_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "kb/wiki").mkdir(parents=True)
    assert Changes(tmp_path / "kb/wiki").all() == ()
    assert Changes(None).all() == ()
    git(tmp_path, "init", "-q", ".")
    assert Changes(tmp_path / "kb/wiki").all() == ()


def test_a_clone_of_a_part_tells_nothing(tmp_path: Path) -> None:
    """Its only commit would have changed every page."""
    repository(tmp_path / "whole" if (tmp_path / "whole").mkdir() is None else tmp_path)
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{tmp_path}/whole", "part")
    assert Changes(tmp_path / "part/kb/wiki").all() == ()


def test_of_a_large_commit_some_pages_are_kept_and_the_others_counted(tmp_path: Path) -> None:
    place = repository(tmp_path)
    write(tmp_path, **{f"p{number:03}": "x" for number in range(250)})
    committed(tmp_path, "All of them")
    changes = Changes(place)
    assert [(len(each.pages), each.more) for each in changes.all()] == [(200, 50), (1, 0), (2, 0)]
    assert [each.subject for each in changes.of("people/p249")] == ["All of them"]


def test_a_failure_of_git_is_not_kept(tmp_path: Path) -> None:
    place = repository(tmp_path)
    changes, patient = Changes(place, pause=0.0), Changes(place)
    (tmp_path / ".git/objects").rename(tmp_path / "objects")
    before = changes.state
    assert changes.all() == patient.all() == ()
    failed = changes.state
    assert failed != before
    (tmp_path / "objects").rename(tmp_path / ".git/objects")
    assert len(changes.all()) == 2 and patient.all() == ()
    assert changes.state not in (before, failed)
    (tmp_path / ".git/objects").rename(tmp_path / "objects")
    with (tmp_path / ".git/logs/HEAD").open("a") as log:
        log.write("\n")
    assert len(changes.all()) == 2  # what was known before


def test_git_is_ended_where_it_takes_too_long(tmp_path: Path) -> None:
    place = repository(tmp_path)
    with pytest.raises(TimeoutError, match="log took more than"):
        list(gate_git.stream(place, "log", f"--format={'x' * 100_000}", seconds=0.0))
    pieces = gate_git.stream(place, "log", "--format=%s", seconds=60.0)
    assert b"".join(pieces) == b"Ada <b>again</b>\nTwo people\n"
