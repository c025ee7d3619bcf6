"""``wikic fleet --executor dask://…``: the bytes of this machine, workers and bases that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from fleet.test_fleet import bases, documents
from support.command import ENVIRONMENT, snapshot, start, wikic
from support.dask_cluster import Cluster, cluster, need_dask
from support.patience import HUNG, until


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of two workers that no test kills."""
    with cluster(tmp_path_factory.mktemp("dask"), 2) as found:
        yield found


def children(of: int) -> list[int]:
    """The processes that run steps for a base, begun by this process or below it."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    return [int(pid) for pid, parent, words in rows if int(parent) == of and "run-steps" in words]


def test_it_makes_the_bytes_of_one_machine(two: Cluster, tmp_path: Path) -> None:
    docs = documents(tmp_path, 4)
    there = f"dask://{two.address}"
    found = bases(wikic("fleet", docs, "--to", "kb", "--executor", there, "--json", cwd=tmp_path).json)
    assert {each["state"] for each in found.values()} == {"compiled"}
    wikic("fleet", docs, "--to", "here", cwd=tmp_path)
    for each in found:
        assert snapshot(tmp_path / "kb" / each / "wiki") == snapshot(tmp_path / "here" / each / "wiki")
    again = wikic("fleet", docs, "--to", "kb", "--executor", there, cwd=tmp_path).out
    assert again == "4 knowledge bases: 4 unchanged; 0 sources taken in\n"


def test_a_base_that_cannot_be_made_fails_alone(two: Cluster, tmp_path: Path) -> None:
    docs = documents(tmp_path, 3)
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "base-01").write_text("a file where a directory must be")
    done = wikic(
        "fleet", docs, "--to", "kb", "--executor", f"dask://{two.address}", "--json", cwd=tmp_path, code=1
    )
    states = {name: each["state"] for name, each in bases(done.json).items()}
    assert states == {"base-00": "compiled", "base-01": "failed", "base-02": "compiled"}


def test_a_worker_that_is_killed_loses_no_base(tmp_path: Path) -> None:
    need_dask()
    docs = documents(tmp_path, 5)
    with cluster(tmp_path, 2) as two:
        command = ("fleet", docs, "--to", "kb", "--executor", f"dask://{two.address}", "--json")
        with start(*command, cwd=tmp_path, stdout=subprocess.PIPE) as run:
            first = two.workers[0]
            until(lambda: children(first.pid))
            os.kill(first.pid, signal.SIGKILL)
            out, _ = run.communicate(timeout=HUNG)
            assert run.returncode == 0, out
    done = wikic("fleet", docs, "--to", "kb", "--json", cwd=tmp_path)
    assert {each["state"] for each in bases(done.json).values()} == {"unchanged"}
    wikic("fleet", docs, "--to", "here", cwd=tmp_path)
    for each in bases(done.json):
        assert snapshot(tmp_path / "kb" / each / "wiki") == snapshot(tmp_path / "here" / each / "wiki")


def test_without_a_scheduler_it_is_said(tmp_path: Path) -> None:
    need_dask()
    docs = documents(tmp_path, 1)
    env = {**ENVIRONMENT, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    words = ("fleet", docs, "--to", "kb", "--executor", "dask://127.0.0.1:9")
    assert "no Dask scheduler answers" in wikic(*words, cwd=tmp_path, env=env, code=2).err


@pytest.mark.parametrize("address", ["dask", "dask://", "ray://x", "127.0.0.1:8786"])
def test_an_address_that_is_none_is_refused(tmp_path: Path, address: str) -> None:
    docs = documents(tmp_path, 1)
    done = wikic("fleet", docs, "--to", "kb", "--executor", address, cwd=tmp_path, code=2)
    assert "is not dask://HOST:PORT" in done.err
