"""L1 in step with a Redis: a cache in the process, told of what every batch changed (WikiKV, section V-C).

with following(address) as cache:
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
from typing import Final

from wikic.store.cached import CachedStore
from wikic.store.redis_address import Address
from wikic.store.redis_codec import decode_event
from wikic.store.redis_link import Link
from wikic.store.redis_store import RedisStore

_BLOCK: Final = 0.5  # seconds that one question waits for an event, and `stop` for the answer
_REST: Final = 1.0  # seconds between two tries at a server that does not answer


class Feed:
    """A thread that tells ``cache`` what changes in the store behind it."""

    def __init__(self, link: Link, stream: bytes, cache: CachedStore) -> None:
        """``link``: of its own, because waiting for an event takes a connection."""
        self._link = link
        self._stream = stream
        self._cache = cache
        self._ended = Event()
        self._last = b"0-0"
        self._generation = -1
        self._thread = Thread(target=self._run, name="redis-feed", daemon=True)
        link.on_break = self._broke
        link.patience = 0.0  # `_run` tries again, and stops when it is told to

    def start(self) -> None:
        """Begin where the stream ends now."""
        self._begin()
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
                self._ended.wait(_REST)

    def _take(self) -> None:
        found = self._link.ask(
            "XREAD", "BLOCK", str(int(1000 * _BLOCK)), "COUNT", "100", "STREAMS", self._stream, self._last
        )
        if self._generation < 0:
            # After a break: what was read in between may be of before, and a stream that began anew has
            # smaller numbers than the last one seen.
            self._begin()
            return
        for at, fields in _events(found):
            before, applied = decode_event(fields[b"event"])
            if before == self._generation:
                self._cache.applied(applied)
            else:
                self._cache.drop()
            self._last, self._generation = at, applied.generation


def _events(found: object) -> Iterator[tuple[bytes, dict[bytes, bytes]]]:
    """The events of a reply, in either version of the protocol."""
    streams = found.values() if isinstance(found, dict) else [each[1] for each in found or ()]  # type: ignore[attr-defined]
    for events in streams:
        for each in events:
            # RESP3 wraps them once more.
            yield from [each] if isinstance(each, tuple) else each


@contextmanager
def following(where: Address, environment: Mapping[str, str] = environ) -> Iterator[CachedStore]:
    """The wiki at ``where`` for a process that reads much: cached, and told of every change.

    Raises UsageError, StoreError.
    """
    with CachedStore(RedisStore(Link(where, environment=environment), where.wiki)) as cache:
        feed = Feed(Link(where, environment=environment), f"wk:{{{where.wiki}}}X".encode(), cache)
        feed.start()
        try:
            yield cache
        finally:
            feed.stop()
