"""Two runs at once, and runs that somebody ends: nothing is half done, and a rerun gives the same bytes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, WIKIC, jsonl, snapshot, wikic
from support.patience import HUNG, until

# Enough for the pool to start; long enough for it to be at work when it is disturbed.
MANY = 300
SENTENCES = 8
STOPPING = "wikic: stopping; a batch that is being written is finished, any other is left out\n"
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve")


def many(file: Path, count: int = MANY) -> Path:
    records = []
    for at in range(count):
        who = f"{NAMES[at % 5]} Number{at}"
        other = f"{NAMES[(at + 1) % 5]} Number{(at * 7) % count}"
        text = f"{who} was a sailor. " + "".join(
            f"{who} sailed to Port{(at + stop) % 20} with {other} in {1800 + stop}. "
            for stop in range(SENTENCES)
        )
        records.append({"id": f"d{at}", "title": who, "text": text})
    return jsonl(file, *records)


@contextmanager
def running(*arguments: str, cwd: Path) -> Iterator[subprocess.Popen[str]]:
    """A command in a process group of its own, as a shell starts it; killed in the end if need be."""
    process = subprocess.Popen(
        [WIKIC, *arguments],
        cwd=cwd,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


looks_at_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")


@contextmanager
def with_workers(corpus: Path, kb: Path) -> Iterator[subprocess.Popen[str]]:
    """A compile whose workers are there: wikic, multiprocessing's tracker, two workers."""
    with running("compile", "many.jsonl", "-C", kb.name, "--jobs", "2", cwd=corpus) as process:
        until(lambda: len(processes_of(process.pid)) >= 4 or process.poll() is not None)
        yield process


def processes_of(group: int) -> list[int]:
    """Processes of a group that are still there, zombies not counted."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, pgrp = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(pgrp) == group and state != "Z":
                found.append(int(entry.name))
    return found


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A started wiki with a corpus to compile, and ``done/`` where nobody disturbed the compile."""
    home = tmp_path_factory.mktemp("runs")
    many(home / "many.jsonl")
    wikic("init", "many.jsonl", "-C", "done", cwd=home)
    shutil.copytree(home / "done", home / "fresh")
    wikic("compile", "many.jsonl", "-C", "done", "--jobs", "1", cwd=home)
    return home


def started(corpus: Path, name: str) -> Path:
    return Path(shutil.copytree(corpus / "fresh", corpus / name))


def test_two_runs_at_once(home: Path) -> None:
    holder = (
        "import sys, time; from pathlib import Path; from wikic.wiki import lock\n"
        "with lock.writer(Path('kb')): print('held', flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", holder], cwd=home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin and process.stdout and process.stdout.readline() == "held\n"
    before = snapshot(home / "kb/wiki")
    for command in (("compile", "docs"), ("forget", "docs/ada.md")):
        refused = wikic(*command, "-C", "kb", cwd=home, code=2)
        assert f"process {process.pid} on" in refused.err and "wait until it is done" in refused.err
    for command in (("status",), ("lint",), ("compile", "docs", "--dry-run")):  # readers need no lock
        wikic(*command, "-C", "kb", cwd=home)
    assert f"(process {process.pid} on" in wikic("status", "-C", "kb", cwd=home).out
    assert snapshot(home / "kb/wiki") == before
    process.stdin.close()
    assert process.wait() == 0
    process.stdout.close()
    wikic("compile", "docs", "-C", "kb", cwd=home)


@pytest.mark.slow
def test_two_compiles_started_together(corpus: Path) -> None:
    kb = started(corpus, "together")
    command = ("compile", "many.jsonl", "-C", kb.name, "--jobs", "1")
    with running(*command, cwd=corpus) as one, running(*command, cwd=corpus) as other:
        ends = [process.communicate() for process in (one, other)]
        codes = [one.returncode, other.returncode]
    assert sorted(codes) == [0, 2], ends
    assert "another wikic is writing" in ends[codes.index(2)][1]
    assert snapshot(kb / "wiki") == snapshot(corpus / "done/wiki")


@looks_at_proc
@pytest.mark.parametrize(
    ("number", "moment"),
    [
        pytest.param(signal.SIGINT, "workers start", marks=pytest.mark.slow),
        (signal.SIGINT, "workers run"),
        pytest.param(signal.SIGTERM, "workers start", marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, "workers run", marks=pytest.mark.slow),
    ],
)
def test_interrupted_with_workers(corpus: Path, moment: str, number: signal.Signals) -> None:
    kb = started(corpus, f"{number.name}-{moment.replace(' ', '-')}")
    with with_workers(corpus, kb) as process:
        if moment == "workers run":
            time.sleep(0.3)
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # the terminal sends it to all
        else:
            process.send_signal(number)
        out, err = process.communicate(timeout=HUNG)
        assert (process.returncode, out) == (130, ""), err
        assert err == STOPPING + "wikic: interrupted; nothing is half done, run it again\n"
        until(lambda: not processes_of(process.pid))
    wikic("compile", "many.jsonl", "-C", kb.name, "--jobs", "2", cwd=corpus)
    assert snapshot(kb / "wiki") == snapshot(corpus / "done/wiki")


@looks_at_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_asking_to_end_again_does_not_hang(corpus: Path, number: signal.Signals) -> None:
    kb = started(corpus, f"again-{number.name}")
    with with_workers(corpus, kb) as process:
        time.sleep(0.3)
        for _ in range(3):
            os.kill(process.pid, number)
            time.sleep(0.1)
        out, err = process.communicate(timeout=HUNG)
        assert (process.returncode, out) == (130, ""), err
        assert "Traceback" not in err
        until(lambda: not processes_of(process.pid))


@pytest.mark.slow
@looks_at_proc
def test_killed_with_workers_leaves_none_behind(corpus: Path) -> None:
    kb = started(corpus, "killed")
    with with_workers(corpus, kb) as process:
        time.sleep(0.3)
        process.kill()
        process.communicate(timeout=HUNG)
        assert process.returncode == -signal.SIGKILL
        until(lambda: not processes_of(process.pid))
    wikic("compile", "many.jsonl", "-C", kb.name, "--jobs", "4", cwd=corpus)
    assert snapshot(kb / "wiki") == snapshot(corpus / "done/wiki")


@looks_at_proc
def test_a_worker_that_dies_is_said_and_no_bug(corpus: Path) -> None:
    kb = started(corpus, "worker")
    with with_workers(corpus, kb) as process:
        time.sleep(0.3)
        os.kill(max(processes_of(process.pid)), signal.SIGKILL)
        out, err = process.communicate(timeout=HUNG)
    assert process.returncode == 2 and "a process that extracts died" in err and out == "", err
    assert not list((kb / "wiki").glob("sources/*/*"))
