"""Batches of changed paths: whole, quiet, bounded in time, whoever writes and however."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.patience import HUNG

from wikic.wiki.watching import EVERYTHING, FolderFollower, Pace, Watcher

FAST = Pace(quiet=0.03, longest=0.3, poll=0.03)


@pytest.fixture(params=[False, True], ids=["events", "polling"])
def watcher(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Watcher]:
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "A.md").write_bytes(b"a")
    time.sleep(0.02)  # what was written just now is told as an event by some systems
    with Watcher(tmp_path, pace=FAST, polling=request.param) as watcher:
        yield watcher


def until(watcher: Watcher, wanted: set[str]) -> set[str]:
    """Batches until all that is wanted has been told."""
    found: set[str] = set()
    while not wanted <= found:
        batch = watcher.take(timeout=HUNG)
        assert batch, f"waited in vain for {wanted - found}"
        found |= batch
    return found


def test_a_file_written_and_one_deleted(watcher: Watcher) -> None:
    (watcher.root / "people" / "B.md").write_bytes(b"b")
    (watcher.root / "people" / "A.md").unlink()
    assert until(watcher, {"people/A.md", "people/B.md"}) <= {"people", "people/A.md", "people/B.md"}


def test_an_editor_that_saves_by_rename(watcher: Watcher) -> None:
    new = watcher.root / "people" / ".A.md.swp"
    new.write_bytes(b"other")
    os.replace(new, watcher.root / "people" / "A.md")
    assert "people/A.md" in until(watcher, {"people/A.md"})


def test_a_new_directory_with_files_in_it(watcher: Watcher) -> None:
    inside = watcher.root / "places" / "north"
    inside.mkdir(parents=True)
    (inside / "C.md").write_bytes(b"c")
    found = until(watcher, {"places/north/C.md"} if watcher.polling else {"places"})
    assert any(path.startswith("places") for path in found)


def test_hidden_files_are_no_change(watcher: Watcher) -> None:
    (watcher.root / ".git").mkdir()
    (watcher.root / ".git" / "index").write_bytes(b"x")
    assert watcher.take(timeout=0.3) == frozenset()


@pytest.mark.parametrize("polling", [False, True], ids=["events", "polling"])
def test_many_writes_are_few_batches(tmp_path: Path, polling: bool) -> None:
    wanted = {f"{number}.md" for number in range(300)}
    # Quiet enough that a busy machine does not look like one that has fallen quiet.
    with Watcher(tmp_path, pace=Pace(quiet=1, longest=HUNG, poll=0.03), polling=polling) as watcher:
        for each in wanted:
            (tmp_path / each).write_bytes(b"x")
        batches: list[frozenset[str]] = []
        while not wanted <= frozenset().union(*batches):
            batches.append(watcher.take(timeout=HUNG))
    assert len(batches) < 100


def test_what_never_falls_quiet_is_told_in_parts(tmp_path: Path) -> None:
    watcher = Watcher(tmp_path, pace=Pace(quiet=HUNG * 2, longest=0.1))
    watcher.note("a")
    assert watcher.take(timeout=HUNG) == {"a"}


def test_stopping_lets_who_waits_go(watcher: Watcher) -> None:
    threading.Timer(0.05, watcher.stop).start()
    assert list(watcher.batches()) == []


def test_a_folder_that_goes_and_comes_back_is_followed(tmp_path: Path) -> None:
    said: list[str] = []
    folder = tmp_path / "wiki"
    folder.mkdir()

    def say(line: str) -> None:
        said.append(line)
        folder.mkdir()

    following = FolderFollower(folder, say, pace=FAST)
    batches = following.batches(lambda: 0.1)

    def told(wanted: str) -> None:
        assert any(wanted in batch for batch in batches)

    told(EVERYTHING)
    (folder / "x.md").write_bytes(b"x")
    told("x.md")
    folder.rename(tmp_path / "aside")
    assert any(said and EVERYTHING in batch for batch in batches)
    assert said == [f"{folder} is gone; waiting for it"]
    (folder / "y.md").write_bytes(b"y")
    told("y.md")
    following.stop()
    assert list(batches) == []


def test_where_the_system_refuses_the_directory_is_polled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from watchdog.observers import Observer

    def refuse(self: object) -> None:
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(Observer, "start", refuse)
    with Watcher(tmp_path, pace=FAST) as watcher:
        assert watcher.polling and watcher.reason == "inotify watch limit reached"
        (tmp_path / "x.md").write_bytes(b"x")
        assert until(watcher, {"x.md"}) == {"x.md"}


def test_readers_do_not_drown_what_changes(watcher: Watcher) -> None:
    page = watcher.root / "people" / "A.md"
    for _ in range(20_000):  # more than the system's queue holds, if being read were told
        page.read_bytes()
    assert watcher.take(timeout=0.3) == frozenset()
    page.write_bytes(b"other")
    assert until(watcher, {"people/A.md"}) == {"people/A.md"}


def test_what_the_system_could_not_tell_is_everything(tmp_path: Path) -> None:
    with Watcher(tmp_path, pace=FAST) as watcher:
        logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed")
        assert EVERYTHING in watcher.take(timeout=HUNG)
