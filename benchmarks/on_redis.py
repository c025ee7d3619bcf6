"""What a wiki on a Redis costs readers: loading it, each operator, L1 in front, and when L1 shows a change.

    .venv/bin/python benchmarks/on_redis.py [--records 2000] [--changes 300]

A redis-server of its own on loopback, without a disk; nothing else is measured than on one machine can be.
Records are those of benchmarks/store.py, operators as `store/operator_times.py` measures them: L1 as it holds
what it was asked once. Staleness is from the moment another process began to write a page, and from when its
write had returned, to when a thread that reads the page through L1 all the time has the new text.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.store import paths_of, record_of, targets
from wikic.store.batch import Batch, Put
from wikic.store.cached import CachedStore
from wikic.store.operator_times import Rival, Targets, Walked, contest
from wikic.store.records import file_record
from wikic.store.redis_feed import following
from wikic.store.redis_link import Link, address
from wikic.store.redis_store import RedisStore

_PAGE = "people/changed.md"
_SMALL = 100  # paths that fit into L1


@contextmanager
def server() -> Iterator[str]:
    """The address of a wiki on a node of our own."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        raise SystemExit("redis-server is not installed")
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port = line.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            try:
                yield f"redis://127.0.0.1:{port}#benchmark"
            finally:
                process.terminate()


def load(store: RedisStore, paths: list[str]) -> float:
    """Write the records in batches of the size that a mirror writes; records a second."""
    records = [(path, record_of(path)) for path in paths]
    begun = time.perf_counter()
    batch: list[Put] = []
    size = 0
    for path, record in records:
        batch.append(Put(path, record))
        size += len(record.text)
        if size >= store.batch_bytes:
            store.apply(Batch(tuple(batch)))
            batch, size = [], 0
    store.apply(Batch(tuple(batch), settled=True))
    return len(paths) / (time.perf_counter() - begun)


def table(store: RedisStore, paths: list[str]) -> None:
    """Q1 to Q4 of the store, and of L1 over as many paths as it holds."""
    cache = CachedStore(store)
    few = [path for path in paths if path.startswith(paths[0].rpartition("/")[0] + "/")][:_SMALL]
    kept = targets(few, 1)
    for path in few:  # read once, then kept
        cache.get(path)
    rivals = [Rival("redis", store, targets(paths, 1))]
    rivals.append(Rival("L1", Walked(cache), Targets(kept.pages, kept.directories, kept.prefixes)))
    print(f"{'microseconds':<16}{'p50':>10}{'p99':>10}")
    for name, costs in contest(rivals).items():
        for operator, cost in costs.items():
            print(f"{name + ' ' + operator:<16}{cost.median:>10.1f}{cost.p99:>10.1f}")


def write(to: str, changes: int) -> None:
    """In a process of its own: change the page, and print when that began and had returned."""
    where = address(to)
    with RedisStore(Link(where), where.wiki) as store:
        for number in range(1, changes + 1):
            time.sleep(0.02)
            begun = time.monotonic()
            store.apply(Batch((Put(_PAGE, file_record(_PAGE, str(number).encode(), number)),)))
            print(number, begun, time.monotonic(), flush=True)


def staleness(to: str, changes: int) -> None:
    """When L1 shows each change."""
    seen: dict[int, float] = {}
    with following(address(to)) as cache:
        command = [sys.executable, __file__, "--write", to, "--changes", str(changes)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            while len(seen) < changes and (not seen or max(seen) < changes):
                record = cache.get(_PAGE)
                if record is not None:
                    seen.setdefault(int(record.text), time.monotonic())
                time.sleep(0.0001)
            assert writer.stdout is not None
            told = [line.split() for line in writer.stdout]
    for name, column in (("since it began", 1), ("since it returned", 2)):
        late = sorted(
            1e3 * (seen[int(each[0])] - float(each[column])) for each in told if int(each[0]) in seen
        )
        last = late[int(0.99 * len(late))]
        print(f"{name:<20} p50 {statistics.median(late):.2f} ms, p99 {last:.2f} ms, {len(late)} changes")


def main() -> None:
    """Print everything."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--records", type=int, default=2_000)
    options.add_argument("--changes", type=int, default=300)
    options.add_argument("--write", default="", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.write:
        write(given.write, given.changes)
        return
    with server() as to:
        where = address(to)
        with RedisStore(Link(where), where.wiki) as store:
            paths = paths_of(given.records)
            print(f"loaded {load(store, paths):,.0f} records a second")
            table(store, paths)
        staleness(to, given.changes)


if __name__ == "__main__":
    main()
