"""Writing a file that is in no transaction: whole or not at all, though a process is killed or a disk full.

It is written under another name, made durable where that matters, and renamed. ``tests/test_whole_file.py``
knows every place that opens a file for writing otherwise, and why.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_ident
from typing import Final

_FLAGS: Final = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)
_LONGEST: Final = 40  # characters of a name that its fresh file is called after: a disk takes 255 bytes

Data = bytes | bytearray | Iterable[bytes]


def replace_file(file: Path, data: Data, *, lasting: bool = True, fresh: Path | None = None) -> int:
    """Put ``data`` at ``file``, in place of what is there; the size it has then. Raises ``OSError``.

    data: the bytes, or pieces of them, each written as it comes.
    lasting: whether it must survive a power cut; False for what can be made again.
    fresh: what it is called until it is whole; by default a hidden name beside it, of this thread alone.
    """
    with fresh_file(file, data, lasting=lasting, fresh=fresh) as (new, size):
        os.replace(new, file)
    if lasting:
        sync_folder(file.parent)
    return size


@contextmanager
def fresh_file(
    file: Path, data: Data, *, lasting: bool = True, fresh: Path | None = None
) -> Iterator[tuple[Path, int]]:
    """A file that is to become ``file``, with its size; gone in the end where nobody renamed it.

    Takes and raises what ``replace_file`` does.
    """
    new = fresh or file.with_name(f".{file.name[:_LONGEST]}.{os.getpid()}.{get_ident()}.new")
    pieces = (data,) if isinstance(data, (bytes, bytearray)) else data
    with suppress(FileNotFoundError):
        os.unlink(new)
    try:
        with os.fdopen(os.open(new, _FLAGS, 0o666), "wb") as out:
            size = sum(map(out.write, pieces))
            if lasting:
                out.flush()
                os.fsync(out.fileno())
        yield new, size
    finally:
        with suppress(OSError):
            os.unlink(new)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Raises ``OSError``."""
    if sys.platform == "win32":  # it cannot be opened there, nor need it be
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
