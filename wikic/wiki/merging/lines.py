"""The merge git would make by itself, line by line; conflicts stand between its markers."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from wikic.errors import UsageError

MARKER_SIZE: Final = 7  # git's default
_CONFLICTS_AT_MOST: Final = 127  # what git merge-file exits with when there are more


@dataclass(frozen=True, slots=True)
class Merged:
    """The outcome of a merge.

    data: the file's bytes, with markers where there are conflicts.
    conflicts: how many.
    """

    data: bytes
    conflicts: int = 0


def merge(base: bytes, ours: bytes, theirs: bytes, marker_size: int = MARKER_SIZE) -> Merged:
    """Merge line by line with ``git merge-file``, which is there: git called us.

    Raises UsageError for files git takes for binary.
    """
    with TemporaryDirectory(prefix="wikic-merge-") as folder:
        names = ("ours", "base", "theirs")
        for name, data in zip(names, (ours, base, theirs), strict=True):
            (Path(folder) / name).write_bytes(data)
        labels = [part for name in names for part in ("-L", name)]
        run = subprocess.run(
            ["git", "merge-file", "-p", "--marker-size", str(marker_size), *labels, *names],
            cwd=folder,
            capture_output=True,
            check=False,
        )
    if not 0 <= run.returncode <= _CONFLICTS_AT_MOST:
        raise UsageError(f"git merge-file: {run.stderr.decode(errors='replace').strip()}")
    return Merged(run.stdout, run.returncode)


def whole(ours: bytes, theirs: bytes, marker_size: int = MARKER_SIZE) -> Merged:
    """Both files between markers: what people chose differently, where no line of it shows that."""
    marks = [
        f"{char * marker_size}{name}\n".encode()
        for char, name in (("<", " ours"), ("=", ""), (">", " theirs"))
    ]
    return Merged(b"".join((marks[0], _ended(ours), marks[1], _ended(theirs), marks[2])), 1)


def _ended(data: bytes) -> bytes:
    return data if data.endswith(b"\n") or not data else data + b"\n"
