"""The files of a zip file."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from lzma import LZMAError
from pathlib import Path
from typing import Final

from wikic.errors import InputError
from wikic.plain_file import open_plain
from wikic.staging.source import Remote

_PIECE: Final = 1 << 20
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
