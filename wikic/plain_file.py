"""Reading a file that others may have made: a plain one, of bounded size, that does not lie elsewhere.

A repository that was cloned, or a folder of documents, may hold a pipe that nobody writes to, a device
without an end, or a symlink to a private key. Nothing here waits for, follows or swallows them.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

from wikic.errors import NotPlainError

# Bytes that files of a kind may have.
SETTINGS: Final = 1 << 20
WIKI_FILE: Final = 128 << 20  # an article holds a document of 64 MiB, which may be more once it is UTF-8
RECORDING: Final = 1 << 30  # what wikic wrote for later: transcripts, baselines

_KINDS: Final = (
    (stat.S_ISDIR, "is a directory"),
    (stat.S_ISLNK, "is a symlink"),
    (stat.S_ISFIFO, "is a named pipe"),
    (stat.S_ISSOCK, "is a socket"),
    (stat.S_ISCHR, "is a device"),
    (stat.S_ISBLK, "is a device"),
)
_ALL_READ: Final = stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH
_PART: Final = 1 << 16
_PIECE: Final = 1 << 15  # a buffer of 1 MB costs 15 µs a file more
_NO_FOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
# A symlink, by two names, or where a directory was; a socket, or a pipe that nobody reads.
_ODD: Final = (errno.ELOOP, errno.EMLINK, errno.ENOTDIR, errno.ENXIO)
# Opening step by step, so that what was looked at is what is opened.
_BY_STEPS: Final = os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd and bool(_NO_FOLLOW)
_STEP: Final = getattr(os, "O_PATH", 0) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
# O_NONBLOCK: what was a file a moment ago may be a pipe now; O_NOCTTY: or a terminal.
_FLAGS: Final = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)


def read_plain(
    path: Path, limit: int, *, inside: Path | None = None, links: bool = True, resolved: bool = False
) -> bytes:
    """The bytes of the plain file at ``path``.

    limit: most bytes it may have.
    inside: a directory above ``path`` that no symlink below it may lead out of (it may be one itself);
        None where symlinks may lead anywhere, as for a document that a person named.
    links: False to refuse every symlink below ``inside``, or that ``path`` is one, wherever it leads.
    resolved: True where ``inside`` is no symlink, to refuse it once it has become one.

    Raises NotPlainError for what is no plain file, lies elsewhere or is too large, and the OSError of the
    system (FileNotFoundError, PermissionError …) where it cannot be opened.
    """
    with open_plain(path, inside=inside, links=links, resolved=resolved) as file:
        size = os.fstat(file.fileno()).st_size
        data = b"" if size > limit else _read(file, limit)
    if size > limit or len(data) > limit:
        raise NotPlainError(
            f"{path}: is larger than {said_size(limit)}, the most that is read of such a file",
            hint="take it out, or cut it into smaller ones",
        )
    return data


def read_below(root: str, file: str, limit: int) -> bytes:
    """What ``read_plain`` gives for ``file`` below ``root``: symlinks may lead about inside and not out.

    For who reads thousands of small files: pathlib and a file object each cost as much as the read. Whatever
    is not as usual is left to ``read_plain``, which says what it is; a directory is an IsADirectoryError.
    """
    if _BY_STEPS and ".." not in file:
        try:
            handle = open_below(root, file)
        except OSError as error:
            if error.errno not in _ODD:
                raise
        else:
            try:
                status = os.fstat(handle)
                if stat.S_ISREG(status.st_mode) and status.st_size <= limit:
                    return _taken(handle, limit)
                if stat.S_ISDIR(status.st_mode):
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), f"{root}/{file}")
            finally:
                os.close(handle)
    return read_plain(Path(root, file), limit, inside=Path(root))


def _taken(handle: int, limit: int) -> bytes:
    """What an open file holds up to ``limit``; the first piece alone is all of nearly every one."""
    data = os.read(handle, _PIECE)
    if len(data) < _PIECE:  # a plain file gives what it has
        return data
    pieces, count = [data], len(data)
    while count <= limit and (data := os.read(handle, _PIECE)):
        pieces.append(data)
        count += len(data)
    return b"".join(pieces)[:limit]


def open_plain(
    path: Path, *, inside: Path | None = None, links: bool = True, resolved: bool = False
) -> BinaryIO:
    """The plain file at ``path``, opened for reading bytes; the caller bounds what it takes from it.

    Takes and raises what ``read_plain`` does, but for the size.
    """
    if inside is not None:
        home, below = _place_below(path, inside, links=links)
        if _BY_STEPS:
            return _opened_below(path, home, below, resolved=resolved)
    # Looked at before it is opened: opening a device can already do something.
    _refuse_odd(path, os.stat(path, follow_symlinks=links))
    handle = os.open(path, _FLAGS | (0 if links else getattr(os, "O_NOFOLLOW", 0)))
    try:
        _refuse_odd(path, os.fstat(handle))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _opened_below(path: Path, home: str, below: str, *, resolved: bool) -> BinaryIO:
    try:
        handle = open_below(home, below, plain=path, resolved=resolved)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK):
            raise NotPlainError(f"{path}: became a symlink while it was opened") from error
        raise
    try:
        _refuse_odd(path, os.fstat(handle))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def open_below(home: str, below: str, *, plain: Path | None = None, resolved: bool = False) -> int:
    """What stands ``below`` the directory ``home``, open for reading; no symlink on the way is followed.

    On a system that opens nothing by steps, none in its place is.

    plain: its name in messages, where it is looked at before it is opened: opening a device can already do
        something.
    resolved: whether ``home`` is no symlink either.

    Raises NotPlainError for what is odd then, and ``OSError``.
    """
    if not _BY_STEPS:
        return os.open(f"{home}/{below}", _FLAGS | _NO_FOLLOW)
    *steps, name = below.split("/")
    at = os.open(home, _STEP | (_NO_FOLLOW if resolved else 0))
    try:
        for step in steps:
            further = os.open(step, _STEP | _NO_FOLLOW, dir_fd=at)
            os.close(at)
            at = further
        if plain is not None:
            _refuse_odd(plain, os.stat(name, dir_fd=at, follow_symlinks=False))
        return os.open(name, _FLAGS | _NO_FOLLOW, dir_fd=at)
    finally:
        os.close(at)


def open_folder(folder: Path | str, *, below: int | None = None) -> int:
    """A directory that is no symlink, open for listing; ``below``: in that directory, which is open.

    Raises ``OSError``.
    """
    return os.open(folder, os.O_RDONLY | _STEP & ~getattr(os, "O_PATH", 0) | _NO_FOLLOW, dir_fd=below)


def may_read(path: str, mode: int) -> bool:
    """Whether this process may read the file at ``path``; ``mode`` is its, so that most cost no look."""
    return mode & _ALL_READ == _ALL_READ or os.access(path, os.R_OK)


def said_size(count: int) -> str:
    """A number of bytes as people read it: ``64 MB``."""
    for unit, name in ((1 << 20, "MB"), (1 << 10, "KB")):
        if count >= unit:
            return f"{count / unit:.3g} {name}"
    return f"{count} bytes"


def _read(file: BinaryIO, limit: int) -> bytes:
    """What the file holds, though never much more than ``limit``: it may grow while it is read."""
    parts, count = [], 0
    while count <= limit and (part := file.read(_PART)):
        parts.append(part)
        count += len(part)
    return b"".join(parts)


def _refuse_odd(path: Path, status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode):
        return
    words = next((words for test, words in _KINDS if test(status.st_mode)), "is no plain file")
    raise NotPlainError(f"{path}: {words} where a plain file must be", hint="remove it, or move it away")


def refuse_leaving(path: Path, inside: Path, *, links: bool = True) -> None:
    """Raise NotPlainError for a symlink below ``inside`` that leads out of it; for any, without ``links``."""
    _place_below(path, inside, links=links)


def _place_below(path: Path, inside: Path, *, links: bool) -> tuple[str, str]:
    """A directory and the way from it to ``path`` on which there is no symlink. Raises NotPlainError."""
    try:
        steps = path.relative_to(inside).parts
    except ValueError:
        steps = ("..",)
    at, linked = os.fspath(inside), ".." in steps
    for step in steps:
        at = os.path.join(at, step)
        if os.path.islink(at):
            if not links:
                raise NotPlainError(f"{at}: is a symlink, and none is followed here", hint="remove it")
            linked = True
    if not linked:
        return os.fspath(inside), "/".join(steps) or "."
    try:
        home, real = os.path.realpath(inside), os.path.realpath(path)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a symlink that became a folder while it was read
            raise
        raise NotPlainError(f"{path}: became another file while it was opened") from error
    if os.path.commonpath((home, real)) != home:
        raise NotPlainError(
            f"{path}: leads out of {inside}, by a symlink or its name",
            hint="remove it, or put a copy there",
        )
    return home, os.path.relpath(real, home)
