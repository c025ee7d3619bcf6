"""The files of a zip file."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from wikic.errors import InputError
from wikic.plain_file import open_plain
from wikic.staging.source import Remote

_PIECE: Final = 1 << 20
_ENCRYPTED: Final = 0x1  # in the flags of an entry
# Of the standard library, over bytes that are no zip file, or one of a kind that it does not read.
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError, RuntimeError)


class ZipSource:
    """A ``Source``."""

    def __init__(self, path: Path, name: str) -> None:
        """name: of the zip file in messages."""
        self._path = path
        self._name = name

    def files(self) -> list[Remote]:
        """By the list at its end."""
        with self._open() as archive:
            entries = [each for each in archive.infolist() if not each.is_dir()]
            for each in entries:
                if each.flag_bits & _ENCRYPTED:
                    raise InputError(f"{self._name}: {each.filename} is encrypted")
            # Of two entries with one name the later counts, as for every other program.
            last = {each.filename: each for each in entries}
            return [Remote(each.filename, each.file_size, f"{each.CRC:08x}") for each in last.values()]

    def copy(self, files: Sequence[tuple[Remote, Path]], copied: Callable[[int], None]) -> None:
        """One after another."""
        with self._open() as archive:
            for file, place in files:
                with archive.open(file.path) as found, place.open("xb") as out:
                    while piece := found.read(_PIECE):
                        copied(len(piece))
                        out.write(piece)

    @contextmanager
    def _open(self) -> Iterator[zipfile.ZipFile]:
        try:
            with open_plain(self._path) as file, zipfile.ZipFile(file) as archive:
                yield archive
        except _BROKEN as error:
            raise InputError(f"{self._name}: is no zip file that can be read ({error})") from error
