"""What git knows of pages is told, of a real repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

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
