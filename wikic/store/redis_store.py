"""The store on Redis or Valkey, a node or a cluster: one wiki in one hash slot, for readers on any machine.

One script carries out a batch, if no other landed since it was worked out: compare-and-swap, the order of
WikiKV, section IV-C, and atomicity are one thing here. A batch is kept small, since nothing else is answered
while it lands; a tree takes several, and ``settled`` is false in between.

Keys, all behind ``wk:{wiki}``::

    M           format, generation, whether settled, and by whom written last
    F<path>     version (8 bytes), then a file record, zlib-1: less than half the size
    D<path>     a directory record with its first page of names
    P           paths of all files, in order (sorted set)
    V           path -> version and stamp (hash)
    X           what each batch changed (stream)
    I, B<hash>  files beside the pages (``redis_blobs``)
"""

from __future__ import annotations

import os
import random
import struct
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from threading import Lock
from typing import Final

import msgspec

from wikic.errors import StoreDamagedError, StoreError
from wikic.plain_file import WIKI_FILE
from wikic.store.blobs import RedisBlobs, inflate_bytes
from wikic.store.codec import (
    State,
    decode_directory,
    decode_entry,
    decode_file,
    decode_state,
    encode_directory,
    encode_file,
    encode_state,
)
from wikic.store.path_store import PathStore, Writes
from wikic.store.records import (
    NAME,
    Applied,
    Batch,
    DirectoryRecord,
    FileRecord,
    Node,
    Stamp,
    directories_above,
    encode_key,
)
from wikic.store.redis_link import Link

BATCH_BYTES: Final = 256 << 10  # one of 4 MB held up readers for 37 ms
EVENTS: Final = 10_000  # kept for readers that were away
_MANY: Final = 1_000  # keys in one request
_TRIES: Final = 20  # against writers that are quicker,
_REST: Final = 0.05  # with as many seconds in between at most
_SCRIPT: Final = files("wikic.store").joinpath("redis_apply.lua")
_VERSION: Final = struct.Struct(">Q")  # what a file's record begins with
_EVENT: Final = msgspec.msgpack.Decoder(tuple[int, Applied])


_LARGEST: Final = WIKI_FILE + (1 << 20)  # bytes of a file with what is noted of it


def unpack_file(data: bytes) -> FileRecord:
    """A file's record as a key holds it, unpacked within a bound. Raises StoreDamagedError."""
    try:
        return decode_file(inflate_bytes(data[_VERSION.size :], _LARGEST))
    except ValueError as error:
        raise _damage_error(error) from error


class RedisStore(PathStore):
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
    loses_keys = True

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

    def _fetch(self, key: bytes) -> bytes | None:
        found: bytes | None = self._link.ask("GET", self._prefix + key)
        return found

    def _fetch_many(self, keys: Sequence[bytes]) -> Sequence[bytes | None]:
        found: list[bytes | None] = []
        for at in range(0, len(keys), _MANY):
            some = keys[at : at + _MANY]
            if some[0].startswith(NAME):
                found += self._link.ask("HMGET", self._versions_key, *(each[1:] for each in some))
            else:
                found += self._link.ask("MGET", *(self._prefix + each for each in some))
        return found

    def _paths(self, start: bytes, stop: bytes, limit: int | None) -> Sequence[bytes]:
        count = str(-1 if limit is None else limit)
        range_of = ("ZRANGEBYLEX", self._paths_key, b"[" + start, b"(" + stop)
        found: Sequence[bytes] = self._link.ask(*range_of, "LIMIT", "0", count)
        return found

    def _pack(self, record: FileRecord) -> bytes:
        return _VERSION.pack(record.meta.version) + zlib.compress(encode_file(record), 1)

    def _unpack(self, data: bytes) -> FileRecord:
        return unpack_file(data)

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        found = super().list(path, after)
        return self._new_root() if found is None and not path else found

    def navigate(self, path: str) -> tuple[Node, ...]:
        """Q3 in one request, as ``operators.navigate`` over the others."""
        steps = path.split("/") if path else []
        directories = ["", *("/".join(steps[: at + 1]) for at in range(len(steps)))]
        *found, last = self._fetch_many(
            [*(encode_key(b"D", each) for each in directories), encode_key(b"F", path)]
        )
        if found[0] is None:
            return (self._new_root(),)
        trail: list[Node] = []
        for at, data in enumerate(found):
            if at == len(steps) > 0 and last is not None:
                return (*trail, self._unpack(last))
            if data is None or (at and not steps[at - 1]):
                break
            trail.append(decode_directory(data))
        return tuple(trail)

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
        self._drop_damaged({each for path in paths for each in directories_above(path.decode())} | {""})
        root = encode_directory(DirectoryRecord(""))
        self._link.ask("SET", self._prefix + b"D", root, "NX")
        end = str(_VERSION.size - 1)
        for at in range(0, len(paths), _MANY):
            some = paths[at : at + _MANY]
            heads = self._link.ask_all([("GETRANGE", self._prefix + b"F" + each, b"0", end) for each in some])
            for path, head in zip(some, heads, strict=True):
                entry = found.get(path)
                if entry is None or path not in ordered or head != _VERSION.pack(decode_entry(entry)[0]):
                    yield path.decode()

    def _drop_damaged(self, directories: set[str]) -> None:
        """Take away the directory records that cannot be read."""
        keys = [b"D" + each.encode() for each in sorted(directories)]
        for at, data in zip(keys, self._fetch_many(keys), strict=True):
            try:
                record = None if data is None else decode_directory(data)
                _ = record and (record.sub_dirs, record.files)
            except StoreDamagedError:
                self._link.ask("UNLINK", self._prefix + at)

    # --- writing -------------------------------------------------------------------------------

    def apply(self, batch: Batch) -> Applied:
        batch.check()
        with self._writing:
            self._batches += 1
            by = self._by + self._batches.to_bytes(4, "big")
            for _ in range(_TRIES):
                applied = self._try(batch, by)
                if applied is not None:
                    return applied
                time.sleep(random.uniform(0.0, _REST))
            raise StoreError(f"{self.wiki}: others write all the time", hint="one process mirrors a wiki")

    def _try(self, batch: Batch, by: bytes) -> Applied | None:
        """Carry ``batch`` out over the state there is; None where another was quicker."""
        before: bytes = self._link.ask("GET", self._state_key) or b""
        old = _state_of(before)
        self._expect(batch)
        # A replica that took over may be behind: versions must not go backwards all the same.
        self.behind = self.behind or old.generation < self._issued
        unsure = not self._issued or old.generation < self._issued
        generation = max(old.generation, self._issued, self._clock() if unsure else 0) + 1
        settled = not self.behind and (old.settled if batch.settled is None else batch.settled)
        writes, applied = self._changes(batch, generation)
        state = encode_state(State(generation, settled, by))
        keys = {self._state_key: None, self.stream: None}
        words: list[bytes] = []
        for command in self._commands(writes):
            keys[command[1]] = None
            words += (str(len(command)).encode(), *command)
        event = msgspec.msgpack.encode((old.generation, applied))
        arguments = [before, state, str(EVENTS).encode(), event, *words]
        there = self._link.run(
            self._script, list_of(keys), arguments, replicas=self.replicas, patience=self._patience
        )
        if there is not None and there != state:  # where it is, it had landed when the connection broke
            return None
        self._issued = generation
        return applied

    def _commands(self, writes: Writes) -> Iterator[tuple[bytes, ...]]:
        """What carries ``writes`` out, in their order."""
        for each, value in writes.items():
            path = each[1:]
            if not each.startswith(NAME):
                at = self._prefix + each
                yield (b"UNLINK", at) if value is None else (b"SET", at, value)
            elif value is None:
                yield b"ZREM", self._paths_key, path
                yield b"HDEL", self._versions_key, path
            else:
                yield b"HSET", self._versions_key, path, value
                yield b"ZADD", self._paths_key, b"0", path

    def _destroy(self) -> None:
        """Remove everything there is of the wiki but how far was counted."""
        try:
            last = self._state().generation
        except StoreDamagedError:
            last = 0
        keys = [each for each in self._link.scan(self._prefix + b"*") if each != self._state_key]
        emptied = State(max(last, self._clock()) + 1, settled=False, by=self._by)
        self._link.ask("SET", self._state_key, encode_state(emptied))
        for at in range(0, len(keys), _MANY):
            self._link.ask("UNLINK", *keys[at : at + _MANY])

    def _new_root(self) -> DirectoryRecord:
        """The root of a wiki nothing was written of. Raises StoreDamagedError where it was lost."""
        if self._link.ask("EXISTS", self._state_key):
            raise StoreDamagedError(
                f"the wiki {self.wiki} in Redis has lost its root", hint="`wikic mirror --to` mends it"
            )
        return DirectoryRecord("")

    def _state(self) -> State:
        return _state_of(self._link.ask("GET", self._state_key) or b"")


list_of = list  # inside the class, `list` is the operator


def _state_of(data: bytes) -> State:
    return decode_state(data) if data else State(0, settled=False)


def decode_event(data: bytes) -> tuple[int, Applied]:
    """An event of the stream: the generation before it, and what it changed. Raises ``StoreDamagedError``."""
    try:
        return _EVENT.decode(data)
    except msgspec.DecodeError as error:
        raise _damage_error(error) from error


def _damage_error(error: Exception) -> StoreDamagedError:
    return StoreDamagedError(f"Redis holds a record that cannot be read: {error}", hint="rebuild it")
