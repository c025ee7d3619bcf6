"""What a wiki on a Redis costs readers: loading it, each operator, L1 in front, and when L1 shows a change.

    .venv/bin/python benchmarks/on_redis.py [--records 2000] [--changes 300] [--cluster]

A redis-server of its own on loopback, or a cluster of three, without a disk; nothing else is measured than on
one machine can be. Memory is what the server says it uses, for each record. Reading processes ask the server
itself, without L1, for records drawn at random, all at once.
Records are those of benchmarks/store.py, operators as `operator_times.py` measures them: L1 as it holds
what it was asked once. Staleness is from the moment another process began to write a page, and from when its
write had returned, to when a thread that reads the page through L1 all the time has the new text.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import redis

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.operator_times import Rival, Targets, Walked, contest
from benchmarks.store import paths_of, record_of, targets
from wikic.store.cached import CachedStore
from wikic.store.records import Batch, Put, file_record
from wikic.store.redis_link import Link, parse_address
from wikic.store.redis_reader import RedisReader
from wikic.store.redis_store import RedisStore

_PAGE = "people/changed.md"
_SMALL = 100  # paths that fit into L1
_SLOTS = 16_384
_READING = 3.0  # seconds


@contextmanager
def server(nodes: int) -> Iterator[str]:
    """The address of a wiki on a node of our own, or on a cluster of several."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        raise SystemExit("redis-server is not installed")
    with ExitStack() as stack:
        clustered = "yes" if nodes > 1 else "no"
        ports = [_start(program, stack, "--cluster-enabled", clustered) for _ in range(nodes)]
        if nodes == 1:
            yield f"redis://127.0.0.1:{ports[0]}#benchmark"
            return
        clients = [redis.Redis(port=port) for port in ports]
        for at, client in enumerate(clients):
            first, end = at * _SLOTS // nodes, (at + 1) * _SLOTS // nodes
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, end - 1)  # type: ignore[no-untyped-call]
            meet = ("CLUSTER", "MEET", "127.0.0.1", ports[0], _bus(ports[0]))
            client.execute_command(*meet)  # type: ignore[no-untyped-call]
        while not all(_serves(client) for client in clients):
            time.sleep(0.1)
        yield f"redis+cluster://127.0.0.1:{ports[0]}#benchmark"


def _start(program: str, stack: ExitStack, *options: str) -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port: int = line.getsockname()[1]
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    where = ("--port", str(port), "--cluster-port", str(_bus(port)), "--bind", "127.0.0.1", "--dir", folder)
    command = [program, *where, "--save", "", *options]
    process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.DEVNULL))
    stack.callback(process.terminate)
    with redis.Redis(port=port) as client:
        while True:
            with suppress(redis.exceptions.ConnectionError):
                client.ping()
                return port
            time.sleep(0.05)


def _bus(port: int) -> int:
    """Where nodes of a cluster talk."""
    return port - 10_000 if port > 30_000 else port + 10_000


def _serves(client: redis.Redis) -> bool:
    return str(client.execute_command("CLUSTER INFO")["cluster_state"]) == "ok"  # type: ignore[no-untyped-call]


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
    where = parse_address(to)
    with RedisStore(Link(where), where.wiki) as store:
        for number in range(1, changes + 1):
            time.sleep(0.02)
            begun = time.monotonic()
            store.apply(Batch((Put(_PAGE, file_record(_PAGE, str(number).encode(), number)),)))
            print(number, begun, time.monotonic(), flush=True)


def staleness(to: str, changes: int) -> None:
    """When L1 shows each change."""
    seen: dict[int, float] = {}
    with RedisReader(parse_address(to)).followed() as cache:
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


def memory(link: Link) -> int:
    """Bytes that the server uses."""
    return int(link.ask("INFO", "memory")["used_memory"])


def read(to: str, records: int) -> None:
    """Say that it is ready, wait for a line, read for a while and print how many records it had."""
    where, paths = parse_address(to), paths_of(records)
    drawn = random.Random(os.getpid()).choices(paths, k=10_000)
    with RedisStore(Link(where), where.wiki) as store:
        print(store.get(paths[0]) is not None, flush=True)
        sys.stdin.readline()
        end, had = time.monotonic() + _READING, 0
        while time.monotonic() < end:
            had += store.get(drawn[had % len(drawn)]) is not None
        print(had, flush=True)


def readers(to: str, records: int, processes: int) -> None:
    """What so many processes read together in a second."""
    command = [sys.executable, __file__, "--read", to, "--records", str(records)]
    begun = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for each in begun:
        assert each.stdout is not None
        each.stdout.readline()
    had = 0
    for each in begun:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    for each in begun:
        had += int(each.communicate()[0])
    print(f"{processes:>2} reading processes  {had / _READING:,.0f} records a second")


def main() -> None:
    """Print everything."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--records", type=int, default=2_000)
    options.add_argument("--changes", type=int, default=300)
    options.add_argument("--cluster", action="store_true", help="three masters in place of one node")
    options.add_argument("--write", default="", help=argparse.SUPPRESS)
    options.add_argument("--read", default="", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.write:
        write(given.write, given.changes)
        return
    if given.read:
        read(given.read, given.records)
        return
    with server(3 if given.cluster else 1) as to:
        where = parse_address(to)
        link = Link(where)
        with RedisStore(link, where.wiki) as store:
            paths = paths_of(given.records)
            before = memory(link)
            print(f"loaded {load(store, paths):,.0f} records a second")
            print(f"memory {(memory(link) - before) / len(paths):,.0f} bytes a record")
            table(store, paths)
        for processes in (1, 4, 16):
            readers(to, given.records, processes)
        staleness(to, given.changes)


if __name__ == "__main__":
    main()
