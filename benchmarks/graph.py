"""The graph: build, update, load, ladder, and personalised PageRank by local push beside power iteration.

    .venv/bin/python benchmarks/graph.py [--pages 12600 100000]

Three seeds per question. Power iteration needs numpy and scipy, which wikic does not: its lines appear where
they are installed. ``top 10`` is how many of the ten best pages push finds.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.generated import Wiki
from wikic.graph.pagerank import ALPHA, Weights, _Walk, pagerank
from wikic.graph.resolve import Ladder, PageNames
from wikic.graph.wiki_graph import Graph, decode_graph, encode_graph


def clock(work: Callable[..., Any], *given: Any, **options: Any) -> tuple[float, Any]:
    """Seconds, and what came out."""
    start = time.perf_counter()
    found = work(*given, **options)
    return time.perf_counter() - start, found


def exact(graph: Graph) -> Callable[[dict[str, float]], Any] | None:
    """Power iteration over a scipy matrix, or None without scipy; building the matrix is not timed."""
    if importlib.util.find_spec("scipy") is None:
        return None
    numpy, sparse = importlib.import_module("numpy"), importlib.import_module("scipy.sparse")
    walk = _Walk(graph, Weights())
    size = len(graph.paths)
    rows, columns, shares = [], [], []
    for number in range(size):
        for other, share in walk.steps(number):
            rows.append(other)
            columns.append(number)
            shares.append(share)
    matrix = sparse.csr_matrix((shares, (rows, columns)), shape=(size, size))

    def rank(seeds: dict[str, float]) -> Any:
        start = numpy.zeros(size)
        for path, weight in seeds.items():
            start[graph.numbers[path]] = weight / sum(seeds.values())
        ranks = start
        for _ in range(30):  # 0.7 ** 30 is 2e-5
            ranks = ALPHA * start + (1 - ALPHA) * (matrix @ ranks)
        return ranks

    return rank


def measure(pages: int) -> None:
    """Print the table of one size."""
    wiki, pick = Wiki(pages), random.Random(3)
    edges = wiki.edges()
    seconds, graph = clock(lambda: Graph.build(edges))
    print(f"\n{pages:,} pages, {len(graph.targets):,} edges: built in {seconds:.2f} s")
    seconds, _ = clock(lambda: graph.updated({"p/7": edges["p/8"]}))
    print(f"  one page updated: {seconds * 1000:.0f} ms")
    data = encode_graph(graph)
    seconds, _ = clock(lambda: decode_graph(data))
    print(f"  {len(data) / 1e6:.1f} MB as bytes, loaded in {seconds * 1000:.0f} ms")
    names = [PageNames(f"p/{at}", title, (title.split()[0],)) for at, title in enumerate(wiki.titles)]
    seconds, ladder = clock(lambda: Ladder.of(names))
    first, _ = clock(lambda: ladder.resolve("no such page"))
    later, _ = clock(lambda: [ladder.resolve(page.title) for page in names[:10_000]])
    print(
        f"  ladder: first miss {(seconds + first) * 1000:.0f} ms (all tables),"
        f" then {later * 100:.1f} us a link"
    )
    seedings = [{f"p/{pick.randrange(pages)}": 1.0 for _ in range(3)} for _ in range(60)]
    power = exact(graph)
    best: list[list[str]] = []
    if power is not None:
        timed = [clock(power, seeds) for seeds in seedings]
        for _, ranks in timed:
            best.append([graph.paths[number] for number in ranks.argsort()[::-1][:50]])
        print(f"  scipy, 30 rounds: p50 {statistics.median(seconds for seconds, _ in timed) * 1000:.1f} ms")
    for epsilon in (1e-4, 5e-5, 2e-5, 1e-5, 1e-6):
        push(graph, seedings, epsilon, best)


def push(graph: Graph, seedings: list[dict[str, float]], epsilon: float, best: list[list[str]]) -> None:
    """One line on local push."""
    timed = [clock(pagerank, graph, seeds, epsilon=epsilon) for seeds in seedings]
    times = sorted(seconds * 1000 for seconds, _ in timed)
    left = statistics.mean(ranks.left for _, ranks in timed)
    line = f"  push, epsilon {epsilon:.0e}: p50 {times[30]:.1f} ms, p99 {times[-1]:.1f} ms, left {left:.2f}"
    for size in (10, 50) if best else ():
        agreed = [
            len({*top[:size]} & {*list(ranks.scores)[:size]})
            for top, (_, ranks) in zip(best, timed, strict=True)
        ]
        line += f", top {size}: {statistics.mean(agreed):.1f}"
    print(line)


def main() -> int:
    """Print a table per size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=int, nargs="*", default=[12_600, 100_000])
    for pages in parser.parse_args().pages:
        measure(pages)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
