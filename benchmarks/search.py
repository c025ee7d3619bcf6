"""Search: build, size, latency, entity linking, and the whole process, on generated wikis.

    .venv/bin/python benchmarks/search.py [--pages 12600 100000]

Latencies are of ``SearchIndex.search`` (limit 10, snippets included), warm, in milliseconds. The engine alone
is tantivy on the same index: one query of the question's words over all fields, ten addresses. ``process``
is a whole Python process that opens the index, searches once and links the names of one question.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.generated import Wiki, mistype
from wikic.search.fields import SearchRecord
from wikic.search.index import SearchIndex
from wikic.search.name_index import NameIndex
from wikic.search.query import shorten_query, terms_of, text_query

_PROCESS = """
import sys
from pathlib import Path
from wikic.search.index import SearchIndex
from wikic.search.name_index import NameIndex
index = SearchIndex.open(Path(sys.argv[1]))
print(len(index.search(sys.argv[2])), len(NameIndex(index).find(sys.argv[3])))
"""


def latency(ask: Callable[[str], object], queries: Sequence[str]) -> tuple[float, float]:
    """p50 and p99 in milliseconds, after one round of ten to warm up."""
    for query in queries[:10]:
        ask(query)
    times = []
    for query in queries:
        start = time.perf_counter()
        ask(query)
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return times[len(times) // 2], times[min(len(times) * 99 // 100, len(times) - 1)]


def row(name: str, figures: tuple[float, float]) -> None:
    """One line of the table."""
    print(f"  {name:<44}{figures[0]:>9.2f}{figures[1]:>9.2f}")


def measure(pages: int, directory: Path) -> None:
    """Build an index of so many pages and print its table."""
    wiki, pick = Wiki(pages), random.Random(2)
    records = list(wiki.records())
    index = SearchIndex.open(directory)
    start = time.perf_counter()
    index.rebuild(records)
    built = time.perf_counter() - start
    size = sum(file.stat().st_size for file in directory.rglob("*") if file.is_file())
    text = sum(len(record.body.encode()) for record in records)
    print(
        f"\n{len(records):,} pages, {text / 1e6:.0f} MB: built in {built:.1f} s, {size / 1e6:.0f} MB on disk"
    )
    start = time.perf_counter()
    index.update([SearchRecord(records[0].path, "Changed")])
    print(f"  one page changed: {(time.perf_counter() - start) * 1000:.0f} ms")

    latin = [title for title in wiki.titles if title[0] < "\u4e00"]
    names = pick.choices(latin, k=300)
    han = pick.choices([title for title in wiki.titles if title[0] > "\u4e00"], k=300)
    questions = wiki.questions(300)
    searcher, schema = index.snapshot()

    def engine(question: str) -> object:
        query = text_query(searcher, schema, terms_of(searcher, shorten_query(question)))
        return query and searcher.search(query, limit=10, count=False)

    print(f"  {'milliseconds':<44}{'p50':>9}{'p99':>9}")
    row("tantivy alone, question", latency(engine, questions))
    row("search, a title", latency(index.search, names))
    row("search, a title with two typos", latency(index.search, [mistype(name, 2, pick) for name in names]))
    row("search, a question of 15 words", latency(index.search, questions))
    row("search, Chinese title", latency(index.search, han))
    row("search, Chinese question", latency(index.search, [f"{name}的父亲出生在什么地方" for name in han]))
    row("names in a question", latency(NameIndex(index).find, questions))
    wrong = [question.replace("a", "e", 2) for question in questions]
    row("names in a question with typos", latency(NameIndex(index).find, wrong))
    row("open", latency(lambda _: SearchIndex.open(directory).documents, questions[:50]))
    found = sum(index.search(mistype(name, 2, pick), limit=3)[:1] != [] for name in names)
    right = sum(
        name in {hit.title for hit in index.search(mistype(name, 2, pick), limit=3)} for name in names
    )
    print(f"  two typos: {found} of 300 find something, {right} the page meant among the first three")
    command = [sys.executable, "-c", _PROCESS, str(directory), names[0], questions[0]]
    times = []
    for _ in range(10):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, cwd=Path(__file__).resolve().parent.parent)
        times.append((time.perf_counter() - start) * 1000)
    print(f"  process: median {sorted(times)[5]:.0f} ms, slowest of ten {max(times):.0f} ms")
    print(
        f"  memory of this process at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
    )


def main() -> int:
    """Print a table per size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=int, nargs="*", default=[12_600, 100_000])
    for pages in parser.parse_args().pages:
        with tempfile.TemporaryDirectory() as folder:
            measure(pages, Path(folder) / "search")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
