"""Documents that are elsewhere, copied to the user's cache: what changed since the last time, and no more.

Each address has a folder of its own there, called after its hash. In it the documents lie in a folder of the
name that they have where they come from, so their keys are those of a copy made by hand. A zip file is
unpacked in the same way.
"""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from lzma import LZMAError
from pathlib import Path
from typing import Final

from wikic import copy_origin
from wikic.errors import DiskError, InputError, LockedError, UsageError
from wikic.plain_file import open_plain
from wikic.progress import Progress
from wikic.staging.address import Address, address_of
from wikic.staging.copy import Copy, Remote
from wikic.wiki.disk import disk_error
from wikic.wiki.documents.read_outcome import Skipped

_PIECE: Final = 1 << 20  # bytes copied at once
_ENCRYPTED: Final = 0x1  # in the flags of an entry
# Of the standard library, over bytes that are no zip file, or one of a kind that it does not read.
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    LZMAError,
    NotImplementedError,
    EOFError,
    ValueError,
    RuntimeError,
    KeyError,  # of an entry that is no longer there
    OSError,  # of bzip2 as well
)


class ZipSource:
    """A ``Source``. A symlink in it is passed over, as its file has a name of its own."""

    def __init__(self, path: Path, name: str) -> None:
        """name: of the zip file in messages."""
        self._path = path
        self._name = name

    def files(self) -> list[Remote]:
        """By the list at its end."""
        with self._open() as archive:
            # Of two entries with one name the later counts, as for every other program.
            last = {each.filename: each for each in archive.infolist() if _is_file(each)}
            return [Remote(each.filename, each.file_size, f"{each.CRC:08x}") for each in last.values()]

    def copy(self, files: Sequence[tuple[Remote, Path]], copied: Callable[[int], None]) -> None:
        """One after another."""
        with self._open() as archive:
            for file, place in files:
                with place.open("xb") as out:
                    for piece in self._pieces(archive, file.path):
                        copied(len(piece))
                        out.write(piece)

    def _pieces(self, archive: zipfile.ZipFile, path: str) -> Iterator[bytes]:
        with self._told(f"{path} cannot be read"):
            entry = archive.getinfo(path)
            if entry.flag_bits & _ENCRYPTED:
                raise InputError(f"{self._name}: {path} is encrypted")
            with archive.open(entry) as found:
                yield from iter(partial(found.read, _PIECE), b"")

    @contextmanager
    def _open(self) -> Iterator[zipfile.ZipFile]:
        with ExitStack() as held:
            with self._told("is no zip file that can be read"):
                file = held.enter_context(open_plain(self._path))
                archive = held.enter_context(zipfile.ZipFile(file))
            yield archive

    @contextmanager
    def _told(self, said: str) -> Iterator[None]:
        try:
            yield
        except _BROKEN as error:
            raise InputError(f"{self._name}: {said} ({error})") from error


def _is_file(entry: zipfile.ZipInfo) -> bool:
    return bool(entry.filename) and not entry.is_dir() and not stat.S_ISLNK(entry.external_attr >> 16)


_ZIP: Final = ".zip"
_WAIT: Final = 600.0  # seconds for another process that copies the same
_STATE: Final = "what was copied before is as it was"


@dataclass(frozen=True, slots=True)
class Staged:
    """Documents, all on this machine.

    paths: as they were named, with copies in place of what is elsewhere.
    left: files that were not copied, because wikic does not read them.
    """

    paths: tuple[Path, ...]
    left: tuple[Skipped, ...]


def is_elsewhere(path: Path) -> bool:
    """Whether documents at ``path`` have to be copied first. Raises UsageError for an odd address."""
    return address_of(path) is not None or (path.suffix.lower() == _ZIP and os.path.isfile(path))


def stage(paths: Sequence[Path], progress: Progress) -> Staged:
    """Copy what is elsewhere to this machine.

    Raises InputError for what cannot be read, and what was copied before stays; MissingExtraError,
    UsageError for two addresses that differ in what follows ``?`` alone, DiskError, LockedError.
    """
    left: list[Skipped] = []
    found: list[Path] = []
    whole: dict[str, str] = {}  # by what is shown of an address
    for path in paths:
        if not is_elsewhere(path):
            found.append(path)
            continue
        address = address_of(path)
        name = os.path.realpath(path) if address is None else str(address)
        if address is not None and whole.setdefault(name, address.whole) != address.whole:
            raise UsageError(f"{name} is named twice, and they differ in what follows the ?")
        with _hold_folder(name) as cache:
            copying = _Staging(cache, str(path if address is None else address), progress)
            found.append(copying.zip(path) if address is None else copying.address(address))
            copy_origin.note(cache, found[-1], name)
        if copying.left:
            left.append(Skipped(copying.name, tuple(copying.left.most_common())))
    return Staged(tuple(found), tuple(left))


@dataclass(frozen=True, slots=True)
class _Staging:
    """The copies of one address, below the folder ``cache``."""

    cache: Path
    name: str
    progress: Progress
    left: Counter[str] = field(default_factory=Counter)

    def address(self, address: Address) -> Path:
        from wikic.staging.fsspec_source import FsspecSource

        source = FsspecSource(address)
        if source.single and source.name.lower().endswith(_ZIP):
            return self.zip(self._copy("zip", "packed").follow(source, everything=True) / source.name)
        if source.single:
            return self._copy(address.parent).follow(source, everything=True) / source.name
        return self._copy(address.name).follow(source)

    def zip(self, path: Path) -> Path:
        return self._copy(path.name[: -len(_ZIP)], "unpacked").follow(ZipSource(path, self.name))

    def _copy(self, folder: str, above: str = "copied") -> Copy:
        # The rest of an address names no folder above this one, nor a hidden one.
        plain = folder.replace("/", "-").replace("\\", "-").replace("\0", "-").strip(".") or "documents"
        return Copy(self.cache / above / plain, self.name, self.progress, self.left)


@contextmanager
def _hold_folder(name: str) -> Iterator[Path]:
    """The folder for what is copied from ``name``, held against other processes."""
    from filelock import FileLock, Timeout

    cache = copy_origin.folder_of(name)
    try:
        cache.mkdir(parents=True, exist_ok=True)
        lock = FileLock(cache / "lock", timeout=_WAIT)
        with lock:
            yield cache
    except Timeout:
        raise LockedError(f"another wikic has been copying {name} for ten minutes") from None
    except OSError as error:
        hint = "XDG_CACHE_HOME names another place for copies"
        raised = disk_error(error, cache, _STATE)
        raise DiskError(str(raised), hint=raised.hint or hint) from error
