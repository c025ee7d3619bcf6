"""A Dask scheduler and its workers on loopback, real processes each."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.command import ENVIRONMENT
from support.patience import HUNG, until


def need_dask() -> None:
    """Skip where distributed is not installed; CI must have it."""
    if find_spec("distributed") is None:
        if os.environ.get("CI"):
            pytest.fail("distributed is not installed; CI must have it")
        pytest.skip("distributed is not installed: pip install 'wikic[fleet]'")


@dataclass
class Cluster:
    """A scheduler. address: ``host:port``. workers: its processes, in the order they were started."""

    address: str
    folder: Path
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def work(self, count: int) -> None:
        """Start workers of one thread each, without a nanny that would start them again."""
        for _ in range(count):
            command = ["worker", f"tcp://{self.address}", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
            folder = self.folder / f"worker-{len(self.workers)}"
            self.workers.append(_dask(*command, "--local-directory", str(folder), log=folder))


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """A scheduler with so many workers; all of them end with it."""
    need_dask()
    told = folder / "scheduler.json"
    command = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter"]
    scheduler = _dask(*command, "--scheduler-file", str(told), log=folder / "scheduler")
    found = Cluster("", folder)
    try:
        until(lambda: told.exists() and told.read_bytes().rstrip().endswith(b"}"))
        found.address = json.loads(told.read_text())["address"].removeprefix("tcp://")
        found.work(workers)
        yield found
    finally:
        for process in (*found.workers, scheduler):
            process.send_signal(signal.SIGKILL)
            process.wait(HUNG)


def _dask(*words: str, log: Path) -> subprocess.Popen[bytes]:
    log.parent.mkdir(exist_ok=True)
    with log.with_suffix(".log").open("wb") as out:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words], env=ENVIRONMENT, stdout=out, stderr=out
        )
