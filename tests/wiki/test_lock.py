from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import HUNG

from wikic.errors import LockedError, NotPlainError
from wikic.wiki.lock import owner, writer

HOLDER = """
import sys, time
from pathlib import Path
from wikic.wiki.lock import writer
with writer(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def hold(root: Path, seconds: float) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(root), str(seconds)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None and child.stdout.readline() == "held\n"
    return child


def finish(child: subprocess.Popen[str]) -> None:
    child.kill()
    child.communicate()


def test_the_note_stands_while_the_lock_is_held(tmp_path: Path) -> None:
    with writer(tmp_path) as me:
        assert owner(tmp_path) == me and me.pid == os.getpid()
        record = json.loads((tmp_path / ".wikic/lock.owner").read_text())
        assert set(record) == {"pid", "host", "command", "started"}
    assert owner(tmp_path) is None


def test_a_second_writer_is_told_who_holds_it(tmp_path: Path) -> None:
    child = hold(tmp_path, HUNG)
    try:
        with pytest.raises(LockedError) as caught, writer(tmp_path):
            pass
        assert f"process {child.pid} on " in str(caught.value) and "-c" in str(caught.value)
        assert owner(tmp_path) is not None  # the loser leaves the note alone
    finally:
        finish(child)


def test_a_second_writer_in_the_same_process_is_locked_out(tmp_path: Path) -> None:
    with writer(tmp_path), pytest.raises(LockedError), writer(tmp_path):
        pass


def test_waiting_for_a_writer_that_finishes(tmp_path: Path) -> None:
    child = hold(tmp_path, 0.2)
    try:
        with writer(tmp_path, wait=HUNG):
            pass
    finally:
        finish(child)


def test_a_killed_writer_blocks_nobody(tmp_path: Path) -> None:
    child = hold(tmp_path, HUNG)
    finish(child)
    assert (tmp_path / ".wikic/lock.owner").exists() and owner(tmp_path) is None  # its note is stale
    with writer(tmp_path) as me:  # it waits for nobody: who holds the lock is refused at once
        assert owner(tmp_path) == me


@pytest.mark.parametrize("note", ["", "{", "[]", '{"pid": "x"}'])
def test_a_damaged_note_does_not_matter(tmp_path: Path, note: str) -> None:
    (tmp_path / ".wikic").mkdir()
    (tmp_path / ".wikic/lock.owner").write_text(note)
    assert owner(tmp_path) is None
    with writer(tmp_path):
        pass


def test_a_file_where_the_build_directory_must_be(tmp_path: Path) -> None:
    (tmp_path / ".wikic").write_text("")
    with pytest.raises(NotPlainError, match=r"\.wikic: is a file"), writer(tmp_path):
        pass


def test_an_error_inside_releases_the_lock(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), writer(tmp_path):
        raise RuntimeError
    with writer(tmp_path):
        pass
