"""``.wikic/``, the one door to it. A repository that was cloned may carry one that somebody made with care.

``at`` refuses symlinks, pipes and devices before anything in it is opened, by us or by a library, and
removes indexes and caches that were not made here: libraries that read them trust every byte, and follow
the names in them. ``kept`` reads a file that may hold anything all the same, ``replace`` and ``append``
write. Whoever needs a path in ``.wikic/`` begins with ``at``: ``tests/test_build_dir.py`` sees to it.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from wikic import layout
from wikic.errors import FormatError, NotPlainError
from wikic.plain_file import open_plain, read_plain
from wikic.whole_file import Data, replace_file

_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_MOST: Final = 100  # bytes of two numbers


def leave_origin(file: Path) -> tuple[Path, Path]:
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


def is_origin_here(file: Path) -> bool:
    """Whether ``leave_origin`` was called for ``file`` here, and neither of its files came from elsewhere."""
    try:
        return read_plain(_note_of(file), _MOST, links=False) == _stand(file)
    except (OSError, NotPlainError):
        return False


def _stand(file: Path) -> bytes:
    status = os.lstat(file)
    return b"%d %d\n" % (status.st_ino, status.st_ctime_ns)


def _note_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.stat")


SMALL: Final = 1 << 20  # notes of a few lines
LARGE: Final = 256 << 20  # what may have come with somebody's repository
# Indexes and caches, which are only there where they were made here: 300,000 sources keep files of 650 MB.
# What is larger is made again, every time.
DERIVED: Final = 4 << 30

_Value = TypeVar("_Value")
# Folders in it, and how many levels of each are looked at: as deep as files in them are opened. Replies are
# many, and each is opened by `kept`, so only their folders are looked at.
_LEVELS: Final = {
    layout.JOURNAL_DIR: 2,
    layout.SEARCH_DIR: 2,
    layout.SOURCE_SEARCH_DIR: 2,
    layout.MIRROR_DIR: 1,
    layout.REPLIES_DIR: 1,
    layout.EMBEDDINGS_DIR: 2,
    layout.VECTORS_DIR: 1,
    layout.FEDERATION_DIR: 3,
    layout.LOG_DIR: 1,
    layout.WORK_DIR: 2,
}
# What is made again, at the cost of some time, when it was made elsewhere. The rest of `.wikic/` are notes:
# each is read as something that may hold anything.
_DERIVED: Final = (
    layout.NAMES_FILE,
    layout.LINT_CACHE_FILE,
    layout.CATALOGUE_FILE,
    layout.GRAPH_FILE,
    layout.SEARCH_DIR,
    layout.SOURCE_SEARCH_DIR,
    layout.VECTORS_DIR,
    layout.FEDERATION_DIR,
    layout.MIRROR_DIR,
    layout.MIRROR_NOTE,
)
_NEW: Final = re.compile(r".+\.([0-9]{1,9})\.[0-9]{1,20}\.new")
_STALE: Final = 60.0  # seconds; on a shared disk the writer may live on another machine, and needs one
_APPEND_FLAGS: Final = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


def at(root: Path) -> Path:
    """The ``.wikic/`` of the knowledge base at ``root``, which need not be there.

    Indexes and caches in it are gone when they were not made here. On a disk where they cannot be removed, a
    directory that is not there stands for it.

    Raises NotPlainError when it, or anything in it that wikic opens, is neither directory nor plain file.
    """
    build = root / layout.BUILD_DIR
    if not _is_there(build) or is_origin_here(build / layout.ORIGIN_FILE):
        return build
    return _made_own(build)


def trust(root: Path) -> bool:
    """Take what is in ``.wikic/`` as made here, by a person's word; whether there is one.

    Raises NotPlainError as ``at`` does, and ``OSError``.
    """
    build = root / layout.BUILD_DIR
    there = _is_there(build)
    if there:
        _leave_origin(build)
        if (build / layout.WORK_DIR).exists():
            leave_origin(build / layout.WORK_DIR / layout.ORIGIN_FILE)
    return there


def _is_there(build: Path) -> bool:
    """Whether there is a directory that holds nothing odd. Raises NotPlainError for an odd one."""
    try:
        status = os.lstat(build)
    except OSError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        raise NotPlainError(
            f"{build}: {_kind(status.st_mode)} where a directory must be", hint="move it away, or remove it"
        )
    for entry in _entries(build):
        levels = _LEVELS.get(entry.name, 0) if _is_directory(entry) else 0
        _look_into(entry, levels)
    return True


def make(build: Path) -> None:
    """Make the directory ``build`` where there is none, as our own. Raises ``OSError``."""
    try:
        build.mkdir(parents=True)
    except FileExistsError:
        return
    _leave_origin(build)


def _leave_origin(build: Path) -> None:
    with suppress(FileExistsError):  # another process is at it too
        leave_origin(build / layout.ORIGIN_FILE)


def _made_own(build: Path) -> Path:
    """The directory without what was derived elsewhere. Raises NotPlainError when some of it stays."""
    for name in _DERIVED:
        place = build / name
        _remove_all(place, _LEVELS.get(name, 0))
        with suppress(OSError):
            os.unlink(place)
        if os.path.lexists(place):
            if not os.access(build, os.W_OK):
                return build / "not-made-here"
            raise NotPlainError(
                f"{place}: was not made here, and holds what wikic does not remove", hint="remove it"
            )
    with suppress(OSError):
        _leave_origin(build)
    return build


def _remove_all(folder: Path, levels: int) -> None:
    """Remove a folder with the folders in it, so many levels down, as far as they hold plain files."""
    if levels and not folder.is_symlink():
        for entry in _entries(folder):
            if entry.is_dir(follow_symlinks=False):
                _remove_all(Path(entry.path), levels - 1)
    remove(folder)


def _look_into(folder: os.DirEntry[str], levels: int) -> None:
    """Raises NotPlainError for what is odd in the folder, so many levels down."""
    if levels:
        for entry in _entries(folder):
            if _is_directory(entry):
                _look_into(entry, levels - 1)


def _is_directory(entry: os.DirEntry[str]) -> bool:
    """Whether it is a directory, and no plain file. Raises NotPlainError when it is neither."""
    if entry.is_dir(follow_symlinks=False):
        return True
    if entry.is_file(follow_symlinks=False):
        return False
    try:
        mode = entry.stat(follow_symlinks=False).st_mode
    except FileNotFoundError:  # it went since the names were read
        return False
    raise NotPlainError(
        f"{entry.path}: {_kind(mode)}, and wikic makes none in {layout.BUILD_DIR}/",
        hint="whoever gave you this directory made it; see where it leads, and remove it",
    )


def _entries(folder: Path | os.DirEntry[str]) -> Iterable[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:  # gone, or nobody here may list it: then nothing is opened in it either
        return ()


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "is a symlink"
    return "is a file" if stat.S_ISREG(mode) else "is a pipe, a socket or a device"


def kept(file: Path, decode: Callable[[bytes], _Value], *, limit: int = LARGE) -> _Value | None:
    """What ``decode`` makes of a file that may hold anything; None when there is none to believe.

    Whatever a decoder raises over bytes that are not what it expects is "none": deep nesting, numbers
    beyond every bound, keys that are missing.
    """
    return _believed(lambda: decode(read_plain(file, limit, links=False)))


def kept_pieces(file: Path, decode: Callable[[BinaryIO, int], _Value]) -> _Value | None:
    """``kept`` for a file that may be larger than the memory: ``decode`` takes it open, and its size."""

    def decoded() -> _Value:
        with open_plain(file, links=False) as found:
            return decode(found, os.fstat(found.fileno()).st_size)

    return _believed(decoded)


def _believed(decoded: Callable[[], _Value]) -> _Value | None:
    import msgspec

    try:
        return decoded()
    except (OSError, NotPlainError, FormatError, msgspec.MsgspecError):
        return None
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError, MemoryError):
        return None


def replace(file: Path, data: Data, *, lasting: bool = False) -> int:
    """Put ``data`` at ``file``, whole or not at all, its folder made if need be. Raises ``OSError``.

    Takes and returns what ``replace_file`` does; most of what is here is made again.
    """
    file.parent.mkdir(exist_ok=True)
    return replace_file(file, data, lasting=lasting)


def append(file: Path, lines: Iterable[bytes]) -> int:
    """Append whole lines; the size of the file then. Raises ``OSError``."""
    handle = os.open(file, _APPEND_FLAGS, 0o644)
    try:
        for line in lines:
            left = memoryview(line)
            while left:  # a write may be short, at the end of the disk or after a signal
                left = left[os.write(handle, left) :]
        return os.fstat(handle).st_size
    finally:
        os.close(handle)


def remove(folder: Path) -> bool:
    """Remove a folder of plain files; whether it is gone. Folders in it, and symlinks' targets, stay."""
    if folder.is_symlink():
        return False
    for entry in _entries(folder):
        with suppress(OSError):
            os.unlink(entry.path)
    with suppress(OSError):
        os.rmdir(folder)
    return not os.path.lexists(folder)


def sweep(build: Path) -> None:
    """Remove what ``replace`` left behind in processes that were killed."""
    folders = [build / each for each in (layout.SEARCH_DIR, layout.SOURCE_SEARCH_DIR, layout.REPLIES_DIR)]
    folders += [Path(each.path) for each in _entries(build / layout.WORK_DIR)]
    for entry in [each for folder in (build, *folders) for each in _entries(folder)]:
        found = _NEW.fullmatch(entry.name)
        if found is not None and _is_gone(int(found[1])):
            with suppress(OSError):
                if time.time() - entry.stat(follow_symlinks=False).st_mtime > _STALE:
                    os.unlink(entry.path)


def _is_gone(process: int) -> bool:
    if sys.platform == "win32" or not process:
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False  # it runs as somebody else
    return False
