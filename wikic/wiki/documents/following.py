"""What changes among the documents that a person named, told as keys once it has been quiet for a moment."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.wiki.documents import walk
from wikic.wiki.watching import EVERYTHING, Changes, FolderEvents, Pace, file_identity

# Seconds. An editor saves within a tenth of one, programs that sync write a file in pieces; what is copied
# for long is compiled now and then.
DOCUMENTS: Final = Pace(quiet=0.5, longest=10.0)
_LOOK: Final = 2.0  # between two looks whether a folder is still the one that is watched


@dataclass(frozen=True, slots=True)
class Place:
    """A folder that holds documents.

    folder: as it was named.
    collection: first part of the keys of all that is in it; "" where single files of it were named.
    named: key of each file that was named, by its name.
    """

    folder: Path
    collection: str
    named: Mapping[str, str]


class Following:
    """The keys of what changes under ``paths``; use it as a context manager.

    Folders that no document is taken from, as the wiki among its documents, are passed over. A single file is
    followed by its name, whatever stands in its place, and without the pictures that it shows. Where anything
    may have changed, as after a folder went or came, ``EVERYTHING`` is among the keys.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        collection: str | None = None,
        exclude: Collection[Path] = (),
        *,
        known: walk.Known = walk.NOT_KNOWN,
        pace: Pace = DOCUMENTS,
        polling: bool = False,
    ) -> None:
        """Takes what ``documents.read`` does. Raises InputError as that does."""
        walk.check(paths)
        closed = [each.resolve() for each in exclude]
        self._changes = Changes(pace)
        self._folders = [
            _Folder(place, closed, self._changes, poll=pace.poll, polling=polling)
            for place in _places(paths, collection, known)
        ]

    @property
    def reason(self) -> str:
        """Why files are looked at now and then, "" where the system tells of all changes."""
        return next((each.reason for each in self._folders if each.reason), "")

    def __enter__(self) -> Following:
        """Begin; nothing that changes from here on is lost."""
        with ExitStack() as opened:
            for each in self._folders:
                opened.callback(each.close)
                each.open()
            opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop following."""
        for each in self._folders:
            each.close()

    def take(self, timeout: float | None = None) -> frozenset[str]:
        """Wait for changes to fall quiet and give their keys; none at the time-out, in seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            left = _LOOK if until is None else until - time.monotonic()
            found = self._changes.take(max(0.0, min(left, _LOOK)))
            # A folder that went, or came back, has no event of its own.
            renewed = [each for each in self._folders if each.renewed()]
            if found or (left <= 0 and not renewed):
                return found


class _Folder:
    """Notes what changes in one place, as keys, with what changes in the others."""

    def __init__(
        self, place: Place, closed: Sequence[Path], changes: Changes, *, poll: float, polling: bool
    ) -> None:
        self._place = place
        self._closed = closed
        self._changes = changes
        self._poll = poll
        self._polling = polling
        self._watched: tuple[int, int] | None = None
        self._events: FolderEvents | None = None
        self._passed: tuple[str, ...] = ()  # what lies in it and holds no documents

    @property
    def reason(self) -> str:
        """Why its files are looked at now and then, or ""."""
        return self._events.reason if self._events is not None else ""

    def open(self) -> None:
        """Begin to note; a folder that is not there waits for ``renewed``."""
        self._watched = file_identity(self._place.folder)
        if self._watched is None:
            return
        root = self._place.folder.resolve()
        inside = (each.relative_to(root).as_posix() for each in self._closed if root in each.parents)
        self._passed = tuple(f"{each}/" for each in inside)
        self._events = FolderEvents(
            root, self._note, poll=self._poll, polling=self._polling, deep=not self._place.named
        )
        self._events.__enter__()

    def close(self) -> None:
        """Note nothing more."""
        if self._events is not None:
            self._events.__exit__()
            self._events = None

    def renewed(self) -> bool:
        """Whether the folder has gone, come back, or become another one; then that one is watched."""
        if file_identity(self._place.folder) == self._watched:
            return False
        self.close()
        self.open()
        self._changes.note(EVERYTHING)
        return True

    def _note(self, *paths: str) -> None:
        keys = [key for path in paths if (key := self._key(path)) is not None]
        if keys:
            self._changes.note(*keys)

    def _key(self, path: str) -> str | None:
        if path == EVERYTHING:
            return EVERYTHING
        if self._place.named:
            return self._place.named.get(path)
        if f"{path}/".startswith(self._passed):
            return None
        return layout.source_key(self._place.collection, path)


def touches(keys: Collection[str], key: str) -> bool:
    """Whether ``keys`` of what changed speak of the document ``key``, or of what holds it."""
    for each in keys:
        name, _, file = each.rpartition("/")
        stem = f"{name}/{file.rpartition('.')[0] or file}"
        if each and f"{key}/".startswith((f"{each}/", f"{stem}/")):
            return True
    return False


def _places(paths: Sequence[Path], collection: str | None, known: walk.Known) -> Iterator[Place]:
    files: dict[Path, dict[str, str]] = {}
    for path in paths:
        if path.is_dir():
            yield Place(path.absolute(), walk.key_of(path, collection, known), {})
            continue
        # A symlink may be replaced, and what it leads to.
        for each in {path.absolute(), path.resolve()}:
            files.setdefault(each.parent, {})[each.name] = walk.key_of(path, collection, known)
    for folder, named in files.items():
        yield Place(folder, "", named)
