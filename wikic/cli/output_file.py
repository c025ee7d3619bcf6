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


def require(path: Path) -> None:
    """Find out before long work that nothing can be written to ``path``. Raises UsageError."""
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a directory")
    parent = Path(os.path.realpath(path)).parent
    if not parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no directory {parent}")


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes to ``path``, as ``write_lines`` does."""
    target = Path(os.path.realpath(path))  # a symlink stays one
    fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
    require(path)
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
            return
        fresh.write_bytes(data)
        os.replace(fresh, target)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink()
        raise DiskError(f"cannot write {path}: {error.strerror}") from error
