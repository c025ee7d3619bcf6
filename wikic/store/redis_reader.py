"""A wiki on Redis for a process that only reads it: L1 in step with the server (WikiKV, section V-C).

with RedisReader(address).followed() as cache:    # told of every change
    cache.get(path)

Events come from the wiki's stream, so one that was missed while a line was broken is read afterwards. Each
names the generation before it: where that is not the last one seen, something was lost, and all is dropped.
While the line is broken what is kept answers only where the store cannot; it goes when the line is back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import environ
from threading import Event, Thread
from typing import Any, Final

from wikic.errors import StoreError
from wikic.store.blobs import Blobs
from wikic.store.cached import CachedStore
from wikic.store.protocol import Closing
from wikic.store.records import DirectoryRecord, FileRecord
from wikic.store.redis_link import Address, Link
from wikic.store.redis_store import RedisStore, decode_event

_AT_FIRST: Final = 2.0  # seconds for a server that may not be there at all
_SERVING: Final = 0.1  # seconds: a connection that was closed is opened again, a server is not waited for
_BLOCK: Final = 0.5  # seconds that one question waits for an event, and the end for the answer
_AGAIN: Final = 1.0  # seconds between two tries at a server that does not answer

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
        # Waiting for an event takes a connection of its own.
        link = Link(self._where, environment=self._environment)
        with CachedStore(self) as cache:
            feed = _Feed(link, self._store.stream, cache)
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


class _Feed:
    """A thread that tells ``cache`` what changes in the store behind it, from where the stream ends now."""

    def __init__(self, link: Link, stream: bytes, cache: CachedStore) -> None:
        self._link = link
        self._stream = stream
        self._cache = cache
        self._ended = Event()
        self._last = b"0-0"
        self._generation = -1
        self._begin()
        link.on_break = self._broke
        link.patience = 0.0  # `_run` tries again, and stops when it is told to
        self._thread = Thread(target=self._run, name="redis-feed", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._ended.set()
        self._thread.join()
        self._link.close()

    def _begin(self) -> None:
        latest = self._link.ask("XREVRANGE", self._stream, "+", "-", "COUNT", "1")
        if latest:
            self._last = latest[0][0]
            self._generation = decode_event(latest[0][1][b"event"])[1].generation
        self._cache.drop()

    def _broke(self) -> None:
        """Nothing that is kept is sure while nobody tells."""
        self._generation = -1
        self._cache.doubt()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._take()
            except Exception:  # noqa: BLE001 - a reader whom nobody tells would show old pages for good
                self._broke()
                self._ended.wait(_AGAIN)

    def _take(self) -> None:
        found = self._link.ask(
            "XREAD", "BLOCK", str(int(1000 * _BLOCK)), "COUNT", "100", "STREAMS", self._stream, self._last
        )
        if self._generation < 0:
            # After a break: what was read in between may be of before, and a stream that began anew has
            # smaller numbers than the last one seen.
            self._begin()
            return
        for at, fields in _read_events(found):
            before, applied = decode_event(fields[b"event"])
            if before == self._generation:
                self._cache.applied(applied)
            else:
                self._cache.drop()
            self._last, self._generation = at, applied.generation


def _read_events(found: Any) -> Iterator[tuple[bytes, dict[bytes, bytes]]]:
    """The events of a reply, in either version of the protocol."""
    streams = found.values() if isinstance(found, dict) else [each[1] for each in found or ()]
    for events in streams:
        for each in events:
            # RESP3 wraps them once more.
            yield from [each] if isinstance(each, tuple) else each
