"""The indexes of a wiki for readers without its files: put beside its pages, and fetched from there.

published = FetchedIndexes(blobs, folder)
published.renew()     # fetches what is new; True when there is another version
published.place       # a folder as `.wikic/` is, for `OpenIndexes`
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import build_dir, layout
from wikic.errors import DiskError, LockedError, StoreDamagedError, StoreError
from wikic.navigate import catalogue, indexing
from wikic.store.blobs import Blobs, Manifest

if TYPE_CHECKING:
    from wikic.store.blobs import RedisBlobs

_FILES: Final = (layout.CATALOGUE_FILE, layout.GRAPH_FILE)
_FOLDERS: Final = (layout.SEARCH_DIR, layout.SOURCE_SEARCH_DIR)
_NAME: Final = re.compile(r"(?!\.\.?$)[A-Za-z0-9._-]{1,100}")
_TRIES, _REST = 20, 0.5  # against another process that is indexing; seconds between two
_UNUSED: Final = 3600.0  # seconds after which no process reads a version that none has touched
_TOUCH: Final = 60.0


def publish(root: Path, blobs: RedisBlobs, generation: int) -> str:
    """Put the indexes of the wiki at ``root`` beside its pages, where they are not there yet.

    generation: of the store, taken before: its pages are in the indexes.

    Returns why it could not be done, "" when it was. Raises StoreError, NotAWikiError.
    """
    note = ""
    for _ in range(_TRIES):
        notes = indexing.refresh(root, mirrored=False).notes
        place = build_dir.at(root)
        try:
            with indexing.one_writer(place):  # nobody changes them meanwhile
                if notes:
                    note = "; ".join(notes)
                    continue  # who was indexing is done
                known = catalogue.load(place)
                if known is None:
                    return f"{place} holds no index"
                stamp = known.head.stamp
                there = _published(blobs)
                if there is not None and there.stamp == stamp and blobs.whole(there):
                    blobs.note(there, generation)
                else:
                    blobs.publish(dict(_listed(place)), generation, stamp)
                return ""
        except LockedError as error:
            note = str(error)
            time.sleep(_REST)
        except (DiskError, OSError) as error:
            return f"the index cannot be read: {error}"
    return note


def _published(blobs: RedisBlobs) -> Manifest | None:
    try:
        return blobs.manifest()
    except StoreDamagedError:
        return None


def _listed(place: Path) -> Iterator[tuple[str, Path]]:
    """The files that readers need, by their name in the manifest."""
    for name in _FILES:
        yield name, place / name
    for folder in _FOLDERS:
        for each in sorted((place / folder).rglob("*")):
            if each.is_file() and not each.name.endswith("lock"):
                yield each.relative_to(place).as_posix(), each


class FetchedIndexes:
    """The last whole version of the indexes that ``blobs`` hold, in ``folder``, which processes may share."""

    def __init__(self, blobs: Blobs, folder: Path) -> None:
        self._blobs = blobs
        self._folder = folder
        self._manifest: Manifest | None = None
        self._touched = 0.0
        self.generation = 0

    @property
    def place(self) -> Path:
        """Where they lie. Raises StoreError before there are any."""
        if self._manifest is None:
            raise StoreError("no index is published", hint="`wikic mirror --to` publishes it")
        return self._folder / self._manifest.version

    def renew(self) -> bool:
        """Fetch the version that is published now; whether it is another one.

        Raises StoreError; the version there was serves on.
        """
        head = self._blobs.head()
        if head is None:
            raise StoreError("no index is published", hint="`wikic mirror --to` publishes it")
        self._touch()
        version, generation = head
        if self._manifest is not None and version == self._manifest.version:
            self.generation = generation
            return False
        manifest = self._blobs.manifest()
        if manifest is None:
            raise StoreError("the index is being published")
        _refuse_odd(manifest)
        try:
            if not (self._folder / manifest.version).is_dir():
                self._fetch(manifest)
            self._manifest, self.generation = manifest, manifest.generation
            self._touched = 0.0
            self._touch()
            self._clear_away()
        except OSError as error:
            raise StoreError(
                f"{self._folder} cannot be written: {error}", hint="XDG_CACHE_HOME names another place for it"
            ) from error
        return True

    def _fetch(self, manifest: Manifest) -> None:
        """Write all files of a version, and only then give them its name."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._folder / f"new-{os.getpid()}-{time.time_ns()}"
        new.mkdir()
        try:
            for name, pieces in manifest.files.items():
                self._write(new / name, name, pieces)
            new.rename(self._folder / manifest.version)
        except OSError:
            # Another process was quicker: its files are the same.
            if not (self._folder / manifest.version).is_dir():
                raise
        finally:
            shutil.rmtree(new, ignore_errors=True)

    def _write(self, to: Path, name: str, pieces: tuple[str, ...]) -> None:
        to.parent.mkdir(parents=True, exist_ok=True)
        held = self._manifest
        if held is not None and held.files.get(name) == pieces:
            with suppress(OSError):  # a file system without hard links
                os.link(self._folder / held.version / name, to)
                return
        with to.open("wb") as file:
            for piece in pieces:
                file.write(self._blobs.piece(piece))

    def _touch(self) -> None:
        """Tell other processes that this version is in use."""
        now = time.time()
        if self._manifest is not None and now > self._touched + _TOUCH:
            self._touched = now
            with suppress(OSError):
                os.utime(self.place)

    def _clear_away(self) -> None:
        """Remove versions that nobody has used for long."""
        for each in self._folder.iterdir():
            if each != self.place:
                with suppress(OSError):
                    if each.stat().st_mtime < time.time() - _UNUSED:
                        shutil.rmtree(each, ignore_errors=True)


def _refuse_odd(manifest: Manifest) -> None:
    """Raise StoreDamagedError where a name would lead anywhere else."""
    for name in manifest.files:
        folder, *steps = name.split("/")
        below = folder in _FOLDERS and len(steps) in (1, 2) and all(map(_NAME.fullmatch, steps))
        if name not in _FILES and not below:
            raise StoreDamagedError(f"the published index names a file {name!r}")
