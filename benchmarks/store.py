"""What the store's operators cost: Q1 get, Q2 list, Q3 navigate, Q4 prefix (WikiKV, section VI-B).

    python benchmarks/store.py                      # 2,000 records, under a minute
    python benchmarks/store.py --records 200000     # some minutes, 1.5 GB in the temporary folder
    python benchmarks/store.py --codec              # what the choice of codec rests on

Records of 2.5 KB, 200 pages per directory, four records on the way to a page (root, group, directory, page);
1,000 operations on random targets after 200 of warm-up; Q4 finds ten paths. No cache of ours; the operating
system's page cache is warm. `dict` is the floor: the decoded records in Python dictionaries.
"""

from __future__ import annotations

import argparse
import bisect
import dataclasses
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wikic.store.freshness import FreshStore
from wikic.store.leveldb import LevelStore
from wikic.store.memory import MemoryStore
from wikic.store.operators import navigate
from wikic.store.protocol import Store
from wikic.store.records import DirectoryMeta, DirectoryRecord, FileMeta, FileRecord, file_record
from wikic.store.sync import Entry, Plan, plan, survey, sync
from wikic.store.tree import TreeStore

PER_DIRECTORY = 200
SIZE = 2_500
HEADINGS = ("Q1 get", "Q2 list", "Q3 navigate", "Q4 prefix")
WARM_UP, OPERATIONS = 200, 1_000
META = FileMeta(sources=("sources/digests/2wiki-d00123-3fa91c",), last_verified="2026-11-21")


class Floor:
    """The records in dictionaries: what Python itself costs."""

    def __init__(self, store: MemoryStore, paths: list[str]) -> None:
        self.paths = paths
        self.files = {path: store.get(path) for path in paths}
        self.directories = {each: store.list(each) for each in directories_of(paths)}

    def get(self, path: str) -> FileRecord | None:
        return self.files.get(path)

    def list(self, path: str, after: str | None = None) -> DirectoryRecord | None:
        return self.directories.get(path)

    def prefix(self, prefix: str) -> tuple[str, ...]:
        start = bisect.bisect_left(self.paths, prefix)
        return tuple(self.paths[start : bisect.bisect_left(self.paths, prefix + "\U0010ffff", start)])


def paths_of(records: int) -> list[str]:
    """``group/directory/page.md``, sorted."""
    found = []
    for number in range(records):
        directory, group = number // PER_DIRECTORY, number // PER_DIRECTORY**2
        found.append(f"group-{group:02d}/dimension-{directory:05d}/Person-Number-{number:07d}-of-Anhalt.md")
    return found


def directories_of(paths: list[str]) -> list[str]:
    found = {""}
    for path in paths:
        group, directory, _ = path.split("/")
        found |= {group, f"{group}/{directory}"}
    return sorted(found)


def text_of(path: str) -> bytes:
    sentence = f"{path} was born at Dessau – then a principality – on 4 September 1504. "
    return (sentence * (SIZE // len(sentence) + 1)).encode()[:SIZE].decode(errors="ignore").encode()


def measure(run: Callable[[str], object], targets: list[str]) -> tuple[float, float]:
    """Median and 99th percentile in microseconds."""
    clock = time.perf_counter_ns
    for target in targets[:WARM_UP]:
        run(target)
    taken = []
    for target in targets[WARM_UP:]:
        start = clock()
        run(target)
        taken.append(clock() - start)
    taken.sort()
    return taken[len(taken) // 2] / 1e3, taken[int(len(taken) * 0.99)] / 1e3


def operators(store: Store, paths: list[str]) -> Iterator[tuple[float, float]]:
    """Q1, Q2, Q3, Q4; every answer is looked at once, before it is timed."""
    chance = random.Random(1)
    pages = [chance.choice(paths) for _ in range(WARM_UP + OPERATIONS)]
    directories = [path.rpartition("/")[0] for path in pages]
    prefixes = [path[: path.index("-of-") - 1] for path in pages]

    def walk(path: str) -> object:
        return navigate(store, path)

    assert store.get(pages[0]) is not None
    listing = store.list(directories[0])
    assert listing is not None
    assert len(listing.files) == min(PER_DIRECTORY, len(paths))
    assert len(navigate(store, pages[0])) == 4
    assert len(store.prefix(prefixes[0])) == 10
    yield measure(store.get, pages)
    yield measure(store.list, directories)
    yield measure(walk, pages)
    yield measure(store.prefix, prefixes)


def row(name: str, store: Store, paths: list[str]) -> None:
    cells = [f"{median:7.1f} {tail:7.1f}" for median, tail in operators(store, paths)]
    print(f"{name:<14}" + " |".join(cells), flush=True)


def compare(records: int, with_tree: bool) -> None:
    paths = paths_of(records)
    print(f"\n{records:,} records of {SIZE:,} bytes, µs: median, p99")
    print(f"{'':<14}" + " |".join(f"{name:>15}" for name in HEADINGS))
    with tempfile.TemporaryDirectory(prefix="wikic-store-") as folder:
        memory = MemoryStore()
        entries = [Entry(path, 1, len(text_of(path)), partial(text_of, path)) for path in paths]
        sync(memory, plan(entries, memory), lambda path, text: META)
        row("dict (floor)", cast("Store", Floor(memory, paths)), paths)
        row("memory", memory, paths)
        del memory
        mirror = Path(folder) / "mirror"
        start = time.perf_counter()
        with LevelStore(mirror) as level:
            sync(level, plan(entries, level), lambda path, text: META)
            loaded = time.perf_counter() - start
            row("leveldb", level, paths)
            one(level, paths)
        size = sum(file.stat().st_size for file in mirror.iterdir())
        if with_tree:
            trees(Path(folder), paths)
    rate = records / loaded
    print(f"  leveldb: loaded in {loaded:.2f} s ({rate:,.0f} records/s), {size / 1e6:,.0f} MB on disk")
    print(f"  largest resident set: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:,.0f} MB")


def one(level: LevelStore, paths: list[str]) -> None:
    """One changed page, as the writer tells of it."""
    taken = []
    for number in range(200):
        path = paths[(number * 7919) % len(paths)]
        data = text_of(path) + str(number).encode()
        start = time.perf_counter_ns()
        sync(level, Plan((Entry(path, number, len(data), partial(bytes, data)),)))
        taken.append((time.perf_counter_ns() - start) / 1e3)
    taken.sort()
    print(f"  leveldb: one changed page {taken[100]:.0f} µs, p99 {taken[197]:.0f} µs")


def trees(folder: Path, paths: list[str]) -> None:
    """The files themselves, and a mirror that checks each answer against them."""
    root = folder / "wiki"
    for path in paths:
        at = root / path
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(text_of(path))
    tree = TreeStore(root)
    row("tree", tree, paths)
    with LevelStore(folder / "followed") as level:
        start = time.perf_counter()
        entries, directories = survey(tree)
        sync(level, plan(entries, level, directories))
        first = time.perf_counter() - start
        row("leveldb+stat", FreshStore(level, tree), paths)
        start = time.perf_counter()
        entries, directories = survey(tree)
        assert not plan(entries, level, directories)
        again = time.perf_counter() - start
    print(f"  mirror of {len(paths):,} files: {first:.2f} s, {again * 1e3:.0f} ms when nothing changed")


# --- the codec -----------------------------------------------------------------------------------


def codec() -> None:
    import msgspec
    import orjson

    path = paths_of(1)[0]
    file = file_record(path, text_of(path), 1_763_760_000_123_456_789, META)
    names = tuple(each.rpartition("/")[2] for each in paths_of(PER_DIRECTORY))
    directory = DirectoryRecord("dimension", (), names, None, DirectoryMeta(7, PER_DIRECTORY, 0, 1))
    plain = dataclasses.asdict

    def rebuilt(value: dict[str, Any]) -> object:
        return msgspec.convert(value, FileRecord if "text" in value else DirectoryRecord)

    def compact(value: object) -> bytes:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    print(f"{'µs: decode, encode':<30}{'file, 2.5 KB':>18}{'200 names':>18}")
    for name, encode, decode, given in (
        ("msgspec msgpack", msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder, None),
        ("msgspec json", msgspec.json.Encoder().encode, msgspec.json.Decoder, None),
        ("orjson, then dataclass", orjson.dumps, lambda _: orjson, plain),
        ("json, then dataclass", compact, lambda _: json, plain),
    ):
        cells = []
        for record in (file, directory):
            value = given(record) if given else record
            data = encode(value)
            decoder: Any = decode(type(record))
            read = decoder.decode if given is None else lambda data, loads=decoder.loads: rebuilt(loads(data))
            assert read(data) == record
            cells.append(f"{timed(read, data):9.2f} {timed(encode, value):8.2f}")
        print(f"{name:<30}" + "".join(cells))


def timed(run: Callable[[Any], object], value: object, rounds: int = 5_000) -> float:
    """Median microseconds of one call, over seven stretches."""
    taken = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(rounds):
            run(value)
        taken.append((time.perf_counter() - start) / rounds * 1e6)
    return sorted(taken)[3]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--records", type=int, action="append", help="how many; may be repeated (default 2000)"
    )
    parser.add_argument(
        "--no-tree", action="store_true", help="leave out the files, which take longest to make"
    )
    parser.add_argument("--codec", action="store_true", help="measure codecs instead")
    options = parser.parse_args()
    if options.codec:
        codec()
        return
    for records in options.records or [2_000]:
        compare(records, not options.no_tree)


if __name__ == "__main__":
    main()
