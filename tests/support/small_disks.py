"""Disks that are full, or that nobody may write to: real ones, in memory, where they can be mounted."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mounts a disk in memory, with options as ``mount`` takes them; skips where that is not allowed."""
    mounted: list[Path] = []

    def do(options: str) -> Path:
        point = tmp_path / f"disk{len(mounted)}"
        point.mkdir()
        if shutil.which("mount") is None:
            pytest.skip("no mount command")
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(point)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            pytest.skip(f"cannot mount here: {done.stderr.strip()}")
        mounted.append(point)
        return point

    yield do
    for point in mounted:
        subprocess.run(["umount", str(point)], check=True)


@contextmanager
def filled(disk: Path, room: int = 0) -> Iterator[None]:
    """``disk`` with so many bytes left, until the block ends."""
    free = os.statvfs(disk)
    filler = disk / "filler"
    filler.write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - room)))
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def crowded(disk: Path, room: int = 0) -> Iterator[None]:
    """``disk`` on which so many files more may be made, until the block ends."""
    crowd = disk / "crowd"
    crowd.mkdir()
    for each in range(max(0, os.statvfs(disk).f_ffree - room)):
        (crowd / str(each)).touch()
    try:
        yield
    finally:
        shutil.rmtree(crowd)
