"""A wiki on Redis for a process that only reads it: says when the server is away or the wiki lost.

reader = RedisReader(address)
with reader.followed() as cache:    # L1, told of every change
    cache.get(path)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import environ
from typing import Final

from wikic.errors import StoreError
from wikic.store.blobs import Blobs
from wikic.store.cached import CachedStore
from wikic.store.protocol import Closing
from wikic.store.records import DirectoryRecord, FileRecord
from wikic.store.redis_address import Address
from wikic.store.redis_feed import Feed
from wikic.store.redis_link import Link
from wikic.store.redis_store import RedisStore

_AT_FIRST: Final = 2.0  # seconds for a server that may not be there at all
_SERVING: Final = 0.1  # seconds: a connection that was closed is opened again, a server is not waited for

# Inside the class, `list` is the operator.
Paths = tuple[str, ...]


class RedisReader(Closing):
    """The wiki at ``where``.

    trouble: why nothing can be read, "" while it can; every read then fails at once instead of waiting.
    mirrored: whether its pages are whole, not half brought in step.
    blobs: what lies beside the pages.

    Raises ``StoreError`` where the server does not answer, refuses, or holds no such wiki.
    """

    def __init__(self, where: Address, environment: Mapping[str, str] = environ) -> None:
        self._where = where
        self._environment = environment
        self._link = Link(where, environment=environment, patience=_AT_FIRST)
        self._store = RedisStore(self._link, where.wiki)
        self.blobs: Blobs = self._store.blobs
        self.trouble = ""
        self.mirrored = self._store.settled
        self._lost = False
        if not self._there():
            self._link.close()
            raise StoreError(
                f"there is no wiki {where.wiki} at {where.url}",
                hint="`wikic mirror --to` puts one there, where its files are",
            )

    def look(self) -> int:
        """See how the wiki stands; its generation, 0 where it cannot be read: ``trouble`` says why."""
        try:
            generation, self.mirrored = self._store.generation, self._store.settled
            self._lost = not self._there() or (self._lost and not self.mirrored)
            self.trouble = f"the wiki {self._where.wiki} is not in the store any more" if self._lost else ""
        except StoreError:
            generation, self.trouble = 0, "the store does not answer"
        return 0 if self.trouble else generation

    @contextmanager
    def followed(self) -> Iterator[CachedStore]:
        """This, behind a cache that is told of every change; the server is not waited for any more."""
        self._link.patience = _SERVING
        with CachedStore(self) as cache:
            feed = Feed(Link(self._where, environment=self._environment), self._store.stream, cache)
            feed.start()
            try:
                yield cache
            finally:
                feed.stop()

    @property
    def generation(self) -> int:
        return self._store.generation

    @property
    def settled(self) -> bool:
        return self._store.settled

    def get(self, path: str) -> FileRecord | None:
        self._refuse()
        return self._store.get(path)

    def get_many(self, paths: Iterable[str]) -> tuple[FileRecord | None, ...]:
        self._refuse()
        return self._store.get_many(paths)

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        self._refuse()
        return self._store.list(path, after)

    def prefix(self, prefix: str, limit: int | None = None) -> Paths:
        self._refuse()
        return self._store.prefix(prefix, limit)

    def close(self) -> None:
        self._link.close()

    def _there(self) -> bool:
        return self._store.generation > 0 and self._store.list("") is not None

    def _refuse(self) -> None:
        if self.trouble:
            raise StoreError(self.trouble)
