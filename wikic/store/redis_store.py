"""The store on Redis or Valkey, a node or a cluster: one wiki in one hash slot, for readers on any machine.

One script carries out a batch, if no other landed since it was worked out: compare-and-swap, the order of
WikiKV, section IV-C, and atomicity are one thing here. A batch is kept small, since nothing else is answered
while it lands; a tree takes several, and ``settled`` is false in between.

Keys, all behind ``wk:{wiki}``::

    M           format, generation, whether settled, and by whom written last
    F<path>     version (8 bytes), then a file record, zlib-1: less than half the size
    D<path>     a directory record with its first page of names
    L<path>     names of a directory of more than a page, in order (sorted set)
    P           paths of all files, in order (sorted set)
    V           path -> version and stamp (hash)
    X           what each batch changed (stream)
    I, B<hash>  files beside the pages (``redis_blobs``)
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib.resources import files
from threading import Lock
from typing import Final, cast

from wikic.errors import StaleVersionError, StoreDamagedError, StoreError
from wikic.store.batch import Applied, Batch, Delete, Put
from wikic.store.codec import (
    decode_entry,
    encode_directory,
    encode_entry,
)
from wikic.store.directories import MAX_PAGE_NAMES, Fate, NameChange, cascade
from wikic.store.protocol import Closing
from wikic.store.records import DirectoryRecord, FileRecord, Node, Stamp, versioned
from wikic.store.redis_blobs import RedisBlobs
from wikic.store.redis_codec import (
    FORMAT,
    VERSION,
    RedisState,
    decode_state,
    pack,
    pack_file,
    unpack_directory,
    unpack_file,
)
from wikic.store.redis_link import Link
from wikic.store.redis_listings import MANY, Commands, Listing, Listings

# A batch of 4 MB held up readers for 37 ms.
BATCH_BYTES: Final = 256 << 10
EVENTS: Final = 10_000  # kept for readers that were away
_TRIES: Final = 20  # against writers that are quicker,
_REST: Final = 0.05  # with as many seconds in between at most
_SCRIPT: Final = files("wikic.store").joinpath("redis_apply.lua")


class RedisStore(Closing):
    """The wiki ``wiki`` behind ``link``.

    clock: gives a number ahead of all generations there have been, from which is counted where nobody knows
        the last one.
    replicas: how many must have a batch before ``apply`` returns; waited for ``patience`` seconds.
    rebuild: drop what is there, also what cannot be read.
    behind: the server went back behind what was written here: it is not ``settled`` until ``take_stock``.

    Raises ``StoreDamagedError`` where another format is stored, ``StoreError`` where the server does not
    answer or refuses, after ``link`` has tried again.
    """

    batch_bytes = BATCH_BYTES

    def __init__(
        self,
        link: Link,
        wiki: str,
        *,
        clock: Callable[[], int] = lambda: 0,
        replicas: int = 0,
        patience: float = 5.0,
        rebuild: bool = False,
    ) -> None:
        self.wiki = wiki
        self._link = link
        self._prefix = f"wk:{{{wiki}}}".encode()
        self._state_key = self._prefix + b"M"
        self._paths_key = self._prefix + b"P"
        self._versions_key = self._prefix + b"V"
        self.stream = self._prefix + b"X"
        self.replicas = replicas
        self.behind = False
        self._patience = patience
        self._clock = clock
        self._listings = Listings(link, self._key)
        self._writing = Lock()
        self._by = os.urandom(12)
        self._batches = 0
        self._issued = 0
        self._script = _SCRIPT.read_text("ascii")
        if rebuild:
            self._destroy()
        else:
            self._state()

    @property
    def generation(self) -> int:
        return self._state().generation

    @property
    def settled(self) -> bool:
        return self._state().settled

    @property
    def blobs(self) -> RedisBlobs:
        """What lies beside the pages."""
        return RedisBlobs(self._link, self._prefix)

    def close(self) -> None:
        self._link.close()

    # --- reading -------------------------------------------------------------------------------

    def get(self, path: str) -> FileRecord | None:
        try:
            return unpack_file(self._link.ask("GET", self._prefix + b"F" + path.encode()))
        except UnicodeEncodeError:
            return None

    def get_many(self, paths: Iterable[str]) -> tuple[FileRecord | None, ...]:
        keys = [self._key(b"F", path) for path in paths]
        return tuple(map(unpack_file, self._link.ask("MGET", *keys))) if keys else ()

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        try:
            at = self._prefix + b"D" + path.encode()
            if after is None:
                return unpack_directory(self._link.ask("GET", at)) or (None if path else self._new_root())
        except UnicodeEncodeError:
            return None
        start = b"(" + after.encode("utf-8", "surrogatepass")
        pages = self._key(b"L", path)
        found, following = self._link.ask_all(
            [
                ("GET", at),
                ("ZRANGEBYLEX", pages, start, b"+", b"LIMIT", b"0", str(MAX_PAGE_NAMES + 1).encode()),
            ]
        )
        head = unpack_directory(found)
        if head is None:
            return None
        if head.next is None:
            return replace(head, sub_dirs=(), files=tuple(each for each in head.files if each > after))
        page = tuple(each.decode() for each in following)
        more = page[MAX_PAGE_NAMES - 1] if len(page) > MAX_PAGE_NAMES else None
        return replace(head, sub_dirs=(), files=page[:MAX_PAGE_NAMES], next=more)

    def prefix(self, prefix: str, limit: int | None = None) -> tuple[str, ...]:
        directory, slash, _ = prefix.rpartition("/")
        if (slash and not directory) or limit == 0:
            return ()
        try:
            sought = prefix.encode()
        except UnicodeEncodeError:
            return ()
        count = str(-1 if limit is None else limit).encode()
        found = self._link.ask(
            "ZRANGEBYLEX", self._paths_key, b"[" + sought, b"[" + sought + b"\xff", b"LIMIT", b"0", count
        )
        return tuple(each.decode() for each in found)

    def navigate(self, path: str) -> tuple[Node, ...]:
        """Q3 in one request, as ``operators.navigate`` over the others."""
        steps = path.split("/") if path else []
        directories = ["", *("/".join(steps[: at + 1]) for at in range(len(steps)))]
        keys = [self._key(b"D", each) for each in directories]
        *found, last = self._link.ask("MGET", *keys, self._key(b"F", path))
        if found[0] is None:
            return (self._new_root(),)
        trail: list[Node] = []
        for at, data in enumerate(found):
            if at == len(steps) > 0 and (file := unpack_file(last)) is not None:
                return (*trail, file)
            record = unpack_directory(data)
            if record is None or (at and not steps[at - 1]):
                break
            trail.append(record)
        return tuple(trail)

    def stamp(self, path: str) -> tuple[int, Stamp] | None:
        data = self._link.ask("HGET", self._versions_key, path.encode("utf-8", "surrogatepass"))
        return None if data is None else decode_entry(data)

    def stamps(self) -> Iterator[tuple[str, int, Stamp]]:
        found: dict[bytes, bytes] = self._link.ask("HGETALL", self._versions_key)
        for path in sorted(found):
            yield path.decode(), *decode_entry(found[path])

    def take_stock(self) -> Iterator[str]:
        """Paths of files whose record, version or place among the paths does not agree with the others.

        A server may lose any key: one was evicted, a replica took over that was behind, somebody deleted it.
        Listings that cannot be read are dropped, and a root that was lost is given back empty: with it, all
        are mended file by file.
        """
        self.behind = False
        found: dict[bytes, bytes] = self._link.ask("HGETALL", self._versions_key)
        ordered = set(self._link.ask("ZRANGE", self._paths_key, b"0", b"-1"))
        paths = sorted(found.keys() | ordered)
        self._drop_damaged(path.decode() for path in paths)
        self._link.ask("SET", self._key(b"D", ""), encode_directory(DirectoryRecord("")), "NX")
        for at in range(0, len(paths), MANY):
            some = paths[at : at + MANY]
            end = str(VERSION.size - 1).encode()
            heads = self._link.ask_all([("GETRANGE", self._prefix + b"F" + each, b"0", end) for each in some])
            for path, head in zip(some, heads, strict=True):
                entry = found.get(path)
                if entry is None or path not in ordered or head != VERSION.pack(decode_entry(entry)[0]):
                    yield path.decode()

    def _drop_damaged(self, files: Iterable[str]) -> None:
        """Take away the directory records that cannot be read."""
        stored = self._listings.stored(files, ())
        for directory, data in stored.items():
            try:
                record = unpack_directory(data)
                _ = record and (record.sub_dirs, record.files)
            except StoreDamagedError:
                self._link.ask("UNLINK", self._key(b"D", directory), self._key(b"L", directory))

    # --- writing -------------------------------------------------------------------------------

    def apply(self, batch: Batch) -> Applied:
        batch.check()
        with self._writing:
            self._batches += 1
            by = self._by + self._batches.to_bytes(4, "big")
            for _ in range(_TRIES):
                before = self._link.ask("GET", self._state_key) or b""
                applied = self._try(batch, before, by)
                if applied is not None:
                    return applied
                time.sleep(random.uniform(0.0, _REST))
            raise StoreError(f"{self.wiki}: others write all the time", hint="one process mirrors a wiki")

    def _destroy(self) -> None:
        """Remove everything there is of the wiki but how far was counted."""
        try:
            last = self._state().generation
        except StoreDamagedError:
            last = 0
        keys = [each for each in self._link.scan(self._prefix + b"*") if each != self._state_key]
        emptied = RedisState(FORMAT, max(last, self._clock()) + 1, settled=False, by=self._by)
        self._link.ask("SET", self._state_key, pack(emptied))
        for at in range(0, len(keys), MANY):
            self._link.ask("UNLINK", *keys[at : at + MANY])

    def _try(self, batch: Batch, before: bytes, by: bytes) -> Applied | None:
        """Carry ``batch`` out over the state ``before``; None where another was quicker."""
        old = _decoded(before)
        self._expect(batch)
        # A replica that took over may be behind: versions must not go backwards all the same.
        self.behind = self.behind or old.generation < self._issued
        unsure = not self._issued or old.generation < self._issued
        generation = max(old.generation, self._issued, self._clock() if unsure else 0) + 1
        settled = not self.behind and (old.settled if batch.settled is None else batch.settled)
        commands = Commands()
        gone = Commands()
        self._write_files(batch, generation, commands, gone)
        added = [each.path for each in batch.operations if isinstance(each, Put)]
        removed = [each.path for each in batch.operations if isinstance(each, Delete)]
        listings: dict[str, Listing] = {}

        stored = self._listings.stored((*added, *removed), (each for each, _ in batch.directories))

        def edit(directory: str, change: NameChange) -> Fate:
            listings[directory] = self._listings.changed(directory, stored[directory], change, generation)
            return listings[directory].fate

        there, dropped = cascade(added, removed, edit, name_again=True)
        touched = {each: None for each in (*there, *dropped) if listings[each].changed}
        for directory, mtime_ns in batch.directories:
            listing = listings.get(directory)
            if listing is None:
                listing = self._listings.changed(directory, stored[directory], NameChange(), generation)
            if listing.record is not None:
                listing.record = replace(listing.record, meta=replace(listing.record.meta, mtime_ns=mtime_ns))
                listing.changed = True
                listings[directory] = listing
                touched[directory] = None
                if directory not in there:
                    there.append(directory)
        if stored[""] is None and "" not in there:
            listings[""] = self._listings.changed("", None, NameChange(), generation)
            there.append("")
        for directory in (*there, *dropped):
            if listings[directory].changed:
                self._listings.write(directory, listings[directory], commands)
        commands.keys |= gone.keys
        commands.words += gone.words
        applied = Applied(generation, tuple(each.path for each in batch.operations), tuple(touched))
        state = pack(RedisState(FORMAT, generation, settled, by))
        if not self._run(before, state, old.generation, applied, commands):
            return None
        self._issued = generation
        return applied

    def _run(self, before: bytes, state: bytes, generation: int, applied: Applied, what: Commands) -> bool:
        """Run the script; whether it was carried out."""
        keys = [self._state_key, self.stream, *what.keys]
        event = pack((generation, applied))
        arguments = [before, state, str(EVENTS).encode(), event, *what.words]
        there = self._link.run(self._script, keys, arguments, replicas=self.replicas, patience=self._patience)
        if there is not None and there == state:
            return True  # it had landed when the connection broke
        return there is None

    def _expect(self, batch: Batch) -> None:
        expecting = [each for each in batch.operations if each.expects is not None]
        if not expecting:
            return
        paths = [each.path.encode() for each in expecting]
        for each, data in zip(expecting, self._link.ask("HMGET", self._versions_key, *paths), strict=True):
            found = 0 if data is None else decode_entry(data)[0]
            if found != each.expects:
                raise StaleVersionError(each.path, cast("int", each.expects), found)

    def _write_files(self, batch: Batch, generation: int, commands: Commands, gone: Commands) -> None:
        """Records, stamps and paths of the files: what comes into ``commands``, what goes into ``gone``."""
        entries: list[bytes] = []
        paths: list[bytes] = []
        leaving: list[bytes] = []
        for each in batch.operations:
            path = each.path.encode()
            if isinstance(each, Delete):
                gone.add("UNLINK", self._prefix + b"F" + path)
                leaving.append(path)
                continue
            if isinstance(each, Put):
                record = versioned(each.record, generation)
            else:
                old = self.get(each.path)
                if old is None or old.stamp.sha256 != each.stamp.sha256:
                    continue
                record = replace(old, stamp=each.stamp)
            commands.add("SET", self._prefix + b"F" + path, pack_file(record))
            entries += (path, encode_entry(record.meta.version, record.stamp))
            paths += (b"0", path)
        commands.add_each("HSET", self._versions_key, entries, 2)
        commands.add_each("ZADD", self._paths_key, paths, 2)
        gone.add_each("ZREM", self._paths_key, leaving)
        gone.add_each("HDEL", self._versions_key, leaving)

    # --- what is stored ------------------------------------------------------------------------

    def _new_root(self) -> DirectoryRecord:
        """The root of a wiki nothing was written of. Raises StoreDamagedError where it was lost."""
        if self._link.ask("EXISTS", self._state_key):
            raise StoreDamagedError(
                f"the wiki {self.wiki} in Redis has lost its root", hint="`wikic mirror --to` mends it"
            )
        return DirectoryRecord("")

    def _state(self) -> RedisState:
        return _decoded(self._link.ask("GET", self._state_key) or b"")

    def _key(self, space: bytes, path: str) -> bytes:
        return self._prefix + space + path.encode("utf-8", "surrogatepass")


def _decoded(data: bytes) -> RedisState:
    return decode_state(data) if data else RedisState(FORMAT, 0, settled=False)
