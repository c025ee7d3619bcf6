"""What reading a wiki costs: whole ``wikic search`` and ``wikic read``, and keeping the indexes in step.

    .venv/bin/python benchmarks/read.py --wiki KB [--runs 15]

``KB`` is copied first. Bare Python stands beside the commands as the floor; listing the tree (names, times
and sizes of all knowledge pages) is the floor of a refresh that finds nothing. ``cpu`` is processor time,
which other work on the machine changes least. The targets, at 12,000 pages: 0.4 s for ``wikic search``,
0.2 s for a refresh without changes.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wikic import layout
from wikic.navigate.indexes import catalogue
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.navigate.tools.toolbox import call

WIKIC: Final = (sys.executable, "-m", "wikic")
Times = tuple[float, float]  # wall and processor seconds


def process(command: tuple[str, ...]) -> Times:
    """One process; what it prints goes nowhere."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def within(work: Callable[[], object]) -> Times:
    """The same of a call in this process."""
    start, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - cpu


def row(name: str, times: list[Times]) -> None:
    """One line: least and median of wall, median of processor time, in milliseconds."""
    walls, cpus = [wall * 1000 for wall, _ in times], [cpu * 1000 for _, cpu in times]
    print(f"{name:<44}{min(walls):>9.1f}{statistics.median(walls):>9.1f}{statistics.median(cpus):>9.1f}")


def commands(root: Path, runs: int, paths: list[str]) -> None:
    """Whole processes."""
    title = Library.open(root).title(paths[0])
    place = ("-C", str(root))
    for name, command in (
        ("python -c pass", (sys.executable, "-c", "pass")),
        ("wikic search, a name", (*WIKIC, "search", title, *place)),
        ("wikic search, a question", (*WIKIC, "search", f"When was the father of {title} born?", *place)),
        ("wikic read, a page by path", (*WIKIC, "read", paths[0], *place)),
        ("wikic read, a page by name", (*WIKIC, "read", title, *place)),
        ("wikic read, a directory", (*WIKIC, "read", layout.directory(paths[0]), *place)),
    ):
        process(command)
        row(name, [process(command) for _ in range(runs)])


def refreshes(root: Path, runs: int, paths: list[str]) -> None:
    """Keeping in step, in this process."""
    wiki = root / layout.WIKI_DIR
    row("listing the tree alone", [within(lambda: catalogue.page_looks(wiki)) for _ in range(runs)])
    row("refresh, nothing changed", [within(lambda: refresh(root)) for _ in range(runs)])
    edits, additions, mirrors = [], [], []
    for number, path in enumerate(paths[: max(3, runs // 3)]):
        file = wiki / layout.page_file(path)
        file.write_bytes(file.read_bytes() + f"\n## Notes\nEdit {number}.\n".encode())
        edits.append(within(lambda: refresh(root, mirrored=False)))
        (wiki / f"people/Benchmark-{number}.md").write_text(f"# Benchmark {number}\n\nNew.\n")
        additions.append(within(lambda: refresh(root, mirrored=False)))
        mirrors.append(within(lambda: refresh(root)))
    row("refresh, one page edited", edits)
    row("refresh, one page added", additions)
    row("mirror, two pages behind", mirrors)


def tools(root: Path, paths: list[str]) -> None:
    """The toolbox in a process that stays."""
    with Library.current(root) as library:
        library.search.search("warm up")
        for name, tool, argument, values in (
            ("wiki_search, k = 5", "wiki_search", "query", [library.title(path) for path in paths]),
            ("wiki_read, a page not read before", "wiki_read", "paths", paths),
            ("wiki_links", "wiki_links", "page", paths),
        ):
            row(name, [within(partial(call, library, tool, {argument: value})) for value in values])


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--wiki", type=Path, required=True, help="a compiled knowledge base")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "kb"
        shutil.copytree(options.wiki, root, ignore=shutil.ignore_patterns(layout.BUILD_DIR))
        first = within(lambda: refresh(root, mirrored=False))
        mirror = within(lambda: refresh(root))
        library = Library.open(root)
        pages = sorted(library.catalogue.pages)
        chosen = random.Random(3).sample(pages, min(200, len(pages)))
        size = sum(file.stat().st_size for file in (root / layout.BUILD_DIR).rglob("*") if file.is_file())
        load = os.getloadavg()[0]
        sources = len(library.catalogue.sources)
        print(f"{len(pages):,} pages, {sources:,} sources, {size / 1e6:.0f} MB in .wikic/; load {load:.1f}")
        print(f"{'milliseconds':<44}{'min':>9}{'median':>9}{'cpu':>9}")
        row("first refresh: search, sources, graph", [first])
        row("first mirror", [mirror])
        commands(root, options.runs, chosen)
        refreshes(root, options.runs, chosen)
        tools(root, chosen)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
