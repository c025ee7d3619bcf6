"""Mistyped names: tantivy's automaton beside rapidfuzz and a deletion-neighbourhood dictionary.

    .venv/bin/python benchmarks/typos.py [--names 46000] [--titles FILE]

300 names with two edits each. Recall: the name meant is among those found. ``load`` is what a fresh process
pays before its first answer, where the structure is kept in a file (pickle for the dictionaries).
"""

from __future__ import annotations

import argparse
import pickle
import random
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tantivy
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from benchmarks.generated import Wiki, mistype
from wikic.search.name_keys import loose_key, name_key

Lookup = Callable[[str], Iterable[str]]


def resident() -> float:
    """Memory of this process in MB."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0


def automaton(keys: list[str]) -> Lookup:
    """tantivy's term dictionary, walked with a Levenshtein automaton of two edits."""
    schema = tantivy.SchemaBuilder().add_text_field("key", stored=True, tokenizer_name="raw").build()
    index = tantivy.Index(schema)
    writer = index.writer(15_000_000, 1)
    for key in keys:
        writer.add_document(tantivy.Document(key=key))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()

    def look(query: str) -> list[str]:
        fuzzy = tantivy.Query.fuzzy_term_query(schema, "key", query, distance=2)
        return [searcher.doc(at)["key"][0] for _, at in searcher.search(fuzzy, limit=20, count=False).hits]

    return look


def scan(keys: list[str], scorer: Callable[..., float], cutoff: float) -> Lookup:
    """rapidfuzz over every key."""
    return lambda query: [
        found[0] for found in process.extract(query, keys, scorer=scorer, score_cutoff=cutoff, limit=5)
    ]


def deletions(key: str, edits: int, prefix: int) -> set[str]:
    """``key``, cut to ``prefix``, with up to so many letters left out (SymSpell)."""
    found = last = {key[:prefix]}
    for _ in range(edits):
        last = {each[:at] + each[at + 1 :] for each in last for at in range(len(each))}
        found = found | last
    return found


def dictionary(keys: list[str], edits: int, prefix: int) -> tuple[Lookup, bytes]:
    """Every deletion to the keys it comes from; and the same as a file would hold it."""
    table: dict[str, list[int]] = {}
    for number, key in enumerate(keys):
        for each in deletions(key, edits, prefix):
            table.setdefault(each, []).append(number)

    def look(query: str) -> list[str]:
        near = {number for each in deletions(query, edits, prefix) for number in table.get(each, ())}
        return [keys[number] for number in near if OSA.distance(query, keys[number], score_cutoff=2) <= 2]

    return look, pickle.dumps(table)


def report(name: str, build: Callable[[], tuple[Lookup, bytes]], queries: list[tuple[str, str]]) -> None:
    """Build, ask, and print one line."""
    memory, start = resident(), time.perf_counter()
    look, stored = build()
    built, memory = time.perf_counter() - start, resident() - memory
    times, right = [], 0
    for meant, query in queries:
        start = time.perf_counter()
        right += meant in look(query)
        times.append((time.perf_counter() - start) * 1000)
    start = time.perf_counter()
    if stored:
        pickle.loads(stored)
    loaded = time.perf_counter() - start
    times.sort()
    print(
        f"{name:<28}{built:>8.2f}{memory:>9.0f}{loaded:>8.2f}{times[len(times) // 2]:>9.3f}"
        f"{times[len(times) * 99 // 100]:>9.3f}{right / len(queries):>8.3f}"
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--names", type=int, default=46_000)
    parser.add_argument("--titles", type=Path, help="a file of names, one per line, instead of made-up ones")
    options = parser.parse_args()
    titles = options.titles.read_text().splitlines() if options.titles else Wiki(options.names).titles
    keys = sorted({loose_key(name_key(title)) for title in titles[: options.names]})
    pick = random.Random(1)
    long = [key for key in keys if len(key) >= 8]
    queries = [(key, mistype(key, 2, pick)) for key in pick.sample(long, 300)]
    names = pickle.dumps(keys)
    print(f"{len(keys):,} names")
    print(f"{'':<28}{'build s':>8}{'MB':>9}{'load s':>8}{'p50 ms':>9}{'p99 ms':>9}{'recall':>8}")
    report("tantivy, 2 edits", lambda: (automaton(keys), b""), queries)
    report("rapidfuzz OSA <= 2", lambda: (scan(keys, OSA.distance, 2), names), queries)
    report("rapidfuzz ratio >= 80", lambda: (scan(keys, fuzz.ratio, 80), names), queries)
    report("deletions, 1 edit", lambda: dictionary(keys, 1, 99), queries)
    report("deletions, 2 of 10 letters", lambda: dictionary(keys, 2, 10), queries)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
