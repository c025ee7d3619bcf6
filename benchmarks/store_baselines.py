"""The stores that wikic's is compared with, each in the best reasonable configuration of its own.

All of them hold the same records in the same bytes (``wikic.store.codec``), keyed by path, a directory's
record beside its files'; only the files keep a format of theirs. So what differs is the engine and the way
to it. Q3 fetches the records along a path in one request where the store has one. Q4 uses the store's own
order, which at 2,000 records was as fast as a directory's record or faster for each of them.

    LMDB          one read transaction per operation; Q4 by a cursor
    SQLite        key and value in one B-tree, memory-mapped; Q4 by the keys' order
    Redis 7       unix socket, hiredis, no persistence; Q3 is one MGET; Q4 from a sorted set
    PostgreSQL 15 unix socket, binary protocol, prepared statements, path as ltree, no TOAST; Q3 is one query
    files         Markdown with YAML frontmatter; the meta block is parsed when it is asked for, as wikic's is
    dict          decoded records in Python dictionaries

Needs lmdb, psycopg[binary], redis and hiredis from PyPI, redis-server and postgresql from Debian; what is not
there is left out.
"""

from __future__ import annotations

import bisect
import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from wikic.store.codec import decode_directory, decode_file, encode_directory, encode_file, paths_in
from wikic.store.records import DirectoryRecord, FileMeta, FileRecord

Records = Iterable[tuple[str, FileRecord]]
Listings = Iterable[tuple[str, DirectoryRecord]]


class Keyed:
    """A store of bytes under keys: ``F`` path, ``D`` path. Subclasses say how bytes are fetched."""

    def fetch(self, key: bytes) -> bytes | None:
        raise NotImplementedError

    def fetch_all(self, keys: list[bytes]) -> list[bytes | None]:
        return [self.fetch(key) for key in keys]

    def get(self, path: str) -> FileRecord | None:
        data = self.fetch(b"F" + path.encode())
        return None if data is None else decode_file(data)

    def list(self, path: str) -> DirectoryRecord | None:
        data = self.fetch(b"D" + path.encode())
        return None if data is None else decode_directory(data)

    def navigate(self, path: str) -> tuple[Any, ...]:
        keys = [b"D"]
        at = path.find("/")
        while at > 0:
            keys.append(b"D" + path[:at].encode())
            at = path.find("/", at + 1)
        keys.append(b"F" + path.encode())
        found = self.fetch_all(keys)
        return (*[decode_directory(data) for data in found[:-1] if data], decode_file(found[-1] or b""))

    def prefix(self, prefix: str) -> tuple[str, ...]:
        directory, _, start = prefix.rpartition("/")
        data = self.fetch(b"D" + directory.encode())
        return () if data is None else tuple(paths_in(data, directory, start) or ())


def pairs(records: Records, listings: Listings) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values in order of keys: directories, then files."""
    for path, listing in listings:
        yield b"D" + path.encode(), encode_directory(listing)
    for path, record in records:
        yield b"F" + path.encode(), encode_file(record)


def runs(items: Iterator[tuple[bytes, bytes]], size: int = 2_000) -> Iterator[list[tuple[bytes, bytes]]]:
    run = []
    for item in items:
        run.append(item)
        if len(run) == size:
            yield run
            run = []
    yield run


class Lmdb(Keyed):
    name = "LMDB (floor)"

    def __init__(self, folder: Path, records: Records, listings: Listings) -> None:
        import lmdb

        at = os.fspath(folder / "lmdb")
        loading = lmdb.open(at, map_size=64 << 30, sync=False, metasync=False)
        for run in runs(pairs(records, listings)):
            with loading.begin(write=True) as txn:
                for key, value in run:
                    txn.put(key, value, append=True)
        loading.sync(True)
        loading.close()
        self._env = lmdb.open(at, map_size=64 << 30, readonly=True, lock=False)
        self.close = self._env.close

    def fetch(self, key: bytes) -> bytes | None:
        with self._env.begin() as txn:
            found: bytes | None = txn.get(key)
            return found

    def fetch_all(self, keys: list[bytes]) -> list[bytes | None]:
        with self._env.begin() as txn:
            get = txn.get
            return [get(key) for key in keys]

    def prefix(self, prefix: str) -> tuple[str, ...]:
        start = b"F" + prefix.encode()
        found = []
        with self._env.begin() as txn:
            cursor = txn.cursor()
            if cursor.set_range(start):
                for key in cursor.iternext(keys=True, values=False):
                    if not key.startswith(start):
                        break
                    found.append(key[1:].decode())
        return tuple(found)


class Sqlite(Keyed):
    name = "SQLite"

    def __init__(self, folder: Path, records: Records, listings: Listings) -> None:
        self._base = base = sqlite3.connect(folder / "store.sqlite", isolation_level=None)
        base.execute("PRAGMA page_size = 16384")
        base.execute("PRAGMA journal_mode = OFF")
        base.execute("PRAGMA synchronous = OFF")
        base.execute(f"PRAGMA mmap_size = {64 << 30}")
        base.execute("CREATE TABLE node (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
        base.execute("BEGIN")
        for run in runs(pairs(records, listings)):
            base.executemany("INSERT INTO node VALUES (?, ?)", run)
        base.execute("COMMIT")
        self._execute = base.cursor().execute
        self.close = base.close

    def fetch(self, key: bytes) -> bytes | None:
        row = self._execute("SELECT value FROM node WHERE key = ?", (key,)).fetchone()
        return None if row is None else row[0]

    def fetch_all(self, keys: list[bytes]) -> list[bytes | None]:
        places = ",".join("?" * len(keys))  # directories sort before files, parents before children
        rows = self._execute(f"SELECT value FROM node WHERE key IN ({places}) ORDER BY key", keys).fetchall()
        return [row[0] for row in rows]

    def prefix(self, prefix: str) -> tuple[str, ...]:
        start = b"F" + prefix.encode()
        rows = self._execute("SELECT key FROM node WHERE key >= ? AND key < ?", (start, start + b"\xff"))
        return tuple([row[0][1:].decode() for row in rows.fetchall()])


class Redis(Keyed):
    name = "Redis 7"

    def __init__(self, folder: Path, records: Records, listings: Listings) -> None:
        import redis

        socket = f"/tmp/wikic-redis-{os.getpid()}.sock"  # a socket's path may hold 107 bytes
        self._server = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL,
            cwd=folder,
        )
        _until(lambda: os.path.exists(socket))
        self._client = redis.Redis(unix_socket_path=socket)
        for run in runs(pairs(records, listings)):
            pipe = self._client.pipeline(transaction=False)
            for key, value in run:
                pipe.set(key, value)
                if key[:1] == b"F":
                    pipe.zadd("names", {key[1:]: 0})
            pipe.execute()
        client: Any = self._client
        self.fetch = client.get  # type: ignore[method-assign]
        self.fetch_all = client.mget  # type: ignore[method-assign]

    def prefix(self, prefix: str) -> tuple[str, ...]:
        start = b"[" + prefix.encode()
        found: Any = self._client.zrangebylex("names", start, start + b"\xff")
        return tuple([each.decode() for each in found])

    def close(self) -> None:
        self._client.close()
        self._server.terminate()
        self._server.wait()


class Postgres(Keyed):
    name = "PostgreSQL 15"

    def __init__(self, folder: Path, records: Records, listings: Listings) -> None:
        import psycopg

        self._folder = folder / "postgres"
        socket = Path(f"/tmp/wikic-postgres-{os.getpid()}")
        for each in (self._folder, socket):
            each.mkdir()
        self._socket = socket
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        # The server refuses to run as root.
        user = {"user": "postgres"} if os.getuid() == 0 else {}
        if user:
            for each in (self._folder, socket):
                shutil.chown(each, "postgres")
            for each in (folder, folder.parent):
                each.chmod(0o755)
        quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/", **user}
        data = self._folder / "data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "wikic", "-A", "trust", "-E", "UTF8", "--locale=C"],
            check=True,
            **quiet,
        )
        options = {
            "listen_addresses": "",
            "unix_socket_directories": socket,
            "fsync": "off",
            "shared_buffers": "2GB",
            "max_wal_size": "8GB",
            "wal_level": "minimal",
            "max_wal_senders": "0",
            "jit": "off",
            "autovacuum": "off",
        }
        given = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        self._server = subprocess.Popen([programs / "postgres", "-D", data, *given], **quiet)
        self._connection = self._connect(psycopg, socket)
        self._load(records, listings)
        cursor = self._connection.cursor(binary=True)
        self._execute = cursor.execute

    def _connect(self, psycopg: Any, socket: Path) -> Any:
        made: list[Any] = []

        def ready() -> bool:
            with suppress(psycopg.OperationalError):
                made.append(
                    psycopg.connect(
                        f"host={socket} user=wikic dbname=postgres", autocommit=True, prepare_threshold=0
                    )
                )
            return bool(made)

        _until(ready)
        return made[0]

    def _load(self, records: Records, listings: Listings) -> None:
        execute = self._connection.execute
        execute("CREATE EXTENSION ltree")
        execute("CREATE TABLE node (path ltree NOT NULL, name text NOT NULL, value bytea NOT NULL)")
        execute("ALTER TABLE node ALTER value SET STORAGE PLAIN")
        with self._connection.cursor() as cursor, cursor.copy("COPY node FROM STDIN") as copy:
            for key, value in pairs(records, listings):
                path = key[1:].decode()
                copy.write_row((_ltree(path), path, value))
        execute("CREATE UNIQUE INDEX ON node (path) INCLUDE (name)")
        execute("VACUUM ANALYZE node")

    def fetch(self, key: bytes) -> bytes | None:
        row = self._execute(
            "SELECT value FROM node WHERE path = %s::text::ltree", (_ltree(key[1:].decode()),)
        ).fetchone()
        return None if row is None else row[0]

    def fetch_all(self, keys: list[bytes]) -> list[bytes | None]:
        # Ancestors sort before their descendants.
        rows = self._execute(
            "SELECT value FROM node WHERE path = ANY(%s::text[]::ltree[]) ORDER BY path",
            ([_ltree(key[1:].decode()) for key in keys],),
        ).fetchall()
        return [row[0] for row in rows]

    def prefix(self, prefix: str) -> tuple[str, ...]:
        low = _ltree(prefix)
        rows = self._execute(
            "SELECT name FROM node WHERE path >= %s::text::ltree AND path < %s::text::ltree ORDER BY path",
            (low, low + "zzz"),  # no label holds a greater character
        ).fetchall()
        return tuple([row[0] for row in rows])

    def close(self) -> None:
        self._connection.close()
        self._server.send_signal(signal.SIGINT)
        self._server.wait()
        shutil.rmtree(self._socket)
        shutil.rmtree(self._folder)


# Labels hold letters, digits and "_" in PostgreSQL 15; these names need no more, and keep their order.
_LABELS = str.maketrans({"/": ".", "-": "_2d", ".": "_2e"})


def _ltree(path: str) -> str:
    return path.translate(_LABELS)


class Files:
    name = "files"

    def __init__(self, folder: Path, records: Records, listings: Listings) -> None:
        self._root = os.fspath(folder / "files")
        for path, _ in listings:
            os.makedirs(f"{self._root}/{path}", exist_ok=True)
        for path, record in records:
            meta = record.meta
            head = f"---\nsources: {list(meta.sources)}\nlast_verified: {meta.last_verified}\n---\n"
            with open(f"{self._root}/{path}", "wb", buffering=0) as file:
                file.write(head.encode() + record.text.encode())

    def get(self, path: str) -> FileRecord | None:
        try:
            file = os.open(f"{self._root}/{path}", os.O_RDONLY)
        except OSError:
            return None
        try:
            data = os.read(file, 16_384)
        finally:
            os.close(file)
        return FrontmatterFile(path, data)  # type: ignore[return-value]

    def list(self, path: str) -> DirectoryRecord | None:
        try:
            names = os.listdir(f"{self._root}/{path}")
        except OSError:
            return None
        names.sort()
        files = tuple([each for each in names if each.endswith(".md")])
        sub_dirs = (
            () if len(files) == len(names) else tuple([each for each in names if not each.endswith(".md")])
        )
        return DirectoryRecord(path.rpartition("/")[2], sub_dirs, files)

    def navigate(self, path: str) -> tuple[Any, ...]:
        steps = [""]
        at = path.find("/")
        while at > 0:
            steps.append(path[:at])
            at = path.find("/", at + 1)
        return (*[self.list(step) for step in steps], self.get(path))

    def prefix(self, prefix: str) -> tuple[str, ...]:
        directory, _, start = prefix.rpartition("/")
        names = os.listdir(f"{self._root}/{directory}")
        return tuple(sorted([f"{directory}/{each}" for each in names if each.startswith(start)]))

    def close(self) -> None:
        shutil.rmtree(self._root)


class FrontmatterFile:
    """A file's text at once, its meta block when asked for."""

    __slots__ = ("_head", "name", "text")

    def __init__(self, path: str, data: bytes) -> None:
        end = data.index(b"\n---\n", 4)
        self.name = path.rpartition("/")[2]
        self.text = data[end + 5 :].decode()
        self._head = data[4:end]

    @property
    def meta(self) -> FileMeta:
        import yaml

        found = yaml.load(self._head, yaml.CSafeLoader)
        return FileMeta(sources=tuple(found["sources"]), last_verified=str(found["last_verified"]))


class Dict:
    name = "dict (floor)"

    def __init__(self, folder: Path, records: Records, listings: Listings) -> None:
        self._files = dict(records)
        self._directories = dict(listings)
        self._paths = sorted(self._files)
        self.get = self._files.get
        self.list = self._directories.get

    def navigate(self, path: str) -> tuple[Any, ...]:
        trail: list[Any] = [self._directories[""]]
        at = path.find("/")
        while at > 0:
            trail.append(self._directories[path[:at]])
            at = path.find("/", at + 1)
        return (*trail, self._files[path])

    def prefix(self, prefix: str) -> tuple[str, ...]:
        start = bisect.bisect_left(self._paths, prefix)
        return tuple(self._paths[start : bisect.bisect_left(self._paths, prefix + "\U0010ffff", start)])

    def close(self) -> None:
        self._files.clear()


def _until(ready: Callable[[], object]) -> None:
    """Wait for a server, a minute at most."""
    for _ in range(600):
        try:
            if ready():
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise TimeoutError("the server did not start")


BASELINES = (Dict, Lmdb, Sqlite, Redis, Postgres, Files)
