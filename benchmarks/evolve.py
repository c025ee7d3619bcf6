"""What directories cost a reader: reads and tokens to reach the gold pages by walking them from the root.

    python benchmarks/evolve.py --data DATA --wiki KB --work DIR
    python benchmarks/evolve.py --plan KB

DATA holds corpus.jsonl and questions.jsonl, KB was compiled from it by `wikic init` and `wikic compile`: that
is *cold start*. Two copies are made in DIR and folded anew: *fixed*, with the hand-made directories below,
and *evolved*, by `wikic evolve --apply` (a copy that is there already is used as it is). All three hold the
same pages; one walker walks them all.

The walker reads `index.md`, then lists directories as `wiki_list` shows them, its default limit a read. It
knows the name of what it seeks and the first sentence on it, and which top directory that belongs to. Below
that it goes where titles share most with what it knows, and comes back when it was wrong. The *sure* walker
takes every turn right: what the shape alone costs.

`--plan` measures `wikic evolve --plan`: processor and wall time and peak memory of the whole process.
"""

from __future__ import annotations

import argparse
import heapq
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.config import EvolveConfig, load
from wikic.curator.offline import OfflineCurator
from wikic.evolve.run import evolve
from wikic.model.schema import Dimension, Positioning, Schema, initial_key
from wikic.navigate.indexes.catalogue_view import Directory
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Reading, count_tokens
from wikic.navigate.tools.wiki_list import DirectoryRead, Selection, read_directory
from wikic.search.fields import text_analyser
from wikic.wiki.schema_file import render_schema

LIMIT: Final = 2_000
CAP: Final = 400  # reads after which a walk is given up, and counted as such
# What one would write down without looking at the corpus.
FIXED: Final = Schema(
    Positioning("an encyclopaedia"),
    (
        Dimension("people", "who is who"),
        Dimension("places", "where it is", accepts=("geography",)),
        Dimension("works", "what they made", accepts=("media",)),
        Dimension("topics", "everything else", accepts=("concepts", "history", "organizations")),
    ),
    fallback="topics",
)


@dataclass
class Walk:
    """One walk to one page: what it took."""

    reads: int = 0
    tokens: int = 0
    found: bool = False


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path)
    parser.add_argument("--wiki", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--plan", type=Path)
    given = parser.parse_args()
    if given.plan:
        _measure_plan(given.plan)
        return
    targets = list(_gold(given.data))
    print(f"{'wiki':<12}{'walker':<9}{'gold':>6}{'found':>7}{'reads':>8}{'p90':>6}{'tokens':>9}")
    for name, root in _wikis(given.wiki, given.work):
        with Library.current(root) as library:
            # A walk lists the same directories over and over; what is measured is reads, not time.
            library.entries = cache(library.entries)  # type: ignore[method-assign]
            library.directory = cache(library.directory)  # type: ignore[method-assign]
            for sure in (True, False):
                _report(name, library, targets, sure=sure)
                sys.stdout.flush()


def _measure_plan(root: Path) -> None:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "wikic", "evolve", "--plan", "-C", str(root)], check=True, capture_output=True
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall = time.perf_counter() - start
    pages = sum(1 for _ in (root / "wiki").rglob("*.md")) - sum(
        1 for _ in (root / "wiki/sources").rglob("*.md")
    )
    print(
        f"{pages:,} pages: {used.ru_utime + used.ru_stime:.1f} s cpu, {wall:.1f} s, {used.ru_maxrss >> 10} MB"
    )
    print(done.stdout.decode().splitlines()[-2])


def _wikis(cold: Path, work: Path) -> Iterator[tuple[str, Path]]:
    fixed, evolved = work / "fixed", work / "evolved"
    options = Options("2026-11-21", load(cold).wiki.title)
    if not fixed.exists():
        shutil.copytree(cold, fixed)
        (fixed / "wiki" / layout.SCHEMA_FILE).write_bytes(render_schema(FIXED))
        compile_documents(fixed, [], OfflineCurator(), options)
    yield "fixed", fixed
    yield "cold start", cold
    if not evolved.exists():
        shutil.copytree(cold, evolved)
        evolve(evolved, options, EvolveConfig())
    yield "evolved", evolved


def _gold(data: Path) -> Iterator[tuple[str, str]]:
    """Title and first sentence of every gold document, each once."""
    corpus = {}
    for line in (data / "corpus.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        corpus[record["title"]] = record["text"]
    seen = {}
    for line in (data / "questions.jsonl").read_text("utf-8").splitlines():
        for title in json.loads(line)["gold_titles"]:
            seen[title] = corpus.get(title, "").split(". ")[0]
    yield from seen.items()


def _report(name: str, library: Library, targets: list[tuple[str, str]], *, sure: bool) -> None:
    walks = []
    for title, about in targets:
        path = library.resolve(title).path
        if path is not None:
            walks.append(_walk(library, path, f"{title} {about}", sure=sure))
    reads = sorted(walk.reads for walk in walks)
    count = len(walks)
    print(
        f"{name:<12}{'sure' if sure else 'seeking':<9}{count:>6}{sum(w.found for w in walks):>7}"
        f"{sum(reads) / count:>8.2f}{reads[int(0.9 * count)]:>6}{sum(w.tokens for w in walks) / count:>9,.0f}"
    )


def _walk(library: Library, path: str, query: str, *, sure: bool) -> Walk:
    """From the root to the page at ``path``."""
    walk = Walk()
    known = frozenset(_stems(query))
    index = library.record(layout.ROOT_INDEX)
    _spend(walk, index.text if index else "")
    top = path.split("/", 1)[0]
    # (how little it promises, order of discovery, directory, section, cursor)
    frontier: list[tuple[float, int, str, str, str]] = [(0.0, 0, top, "", "")]
    order = 0
    seen: set[tuple[str, str, str]] = set()
    while frontier and walk.reads < CAP:
        promise, _, directory, section, after = heapq.heappop(frontier)
        if (directory, section, after) in seen:
            continue
        seen.add((directory, section, after))
        shown = read_directory(library, directory, Reading(), Selection(after, section), limit=LIMIT)
        if not isinstance(shown, DirectoryRead):
            continue
        _spend(walk, shown.text())
        if any(entry.path == path for entry in shown.entries):
            walk.found = True
            record = library.record(path)
            _spend(walk, record.text if record else "")
            break
        for each in () if after or section else shown.directories:
            right = path.startswith(f"{each.path}/")
            if sure and not right:
                continue
            order += 1
            heapq.heappush(
                frontier, (-1.0 if sure else promise - _fit(each, known, path), order, each.path, "", "")
            )
        if sure and layout.directory(path) != directory:
            continue
        headings = [name for name, _ in shown.sections] if not (section or after) else []
        if len(headings) > 1:
            own = next((each.section for each in library.entries(directory) if each.path == path), "")
            for heading in headings:
                if sure and heading != own:
                    continue
                order += 1
                gain = 1.0 if sure else _shared(heading, known) + _ranged(heading, path)
                heapq.heappush(frontier, (promise - gain, order, directory, heading or "Other", ""))
        elif shown.next:
            order += 1
            heapq.heappush(
                frontier, (promise + 0.01, order, directory, section, shown.next.partition("@")[2])
            )
    return walk


def _spend(walk: Walk, text: str) -> None:
    walk.reads += 1
    walk.tokens += count_tokens(text)


def _fit(each: Directory, known: frozenset[str], path: str) -> float:
    """What a directory promises: words its title shares with what is known, or the letters of the name."""
    return _shared(each.title, known) + _ranged(each.title, path)


def _shared(title: str, known: frozenset[str]) -> float:
    """Share of a title's words that are known, counted by how many they are: more words say more."""
    own = _stems(title)
    hits = sum(1 for word in own if word in known)
    return hits / len(own) * (1 + 0.1 * hits) if own else 0.0


def _stems(text: str) -> list[str]:
    """Stems of wikic's own search: who seeks an actor opens actors."""
    return text_analyser().analyze(text)


def _ranged(title: str, path: str) -> float:
    """Whether the name begins in a range such as ``MA to MO``; less than a word, more than nothing."""
    low, _, high = title.casefold().partition(" to ")
    if len(low) > 4 or len(high) > 4 or not low:
        return 0.0
    key = initial_key(layout.stem(path))
    return 0.5 if low <= key and key[: len(high or low)] <= (high or low) else 0.0


if __name__ == "__main__":
    main()
