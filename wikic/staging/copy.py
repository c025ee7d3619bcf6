"""Files that are elsewhere, and a folder that follows them: what changed is copied, what is gone goes."""

from __future__ import annotations

import errno
import os
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final, Protocol

import msgspec

from wikic import build_dir
from wikic.errors import DiskError, InputError
from wikic.model import attachment
from wikic.progress import Progress
from wikic.wiki.documents import walk


@dataclass(frozen=True, slots=True)
class Remote:
    """One file of a source.

    path: relative to the source, with ``/``. size: bytes, None where nobody says.
    stamp: another one where the file changed; "" where nobody says.
    """

    path: str
    size: int | None
    stamp: str

    @property
    def place(self) -> str:
        """The path without steps that lead nowhere, ``./a//b.md``."""
        return "/".join(step for step in self.path.split("/") if step not in ("", "."))


class Source(Protocol):
    """Files that are elsewhere. Every method raises InputError, which names what cannot be read."""

    def files(self) -> list[Remote]:
        """All of them, in no order."""
        ...

    def copy(self, files: Sequence[tuple[Remote, Path]], copied: Callable[[int], None]) -> None:
        """Copy files to places that are not there yet.

        copied: told of bytes as they come; what it raises ends the copying.
        """
        ...


_TAKEN: Final = frozenset((*walk.EXTENSIONS, *attachment.KINDS))
_BATCH: Final = 64  # files asked for together
_NAMED: Final = 120  # characters of a name in a message
# Hidden names, which no walk over documents sees.
_KEPT: Final = ".copied.json"
_COMING: Final = ".coming"
_DECODER: Final = msgspec.json.Decoder(dict[str, tuple[int, str]])


@dataclass(slots=True)
class Copy:
    """The copy of a source in a folder of its own.

    name: of the source, in messages. left: files that were not copied, by extension, are counted here.
    """

    folder: Path
    name: str
    progress: Progress
    left: Counter[str]
    _room: int = field(default=0, init=False)  # bytes that may still come

    def follow(self, source: Source, *, everything: bool = False) -> Path:
        """Bring the copy in step; the folder.

        Files are put in place one by one, whole; nothing is removed before all have come.

        everything: whether files come that wikic does not read, too.

        Raises InputError, DiskError, ``OSError``.
        """
        files = [each for each in source.files() if self._is_wanted(each.path, everything)]
        if not files:
            raise InputError(f"{self.name}: holds no document")
        there = {each.place for each in files}
        for path in there:
            if both := there.intersection(map(str, PurePosixPath(path).parents)):
                raise InputError(f"{self.name}: {both.pop()} is both a file and a folder")
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = dict(build_dir.kept(self.folder / _KEPT, _DECODER.decode) or {})
        fresh = [each for each in files if not self._is_kept(each, kept.get(each.place))]
        self._room = shutil.disk_usage(self.folder).free // 2
        if sum(each.size or 0 for each in fresh) > self._room:
            raise self._too_much()
        self.progress.phase(f"copying {self.name}", len(fresh))
        for at in range(0, len(fresh), _BATCH):
            batch = fresh[at : at + _BATCH]
            kept |= self._copied(source, batch)
            self._keep(kept)
            self.progress.advance(len(batch))
        self._remove_others(there)
        self._keep({path: value for path, value in kept.items() if path in there})
        return self.folder

    def _is_wanted(self, path: str, everything: bool) -> bool:
        steps = path.split("/")
        if any(step.startswith(".") and step not in (".", "..") for step in steps):  # as in a folder
            return False
        extension = PurePosixPath(path).suffix.lower()
        if not everything and extension not in _TAKEN:
            self.left[extension] += 1
            return False
        if len(steps) > walk.DEEPEST + 1:
            raise self._unfit(path)
        if ".." in steps or not (steps[0] and steps[-1]) or any(sign in path for sign in "\0\\"):
            raise self._unfit(path)
        return True

    def _is_kept(self, file: Remote, kept: tuple[int, str] | None) -> bool:
        if kept is None or not file.stamp or kept[1] != file.stamp or file.size not in (None, kept[0]):
            return False
        place = self.folder / file.place
        return place.is_file() and place.stat().st_size == kept[0]

    def _copied(self, source: Source, batch: Sequence[Remote]) -> dict[str, tuple[int, str]]:
        """Files put in place, with what is kept of each."""
        coming = self.folder / _COMING
        shutil.rmtree(coming, ignore_errors=True)
        coming.mkdir()
        places = [(file, coming / str(number)) for number, file in enumerate(batch)]
        try:
            source.copy(places, self._came)
            return {file.place: (self._land(file, place), file.stamp) for file, place in places}
        finally:
            shutil.rmtree(coming, ignore_errors=True)

    def _came(self, size: int) -> None:
        self._room -= size
        if self._room < 0:
            raise self._too_much()

    def _land(self, file: Remote, place: Path) -> int:
        """Put a file in its place; bytes that it has."""
        size = place.stat().st_size
        if file.size not in (None, size):
            raise InputError(f"{self.name}: {file.path} changed while it was copied", hint="run it again")
        target = self.folder / file.place
        try:
            self._make_room(target)
            os.replace(place, target)
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise self._unfit(file.path) from error
            raise
        return size

    def _make_room(self, target: Path) -> None:
        for above in target.relative_to(self.folder).parents:
            if (self.folder / above).is_file():  # where there is a folder now
                os.unlink(self.folder / above)
        if target.is_dir():  # and the other way round
            shutil.rmtree(target)
        target.parent.mkdir(parents=True, exist_ok=True)

    def _remove_others(self, there: Collection[str]) -> None:
        for at, folders, names in os.walk(self.folder, topdown=False):
            for name in names:
                path = Path(at, name).relative_to(self.folder).as_posix()
                if path not in there and path != _KEPT:
                    os.unlink(Path(at, name))
            for name in folders:
                with suppress(OSError):  # not empty
                    os.rmdir(Path(at, name))

    def _keep(self, kept: Mapping[str, tuple[int, str]]) -> None:
        build_dir.replace(self.folder / _KEPT, msgspec.json.encode(kept))

    def _unfit(self, path: str) -> InputError:
        named = path if len(path) <= _NAMED else f"{path[:_NAMED]}…"
        return InputError(f"{self.name}: holds {named!r}, a name that no file here can have")

    def _too_much(self) -> DiskError:
        said = f"{self.name}: its documents would take more than half of what is free on the disk"
        return DiskError(said, hint=f"copies go to {self.folder.parent}; XDG_CACHE_HOME names another place")
