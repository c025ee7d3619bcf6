"""What the transaction asks of the file system: renames that lose nothing, one barrier, clear errors."""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import build_dir, layout
from wikic.errors import DiskError

_AT_FDCWD: Final = -100
_RENAME_NOREPLACE: Final = 1  # linux/fs.h
_RENAME_EXCHANGE: Final = 2
_UNABLE: Final = frozenset({errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTTY, errno.EPERM})
# One sync of the file system costs about 30 ms, one fsync 0.4 ms (measured): below this many files
# single calls are cheaper, and they do not wait for what other programs have written.
_FEW: Final = 64

_REASONS: Final = (
    (errno.ENOSPC, "no space left on the disk", "free some space and run the command again"),
    (errno.EDQUOT, "the disk quota is used up", "free some space and run the command again"),
    (errno.EROFS, "the disk is read-only", "make it writable and run the command again"),
    (errno.EACCES, "no permission", "check who owns the file and its directory"),
    (errno.EPERM, "not permitted", "check who owns the file and its directory"),
    (errno.EXDEV, ".wikic/ and wiki/ lie on different disks", "keep both on one file system"),
    (errno.ENAMETOOLONG, "the name is too long for this disk", ""),
)


def disk_error(error: BaseException, path: Path | str, state: str) -> DiskError:
    """The DiskError for ``error`` at ``path``; ``state`` says what was and what was not done."""
    code = error.errno if isinstance(error, OSError) else None
    for number, words, hint in _REASONS:
        if code == number:
            return DiskError(f"{path}: {words}; {state}", hint=hint)
    words = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return DiskError(f"{path}: {words}; {state}")


def replace_cache(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path`` in ``.wikic/``, whole or not at all; what is lost there is made again.

    Raises DiskError when the disk refuses; the wiki itself is in order then.
    """
    try:
        build_dir.replace(path, data)
    except OSError as error:
        raise disk_error(error, path, "the wiki itself is in order; run the command again") from error


@dataclass(frozen=True, slots=True)
class Found:
    """What stands at a path.

    hash: ``layout.content_hash`` of the file, ``None`` when nothing is there, ``""`` for what is no
        plain file (a directory, a symlink, a pipe): no expected hash equals it.
    mode: permission bits of the file.
    """

    hash: str | None
    mode: int = 0


def look(path: Path) -> Found:
    """Read and hash the file at ``path``; a symlink is never followed."""
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):  # O_NONBLOCK: a pipe must not hang us
        flags |= getattr(os, name, 0)
    try:
        handle = os.open(path, flags)
    except (FileNotFoundError, NotADirectoryError):
        return Found(None)
    except OSError as error:
        # ELOOP: a symlink. ENXIO: a socket. EISDIR and, on Windows, EACCES: a directory.
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.EISDIR, errno.EMLINK) or path.is_dir():
            return Found("")
        raise
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return Found("")
        return Found(layout.content_hash(_read(handle)), stat.S_IMODE(status.st_mode))
    finally:
        os.close(handle)


def _read(handle: int) -> bytes:
    parts = []
    # 32 KB: a larger buffer costs more per small file than it saves (measured).
    while part := os.read(handle, 32_768):
        parts.append(part)
    return b"".join(parts)


# --- renames -----------------------------------------------------------------------------------


def put_new(fresh: Path, path: Path) -> bool:
    """Rename ``fresh`` to ``path``, which must not exist; False, and nothing moved, when it does."""
    try:
        if _kernel_rename(fresh, path, _RENAME_NOREPLACE):
            return True
        os.link(fresh, path)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _UNABLE:
            raise
        # A file system without hard links: the way left has a window, as narrow as it gets.
        if os.path.lexists(path):
            return False
        os.rename(fresh, path)
        return True
    os.unlink(fresh)
    return True


def exchange(fresh: Path, path: Path) -> None:
    """Put ``fresh`` at ``path`` with no moment in between; ``fresh`` then names what was there.

    Raises FileNotFoundError, and moves nothing, when ``path`` is not there.
    """
    if _kernel_rename(fresh, path, _RENAME_EXCHANGE):
        return
    kept = displaced(fresh)
    kept.unlink(missing_ok=True)
    try:
        os.link(path, kept)
    except OSError as error:
        if error.errno not in _UNABLE:
            raise
        # No hard links (FAT): the caller has just compared the content, more cannot be had.
        os.replace(fresh, path)
        return
    os.replace(fresh, path)
    os.replace(kept, fresh)


def displaced(fresh: Path) -> Path:
    """Where ``exchange`` keeps the old file for a moment when the kernel cannot swap two names."""
    return fresh.with_name(f"{fresh.name}.old")


def _kernel_rename(fresh: Path, path: Path, flag: int) -> bool:
    """Rename by ``renameat2``; False when kernel, C library or file system do not have it."""
    if _renameat2 is None:
        return False
    if _renameat2(_AT_FDCWD, os.fsencode(fresh), _AT_FDCWD, os.fsencode(path), flag) == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNABLE:
        return False
    raise OSError(code, os.strerror(code), str(path))


# --- durability --------------------------------------------------------------------------------


def barrier(anchor: Path, paths: Collection[Path]) -> None:
    """Return when all of ``paths`` (files and directories on the disk of ``anchor``) are durable."""
    if len(paths) > _FEW and _syncfs is not None:
        handle = os.open(anchor, os.O_RDONLY)
        try:
            if _syncfs(handle) == 0:
                return
            code = ctypes.get_errno()
            if code not in _UNABLE:
                raise OSError(code, os.strerror(code), str(anchor))
        finally:
            os.close(handle)
    for path in paths:
        sync_one(path)


def sync_one(path: Path) -> None:
    """fsync one file or directory; one that is gone needs none."""
    try:
        handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    except FileNotFoundError:
        return
    except PermissionError:
        if sys.platform == "win32":  # a directory cannot be opened there, nor need it be
            return
        raise
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _c_function(name: str) -> Callable[..., int] | None:
    if sys.platform != "linux":
        return None
    found: Callable[..., int] | None = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    return found


_renameat2 = _c_function("renameat2")
_syncfs = _c_function("syncfs")
