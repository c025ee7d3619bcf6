"""Offline compile: seconds, documents a second, memory, a second run, and how time grows with the corpus.

    .venv/bin/python benchmarks/compile.py --data DIR [--sizes 600 2000 6119] [--copies 10] [--jobs 2]

DIR holds ``corpus.jsonl``. Whole processes of ``wikic compile``, interpreter start included. ``cpu`` is
processor time of all of them, which a busy machine changes least, so growth is told by it: ``grows`` is cpu
per document beside the first row. ``again`` is a second run on the same documents, and ``differ`` the files
below wiki/ whose SHA-256 it changed, added or removed. ``floor`` writes the same files with plain Python.
``MB`` is the largest process, ``all MB`` all processes together (pages they share count in each).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import corpora
from benchmarks.process import Measured, measure

# Cpu per document may rise by this much over the sizes and still be called linear: two runs of one size
# differ by as much.
LINEAR: Final = 1.15
WIKIC: Final = (sys.executable, "-m", "wikic")


@dataclass(frozen=True, slots=True)
class Row:
    """One corpus.

    documents: how many.
    text_mb: their text, in millions of characters.
    first, again: the two runs.
    pages: knowledge pages the first run wrote.
    failed, findings: what it reported.
    files: files below wiki/ after it.
    differ: files that the second run changed.
    floor: seconds to write the same files.
    """

    documents: int
    text_mb: float
    first: Measured
    again: Measured
    pages: int
    failed: int
    findings: int
    files: int
    differ: int
    floor: float


def run(file: Path, root: Path, jobs: int) -> tuple[Measured, dict[str, list[object]]]:
    """One ``wikic compile`` and its report."""
    command = (*WIKIC, "compile", str(file), "-C", str(root), "--json", "--jobs", str(jobs))
    measured = measure(command, root / "report.json")
    return measured, json.loads(measured.output or "{}")


def row(records: Iterator[corpora.Record], folder: Path, jobs: int) -> Row:
    """Compile a corpus twice into a new wiki in ``folder``."""
    file, root = folder / "corpus.jsonl", folder / "kb"
    size = corpora.write(records, file)
    root.mkdir()
    started = measure((*WIKIC, "init", str(file), "-C", str(root), "--quiet"), folder / "init.txt")
    if started.code:
        raise SystemExit(f"wikic init ended with {started.code}")
    first, report = run(file, root, jobs)
    if not report:
        raise SystemExit(f"wikic compile ended with {first.code} and no report")
    before = hashes(root / "wiki")
    again, _ = run(file, root, jobs)
    after = hashes(root / "wiki")
    return Row(
        documents=len(report["added"]) + len(report["failed"]),
        text_mb=size / 1e6,
        first=first,
        again=again,
        pages=int(str(report["written"])),
        failed=len(report["failed"]),
        findings=len(report["findings"]),
        files=len(before),
        differ=sum(before.get(path) != after.get(path) for path in before.keys() | after.keys()),
        floor=rewrite(root / "wiki", folder / "floor"),
    )


def hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of every file below ``folder``, by path."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }


def rewrite(source: Path, target: Path) -> float:
    """Seconds to write the files of ``source`` below ``target`` with one fsync of the file system."""
    contents = [(file.relative_to(source), file.read_bytes()) for file in source.rglob("*") if file.is_file()]
    start = time.perf_counter()
    for parent in {name.parent for name, _ in contents}:
        (target / parent).mkdir(parents=True, exist_ok=True)
    for name, data in contents:
        with open(f"{target}/{name}", "wb", buffering=0) as out:
            out.write(data)
    os.sync()
    return time.perf_counter() - start


def say(each: Row, base: Row) -> None:
    """One line of the table."""
    per, first = each.first.cpu / each.documents * 1000, base.first.cpu / base.documents * 1000
    print(
        f"{each.documents:>9,}{each.text_mb:>7.1f}{each.pages:>8,}"
        f"{each.first.seconds:>9.1f}{each.documents / each.first.seconds:>8.0f}{each.first.cpu:>9.1f}"
        f"{per:>9.2f}{per / first:>7.2f}{each.first.largest:>8.0f}{each.first.tree:>8.0f}"
        f"{each.again.seconds:>8.2f}{each.again.cpu:>8.2f}{each.differ:>7}{each.floor:>8.2f}"
        + (f"  exit {each.first.code}" if each.first.code else "")
        + (f"  {each.failed} failed" if each.failed else "")
        + (f"  {each.findings} findings" if each.findings else ""),
        flush=True,
    )


def main() -> int:
    """Print a row per size; exit 1 when a document failed or a second run changed a file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder that holds corpus.jsonl")
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[600, 2_000, 1_000_000], help="documents per row"
    )
    parser.add_argument("--copies", type=int, default=1, help="also the whole corpus so many times over")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes, as of wikic compile"
    )
    parser.add_argument(
        "--keep", type=Path, help="new folder for corpora and wikis  [default: removed at the end]"
    )
    parser.add_argument("--json", type=Path, help="write the figures there too")
    options = parser.parse_args()
    records = corpora.load(options.data)
    sizes = sorted({min(size, len(records)) for size in options.sizes})
    load = os.getloadavg()[0]
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores (load {load:.1f}), {options.jobs} jobs, "
        f"{options.data.name}: {len(records):,} documents\n"
    )
    print(
        f"{'documents':>9}{'M char':>7}{'pages':>8}{'seconds':>9}{'docs/s':>8}{'cpu s':>9}"
        f"{'cpu ms/d':>9}{'grows':>7}{'MB':>8}{'all MB':>8}"
        f"{'again s':>8}{'its cpu':>8}{'differ':>7}{'floor s':>8}"
    )
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="wikic-compile-") as temporary:
        home = options.keep or Path(temporary)
        runs = [(f"{size}", iter(corpora.thinned(records, size))) for size in sizes]
        if options.copies > 1:
            runs.append((f"copies-{options.copies}", corpora.copies(records, options.copies)))
        for name, corpus in runs:
            folder = home / name
            folder.mkdir(parents=True)
            rows.append(row(corpus, folder, options.jobs))
            say(rows[-1], rows[0])
    conclude(rows)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        figures = [asdict(each) for each in rows]
        for figure in figures:
            del figure["first"]["output"], figure["again"]["output"]
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 1 if any(each.failed or each.differ for each in rows) else 0


def conclude(rows: list[Row]) -> None:
    """Say whether time is linear in documents, by processor time from row to row."""
    if len(rows) < 2:
        return
    print()
    for less, more in pairwise(rows):
        times = more.documents / less.documents
        growth = (more.first.cpu / more.documents) / (less.first.cpu / less.documents)
        verdict = "linear" if growth <= LINEAR else "more than linear"
        print(
            f"{less.documents:,} to {more.documents:,}: {times:.1f} times the documents, "
            f"{more.first.cpu / less.first.cpu:.1f} times the cpu ({growth:.2f} a document): {verdict}"
        )


if __name__ == "__main__":
    raise SystemExit(main())
