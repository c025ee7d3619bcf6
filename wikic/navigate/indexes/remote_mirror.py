"""The mirror of a wiki on a Redis or Valkey, for readers on other machines, with the indexes that they need.

with remote(tree, root, "redis://cache:6379#handbook") as mirror:
    mirror.sync()                           # the files stay the truth

published = FetchedIndexes(blobs, folder)
published.renew()     # fetches what is new; True when there is another version
published.place       # a folder as `.wikic/` is, for `OpenIndexes`
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic import build_dir, layout
from wikic.errors import DiskError, LockedError, MissingExtraError, StoreDamagedError, StoreError
from wikic.navigate.indexes import catalogue, indexing
from wikic.navigate.indexes.mirror import Mirror
from wikic.progress import Progress
from wikic.store.blobs import Blobs, Manifest
from wikic.store.records import Batch
from wikic.store.sync import Result
from wikic.store.tree import TreeStore

if TYPE_CHECKING:
    from wikic.store.blobs import RedisBlobs
    from wikic.store.redis_link import Address
    from wikic.store.redis_store import RedisStore

_FILES: Final = (layout.CATALOGUE_FILE, layout.GRAPH_FILE)
_FOLDERS: Final = (layout.SEARCH_DIR, layout.SOURCE_SEARCH_DIR)
_NAME: Final = re.compile(r"(?!\.\.?$)[A-Za-z0-9._-]{1,100}")
_TRIES, _REST = 20, 0.5  # against another process that is indexing; seconds between two
_UNUSED: Final = 3600.0  # seconds after which no process reads a version that none has touched
_TOUCH: Final = 60.0  # seconds


def publish_indexes(root: Path, blobs: RedisBlobs, generation: int) -> str:
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
                known = catalogue.load_catalogue(place)
                if known is None:
                    return f"{place} holds no index"
                stamp = known.head.stamp
                there = _published_manifest(blobs)
                if there is not None and there.stamp == stamp and blobs.whole(there):
                    blobs.note(there, generation)
                else:
                    blobs.publish(dict(_list_files(place)), generation, stamp)
                return ""
        except LockedError as error:
            note = str(error)
            time.sleep(_REST)
        except (DiskError, OSError) as error:
            return f"the index cannot be read: {error}"
    return note


def _published_manifest(blobs: RedisBlobs) -> Manifest | None:
    try:
        return blobs.manifest()
    except StoreDamagedError:
        return None


def _list_files(place: Path) -> Iterator[tuple[str, Path]]:
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


_AGAIN: Final = 3  # times that a server which went back is looked at again
_AT_FIRST: Final = 2.0  # seconds for a server that may not be there at all


class RemoteMirror(Mirror):
    """A mirror that others read; one process keeps it in step, and versions grow whichever does."""

    elsewhere = True

    def __init__(self, tree: TreeStore, root: Path, store: RedisStore, rebuilt: str = "") -> None:
        super().__init__(tree, root, build_dir.at(root), store, rebuilt)
        self._remote = store
        self._root = root

    def sync(self, progress: Progress | None = None) -> Result:
        """As ``Mirror.sync``; again where the server went back meanwhile, and until the replicas have it."""
        result = super().sync(progress)
        for _ in range(_AGAIN):
            if not self._remote.behind:
                break
            result = super().sync(progress)
        if self._remote.replicas and not result.paths:
            self._remote.apply(Batch())  # what an earlier run wrote may be on the master alone
        self._publish()
        return result

    def update(self, paths: Collection[str]) -> Result:
        """As ``Mirror.update``; all is looked at where the server went back."""
        result = super().update(paths)
        if self._remote.behind:
            return self.sync()
        if result.paths:
            self._publish()
        return result

    def _publish(self) -> None:
        """Put the indexes beside the pages."""
        self.unpublished = publish_indexes(self._root, self._remote.blobs, self._remote.generation)

    def tell(self) -> None:
        """``status`` tells of the mirror in ``.wikic`` alone."""

    def _take_stock(self) -> Iterable[str]:
        return self._remote.take_stock()


def remote_address(address: str, root: Path) -> Address:
    """Where ``address`` leads; the wiki is called as the folder ``root`` where no name is given.

    Raises MissingExtraError, UsageError.
    """
    if find_spec("redis") is None:
        raise MissingExtraError(
            "a wiki on Redis needs redis, which is not installed", hint="pip install 'wikic[redis]'"
        )
    from wikic.store.redis_link import parse_address as parsed

    name = re.sub(r"[^A-Za-z0-9._-]+", "-", root.resolve().name).strip("._-")
    return parsed(address, name or "wiki")


def open_remote(address: str, root: Path, *, replicas: int = 0, rebuild: bool = False) -> RedisStore:
    """The store at ``address``, for writing; the wiki is called as the folder where no name is given.

    rebuild: drop what is there.

    Raises MissingExtraError, UsageError, StoreError.
    """
    where = remote_address(address, root)
    from wikic.store.redis_link import PATIENCE, Link
    from wikic.store.redis_store import RedisStore

    # As in `Mirror.open`: the clock is ahead of all batches there have been.
    link = Link(where, patience=_AT_FIRST)
    store = RedisStore(link, where.wiki, clock=time.time_ns, replicas=replicas, rebuild=rebuild)
    link.patience = PATIENCE  # it is there: what breaks from here on passes
    return store


def remote(
    tree: TreeStore, root: Path, address: str, *, replicas: int = 0, rebuild: bool = False
) -> RemoteMirror:
    """The mirror at ``address`` of the wiki at ``root``, not yet in step; ``rebuild`` drops what is there.

    Raises as ``open_remote``, and StoreDamagedError where another version of wikic wrote what is there.
    """
    store = open_remote(address, root, replicas=replicas, rebuild=rebuild)
    return RemoteMirror(tree, root, store, "asked for" if rebuild else "")
