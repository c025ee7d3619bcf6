"""kill -9 before every step of the transaction, and before every step of recovering from it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from wikic.wiki.journal import Journal
from wikic.wiki.recovery import recover
from wikic.wiki.transaction import apply

WRITER = Path(__file__).with_name("crash_writer.py")


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("crash_writer", WRITER)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


crash = _load()


def lay(root: Path) -> None:
    for path, content in crash.OLD.items():
        file = root / "wiki" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def state(root: Path) -> dict[str, bytes]:
    wiki = root / "wiki"
    return {p.relative_to(wiki).as_posix(): p.read_bytes() for p in wiki.rglob("*") if p.is_file()}


def directories(root: Path) -> set[str]:
    return {p.relative_to(root / "wiki").as_posix() for p in (root / "wiki").rglob("*") if p.is_dir()}


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[str, Path, int], int]]:
    """Applies or recovers in a process that is killed at a step; how that ended."""
    environment = os.environ | {"PYTHONPATH": str(WRITER.parents[2])}  # the package need not be installed
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, str(WRITER)], stdin=pipe, stdout=pipe, env=environment, text=True
    ) as forks:

        def asked(what: str, root: Path, at: int) -> int:
            assert forks.stdin is not None and forks.stdout is not None
            forks.stdin.write(f"{what} {at} {root}\n")
            forks.stdin.flush()
            return int(forks.stdout.readline())

        yield asked


def names_of_steps(tmp_path: Path) -> list[str]:
    lay(tmp_path)
    seen: list[str] = []
    apply(tmp_path, crash.scenario(), faults=seen.append)
    return seen


def test_scenario_reaches_the_new_state_and_names_each_kind_of_step(tmp_path: Path) -> None:
    seen = names_of_steps(tmp_path)
    assert state(tmp_path) == crash.NEW
    assert "lost" not in directories(tmp_path)
    assert not any((tmp_path / ".wikic" / "journal").iterdir())
    kinds = {" ".join(name.split()[:1]) for name in seen}
    assert {"stage", "barrier", "commit", "begin", "replace", "verify", "create", "delete", "remove"} <= kinds


@pytest.mark.slow
def test_killed_before_any_step_it_is_all_old_or_all_new(
    tmp_path: Path, run: Callable[[str, Path, int], int]
) -> None:
    steps = names_of_steps(tmp_path / "dry")
    committed = steps.index("commit")
    for at, name in enumerate(steps):
        root = tmp_path / str(at)
        lay(root)
        assert run("apply", root, at) == -signal.SIGKILL, name
        notices = recover(root)
        after = state(root)
        assert after == (crash.OLD if at <= committed else crash.NEW), name
        assert len(notices) <= 1 and all("\n" not in notice for notice in notices)
        assert bool(notices) == (at > 0 and name != "remove journal"), (name, notices)
        assert not Journal.left(root)
        again = apply(root, crash.scenario())
        assert state(root) == crash.NEW and not again.conflicts, name
        assert recover(root) == ()
        shutil.rmtree(root)


@pytest.mark.slow
def test_killed_while_it_recovers_it_still_gets_there(
    tmp_path: Path, run: Callable[[str, Path, int], int]
) -> None:
    steps = names_of_steps(tmp_path / "dry")
    half = steps.index("verify people/Ann.md")
    at = 0
    while True:
        root = tmp_path / f"r{at}"
        lay(root)
        assert run("apply", root, half) == -signal.SIGKILL  # each in its place: a copy's journal is refused
        code = run("recover", root, at)
        recover(root)
        assert state(root) == crash.NEW, at
        if code == 0:
            break
        at += 1
    assert at > 10


def test_a_save_displaced_right_before_the_crash_is_given_back(tmp_path: Path) -> None:
    lay(tmp_path)

    class Crash(Exception):
        pass

    def fault(step: str) -> None:
        if step == "replace people/Ann.md":  # after the look, before the swap
            (tmp_path / "wiki/people/Ann.md").write_bytes(b"a person's words\n")
        if step == "verify people/Ann.md":
            raise Crash

    with pytest.raises(Crash):
        apply(tmp_path, crash.scenario(), faults=fault)
    assert state(tmp_path)["people/Ann.md"] == crash.NEW["people/Ann.md"]
    (notice,) = recover(tmp_path)
    assert "people/Ann.md was changed meanwhile, and was left alone" in notice
    assert state(tmp_path) == crash.NEW | {"people/Ann.md": b"a person's words\n"}


def test_a_deleted_file_saved_right_before_the_crash_is_given_back(tmp_path: Path) -> None:
    lay(tmp_path)

    class Crash(Exception):
        pass

    def fault(step: str) -> None:
        if step == "delete people/Bob.md":
            (tmp_path / "wiki/people/Bob.md").write_bytes(b"a person's words\n")
        if step == "verify deleted people/Bob.md":
            raise Crash

    with pytest.raises(Crash):
        apply(tmp_path, crash.scenario(), faults=fault)
    assert "people/Bob.md" not in state(tmp_path)
    recover(tmp_path)
    assert state(tmp_path)["people/Bob.md"] == b"a person's words\n"
