"""What serving costs: start-up to the first answer, round trips of every tool, an edit until it is found.

    .venv/bin/python benchmarks/mcp.py [--pages 12600] [--calls 300] [--starts 5] [--wiki KB]

A real ``wikic mcp`` over standard input and output, spoken to in lines, so that no client's time is in it;
HTTP through one kept connection. Pages are generated (``generated.py``), or those of ``KB``, which is copied.
The floor of a round trip is ``ping``: the protocol alone. ``storm`` is wiki_read while pages are written, the
moment in which the indexes are renewed behind it.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.generated import Wiki
from wikic import layout
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library

Ask = Callable[[str, dict[str, Any]], Any]
_HELLO: Final = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "benchmark", "version": "0"},
}


def generate(root: Path, size: int) -> None:
    """A wiki of ``size`` pages on disk, a source to every page."""
    wiki = Wiki(size)
    edges = random.Random(3)
    for folder in ("people", "places", "works", layout.ARTICLES_DIR):
        (root / layout.WIKI_DIR / folder).mkdir(parents=True)
    records = list(wiki.records())
    for number, record in enumerate(records):
        lines = record.body.splitlines()
        key = f"g/d{number}"
        facts = "\n".join(
            f"{line} [[{layout.digest_path(key)}#^p{at:08x}]] ^f{number:06x}{at:02x}"
            for at, line in enumerate(lines)
        )
        links = "\n".join(
            f"- [[{layout.stem(records[edges.randrange(len(records))].path)}]] -- father" for _ in range(6)
        )
        text = (
            f"---\ntype: {record.directory}\ntitle: {json.dumps(record.title, ensure_ascii=False)}\n---\n"
            f"# {record.title}\n> {record.summary}\n\n## Key Facts\n{facts}\n\n## Related Pages\n{links}\n"
        )
        (root / layout.WIKI_DIR / layout.page_file(record.path)).write_text(text, "utf-8")
        article = f"---\ntype: article\nkey: {key}\ntitle: d{number}\nlanguage: en\n---\n" + record.body
        (root / layout.WIKI_DIR / layout.page_file(layout.article_path(key))).write_text(article, "utf-8")


class Server:
    """One ``wikic mcp`` over standard input and output."""

    def __init__(self, root: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wikic", "mcp", "-C", str(root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).resolve().parent.parent,
        )
        self._number = 0
        self.ask("initialize", _HELLO)
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        """A request and its answer."""
        self._number += 1
        self._write({"jsonrpc": "2.0", "id": self._number, "method": method, "params": parameters})
        assert self.process.stdout is not None
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer
        return answer["result"]

    def _write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def close(self) -> float:
        """Close its input; the seconds until it has ended."""
        begun = time.perf_counter()
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(20) == 0
        return time.perf_counter() - begun


@contextmanager
def over_http(root: Path) -> Iterator[Ask]:
    """A client of a server over HTTP."""
    command = [sys.executable, "-m", "wikic", "mcp", "-C", str(root), "--http", "127.0.0.1:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        place = urlsplit(process.stderr.readline().rpartition(" ")[2].strip())
        token = process.stderr.readline().rpartition(" ")[2].strip()
        connection = http.client.HTTPConnection(str(place.hostname), place.port)
        headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }

        def ask(method: str, parameters: dict[str, Any]) -> Any:
            body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters})
            connection.request("POST", place.path, body, headers)
            answer = connection.getresponse()
            headers.setdefault("Mcp-Session-Id", answer.headers.get("Mcp-Session-Id") or "")
            return json.loads(answer.read())["result"]

        ask("initialize", _HELLO)
        try:
            yield ask
        finally:
            connection.close()
            process.terminate()


def calls(root: Path, count: int) -> dict[str, list[dict[str, Any]]]:
    """Arguments for every tool, ``count`` of each, on pages drawn with a seed."""
    pick = random.Random(7)
    with Library.open(root) as library:
        entries = list(library.catalogue.pages.items())
        keys = [each.key for each in library.sources() if each.key]
    chosen = [pick.choice(entries) for _ in range(count)]
    folders = sorted({layout.directory(path) for path, _ in entries})
    return {
        "wiki_search": [{"query": entry.title} for _, entry in chosen],
        "wiki_read": [{"paths": [path], "again": True} for path, _ in chosen],
        "wiki_list": [{"directory": pick.choice(folders)} for _ in chosen],
        "wiki_links": [{"page": path} for path, _ in chosen],
        "source_read": [{"source": pick.choice(keys)} for _ in chosen],
        "wiki_ask": [{"question": f"What is known about {entry.title}?"} for _, entry in chosen],
        "wiki_status": [{} for _ in chosen],
    }


def trips(ask: Ask, name: str, arguments: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of each call."""
    times = []
    for each in arguments:
        begun = time.perf_counter()
        result = ask("tools/call", {"name": name, "arguments": each})
        times.append(1000 * (time.perf_counter() - begun))
        assert not result.get("isError"), result
    return times


def show(name: str, times: list[float]) -> None:
    """Median and 99th percentile."""
    times = sorted(times)
    print(f"{name:20} p50 {statistics.median(times):7.1f} ms   p99 {times[len(times) * 99 // 100]:7.1f} ms")


def started(root: Path) -> tuple[float, float]:
    """Seconds from the start of a process to its first answer, and from the end of its input to its end."""
    begun = time.perf_counter()
    server = Server(root)
    server.ask("tools/call", {"name": "wiki_search", "arguments": {"query": "when"}})
    return time.perf_counter() - begun, server.close()


def found_after(server: Server, root: Path) -> float:
    """Seconds from an edit until a search finds it."""
    page = root / layout.WIKI_DIR / "zebulon" / "Zebulon.md"
    page.parent.mkdir(exist_ok=True)
    page.write_text("---\ntype: zebulon\ntitle: Zebulon\n---\n# Zebulon\n> Tunes foghorns\n", "utf-8")
    begun = time.perf_counter()
    while "[[Zebulon]]" not in str(
        server.ask("tools/call", {"name": "wiki_search", "arguments": {"query": "Zebulon"}})
    ):
        time.sleep(0.02)
    return time.perf_counter() - begun


def storm(server: Server, root: Path, arguments: list[dict[str, Any]]) -> list[float]:
    """Round trips of wiki_read while pages are written all the time."""
    ended = threading.Event()

    def write() -> None:
        number = 0
        while not ended.wait(0.002):
            number += 1
            page = root / layout.WIKI_DIR / "zebulon" / f"Z-{number % 2_000}.md"
            page.write_text(f"---\ntitle: Z {number}\n---\n# Z {number}\n- It is {number}.\n", "utf-8")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        times: list[float] = []
        end = time.perf_counter() + 10
        while time.perf_counter() < end:
            times += trips(server.ask, "wiki_read", arguments)
    finally:
        ended.set()
        writer.join()
    return times


def serve(server: Server, root: Path, wanted: dict[str, list[dict[str, Any]]]) -> None:
    """Everything over standard input and output."""
    server.ask("tools/call", {"name": "wiki_search", "arguments": {"query": "when"}})
    time.sleep(3)  # the first look at the tree and the mirror is over
    show("ping", [_ping(server) for _ in wanted["wiki_read"]])
    for name, arguments in wanted.items():
        show(name, trips(server.ask, name, arguments))
    print(f"an edit is found after {found_after(server, root):.2f} s")
    show("wiki_read in a storm", storm(server, root, wanted["wiki_read"]))
    print(f"resident memory {_resident(server.process.pid):.0f} MB")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=12_600)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--wiki", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wikic-mcp-") as place:
        root = Path(place) / "kb"
        if options.wiki:
            shutil.copytree(options.wiki, root, ignore=shutil.ignore_patterns("*.lock"))
        else:
            generate(root, options.pages)
        begun = time.perf_counter()
        refresh(root)
        print(
            f"indexes and mirror made in {time.perf_counter() - begun:.1f} s; load {os.getloadavg()[0]:.1f}"
        )
        starts = [started(root) for _ in range(options.starts)]
        print(f"start-up to first answer: median {statistics.median(s for s, _ in starts):.2f} s,", end=" ")
        print(
            f"best {min(s for s, _ in starts):.2f} s; end of input to end: {max(e for _, e in starts):.2f} s"
        )
        wanted = calls(root, options.calls)
        server = Server(root)
        try:
            serve(server, root, wanted)
        finally:
            server.close()
        with over_http(root) as ask:
            trips(ask, "wiki_search", wanted["wiki_search"][:1])
            time.sleep(3)  # what the storm left is in the indexes
            for name in ("wiki_search", "wiki_read"):
                show(f"{name}, HTTP", trips(ask, name, wanted[name]))


def _ping(server: Server) -> float:
    begun = time.perf_counter()
    server.ask("ping", {})
    return 1000 * (time.perf_counter() - begun)


def _resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
