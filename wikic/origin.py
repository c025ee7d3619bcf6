"""Whether something in ``.wikic/`` was made here: what no clone, copy or backup can carry.

An empty file, and beside it ``<its name>.stat``, which holds the file's inode and the nanosecond in which its
status changed last. No program sets that time, so what somebody sent cannot know it. The device is no part of
it: its number may be another when the machine starts again, which is when a journal is needed.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from wikic.errors import NotPlainError
from wikic.plain_file import read_plain

_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_MOST: Final = 100  # bytes of two numbers


def leave(file: Path) -> tuple[Path, Path]:
    """Note at ``file`` that what it stands for is made here; returns the two files. Raises ``OSError``."""
    note = _note_of(file)
    for each in (file, note):
        with suppress(FileNotFoundError):
            os.unlink(each)
    os.close(os.open(file, _FLAGS, 0o644))
    handle = os.open(note, _FLAGS, 0o644)
    try:
        os.write(handle, _stand(file))
    finally:
        os.close(handle)
    return file, note


def is_here(file: Path) -> bool:
    """Whether ``leave`` was called for ``file`` here, and neither of its files came from elsewhere."""
    try:
        return read_plain(_note_of(file), _MOST, links=False) == _stand(file)
    except (OSError, NotPlainError):
        return False


def _stand(file: Path) -> bytes:
    status = os.lstat(file)
    return b"%d %d\n" % (status.st_ino, status.st_ctime_ns)


def _note_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.stat")
