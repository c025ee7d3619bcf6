"""kill -9 before every step of ``init``: nothing, or the next command finishes it; a second one works."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import snapshot

from wikic import config
from wikic.errors import ForeignTreeError, NotAWikiError
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.schema.new_wiki import refuse_foreign, write
from wikic.session import Session
from wikic.wiki.schema_file import require

SCHEMA = Schema(Positioning("a town", "", ""), (Dimension("people", "who lived there"),))
OTHER = Schema(Positioning("a port", "", ""), (Dimension("ships", "what sailed there"),))
KEPT = {".gitignore": b"*.tmp", ".gitattributes": b"*.png binary\n", "notes.txt": b"mine\n"}


def killed(root: Path, at: int, schema: Schema = SCHEMA) -> bool:
    """Make a wiki in a forked process that dies before step ``at``; whether it came that far."""
    child = os.fork()
    if child == 0:
        count = 0

        def fault(step: str) -> None:
            nonlocal count
            if count == at:
                os.kill(os.getpid(), signal.SIGKILL)
            count += 1

        write(root, schema, "The Town", faults=fault)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def files(root: Path) -> dict[str, bytes]:
    return {
        name: data
        for name, data in snapshot(root).items()
        if isinstance(data, bytes) and not name.startswith(".wikic/")
    }


def lay(root: Path) -> Path:
    root.mkdir()
    for name, data in KEPT.items():
        (root / name).write_bytes(data)
    return root


@pytest.fixture
def whole(tmp_path: Path) -> dict[str, bytes]:
    """What ``init`` makes when nobody disturbs it."""
    write(lay(tmp_path / "whole"), SCHEMA, "The Town")
    return files(tmp_path / "whole")


def rounds(tmp_path: Path, then: Callable[[Path], None]) -> int:
    at = 0
    while killed(lay(tmp_path / str(at)), at):
        then(tmp_path / str(at))
        at += 1
    assert at > 15
    return at


def test_all_of_it_is_there(whole: dict[str, bytes]) -> None:
    assert whole.keys() == {*KEPT, "wikic.toml", "wiki/schema.yaml", "wiki/index.md"}
    assert whole[".gitignore"] == b"*.tmp\n.wikic/\n" and b"merge=wikic" in whole[".gitattributes"]


@pytest.mark.slow
def test_there_is_nothing_or_the_next_command_finishes_it(tmp_path: Path, whole: dict[str, bytes]) -> None:
    seen: set[bool] = set()

    def look(root: Path) -> None:
        session = Session.open(root)
        seen.add(files(root) == whole)
        assert files(root) in (KEPT, whole)
        if files(root) == whole:
            assert session.config.wiki.title == "The Town" == config.load(root).wiki.title
            require(root)
        else:
            with pytest.raises(NotAWikiError):
                require(root)

    rounds(tmp_path, look)
    assert seen == {False, True}


@pytest.mark.slow
def test_a_second_one_works_after_any_kill(tmp_path: Path, whole: dict[str, bytes]) -> None:
    refused: list[Path] = []

    def again(root: Path) -> None:
        try:
            refuse_foreign(root)
        except ForeignTreeError:
            refused.append(root)
            assert files(root) == whole
        else:
            write(root, SCHEMA, "The Town")
        assert files(root) == whole

    last = rounds(tmp_path, again) - 1
    assert refused == [tmp_path / str(last)]  # killed while it removed a journal with nothing left to do


@pytest.mark.slow
def test_a_second_one_says_what_there_is(tmp_path: Path) -> None:
    write(lay(tmp_path / "other"), OTHER, "The Port")

    def other(root: Path) -> None:
        try:
            write(root, OTHER, "The Port")
        except ForeignTreeError:
            return
        assert files(root) == files(tmp_path / "other")

    rounds(tmp_path, other)


@pytest.mark.slow
def test_killed_again_while_it_starts_over(tmp_path: Path, whole: dict[str, bytes]) -> None:
    at = 0
    while True:
        root = lay(tmp_path / f"again-{at}")
        assert killed(root, 9)
        came_far = killed(root, at)
        Session.open(root)
        assert files(root) in (KEPT, whole), at
        if not came_far:
            break
        at += 3


def test_what_a_person_wrote_after_the_kill_stays(tmp_path: Path) -> None:
    at = 0
    while killed(root := lay(tmp_path / str(at)), at):
        at += 1
        if (root / "wikic.toml").exists() and not (root / "wiki/schema.yaml").exists():
            break
    (root / "wikic.toml").write_text('[wiki]\ntitle = "Mine"\n')
    Session.open(root)
    assert (root / "wiki/schema.yaml").exists()
    assert (root / "wikic.toml").read_text() == '[wiki]\ntitle = "Mine"\n'
