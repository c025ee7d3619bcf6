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
# A symlink, by two names; a socket, or a pipe that nobody reads.
_ODD: Final = (errno.ELOOP, errno.EMLINK, errno.ENXIO)
# O_NONBLOCK: what was a file a moment ago may be a pipe now; O_NOCTTY: or a terminal.
_FLAGS: Final = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)


def read_plain(path: Path, limit: int, *, inside: Path | None = None, links: bool = True) -> bytes:
    """The bytes of the plain file at ``path``.

    limit: most bytes it may have.
    inside: a directory above ``path`` that no symlink below it may lead out of (it may be one itself);
        None where symlinks may lead anywhere, as for a document that a person named.
    links: False to refuse every symlink below ``inside``, or that ``path`` is one, wherever it leads.

    Raises NotPlainError for what is no plain file, lies elsewhere or is too large, and the OSError of the
    system (FileNotFoundError, PermissionError …) where it cannot be opened.
    """
    with open_plain(path, inside=inside, links=links) as file:
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
    at = file.find("/")
    usual = ".." not in file
    while usual and at >= 0:
        usual = not os.path.islink(f"{root}/{file[:at]}")
        at = file.find("/", at + 1)
    if usual and (_NO_FOLLOW or not os.path.islink(f"{root}/{file}")):
        try:
            handle = os.open(f"{root}/{file}", _FLAGS | _NO_FOLLOW)
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


def open_plain(path: Path, *, inside: Path | None = None, links: bool = True) -> BinaryIO:
    """The plain file at ``path``, opened for reading bytes; the caller bounds what it takes from it.

    Takes and raises what ``read_plain`` does, but for the size.
    """
    if inside is not None:
        refuse_leaving(path, inside, links=links)
    # Looked at before it is opened: opening a device can already do something.
    _refuse_odd(path, os.stat(path, follow_symlinks=links))
    handle = os.open(path, _FLAGS | (0 if links else getattr(os, "O_NOFOLLOW", 0)))
    try:
        _refuse_odd(path, os.fstat(handle))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


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
    if linked:
        home, real = os.path.realpath(inside), os.path.realpath(path)
        if os.path.commonpath((home, real)) != home:
            raise NotPlainError(
                f"{path}: leads out of {inside}, by a symlink or its name",
                hint="remove it, or put a copy there",
            )
