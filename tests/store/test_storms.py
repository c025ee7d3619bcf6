"""R1 to R3 of WikiKV, section II-C, on whole wikis: readers in threads and processes while real commands
compile, change, forget and move; writers and the mirror that follows them killed with -9.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from support.audit import audit
from support.depth import sample
from support.patience import HUNG, until
from support.shown import rebuilt, shown
from support.storm_reader import Reader
from support.storm_wiki import start

from wikic.navigate.indexes.follow_mirror import Follower, hold_mirror
from wikic.wiki.watching import Pace

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
SECONDS = sample(2.0, 60.0)
KILLS = sample(6, 400)


@contextmanager
def script(name: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A program of tests/support/, killed when the block ends before it does."""
    command = [sys.executable, "-m", f"support.{name}", *map(str, arguments)]
    with subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(process: subprocess.Popen[str]) -> str:
    """What a program printed."""
    out, _ = process.communicate()
    assert process.returncode == 0
    return out


@contextmanager
def followed(kb: Path) -> Iterator[Follower]:
    with hold_mirror(kb) as mirror:
        follower = Follower(kb, mirror, say=lambda line: None, pace=Pace(quiet=0.01, longest=0.1))

        def follow() -> None:
            for _ in follower.steps():
                pass

        thread = threading.Thread(target=follow)
        thread.start()
        try:
            yield follower
        finally:
            follower.stop()
            thread.join()


def test_readers_in_threads_and_processes_miss_no_advertised_page(
    tmp_path: Path,
) -> None:
    kb = start(tmp_path).kb
    with followed(kb) as follower, ExitStack() as stack:
        mirror = follower.mirror
        over = threading.Event()
        # As the files are, cached; and the mirror alone, which is some moments behind.
        readers = [Reader(mirror.store), Reader(mirror.store), Reader(mirror.level, patience=HUNG)]
        processes = [stack.enter_context(script("storm_reader", tmp_path, SECONDS)) for _ in range(2)]
        writer = stack.enter_context(script("storm_wiki", tmp_path, 5, SECONDS))
        with ThreadPoolExecutor(len(readers)) as pool:
            running = [pool.submit(each.run, over.is_set) for each in readers]
            try:
                commands = int(ended(writer))
            finally:
                over.set()
            for each in running:
                each.result()
        told = [json.loads(ended(process)) for process in processes]
        assert [each.problems for each in readers] == [[], [], []]
        assert [problems for _, _, problems in told] == [[], []]
        assert min(commands, *(each.rounds for each in readers), *(rounds for rounds, _, _ in told)) > 1
        wanted = rebuilt(kb / "wiki")
        until(lambda: shown(mirror.level) == wanted)
        assert list(audit(mirror.level)) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_writers_killed_again_and_again_leave_a_mirror_that_is_exact_when_brought_in_step(
    tmp_path: Path,
) -> None:
    with script("storm_kills", tmp_path, KILLS) as kills:
        found = json.loads(ended(kills))
    assert found["problems"] == []
    assert found["interrupted"] > 0, "no kill came within a transaction"
