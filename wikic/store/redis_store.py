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
"""

from __future__ import annotations

import os
import random
import struct
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib.resources import files
from threading import Lock
from typing import Final, cast

import msgspec

from wikic.errors import StaleVersionError, StoreDamagedError, StoreError
from wikic.store.batch import Applied, Batch, Delete, Put
from wikic.store.codec import (
    decode_directory,
    decode_entry,
    decode_file,
    encode_directory,
    encode_entry,
    encode_file,
)
from wikic.store.directories import MAX_PAGE_NAMES, Fate, NameChange, cascade, cut, fate, merge
from wikic.store.path_keys import name, parent
from wikic.store.protocol import Closing
from wikic.store.records import DirectoryMeta, DirectoryRecord, FileRecord, Node, Stamp, versioned
from wikic.store.redis_link import Link

FORMAT: Final = 1
# A batch of 4 MB held up readers for 37 ms.
BATCH_BYTES: Final = 256 << 10
EVENTS: Final = 10_000  # kept for readers that were away
_TRIES: Final = 20  # against writers that are quicker,
_REST: Final = 0.05  # with as many seconds in between at most
_VERSION: Final = struct.Struct(">Q")
_MANY: Final = 1_000  # names in one command: Lua passes some thousands of arguments at most
_SCRIPT: Final = files("wikic.store").joinpath("redis_apply.lua")

_pack: Final = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True, slots=True)
class RedisState:
    """The record a store keeps of itself.

    format: version of keys and records.
    generation: of the last batch; it begins at the clock and never goes back, not over a rebuild either.
    settled: whether it shows a whole tree.
    by: of the writer and its batch: how one whose connection broke sees whether its batch landed.
    """

    format: int
    generation: int
    settled: bool
    by: bytes = b""


_STATE: Final = msgspec.msgpack.Decoder(RedisState)
_EVENT: Final = msgspec.msgpack.Decoder(tuple[int, Applied])


def decode_event(data: bytes) -> tuple[int, Applied]:
    """An event of the stream: the generation before it, and what it changed. Raises ``StoreDamagedError``."""
    try:
        return _EVENT.decode(data)
    except msgspec.DecodeError as error:
        raise _damaged(error) from error


@dataclass(slots=True)
class _Commands:
    """What the script is to do, in order, each behind the number of its words, and the keys it writes."""

    keys: dict[bytes, None] = field(default_factory=dict)
    words: list[bytes] = field(default_factory=list)

    def add(self, command: str, key: bytes, *arguments: bytes) -> None:
        self.keys[key] = None
        self.words += (str(len(arguments) + 2).encode(), command.encode(), key, *arguments)

    def add_each(self, command: str, key: bytes, arguments: list[bytes], step: int = 1) -> None:
        """One command for many arguments, ``step`` of which belong together."""
        for at in range(0, len(arguments), _MANY * step):
            self.add(command, key, *arguments[at : at + _MANY * step])


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

    def close(self) -> None:
        self._link.close()

    # --- reading -------------------------------------------------------------------------------

    def get(self, path: str) -> FileRecord | None:
        try:
            return _file(self._link.ask("GET", self._prefix + b"F" + path.encode()))
        except UnicodeEncodeError:
            return None

    def get_many(self, paths: Iterable[str]) -> tuple[FileRecord | None, ...]:
        keys = [self._key(b"F", path) for path in paths]
        return tuple(map(_file, self._link.ask("MGET", *keys))) if keys else ()

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        try:
            at = self._prefix + b"D" + path.encode()
            if after is None:
                return _directory(self._link.ask("GET", at)) or (None if path else self._new_root())
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
        head = _directory(found)
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
            if at == len(steps) > 0 and (file := _file(last)) is not None:
                return (*trail, file)
            record = _directory(data)
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
        for at in range(0, len(paths), _MANY):
            some = paths[at : at + _MANY]
            end = str(_VERSION.size - 1).encode()
            heads = self._link.ask_all([("GETRANGE", self._prefix + b"F" + each, b"0", end) for each in some])
            for path, head in zip(some, heads, strict=True):
                entry = found.get(path)
                if entry is None or path not in ordered or head != _VERSION.pack(decode_entry(entry)[0]):
                    yield path.decode()

    def _drop_damaged(self, files: Iterable[str]) -> None:
        """Take away the directory records that cannot be read."""
        stored = self._directories(files, ())
        for directory, data in stored.items():
            try:
                record = _directory(data)
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
        self._link.ask("SET", self._state_key, _pack(emptied))
        for at in range(0, len(keys), _MANY):
            self._link.ask("UNLINK", *keys[at : at + _MANY])

    def _try(self, batch: Batch, before: bytes, by: bytes) -> Applied | None:
        """Carry ``batch`` out over the state ``before``; None where another was quicker."""
        old = self._decoded(before)
        self._expect(batch)
        # A replica that took over may be behind: versions must not go backwards all the same.
        self.behind = self.behind or old.generation < self._issued
        unsure = not self._issued or old.generation < self._issued
        generation = max(old.generation, self._issued, self._clock() if unsure else 0) + 1
        settled = not self.behind and (old.settled if batch.settled is None else batch.settled)
        commands = _Commands()
        gone = _Commands()
        self._write_files(batch, generation, commands, gone)
        added = [each.path for each in batch.operations if isinstance(each, Put)]
        removed = [each.path for each in batch.operations if isinstance(each, Delete)]
        listings: dict[str, _Listing] = {}

        stored = self._directories((*added, *removed), (each for each, _ in batch.directories))

        def edit(directory: str, change: NameChange) -> Fate:
            listings[directory] = self._listing(directory, stored[directory], change, generation)
            return listings[directory].fate

        there, dropped = cascade(added, removed, edit, name_again=True)
        touched = {each: None for each in (*there, *dropped) if listings[each].changed}
        for directory, mtime_ns in batch.directories:
            listing = listings.get(directory)
            if listing is None:
                listing = self._listing(directory, stored[directory], NameChange(), generation)
            if listing.record is not None:
                listing.record = replace(listing.record, meta=replace(listing.record.meta, mtime_ns=mtime_ns))
                listing.changed = True
                listings[directory] = listing
                touched[directory] = None
                if directory not in there:
                    there.append(directory)
        if stored[""] is None and "" not in there:
            listings[""] = self._listing("", None, NameChange(), generation)
            there.append("")
        for directory in (*there, *dropped):
            if listings[directory].changed:
                self._write_listing(directory, listings[directory], commands)
        commands.keys |= gone.keys
        commands.words += gone.words
        applied = Applied(generation, tuple(each.path for each in batch.operations), tuple(touched))
        state = _pack(RedisState(FORMAT, generation, settled, by))
        if not self._run(before, state, old.generation, applied, commands):
            return None
        self._issued = generation
        return applied

    def _run(self, before: bytes, state: bytes, generation: int, applied: Applied, what: _Commands) -> bool:
        """Run the script; whether it was carried out."""
        keys = [self._state_key, self.stream, *what.keys]
        event = _pack((generation, applied))
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

    def _write_files(self, batch: Batch, generation: int, commands: _Commands, gone: _Commands) -> None:
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
            data = _VERSION.pack(record.meta.version) + zlib.compress(encode_file(record), 1)
            commands.add("SET", self._prefix + b"F" + path, data)
            entries += (path, encode_entry(record.meta.version, record.stamp))
            paths += (b"0", path)
        commands.add_each("HSET", self._versions_key, entries, 2)
        commands.add_each("ZADD", self._paths_key, paths, 2)
        gone.add_each("ZREM", self._paths_key, leaving)
        gone.add_each("HDEL", self._versions_key, leaving)

    def _directories(self, files: Iterable[str], more: Iterable[str]) -> dict[str, bytes | None]:
        """The directories of some files, those above them, and ``more``, as they are stored."""
        wanted = {"": None, **dict.fromkeys(more)}
        for path in files:
            directory = parent(path)
            while directory not in wanted:
                wanted[directory] = None
                directory = parent(directory)
        found = self._link.ask("MGET", *(self._key(b"D", each) for each in wanted))
        return dict(zip(wanted, found, strict=True))

    def _listing(self, directory: str, data: bytes | None, change: NameChange, generation: int) -> _Listing:
        """A directory, stored as ``data``, with ``change`` carried out."""
        old = _directory(data) or DirectoryRecord(name(directory))
        sub_dirs = merge(old.sub_dirs, change.dirs, change.gone_dirs)
        pages: set[str] = set()
        if old.next is not None:
            found = self._link.ask("ZRANGE", self._key(b"L", directory), b"0", b"-1")
            pages.update(each.decode() for each in found)
        names = merge((*old.files, *pages), change.files, change.gone_files)
        entries = len(names) + len(sub_dirs)
        head, following = cut(names, None)
        known = (old.files, old.next, old.sub_dirs, old.meta.entry_count)
        changed = data is None or (head, following, sub_dirs, entries) != known
        changed = changed or (following is not None and pages != set(names))
        listing = _Listing(fate(data is not None, directory, entries), changed, pages, names)
        if listing.fate in ("kept", "created"):
            mtime_ns = 0 if changed else old.meta.mtime_ns
            version = generation if changed else old.meta.version
            meta = DirectoryMeta(version, entries, old.meta.access_count, mtime_ns)
            listing.record = DirectoryRecord(old.name, sub_dirs, head, following, meta)
        return listing

    def _write_listing(self, directory: str, listing: _Listing, commands: _Commands) -> None:
        at, pages = self._key(b"D", directory), self._key(b"L", directory)
        record = listing.record
        if record is not None and record.next is not None:
            names = set(listing.names)
            come = [part for each in sorted(names - listing.pages) for part in (b"0", each.encode())]
            commands.add_each("ZADD", pages, come, 2)
            commands.add_each("ZREM", pages, [each.encode() for each in sorted(listing.pages - names)])
        else:
            commands.add("UNLINK", pages)
        if record is None:
            commands.add("UNLINK", at)
        else:
            commands.add("SET", at, encode_directory(record))

    # --- what is stored ------------------------------------------------------------------------

    def _new_root(self) -> DirectoryRecord:
        """The root of a wiki nothing was written of. Raises StoreDamagedError where it was lost."""
        if self._link.ask("EXISTS", self._state_key):
            raise StoreDamagedError(
                f"the wiki {self.wiki} in Redis has lost its root", hint="`wikic mirror --to` mends it"
            )
        return DirectoryRecord("")

    def _state(self) -> RedisState:
        return self._decoded(self._link.ask("GET", self._state_key) or b"")

    def _decoded(self, data: bytes) -> RedisState:
        if not data:
            return RedisState(FORMAT, 0, settled=False)
        try:
            state = _STATE.decode(data)
        except msgspec.DecodeError as error:
            raise _damaged(error) from error
        if state.format != FORMAT:
            raise StoreDamagedError(
                f"the wiki {self.wiki} in Redis has format {state.format}, not {FORMAT}", hint="rebuild it"
            )
        return state

    def _key(self, space: bytes, path: str) -> bytes:
        return self._prefix + space + path.encode("utf-8", "surrogatepass")


@dataclass(slots=True)
class _Listing:
    """What becomes of a directory.

    changed: whether it is to be written. pages: names that its pages hold so far. names: of its files now.
    record: None where it is gone or absent.
    """

    fate: Fate
    changed: bool
    pages: set[str]
    names: tuple[str, ...]
    record: DirectoryRecord | None = None


def _file(data: bytes | None) -> FileRecord | None:
    if data is None:
        return None
    try:
        return decode_file(zlib.decompress(data[_VERSION.size :]))
    except zlib.error as error:
        raise _damaged(error) from error


def _directory(data: bytes | None) -> DirectoryRecord | None:
    return None if data is None else decode_directory(data)


def _damaged(error: Exception) -> StoreDamagedError:
    return StoreDamagedError(f"Redis holds a record that cannot be read: {error}", hint="rebuild it")
