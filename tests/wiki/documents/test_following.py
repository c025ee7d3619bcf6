"""Keys of what changes among documents: of folders, files, several; not of the wiki among them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.command import write
from support.patience import HUNG

from wikic.errors import InputError
from wikic.wiki.documents.following import Following, touches
from wikic.wiki.watching import EVERYTHING, Pace

FAST = Pace(quiet=0.05, longest=0.5, poll=0.03)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return write(tmp_path, {"notes/a.md": "a", "notes/deep/b.md": "b", "kb/wiki/index.md": "i"})


@pytest.fixture(params=[False, True], ids=["events", "polling"])
def polling(request: pytest.FixtureRequest) -> bool:
    assert isinstance(request.param, bool)
    return request.param


@contextmanager
def following(
    *paths: Path, collection: str | None = None, exclude: Sequence[Path] = (), polling: bool = False
) -> Iterator[Following]:
    time.sleep(0.02)  # what was written just now is told as an event by some systems
    with Following(paths, collection, exclude, pace=FAST, polling=polling) as found:
        yield found


def save(file: Path, text: str) -> None:
    """Write as editors do: beside it, and then in its place."""
    beside = file.with_name(f".{file.name}.swp")
    beside.write_text(text)
    os.replace(beside, file)


def until(found: Following, *wanted: str) -> set[str]:
    """All keys up to those that are waited for."""
    keys: set[str] = set()
    while not keys.issuperset(wanted):
        batch = found.take(HUNG)
        assert batch, f"waited in vain for {wanted}"
        keys |= batch
    return keys


def test_a_folder_tells_the_keys_of_its_documents(home: Path, polling: bool) -> None:
    with following(home / "notes", polling=polling) as found:
        save(home / "notes/deep/b.md", "other")
        assert until(found, "notes/deep/b.md") == {"notes/deep/b.md"}
        (home / "notes/a.md").unlink()
        assert until(found, "notes/a.md") == {"notes/a.md"}


def test_a_collection_has_the_name_that_was_given(home: Path) -> None:
    with following(home / "notes", collection="mine") as found:
        save(home / "notes/a.md", "other")
        assert until(found, "mine/a.md") == {"mine/a.md"}


def test_the_wiki_among_its_documents_is_no_change(home: Path, polling: bool) -> None:
    kb = home / "kb"
    with following(home, exclude=(kb, kb / "wiki"), polling=polling) as found:
        save(kb / "wiki/index.md", "other")
        write(kb, {"wiki/new/page.md": "p", "wikic.toml": ""})
        save(home / "notes/a.md", "other")
        assert until(found, f"{home.name}/notes/a.md") == {f"{home.name}/notes/a.md"}


def test_documents_inside_the_knowledge_base_are_followed(home: Path, polling: bool) -> None:
    with following(home, home / "notes", exclude=(home, home / "kb"), polling=polling) as found:
        save(home / "kb/wiki/index.md", "other")
        save(home / "notes/a.md", "other")
        wanted = {"notes/a.md", f"{home.name}/notes/a.md"}
        assert until(found, *wanted) == wanted


def test_a_file_is_followed_by_its_name_alone(home: Path, polling: bool) -> None:
    with following(home / "notes/a.md", polling=polling) as found:
        save(home / "notes/deep/b.md", "other")
        save(home / "notes/c.md", "other")
        for text in ("other", "and another"):  # whatever file stands in its place
            save(home / "notes/a.md", text)
            assert until(found, "notes/a.md") == {"notes/a.md"}


def test_as_many_files_as_a_shell_names_take_one_watch(home: Path) -> None:
    files = [home / f"notes/{number}.md" for number in range(300)]  # more than instances that a system gives
    for each in files:
        each.write_text("x")
    with following(*files) as found:
        assert found.reason == ""
        save(files[299], "other")
        assert until(found, "notes/299.md") == {"notes/299.md"}


def test_what_a_symlink_leads_to_is_followed(home: Path) -> None:
    (home / "link.md").symlink_to(home / "notes/a.md")
    with following(home / "link.md") as found:
        save(home / "notes/a.md", "other")
        assert until(found, "notes/link.md") == {"notes/link.md"}


def test_a_folder_that_goes_and_one_that_comes_in_its_place(home: Path, polling: bool) -> None:
    with following(home / "notes", polling=polling) as found:
        (home / "notes").rename(home / "aside")
        until(found, EVERYTHING)
        assert found.take(0.1) == frozenset()
        write(home / "notes", {"z.md": "z"})
        until(found, EVERYTHING)
        save(home / "notes/z.md", "other")
        assert "notes/z.md" in until(found, "notes/z.md")


def test_what_comes_at_once_is_told_at_once(home: Path) -> None:
    slow = Pace(quiet=1.0, longest=HUNG)
    with Following([home / "notes"], pace=slow) as found:
        for number in range(200):
            (home / f"notes/{number}.md").write_text("x")
        wanted = {f"notes/{number}.md" for number in range(200)}
        batches: list[frozenset[str]] = []
        while not wanted <= frozenset().union(*batches):
            batches.append(found.take(HUNG))
    assert len(batches) < 20


def test_waiting_has_an_end(home: Path) -> None:
    with following(home / "notes") as found:
        assert found.take(0.05) == frozenset()


def test_what_is_not_there_is_said_at_once(home: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        Following([home / "nothing"])


def test_a_change_touches_its_document_and_what_lies_in_it() -> None:
    assert touches({"notes/a.md"}, "notes/a.md")
    assert touches({"notes/deep"}, "notes/deep/b.md")
    assert touches({"notes/tickets.jsonl"}, "notes/tickets/17")
    assert touches({"tickets"}, "tickets/17")
    assert touches({"x", "notes/a.md"}, "notes/a.md")
    assert not touches({"notes/a.md"}, "notes/ab.md")
    assert not touches({"notes/a.md"}, "notes/a.txt")
    assert not touches({EVERYTHING}, "notes/a.md")
    assert not touches(set(), "notes/a.md")
