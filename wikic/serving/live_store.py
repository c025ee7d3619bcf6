"""A wiki in a store, for a process that stays: its pages are told of, its indexes followed by a thread.

Where the server goes away, what was read before and the last whole index serve on, and ``health`` says so.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Final, Self

from wikic.errors import WikicError
from wikic.navigate.indexes.stored_library import StoredLibrary, open_stored
from wikic.navigate.library import Library

_LOOK: Final = 1.0  # seconds between two looks at how the store stands

Say = Callable[[str], None]


class LiveStore:
    """The wiki at the address ``store``, as ``LiveLibrary`` has that of a folder.

    root: where this machine keeps notes about it.
    reads_from: the store.
    """

    def __init__(self, store: str, directory: Path, say: Say) -> None:
        """``directory`` names the wiki where the address does not.

        Raises MissingExtraError, UsageError, and StoreError where it cannot be read or has no index yet.
        """
        self._say = say
        self._reader, self._indexes, self.root = open_stored(store, directory)
        self._stack = ExitStack()
        try:
            cache = self._stack.enter_context(self._reader.followed())
            self._library = StoredLibrary(self.root, cache, self._indexes)
        except BaseException:
            self._stack.close()
            raise
        self._library.pinned = True
        self.reads_from = "the store"
        self.busy = False
        self._health: tuple[str, ...] = ()
        self._end = Event()
        self._thread = Thread(target=self._follow, name="wikic-follow", daemon=True)

    def start(self) -> None:
        """Begin to follow the store, on a thread of its own."""
        self._say(f"reads from {self.reads_from}")
        self._look()
        self._thread.start()

    @property
    def library(self) -> Library:
        """The wiki."""
        return self._library

    def overview(self) -> tuple[str, str]:
        """Title and line of the wiki."""
        return self._library.overview()

    @property
    def there(self) -> Library:
        """``library``: what is published stays as it was, and what cannot be fetched says so by itself."""
        return self.library

    def health(self) -> tuple[str, ...]:
        """What is not as it should be, a line each."""
        return self._health

    def close(self) -> None:
        """Stop following and let go of the store."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _follow(self) -> None:
        while not self._end.wait(_LOOK):
            self._look()

    def _look(self) -> None:
        """See how the store stands, and go over to new indexes."""
        lines = []
        generation = self._reader.look()
        if self._reader.trouble:
            lines.append(f"{self._reader.trouble}: what was read before and the last index serve")
        else:
            try:
                self._library.renew()
            except (WikicError, OSError) as error:
                lines.append(f"{error}: the last whole index serves")
            if not self._reader.mirrored:
                lines.append("the wiki is being mirrored: some pages may be of before")
            if self._indexes.generation < generation:
                lines.append("the pages are ahead of the index")
        self.busy = bool(lines)
        for line in lines:
            if line not in self._health:
                self._say(line)
        self._health = tuple(lines)
