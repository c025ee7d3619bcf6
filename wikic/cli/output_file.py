"""A report in a file, whole or not at all: a CI job that reads it must not see half of one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from wikic.errors import DiskError, UsageError


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines to ``path`` in UTF-8; a pipe or a device is written to as it is.

    Raises UsageError where the directory is not there, DiskError when the disk refuses.
    """
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    write_bytes(path, data)


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes to ``path``, as ``write_lines`` does."""
    target = Path(os.path.realpath(path))  # a symlink stays one
    if target.is_dir() or not target.parent.is_dir():
        raise UsageError(f"cannot write {path}: {'it' if target.is_dir() else target.parent} is no "
                         f"{'file' if target.is_dir() else 'directory'}")  # fmt: skip
    fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        fresh.write_bytes(data)
        os.replace(fresh, target)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise DiskError(f"cannot write {path}: {error.strerror}") from error
