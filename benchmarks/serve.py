"""What a website of a wiki costs: first bytes, requests a second, many clients, suggestions, memory.

    .venv/bin/python benchmarks/serve.py DOCUMENTS [--requests 2000]

A real ``wikic serve`` on loopback; DOCUMENTS are compiled by rules first, or, where they are a wiki already,
served as they are. Processor time is the server's. "New" are pages that nobody asked for before, "kept" those
that were rendered before. The clients are threads of one other process on the same machine, and part of what
is measured by the clock.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wikic.navigate.library import Library

_CLIENTS = 16


def _get(connection: http.client.HTTPConnection, path: str) -> float:
    """Seconds until the reply was read."""
    begun = time.perf_counter()
    connection.request("GET", path)
    reply = connection.getresponse()
    reply.read()
    if reply.status != 200:
        raise SystemExit(f"{path}: {reply.status}")
    return time.perf_counter() - begun


def _many(place: str, paths: list[str], clients: int) -> tuple[float, list[float]]:
    """Requests a second by so many clients, and the time of each."""
    times: list[float] = []

    def client(mine: list[str]) -> None:
        connection = http.client.HTTPConnection(place)
        times.extend([_get(connection, path) for path in mine])
        connection.close()

    threads = [threading.Thread(target=client, args=(paths[at::clients],)) for at in range(clients)]
    begun = time.perf_counter()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return len(paths) / (time.perf_counter() - begun), sorted(times)


def _processor(process: int) -> float:
    """Seconds of processor time that a process took so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def measure(root: Path, requests: int) -> None:
    """Serve the wiki at ``root`` and print the figures."""
    with Library.current(root) as library:
        paths = [f"/{quote(path)}" for path in library.catalogue.pages]
        titles = [entry.title for entry in library.catalogue.pages.values()]
    random.Random(1).shuffle(paths)
    command = [sys.executable, "-m", "wikic", "serve", "-C", str(root), "127.0.0.1:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        place = urlsplit(process.stderr.readline().split()[-1]).netloc
        connection = http.client.HTTPConnection(place)
        _get(connection, "/")
        print(f"pages: {len(paths):,}")
        half = paths[: len(paths) // 2]
        begun, spent = time.perf_counter(), _processor(process.pid)
        new = [_get(connection, path) for path in half]
        rate = len(half) / (time.perf_counter() - begun)
        spent = (_processor(process.pid) - spent) / len(half)
        print(f"new page: p50 {statistics.median(new) * 1e3:.2f} ms, {rate:.0f} a second, one client")
        print(f"new page: {spent * 1e3:.2f} ms of processor time, {1 / spent:.0f} a second")
        few = half[:200]
        for path in few:
            _get(connection, path)
        kept = [_get(connection, path) for path in few]
        print(f"kept page: p50 {statistics.median(kept) * 1e3:.2f} ms")
        spent = _processor(process.pid)
        rate, times = _many(place, (few * (requests // len(few) + 1))[:requests], 4)
        spent = (_processor(process.pid) - spent) / requests
        print(f"kept: {rate:.0f} a second, 4 clients; {1 / spent:.0f} a second of processor time")
        rate, times = _many(place, paths[len(half) :], _CLIENTS)
        print(
            f"new: {rate:.0f} a second, {_CLIENTS} clients, p99 {times[int(len(times) * 0.99)] * 1e3:.1f} ms"
        )
        rate, times = _many(place, (few * (requests // len(few) + 1))[:requests], _CLIENTS)
        print(
            f"kept: {rate:.0f} a second, {_CLIENTS} clients, p99 {times[int(len(times) * 0.99)] * 1e3:.1f} ms"
        )
        connection = http.client.HTTPConnection(place)  # the one before was let go meanwhile
        typed = [title[: 2 + at % 5] for at, title in enumerate(titles[:300])]
        told = [_get(connection, f"/-/suggest?limit=8&q={quote(text)}") for text in typed]
        print(f"suggest: p50 {statistics.median(told) * 1e3:.2f} ms")
        print(f"memory: {_memory(process.pid):.0f} MB")
        process.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("documents", type=Path)
    parser.add_argument("--requests", type=int, default=2_000)
    given = parser.parse_args()
    if (given.documents / "wiki").is_dir():
        measure(given.documents, given.requests)
        return
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "kb"
        for command in ("init", "compile"):
            words = [sys.executable, "-m", "wikic", command, str(given.documents), "-C", str(root)]
            subprocess.run(words, check=True, capture_output=True)
        measure(root, given.requests)


if __name__ == "__main__":
    main()
